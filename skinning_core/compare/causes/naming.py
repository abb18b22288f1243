"""From mistakes that reproduce a result to causes: each is made on all vertices, and measured by leaving it out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from ...model import Bool, Float64, Model
from ...skin.influence import normalised_weights
from ...skin.posed_model import PosedModel
from ...skinned import Skinned
from ..measure.difference import guarded_scale
from ..measure.tolerance import ORDINARY
from .affine import mistakes_of
from .cause import Cause, told
from .engine_state import EngineState
from .mistake import Mistake, made_of
from .sample import in_sizes
from .search import Hypothesis

#: Nothing is named if a larger share of the difference is left at some vertex.
_HALF = 0.5

#: A cause shows at times at which it has this share of its largest effect.
_SHOWS = 0.05

#: Joints named for a cause, at most.
_JOINTS = 5


@np.errstate(all="ignore")
def named(
    posed: PosedModel, reference: Skinned, other: Skinned, hypothesis: Hypothesis, alike: Sequence[Hypothesis]
) -> tuple[Cause, ...]:
    """The causes of a hypothesis that explains ``other``, the largest first; (): it does not, after all.

    ``alike``: hypotheses that explain as well. A mistake is named only if each of them has it or one other in its
    place: else nobody can tell which it was.
    """
    scale = guarded_scale(reference.diagonal)
    of_map = [] if hypothesis.affine is None else mistakes_of(hypothesis.affine, float(scale.max()))
    mistakes = [*hypothesis.mistakes, *of_map]
    usable: list[Bool] = [np.asarray(np.isfinite(q).all(axis=-1)) for q in other.positions]
    state = EngineState(posed)
    whole = made_of(state, mistakes).positions()
    difference = in_sizes(reference.positions, other.positions, scale)
    rest = in_sizes(whole, other.positions, scale)
    largest, left = (largest_of(each, usable) for each in (difference, rest))
    if left > _HALF * largest:
        return ()
    causes = []
    for mistake in mistakes:
        instead = _instead(mistake, hypothesis, alike)
        also = tuple(instead)
        if not all(_has(each, mistake, also) for each in alike):
            continue
        others = [m for m in mistakes if m is not mistake]
        without = made_of(state, others).positions() if others else reference.positions
        effect = in_sizes(whole, without, scale)
        cause = measured_cause(posed, reference, mistake, [e * u for e, u in zip(effect, usable, strict=True)])
        if mistake in of_map and cause.size <= hypothesis.residual:
            continue  # a map fitted to what is left
        also_told = tuple(other.sentence for other in instead.values())
        causes.append(dataclasses.replace(cause, difference=largest, rest=left, also=also, also_told=also_told))
    return tuple(sorted(causes, key=lambda cause: -cause.size))


def named_of_shape(
    posed: PosedModel, reference: Skinned, other: Skinned, shape: Mistake, unexplained: float
) -> tuple[Cause, ...]:
    """The cause that shapes the result behind the skin; (): it leaves more than the share ``unexplained``."""
    causes = named(posed, reference, other, Hypothesis((shape,), 0.0), ())
    return causes if causes and causes[0].rest <= unexplained * causes[0].difference else ()


@np.errstate(all="ignore")
def named_of_all(posed: PosedModel, reference: Skinned, other: Skinned, mistake: Mistake, rest: float) -> Cause:
    """The cause of the whole difference; rest: what was left where it was found, in sizes."""
    difference = in_sizes(reference.positions, other.positions, guarded_scale(reference.diagonal))
    cause = measured_cause(posed, reference, mistake, [np.where(np.isfinite(e), e, 0.0) for e in difference])
    return dataclasses.replace(cause, rest=rest)


def measured_cause(posed: PosedModel, reference: Skinned, mistake: Mistake, effect: Sequence[Float64]) -> Cause:
    """A cause with size, vertices, joints and times; effect: per part (T, V), in sizes of the character."""
    touched: list[Bool] = [np.asarray((e > ORDINARY).any(axis=0)) for e in effect]
    over_time = np.max([e.max(axis=1, initial=0.0) for e in effect], axis=0)
    largest = float(over_time.max(initial=0.0))
    sentence, remedy = told(mistake.code, posed.model.generator, **mistake.values)
    return Cause(
        code=mistake.code,
        sentence=sentence,
        remedy=remedy,
        size=largest,
        difference=largest,
        rest=0.0,
        vertices=sum(int(each.sum()) for each in touched),
        joints=_followed_joints(posed.model, touched),
        times=tuple(reference.times[over_time > _SHOWS * largest].tolist()),
    )


def _instead(mistake: Mistake, hypothesis: Hypothesis, alike: Sequence[Hypothesis]) -> dict[str, Mistake]:
    """Mistakes by their codes, the first of each, that explain as well in this one's place, all else equal."""
    found = dict[str, Mistake]()
    for each in alike:
        only_here = [m for m in hypothesis.mistakes if m not in each.mistakes]
        only_there = [m for m in each.mistakes if m not in hypothesis.mistakes]
        if only_here == [mistake] and len(only_there) == 1 and (each.affine is None) == (hypothesis.affine is None):
            found.setdefault(only_there[0].code, only_there[0])
    return {code: other for code, other in found.items() if code != mistake.code}


def _has(hypothesis: Hypothesis, mistake: Mistake, also: Sequence[str]) -> bool:
    """A hypothesis has a mistake in any size, or one that looks the same."""
    if mistake.stage == "world" and hypothesis.affine is not None:
        return True
    return any(m.code in (mistake.code, *also) for m in hypothesis.mistakes)


def largest_of(distances: Sequence[Float64], usable: Sequence[Bool]) -> float:
    """The largest of distances, per part (T, V), that are ``usable``, of the same shapes."""
    return max((float(d[u].max(initial=0.0)) for d, u in zip(distances, usable, strict=True)), default=0.0)


def _followed_joints(model: Model, touched: Sequence[Bool]) -> tuple[int, ...]:
    """The nodes that touched vertices (V,) of each part follow, most weight first."""
    total = np.zeros(len(model.nodes))
    for part, of_part in zip(model.parts, touched, strict=True):
        influences = model.influences(part)
        if influences is None:
            total[part.node] += of_part.sum()
        else:
            weights = normalised_weights(influences.weights[of_part])
            np.add.at(total, model.skins[part.skin].joints[influences.joints[of_part]], weights)
    order = np.argsort(-total, kind="stable")[:_JOINTS]
    return tuple(node for node in order.tolist() if total[node] > 0.0)
