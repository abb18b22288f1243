"""Rows held against those of an earlier run: what has changed, and which differences are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..report.table import PEOPLE
from ..report.text import columns, printable
from .ledger import Note
from .row import DIFFERENT, SAME, VERDICTS, Row
from .totals import Foremost, Ledgers, gravity, name_hash

#: A difference grown by this factor is still the known one: another processor rounds in another way.
_GROWTH = 1.1

#: It may also grow by this share of the size, for the same reason.
_ROUNDING = 1e-7

#: Changes listed by name.
_NAMED = 50

#: Known, and worse now.
WORSE = "worse"

#: Known, and better now.
BETTER = "better"

#: Not in the earlier run.
NEW = "new"


@dataclass(frozen=True)
class _Before:
    verdict: int  # index in VERDICTS
    relative: float


class Baseline:
    """The rows of an earlier run, about 200 bytes of memory each."""

    def __init__(self, paths: Sequence[Path], note: Note) -> None:
        """Raises ``SkinproofError`` if a file cannot be read."""
        self._before = {
            name_hash(row.key.path): _Before(VERDICTS.index(row.verdict), _relative(row))
            for row in Ledgers(paths, note)
        }
        self._changes: Counter[str] = Counter()
        self._named = {kind: Foremost(gravity, _NAMED) for kind in (WORSE, BETTER, NEW)}
        self._was: dict[str, str] = {}

    def take(self, row: Row) -> bool:
        """Note a row of the later run; returns whether what is wrong with it was known, and is no worse now."""
        before = self._before.pop(name_hash(row.key.path), None)
        kind = NEW if before is None else _change(before, row)
        if kind:
            self._changes[kind] += 1
            self._named[kind].add(row)
            if before is not None:
                self._was[row.key.path] = VERDICTS[before.verdict]
        return row.verdict != SAME and kind in ("", BETTER)

    def lines(self) -> list[str]:
        """What has changed, as text; once every row was taken."""
        counts = [f"{self._changes[kind]} {kind}" for kind in (WORSE, BETTER, NEW)]
        told = [f"since the earlier run: {', '.join(counts)}, {len(self._before)} gone"]
        cells = [
            (kind, self._was.get(row.key.path, ""), row.verdict, PEOPLE.share(_relative(row)), printable(row.key.path))
            for kind, named in self._named.items()
            for row in named.rows
        ]
        rows = [(kind, f"{was} -> {now}" if was else now, *rest) for kind, was, now, *rest in cells]
        return told + (columns(rows, left=(0, 1, 3)) if rows else [])


def _change(before: _Before, row: Row) -> str:
    """WORSE, BETTER, or empty if only roundings have changed."""
    now = VERDICTS.index(row.verdict)
    if now != before.verdict:
        return WORSE if now > before.verdict else BETTER
    relative = _relative(row)
    if row.verdict == DIFFERENT and relative > before.relative * _GROWTH + _ROUNDING:
        return WORSE
    if row.verdict == DIFFERENT and before.relative > relative * _GROWTH + _ROUNDING:
        return BETTER
    return ""


def _relative(row: Row) -> float:
    return row.worst.relative if row.worst is not None else 0.0
