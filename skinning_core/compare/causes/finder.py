"""Why an engine differs: from its positions at a few times to named causes, each with size, place and remedy.

1. The matrices of its joints are recovered (``palette``): what no matrices explain is not the pose's.
2. Ways of reading weights are tried with the palette left free (``weight_readings``).
3. Sets of mistakes are made on purpose with these weights, an affine map of everything being free (``search``).
4. What no list could hold is read off the recovered matrices (``invariant``).
5. Where no matrices explain everything, it is tried whether space is bent (``bent_space``) or the result is smoothed
   (``smoothing``).
6. Where no set explains everything, vertices are shared out among sets that explain their own (``region``), or each
   vertex is given weights of its own (``other_weights``), or each bone bends (``bent_bones``).
7. What was found is made once more on all vertices, and each cause is measured by leaving it out.

Nothing is named where more than a tenth of the difference remains in the vertices that it is named for.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

import numpy as np

from ...model import Float64, Model
from ...skin.posed_model import PosedModel
from ...skinned import Skinned
from ...text.immutable import field, immutable, replace
from ...transform import identity
from .affine import mistakes_of
from .bent_bones import BENT_BONES, rest_of_bent_bones
from .bent_space import bent_space
from .cause import Cause
from .engine_state import WEIGHTS
from .invariant import edited, other_clock, read_off
from .mistake import MISTAKES, SIZED, Mistake, made_of
from .naming import named, named_by_region, named_of_all
from .other_weights import OTHER_WEIGHTS, rest_of_other_weights
from .palette import Recovered
from .region import sharing
from .sample import Sample, sample_of
from .search import Hypothesis, Search, Trial, best, equals, rms
from .smoothing import smoothing
from .weight_readings import WeightReading, fitting_readings, in_list, palettes_tell, recovered, residual_of

#: Mistakes are named where they leave less than this fraction of the difference unexplained.
UNEXPLAINED = 0.1

#: Rests up to this, in sizes of the character (root mean square), are rounding of float32.
ROUNDING = 5e-7

#: Of a difference that is itself little more than rounding, residuals up to this part of it.
_OF_SMALL = 0.01

#: Causes of regions must touch this share of the vertices that differ where other weights would explain all of them.
_NEARLY_ALL = 0.95

#: Vertices in which matrices are recovered, and in which sets of mistakes are tried.
_MANY, _FEW = 3000, 240


@immutable(eq=False)
class Diagnosis:
    """What was found out about a difference."""

    causes: tuple[Cause, ...] = ()  # that of the largest size first
    recovered: Mapping[int, Recovered] = field(default_factory=dict)  # by number of the part, weights as specified
    deformation: float = 0.0  # in sizes of the character: what no matrices of the joints explain
    linear: bool = False  # that is rounding: the pose explains everything
    unknown: tuple[int, ...] = ()  # nodes of joints whose matrices no vertices pin down
    mistakes: tuple[Mistake, ...] | None = None  # those that explain everything together; None: none do
    placed: Float64 = field(default_factory=identity)  # (3, 4) and the map of everything besides


def diagnosing(posed: PosedModel, reference: Skinned, other: Skinned) -> Generator[None, None, Diagnosis]:
    """Look for the causes that turn ``reference`` into ``other``; pauses now and then.

    posed: the model at the times of both results; some eight times that show the difference are enough. Vertices that
    ``other`` lost do not count.
    """
    many, few = (sample_of(posed, reference, other, most) for most in (_MANY, _FEW))
    few = few.joined()
    if not len(many.of_part):
        return Diagnosis()
    yield
    before = rms(few.target - few.stacked(few.ours))
    rounding = ROUNDING * max(1.0, float(np.abs(few.target).max(initial=0.0)))
    floor = max(min(rounding, _OF_SMALL * before), 1e-12)
    found = recovered(many, many.state)
    residual = residual_of(many, found)
    linear = palettes_tell(found) and residual <= 4.0 * floor
    nothing = Diagnosis((), found, residual, linear, unknown_joints(many.state.model, found))
    yield
    readings = fitting_readings(many, found, 4.0 * floor)
    yield
    search = Search(Trial(few), readings, floor)
    yield from _alone(search, many, nothing)
    if not search.done and not linear:
        shape = bent_space(many, floor)
        yield
        if shape is None:
            shape = yield from smoothing(posed.model, reference, other, max(floor, _OF_SMALL * before))
        causes = () if shape is None else named(posed, reference, other, Hypothesis((shape,), floor), ())
        if shape is not None and causes and causes[0].rest <= UNEXPLAINED * causes[0].difference:
            return replace(nothing, causes=causes, mistakes=(shape,))
    hypothesis = yield from _together(search, many, before)
    explained = hypothesis is not None and hypothesis.residual <= max(_allowed(hypothesis, few) * before, 4.0 * floor)
    if not search.done:
        shared = yield from sharing(search, many, [*MISTAKES, *SIZED])
        regions = named_by_region(posed, reference, other, shared, floor) if len(shared) > explained else ()
        whole = () if linear or explained else _of_the_whole(posed, reference, other, many, floor, regions)
        if whole:
            return replace(nothing, causes=whole, mistakes=())
        if regions:
            return replace(nothing, causes=regions)
    if hypothesis is None or not explained:
        return nothing
    causes = named(posed, reference, other, hypothesis, equals(search.tried, hypothesis, floor))
    placed = identity() if hypothesis.affine is None else hypothesis.affine
    return replace(nothing, causes=causes, mistakes=hypothesis.mistakes, placed=placed) if causes else nothing


def _of_the_whole(
    posed: PosedModel, reference: Skinned, other: Skinned, many: Sample, floor: float, regions: tuple[Cause, ...]
) -> tuple[Cause, ...]:
    """What explains all where ``regions`` do not: weights of each vertex's own, or bones that bend."""
    left = rest_of_other_weights(many, floor)
    if left is not None:
        cause = named_of_all(posed, reference, other, OTHER_WEIGHTS, left)
        return () if sum(each.vertices for each in regions) >= _NEARLY_ALL * cause.vertices else (cause,)
    left = None if regions else rest_of_bent_bones(posed, reference, other)
    return () if left is None else (named_of_all(posed, reference, other, BENT_BONES, left),)


