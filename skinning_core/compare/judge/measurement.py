"""The one driver of comparisons: the reference and the engines skin a clip piece by piece.

``verify`` runs the generator ``measuring`` to its end; the panel takes one step at a time, and closes it on Esc. The
reference is skinned once per piece, for all engines. A piece leaves its figures, positions at telling times, and every
vertex's errors if asked, so memory is bounded. How pieces are cut changes only the histogram of a model that collapses
to a point: a piece without a larger pose has no other size to divide by.

At some times and at the worst one, the exact engine's reference is held to the plain one (``fast.agreement``). Times
with normals (see ``times``) come first; a subject that gives normals is asked for the two kinds separately. Results are
in order of time.
"""

from __future__ import annotations

import time as clock
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from ...error import Cancelled, SkinproofError, out_of_memory, require
from ...fast.agreement import agreement_times, disagreement
from ...fast.exact_engine import skin_model, skin_model_in
from ...fast.tiles.workspace import Scratch
from ...model import Float64, Influences, Int, Model, remembered
from ...skin.influence import sums_are_off
from ...skinned import Skinned, joined_in_time
from ...subject import Subject
from ...text.sentence import Sentence
from ..measure.difference import unlike
from ..measure.modifier_effect import as_seen
from ..measure.weight_effect import WeightEffect, largest_effects, weight_effects
from .accumulator import Accumulator
from .comparison import Comparison, Failure, Request, Unexplained

#: Times in a piece of a large model, if ``_LONGER_PIECE`` allows. A time alone takes 20 ns a vertex, one of eight 10:
#: what belongs to a vertex is read once.
_TIMES_TOGETHER = 8

#: How many times longer than others such a piece may be: 190 MB in float64.
_LONGER_PIECE = 6


