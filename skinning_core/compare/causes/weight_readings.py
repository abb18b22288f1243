"""Which weights an engine uses, in whatever pose: every reading is tried with the palette left free.

The right one leaves nothing that matrices could not explain. So weights are found without the animation, and the pose
can be looked for afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from ...model import Float, Influences, Int
from ...skin.influence import weight_sums
from ...spread import evenly_spread
from .engine_state import WEIGHTS, EngineState
from .mistake import MISTAKES, SIZED, Mistake, made_of
from .mistake_vertex import last_mention
from .palette import Fits, Recovered, moved_by_few, recovered_palette
from .sample import Sample

#: Another reading must lower the residual so many times.
TENFOLD = 10.0

#: Joints around the vertices of largest residual, at most. Vertices that follow others are skipped.
_WORST_JOINTS = 40

#: Vertices to look at, evenly chosen, and half as many of the largest residuals.
_READ_VERTICES = 900

#: Share of vertices in parts with enough of them for their unknown matrices.
_MOST = 0.8

#: Mistakes in one reading, at most.
_TOGETHER = 3
#: The same with a rare way of rounding.
_RARE_TOGETHER = 2

#: Readings handed on, if several leave as little.
_EQUALS = 8

#: Mistakes by which weights do not sum to one. A free palette hides them if all are wrong alike.
_OF_SUMS = tuple(mistake for mistake in (*MISTAKES, *SIZED) if mistake.stage == "sum")

#: Factors that differ by a smaller share are the same: matrices come from float32 positions.
_SAME_FACTOR = 1e-4

#: A set of mistakes in reading weights.
WeightReading = tuple[Mistake, ...]


def recovered(sample: Sample, state: EngineState) -> dict[int, Recovered]:
    """For each skinned part with vertices, by index, its matrices under the state's weights."""
    skinned = [k for k, part in enumerate(state.model.parts) if state.model.is_skinned(part) and len(sample.rows[k])]
    places = {k: _Place(sample, k, np.arange(len(sample.rows[k]))) for k in skinned}
    return {k: place.recovered(state, sample.fits.setdefault(k, {})) for k, place in places.items()}


def residual_of(sample: Sample, found: Mapping[int, Recovered]) -> float:
    """The largest distance left with any palette, in sizes of the character."""
    return max((each.farthest(sample.scale) for each in found.values() if each.tells), default=0.0)


def palettes_tell(found: Mapping[int, Recovered]) -> bool:
    """Most vertices are of parts with enough of them for residuals to mean something."""
    counts = [(each.residual.shape[1], each.tells) for each in found.values()]
    telling, total = (sum(count for count, tells in counts if tells or every) for every in (False, True))
    return bool(telling > _MOST * total)


def fitting_readings(sample: Sample, found: Mapping[int, Recovered], floor: float) -> list[WeightReading]:
    """The readings that leave next to nothing with any palette, fewest mistakes first.

    ``found``: what the specification's weights leave. ``floor``: rounding. If no reading gets there, the one that
    lowers the residual tenfold; else the specification's: ().
    """
    state = sample.state
    none: list[WeightReading] = [()]
    if residual_of(sample, found) <= floor:
        return [*none, *_of_a_factor(state, found, none)]
    place = _worst_place(sample, found)
    before, alike = place.residual(state), dict[bytes, tuple[float, list[WeightReading]]]()
    for reading in _readings(state):
        made = made_of(state, reading)
        influences = place.influences(made)
        key = influences.joints.tobytes() + influences.weights.tobytes()
        if key in alike:
            alike[key][1].append(reading)
        else:
            alike[key] = place.residual(made), [reading]
    least, readings = min(alike.values(), key=lambda entry: entry[0], default=(before, none))
    fitting = [reading for residual, same in alike.values() if residual <= floor for reading in same]
    if not fitting:
        fitting = readings if least * TENFOLD <= before else none
    fewest = min(map(len, fitting))
    fitting = [reading for reading in fitting if len(reading) == fewest][:_EQUALS]
    return [*fitting, *_of_a_factor(state, found, fitting)]


def _of_a_factor(
    state: EngineState, found: Mapping[int, Recovered], readings: list[WeightReading]
) -> list[WeightReading]:
    """Readings whose weights are the given ones times a factor, which a free palette hides.

    Determinants of the recovered matrices tell it, since no pose changes them.
    """
    factor = common_factor(state, found)
    if factor is None:
        return []
    stored = _stored(state)
    more = []
    for reading in readings:
        others = tuple(mistake for mistake in reading if mistake.code != "raw-weights")
        if any(mistake.stage == "sum" for mistake in others):
            continue
        for mistake in _OF_SUMS:
            made = made_of(state, (*others, mistake))
            if (*others, mistake) not in readings and _can_show(mistake, stored) and _near(_mean_sum(made), factor):
                more.append((*others, mistake))
    return more


def common_factor(state: EngineState, found: Mapping[int, Recovered]) -> float | None:
    """The factor by which known joints' recovered matrices are larger than the state's; None: none in common, or 1."""
    factors = [np.zeros(0)]
    for k, each in found.items():
        ours = state.posed.skin_palettes[state.model.parts[k].skin][:, each.known, :, :3]
        sizes = np.abs(np.linalg.det(each.palette[:, each.known, :, :3])), np.abs(np.linalg.det(ours))
        usable = sizes[1] > 0.0
        factors.append(np.cbrt(sizes[0][usable] / sizes[1][usable]))
    every = np.concatenate(factors)
    middle = float(np.median(every)) if len(every) else 1.0
    alike = np.abs(every - middle) <= _SAME_FACTOR * middle
    return middle if not _near(middle, 1.0) and alike.sum() >= _MOST * len(every) else None