def _allowed(hypothesis: Hypothesis, sample: Sample) -> float:
    """The part of the difference that a hypothesis may leave: only rounding where numbers were fitted.

    A map of everything is none of these if it is one thing about an axis: a scale, a mirror, a turn or a move.
    """
    of_map = [] if hypothesis.affine is None else mistakes_of(hypothesis.affine, float(sample.scale.max()))
    odd = any(m.code == "stretched" or "," in str(m.values.get("axis", "")) for m in of_map)
    fitted = odd or len(of_map) > 1 or any(m.cost > 1 for m in hypothesis.mistakes)
    return 0.0 if fitted else UNEXPLAINED


def unknown_joints(model: Model, found: Mapping[int, Recovered]) -> tuple[int, ...]:
    """The nodes of joints that move vertices, and whose matrices no part pins down."""
    known, moving = set[int](), set[int]()
    for k, each in found.items():
        nodes = model.skins[model.parts[k].skin].joints
        known |= set(nodes[each.known].tolist())
        influences = model.influences(model.parts[k])
        assert influences is not None
        moving |= set(nodes[np.unique(influences.joints[influences.weights != 0.0])].tolist())
    return tuple(sorted(moving - known))


def _alone(search: Search, many: Sample, nothing: Diagnosis) -> Generator[None, None, None]:
    """Try every mistake that the model may show alone, and those read off the matrices; nothing: what is known yet."""
    reading, found, tells = search.readings[0], nothing.recovered, palettes_tell(nothing.recovered)
    linear = tells and (nothing.linear or reading != ())
    candidates = [m for m in (*MISTAKES, *SIZED) if m.stage not in WEIGHTS and not (linear and m.stage == "blending")]
    if not tells:
        candidates += in_list(many.state)
    yield from search.try_singles(candidates, lambda: _read_off(many, search.trial.sample, found, reading))


def _together(search: Search, many: Sample, before: float) -> Generator[None, None, Hypothesis | None]:
    """The hypothesis that explains most with the fewest mistakes, several at once tried where none is enough."""
    if not search.done:
        yield from search.try_sets()
    hypothesis = best(search.tried, before, search.floor)
    other_bind = hypothesis is not None and any(m.code == "other-bind" for m in hypothesis.mistakes)
    if other_bind or (not search.done and (hypothesis is None or hypothesis.affine is None)):
        # Joints that stand otherwise, beside mistakes that have been found.
        mistakes = search.readings[0] if hypothesis is None or other_bind else hypothesis.mistakes
        state = made_of(many.state, mistakes)
        mistake = edited(many, state, recovered(many, state))
        if mistake is not None:
            search.attempt(tuple(m for m in (*mistakes, mistake) if m.stage not in WEIGHTS))
        hypothesis = best(search.tried, before, search.floor)
    return hypothesis


def _read_off(many: Sample, few: Sample, found: Mapping[int, Recovered], reading: WeightReading) -> list[Mistake]:
    """Mistakes of sizes that are in no list."""
    weighed = made_of(many.state, reading)
    clock = other_clock(few, made_of(few.state, reading))
    read = read_off(many, weighed, recovered(many, weighed) if reading else found)
    return [*([] if clock is None else [clock]), *read]
