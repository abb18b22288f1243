"""Work over several models: a broken file does not stop the others."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ..error import SkinproofError
from ..report.text import printable
from .options import ModelsArguments

_T = TypeVar("_T")


def each_model(args: ModelsArguments, work: Callable[[str], _T]) -> tuple[list[tuple[str, _T]], list[tuple[str, str]]]:
    """``work`` for every named model; results and errors, each with its path, in order.

    An error is one line on stderr at once. With --debug it is raised.
    """
    results: list[tuple[str, _T]] = []
    errors: list[tuple[str, str]] = []
    for path in args.model:
        try:
            results.append((path, work(path)))
        except (SkinproofError, OSError, MemoryError) as error:
            if args.debug:
                raise
            sentence = placed(path, said(error))
            errors.append((path, sentence))
            print("skinproof: " + printable(sentence), file=sys.stderr, flush=True)
    return results, errors


def said(error: Exception) -> str:
    """An error in one sentence on one line."""
    if isinstance(error, MemoryError):
        return "there is not enough memory for this model"
    text = f"cannot be read: {error.strerror}" if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split())


def placed(path: str, sentence: str) -> str:
    """A sentence that names its model, once."""
    name = Path(path).name
    if sentence.startswith(f"{name}: "):
        return path + sentence.removeprefix(name)
    return sentence if path in sentence else f"{path}: {sentence}"