def _mean_sum(state: EngineState) -> float:
    """The mean sum of the weights of vertices that have any."""
    parts = [part for part in state.model.parts if state.model.is_skinned(part)]
    sums = np.concatenate([np.zeros(0), *(weight_sums(state.skinning(part).weights) for part in parts)])
    return float(sums[sums != 0.0].mean()) if sums.any() else 0.0


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= _SAME_FACTOR * abs(b)


def _stored(state: EngineState) -> list[Influences]:
    """The influences of all parts that have any."""
    return [each for part in state.model.parts if (each := state.model.influences(part)) is not None]


def in_list(state: EngineState) -> list[Mistake]:
    """The mistakes in reading weights that this model can show, if its vertices are too few to tell the palette."""
    of_sums = [mistake for mistake in _OF_SUMS if _can_show(mistake, _stored(state))]
    return list(dict.fromkeys([*(mistake for reading in _readings(state) for mistake in reading), *of_sums]))


def _readings(state: EngineState) -> Iterator[WeightReading]:
    """All sets of mistakes that this model's weights can show, fewest first."""
    by_stage: dict[str, list[Mistake]] = {}
    stored, codes, known, rare = _stored(state), set[str](), set[bytes](), set[Mistake]()
    for mistake in (*MISTAKES, *SIZED):
        if mistake.stage not in WEIGHTS or "largest" in mistake.values or not _can_show(mistake, stored):
            continue
        if mistake.stage == "precision":
            weights = (each.tobytes() for each in _weights_of(made_of(state, [mistake])))
            read = b"".join([mistake.code.encode(), *weights])
            if read in known:
                continue
            known.add(read)
            if mistake.code in codes:
                rare.add(mistake)
            codes.add(mistake.code)
        if mistake.stage == "kept" and "count" in mistake.values:
            rare.add(mistake)
        by_stage.setdefault(mistake.stage, []).append(mistake)
    choices = [[None, *mistakes] for mistakes in by_stage.values()]
    sets = [tuple(m for m in chosen if m is not None) for chosen in product(*choices)]
    most = {s: _RARE_TOGETHER if rare.intersection(s) else _TOGETHER for s in sets}
    yield from sorted((s for s in sets if 0 < len(s) <= most[s]), key=len)


def _weights_of(state: EngineState) -> list[Float]:
    """(V, I) the weights that the state uses, of each part that has any."""
    return [state.skinning(part).weights for part in state.model.parts if state.model.influences(part) is not None]


def _can_show(mistake: Mistake, stored: list[Influences]) -> bool:
    """Some influences could tell that a mistake was made, alone or after another."""
    if "largest" in mistake.values:
        return bool(stored) and all(_whole(each.weights, mistake.values["largest"]) for each in stored)
    if mistake.code == "weights-clamped":
        return any((each.weights > 1.0).any() for each in stored)
    if mistake.stage == "zero":
        return any((each.weights.sum(axis=1) == 0.0).any() for each in stored)
    if mistake.stage == "kept":
        named = {"one": 1, "four": 4}.get(mistake.code.rpartition("-")[2], 8)
        most = int(str(mistake.values.get("count", named)))
        return any((np.count_nonzero(each.weights, axis=1) > most).any() for each in stored)
    if mistake.stage == "repeated":
        return any(not np.array_equal(last_mention(each).weights, each.weights) for each in stored)
    return True


def _whole(weights: Float, largest: object) -> bool:
    """Weights (V, I) are whole numbers, read as float64, over ``largest``."""
    if weights.dtype != np.float64:
        return False
    steps = np.asarray(weights, np.float64) * float(str(largest))
    return bool(np.abs(steps - np.round(steps)).max(initial=0.0) < 1e-3)


@dataclass(frozen=True, eq=False)
class _Place:
    """Vertices of one part."""

    sample: Sample
    part: int
    rows: Int  # (n,) of the part's vertices in the sample

    def influences(self, state: EngineState) -> Influences:
        """The state's influences of these vertices."""
        whole = state.skinning(state.model.parts[self.part])
        return Influences(whole.joints[self.rows], whole.weights[self.rows])

    def residual(self, state: EngineState) -> float:
        """The largest distance left with any palette, in sizes of the character."""
        return self.recovered(state).farthest(self.sample.scale)

    def recovered(self, state: EngineState, fits: Fits | None = None) -> Recovered:
        """The matrices under the state's weights; fits: see ``recovered_palette``."""
        part, influences = state.model.parts[self.part], self.influences(state)
        base, wanted = state.base(part)[:, self.rows], self.sample.wanted[self.part][:, self.rows]
        if state.unweighted == "mesh":  # the part that no matrices give
            wanted = wanted - np.where((influences.weights == 0.0).all(axis=1)[:, None], base, 0.0)
        return recovered_palette(base, influences, wanted, state.posed.skin_palettes[part.skin], fits)


def _worst_place(sample: Sample, found: Mapping[int, Recovered]) -> _Place:
    """The vertices of the part with the largest residual that only follow joints around its worst vertices.

    Few joints move these: readings of weights are told apart there.
    """
    errors = {k: np.linalg.norm(each.residual, axis=-1).max(axis=0, initial=0.0) for k, each in found.items()}
    part = max((k for k, each in found.items() if each.tells), key=lambda k: float(errors[k].max(initial=0.0)))
    influences = sample.state.model.influences(sample.state.model.parts[part])
    assert influences is not None
    rows = np.flatnonzero(moved_by_few(influences, np.argsort(-errors[part], kind="stable"), _WORST_JOINTS))
    worst = rows[np.argsort(-errors[part][rows], kind="stable")[: _READ_VERTICES // 2]]
    spread = rows[evenly_spread(len(rows), _READ_VERTICES)]
    return _Place(sample, part, np.unique(np.concatenate([worst, spread])))