_Step = TypeVar("_Step")
_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Pace:
    """How many times make a piece."""

    #: Vertices times times, at most: 32 MB in float64, the largest array whose memory the next piece reuses. The system
    #: clears every page of a larger one again.
    positions: int = 1_300_000
    times: int | None = None  # at most; None: as many as ``positions`` allows
    seconds: float | None = None  # how long a piece should take; the first has one time, to learn the speed

    def longest(self, vertices: int) -> int:
        """The most times of a piece, at least one."""
        vertices = max(vertices, 1)
        longest = max(self.positions // vertices, min(_LONGER_PIECE * self.positions // vertices, _TIMES_TOGETHER), 1)
        return longest if self.times is None else min(longest, self.times)

    def length(self, vertices: int, left: int, seconds_per_time: float | None) -> int:
        """How many of ``left`` times the next piece has.

        ``seconds_per_time``: of the last piece; None before the first.
        """
        longest = min(self.longest(vertices), left)
        if self.seconds is None:
            return -(-left // -(-left // longest))  # evenly, since in a short last piece each time costs more
        if seconds_per_time is None:
            return 1
        return int(min(max(self.seconds / max(seconds_per_time, 1e-9), 1), longest))


@dataclass(frozen=True, eq=False)
class WorstTime:
    """A clip's time at which any subject is farthest from the reference."""

    relative: float  # the error, of the size
    reference: Skinned  # positions at that time


@dataclass(frozen=True, eq=False)
class Measured:
    """The result of one request."""

    comparisons: tuple[Comparison, ...]  # in the order of the engines, without failed ones; none beside a fault
    failures: tuple[Failure, ...]
    weights: tuple[WeightEffect, ...]  # parts whose weights do not sum to one, if that has an effect
    unexplained: tuple[Unexplained, ...]  # comparisons whose causes are still to be found
    worst: WorstTime | None  # None: nothing was compared
    fault: Sentence | None  # the reference is not the plain one's: nothing else counts
    seconds: float  # spent on skinning and comparing

    @property
    def comparison(self) -> Comparison:
        """The comparison with a single engine. Raises ``SkinproofError`` if it failed."""
        if self.failures:
            raise SkinproofError(self.failures[0].sentence)
        return self.comparisons[0]


#: Vertices that stand still are kept once, but some engines compute them at every time: they count as a third.
_KNOWN_STILL = 3

#: Pieces as large as memory allows.
UNHURRIED = Pace()


def measuring(
    request: Request, pace: Pace = UNHURRIED, witnesses: Sequence[int] = ()
) -> Generator[int, None, Measured]:
    """Compare piece by piece: yields how many of ``Request.steps`` are done, returns the result.

    witnesses: indices of times at which the reference is held to the plain one, see ``chosen_witnesses``. An engine
    that raises ``SkinproofError`` becomes a ``Failure``, and measuring ends if none is left.
    Raises ``Cancelled``, and ``SkinproofError`` if there is no time to compare at.
    """
    model, total = request.model, len(request.times)
    require(total, "there is no time to compare at", request.clip_name)
    accumulators = {name: Accumulator(request, name) for name in request.subjects}
    failures: dict[str, Failure] = {}
    effects: list[WeightEffect] = []
    variants = _weights_are_off(model)
    order, with_normals = _order(request)
    vertices = max(request.moving_vertices, request.vertices // _KNOWN_STILL)
    done, spent, per_time, memory = 0, 0.0, None, Scratch()
    worst, fault = None, None
    while done < total and fault is None and (len(failures) < len(accumulators) or not accumulators):
        indices = order[done : done + pace.length(vertices, total - done, per_time)]
        times, watch = request.times[indices], Stopwatch()
        first = min(max(with_normals - done, 0), len(times))
        with watch:
            reference = skin_model_in(memory, model, request.clip, times, variants=variants, with_normals=first)
            if any(raw is not None for raw in reference.raw):
                effects.extend(weight_effects(model, reference))
            whole, runs = _runs(reference.bounded(), first)
            fault = _fault(request, indices, runs, witnesses)
        for number, (name, accumulator) in enumerate(accumulators.items(), start=1):
            yield done * (1 + len(accumulators)) + number * len(times)
            if name not in failures:
                with watch:
                    failures |= _added(accumulator, request, name, indices, [whole, *runs])
                    worst = _worse(worst, accumulator, indices, whole.ours)
        del reference, whole, runs  # freed together: the next piece takes the same memory
        done, spent, per_time = done + len(times), spent + watch.seconds, watch.seconds / len(times)
        yield done * (1 + len(accumulators))
    return _concluded(accumulators, failures, effects, worst, fault, spent)


def _concluded(
    accumulators: Mapping[str, Accumulator],
    failures: Mapping[str, Failure],
    effects: Sequence[WeightEffect],
    worst: WorstTime | None,
    fault: Sentence | None,
    spent: float,
) -> Measured:
    watch = Stopwatch()
    with watch:
        whole = [each for name, each in accumulators.items() if name not in failures and fault is None]
        concluded = [accumulator.concluded() for accumulator in whole]  # a fault ends it before all times are there
    return Measured(
        tuple(comparison for comparison, _ in concluded),
        tuple(failures.values()),
        largest_effects(effects),
        tuple(case for _, case in concluded if case is not None),
        worst,
        fault,
        spent + watch.seconds,
    )


def chosen_witnesses(requests: Sequence[Request]) -> list[list[int]]:
    """Per request, the indices of times at which its reference is held to the plain one.

    The first and last of all, and between them the nearest with normals.
    """
    chosen = agreement_times([len(request.times) for request in requests])
    for request, indices in zip(requests, chosen, strict=True):
        order, with_normals = _order(request)
        shown = np.sort(order[:with_normals])
        ends = (0, len(request.times) - 1)
        nearest = [k if k in ends or not len(shown) else int(shown[abs(shown - k).argmin()]) for k in indices]
        indices[:] = sorted(set(nearest))
    return chosen


def _fault(request: Request, indices: Int, runs: Sequence[_Run], witnesses: Sequence[int]) -> Sentence | None:
    """How a piece's reference differs from the plain one at its witnesses; None: it does not."""
    for run in runs:
        rows = np.flatnonzero(np.isin(indices[run.place], witnesses))
        if len(rows):
            found = disagreement(request.model, request.clip, run.ours.at_times(rows))
            if found is not None:
                return found
    return None


def _worse(worst: WorstTime | None, accumulator: Accumulator, indices: Int, reference: Skinned) -> WorstTime | None:
    """The new worst time, if this piece has it."""
    relative, index = accumulator.worst
    row = np.flatnonzero(indices == index)
    if not len(row) or (worst is not None and relative <= worst.relative):
        return worst
    return WorstTime(relative, reference.at_times(row))


class _Run(NamedTuple):
    """Successive times of a piece, all with normals compared or all without."""

    place: slice  # in the piece
    ours: Skinned  # the reference
    normals: bool


def _runs(reference: Skinned, first: int) -> tuple[_Run, list[_Run]]:
    """A piece as one run without normals; and as two: ``first`` times with normals, the others without."""
    bare = reference.beside(normals=(None,) * len(reference.parts))
    with_normals, without = slice(0, first), slice(first, len(reference.times))
    runs = [
        _Run(with_normals, reference.at_times(with_normals), normals=True),
        _Run(without, bare.at_times(without), normals=False),
    ]
    return _Run(slice(None), bare, normals=False), [run for run in runs if len(run.ours.times)]


def _order(request: Request) -> tuple[Int, int]:
    """(T,) the order in which times are compared, and how many of them have normals.

    Times with normals come first, each group ascending. If no subject gives normals, none has.
    """
    given = any(subject.gives_normals for subject in request.subjects.values())
    chosen = request.with_normals if given else np.zeros(len(request.times), bool)
    return np.argsort(~chosen, kind="stable"), int(chosen.sum())


def _weights_are_off(model: Model) -> bool:
    """Some vertex has weights that do not sum to one."""
    return any(_are_off(of_part) for part in model.parts if (of_part := model.influences(part)) is not None)


@remembered
def _are_off(influences: Influences) -> bool:
    return bool(sums_are_off(influences.weights).any())


def _added(
    accumulator: Accumulator, request: Request, name: str, indices: Int, runs: Sequence[_Run]
) -> dict[str, Failure]:
    """Add a subject's results of a piece; returns its ``Failure`` by name, if any.

    runs: the whole piece, for subjects without normals; then its two runs.
    """
    subject = request.subjects[name]
    for run in runs[1:] if subject.gives_normals else runs[:1]:
        subject.beside(request.clip, run.ours)
        skinned = _given(request, name, run.ours.times, normals=run.normals)
        if isinstance(skinned, Failure):
            return {name: skinned}
        why = unlike(run.ours, skinned)
        if why:
            return {name: Failure(request.clip, request.clip_name, name, why)}
        expected = _baseline(subject, skinned) or run.ours
        accumulator.add(indices[run.place], expected, as_seen(expected, skinned) if skinned.set_aside else skinned)
        del skinned, expected  # before the next is made
    return {}


def _given(request: Request, name: str, times: Float64, *, normals: bool) -> Skinned | Failure:
    """A subject's result at ``times`` (n,), or why it has none."""
    try:
        return request.subjects[name].at(request.clip, times, normals=normals)
    except Cancelled:
        raise
    except (SkinproofError, MemoryError) as error:
        told = error if isinstance(error, SkinproofError) else out_of_memory()
        return Failure(request.clip, request.clip_name, name, told.sentence)


def _baseline(subject: Subject, skinned: Skinned) -> Skinned | None:
    """The subject's counterpart, or the file's skin on the subject's joints; None: compared with neither."""
    if (counterpart := subject.counterpart(skinned)) is not None:
        return counterpart
    rows = []
    for k, time in enumerate(skinned.times):
        at_time = skinned.at_times(np.array([k]))
        posed = subject.posed(at_time)
        if posed is None:
            return None
        rows.append(replace(skin_model(posed, None, np.zeros(1), variants=False), times=np.array([time])))
    return joined_in_time(rows)


class Steps(Generic[_Step, _Result]):
    """A generator's steps. After the last one ``result`` is what it returned."""

    def __init__(self, steps: Generator[_Step, None, _Result], watch: Stopwatch | None = None) -> None:
        """watch: adds up the time of the steps."""
        self._steps, self._watch = steps, watch or Stopwatch()

    def __iter__(self) -> Iterator[_Step]:
        while True:
            try:
                with self._watch:
                    step = next(self._steps)
            except StopIteration as end:
                self.result: _Result = end.value
                return
            yield step


class Stopwatch:
    """Adds up the seconds inside ``with`` blocks, without a generator's pauses."""

    seconds = 0.0

    def __enter__(self) -> None:
        self._began = clock.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds += clock.perf_counter() - self._began
