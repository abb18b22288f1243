"""Listings by cases: which case fails by which slip of a book. ``python3 -m tests.engines.corpus.listings``."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from examples.engines import book
from skinning_core.engines.corpus import grade as grading
from skinning_core.engines.corpus.folder import MadeCase
from skinning_core.engines.corpus.scores import amount
from tests.engines.corpus.matrix import farthest, size, truth, written

#: What the guide leaves to a library, or to an extension of its own.
BEYOND_THE_GUIDE = {"meshopt", "draco", "pointer"}


def failing(made: MadeCase, folder: Path, slips: frozenset[str]) -> bool:
    """Whether a case fails with these slips: farther off than its tolerance, or nothing comes out."""
    positions, _ = truth(made, folder)
    try:
        with np.errstate(all="ignore"):
            found = book.play(folder / made.entry["file"], made.entry["clip"], made.entry["times"], slips)
    except Exception:  # noqa: BLE001  a listing may read what is not there
        return True
    return farthest(found, positions) > made.entry["tolerance"]["positions"] * size(positions)


def broken(cases: list[MadeCase], folder: Path, slips: frozenset[str]) -> list[str]:
    """The cases that fail."""
    asked = (made for made in cases if made.case.id not in BEYOND_THE_GUIDE)
    return [made.case.id for made in asked if failing(made, folder, slips)]


def told(made: MadeCase, folder: Path, slips: frozenset[str]) -> tuple[str, str]:
    """How far off a case is, and what ``grade`` says it looks like."""
    entry = made.entry
    with tempfile.TemporaryDirectory() as out:
        result = Path(out) / f"{made.case.id}.npz"
        try:
            with np.errstate(all="ignore"):
                parts = book.play(folder / entry["file"], entry["clip"], entry["times"], slips)
        except Exception as error:  # noqa: BLE001
            return "-", f"it gives up ({type(error).__name__})"
        np.savez(result, times=entry["times"], **{f"pos{k}": p for k, p in enumerate(parts)})
        found = grading.case_grade(made, result, folder)
    return amount(found), "; ".join(cause.partition(" (or, ")[0] for cause in found.causes) or "no cause"


def table(cases: list[MadeCase], folder: Path) -> Iterator[str]:
    """A row for each slip: what it is, the cases that fail by it, how far off the first is, and what it looks like."""
    by_id = {made.case.id: made for made in cases}
    yield from ("| slip | what the listing does | fails | off by | `grade` says |", "|---|---|---|---|---|")
    for name, (source, does) in book.SLIPS.items():
        slips = book.of_source(name)
        fails = broken(cases, folder, slips)
        shown = ", ".join(fails[:4]) + (f" and {len(fails) - 4} more" if len(fails) > 4 else "")
        off, cause = told(by_id[fails[0]], folder, slips)
        yield f"| `{name}` ({source}) | {does} | {len(fails)}: {shown} | {off} | {cause} |"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        for row in table(list(written(Path(made))), Path(made)):
            print(row)
