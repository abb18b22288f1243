"""What the rows of many ledgers come to, in 16 bytes of memory a line.

Ledgers are read twice: to learn which line is each model's last, and to count these. As many of the worst rows are kept
as a person or a build server can take in.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

import numpy as np

from ..text.count import counted
from .ledger import Note, Run, ended, ledger_lines
from .row import SAME, VERDICTS, Row

#: Rows in the table of the worst models, unless another number is asked for.
WORST = 10

#: Rows listed by name, in reports for machines and on the page; those that matter most come first.
LISTED = 5000


@dataclass
class Foremost:
    """The first rows in an order, at most so many."""

    order: Callable[[Row], tuple[float | str, ...]]
    most: int
    _rows: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Take a row in; now and then those that cannot be among the first are forgotten."""
        self._rows.append(row)
        if len(self._rows) > 2 * self.most + 64:
            self._rows = self.rows

    @property
    def rows(self) -> list[Row]:
        """The first ones, in their order."""
        return sorted(self._rows, key=self.order)[: self.most]


def gravity(row: Row) -> tuple[float | str, ...]:
    """The order in which rows matter: the worst verdict first, then the largest difference, then the path."""
    return (-VERDICTS.index(row.verdict), *magnitude(row))


def magnitude(row: Row) -> tuple[float | str, ...]:
    """The largest difference first, then the path."""
    return (-row.worst.relative if row.worst is not None else 0.0, row.key.path)


class Totals:
    """Rows counted: one of each model, in any order."""

    def __init__(self, rows: Iterable[Row] = (), *, worst: int = WORST) -> None:
        self.verdicts: Counter[str] = Counter()
        self.causes: Counter[str] = Counter()
        self.vertices = self.times = self.models = self.known = 0
        self.gaps: list[str] = []  # why rows are missing, one sentence each
        self._worst, self._listed = Foremost(magnitude, worst), Foremost(gravity, LISTED)
        for row in rows:
            self.add(row)

    def add(self, row: Row, *, known: bool = False) -> None:
        """Count a row. known: its differences are no news (see ``baseline``)."""
        self.models += 1
        self.known += known
        self.verdicts[row.verdict] += 1
        self.vertices, self.times = self.vertices + row.vertices, self.times + row.times
        self.causes.update(cause for finding in row.findings for cause in finding.causes)
        if row.worst is not None:
            self._worst.add(row)
        if not known:
            self._listed.add(row)

    @property
    def worst(self) -> list[Row]:
        """The rows with the largest differences."""
        return self._worst.rows

    @property
    def listed(self) -> list[Row]:
        """The rows that matter most, at most ``LISTED``, the worst first."""
        return self._listed.rows

    @property
    def verdict(self) -> str:
        """The worst verdict of the rows that are news."""
        return next((row.verdict for row in self.listed[:1]), SAME)


def name_hash(name: str) -> int:
    """64 bits for a name: among a million names two share theirs once in 40 million times."""
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "little")


class Ledgers:
    """Several ledgers read as one: a model's last row in the last ledger that names it counts."""

    def __init__(self, paths: Sequence[Path], note: Note) -> None:
        self.paths = paths
        self.runs: list[Run | None] = []  # per ledger: what was asked, if all of it was done
        self.counts: list[int] = []  # per ledger: models with a row
        names, places = array("Q"), array("q")
        starts, gone = [], set[int]()
        for path in paths:
            starts.append(len(names))
            run = None
            for begin, line in ledger_lines(path, note):
                run = ended(line)
                if isinstance(line, Row):
                    name = line.key.path
                elif line["event"] == "gone":
                    name = line["path"]
                    gone.add(len(names))
                else:
                    continue
                names.append(name_hash(name))
                places.append(begin)
            self.runs.append(run)
            self.counts.append(len(_last(np.asarray(names[starts[-1] :]), {k - starts[-1] for k in gone})))
        self._names, self._places, self._starts = np.asarray(names), np.asarray(places), starts
        self._kept = _last(self._names, gone)

    @property
    def names(self) -> np.ndarray:
        """(M,) uint64, ascending: ``name_hash`` of each model that has a row."""
        return np.sort(self._names[self._kept])

    def __iter__(self) -> Iterator[Row]:
        """The last row of each model, in the order of the ledgers."""
        for k, path in enumerate(self.paths):
            stop = self._starts[k + 1] if k + 1 < len(self._starts) else len(self._names)
            own = self._kept[(self._kept >= self._starts[k]) & (self._kept < stop)]
            wanted = set(self._places[own].tolist())
            yield from (line for _, line in ledger_lines(path, lambda _: None, wanted) if isinstance(line, Row))


def _last(names: np.ndarray, gone: set[int]) -> np.ndarray:
    """(M,) ascending indices into ``names`` (N,) of each name's last place, without those in ``gone``."""
    _, from_the_end = np.unique(names[::-1], return_index=True)
    last = np.sort(len(names) - 1 - from_the_end)
    return last[~np.isin(last, np.fromiter(gone, np.int64, len(gone)))]


def ledger_gaps(ledgers: Ledgers) -> list[str]:
    """Why the ledgers are not all of a batch: one was not finished, a shard is missing."""
    gaps = []
    shards: dict[int, set[int]] = {}
    for path, run, count in zip(ledgers.paths, ledgers.runs, ledgers.counts, strict=True):
        if run is None:
            gaps.append(f"{path} was not finished: {counted(count, 'model')} so far (folder --resume goes on)")
            continue
        if count != run.models:
            gaps.append(
                f"{path} has rows of {count} of {counted(run.models, 'model')} (folder --resume judges the rest)"
            )
        shards.setdefault(run.shard.count, set()).add(run.shard.number)
    for count, numbers in sorted(shards.items()):
        absent = sorted(set(range(1, count + 1)) - numbers)
        if absent:
            told = ", ".join(map(str, absent[:20])) + (f" and {len(absent) - 20} more" if len(absent) > 20 else "")
            gaps.append(f"{counted(len(absent), 'shard')} of {count} not here: {told}")
    both = sum(ledgers.counts) - len(ledgers.names)
    if both:
        gaps.append(f"{counted(both, 'name')} of models in more than one of these files (sum each folder up by itself)")
    return gaps
