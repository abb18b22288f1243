"""Functions that skin, as subjects and as makers of subjects, for tests that make an engine; a measuring to its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TypeVar

from skinning_core.model import Model
from skinning_core.subject import SUBJECTS, Computed, Makers, SkinFunction, Subject, computed

Step, Found = TypeVar("Step"), TypeVar("Found")


class Unturned(Computed):
    """A subject without normals of its own, as Blender's are."""

    gives_normals = False


def subjects(model: Model, functions: Mapping[str, SkinFunction]) -> dict[str, Subject]:
    """A subject of each function, by its name; the core's own by a function of theirs is ``SUBJECTS[name](model)``."""
    return {name: Computed(model, name, function) for name, function in functions.items()}


def beside(**functions: SkinFunction) -> Makers:
    """The core's makers, and those of these functions."""
    return {**SUBJECTS, **{name: computed(name, function) for name, function in functions.items()}}


def to_the_end(steps: Generator[Step, None, Found], report: Callable[[Step], None] = lambda _: None) -> Found:
    """Run ``measuring`` or ``diagnosing`` to its end without a pause; ``report`` is told each step."""
    while True:
        try:
            report(next(steps))
        except StopIteration as end:
            result: Found = end.value
            return result
