"""Why a comparison differs, by its worst times: the pose's share, and the typical mistake.

The subject's own reason comes first. If it names a setting, an edit or lost tangents, no mistake is looked for: on a
small character many look alike. With three joints, an edited bone looks like quaternions in another order.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Sequence

from ...model import Model
from ...skin.posed_model import PosedModel, posed_model
from ...skinned import Skinned, joined_in_time
from ...transform import identity
from ..causes.attribution import attribute
from ..causes.cause import Cause
from ..causes.explainer import UNEXPLAINED
from ..causes.finder import Diagnosis, diagnosing
from ..causes.naming import named
from ..causes.recovered_share import attribute_recovered
from ..causes.sample import sample_of
from ..causes.search import Trial, rms
from .comparison import Comparison, Unexplained
from .question import Origin, Question

#: Vertices on which another clip's diagnosis is tried.
_ENOUGH = 240

#: Mistakes that hold only at the times in which they were found.
_OF_THEIR_TIMES = frozenset({"joint-edited"})


def explaining(
    case: Unexplained, known: Sequence[Diagnosis] = (), *, search: bool = True
) -> Generator[None, None, tuple[Comparison, Diagnosis | None]]:
    """The comparison with attribution and causes, and the diagnosis if it was searched for; yields now and then.

    known: diagnoses of the subject's other clips. search: look further if none of them fits. A subject compared in its
    own pose has no fault in the pose. Only its worst time is looked at.
    """
    comparison, request, telling = case.comparison, case.request, case.telling
    worst = max(telling, key=lambda pair: _largest(comparison, pair[0]))
    posed = request.subjects[comparison.engine].posed(worst[1])
    if posed is not None:
        if comparison.changes:
            return comparison, None
        of_pose = yield from diagnosing(posed_model(posed, None, worst[0].times), *worst)
        return dataclasses.replace(comparison, causes=(*comparison.causes, *of_pose.causes)), of_pose
    reference, other = (joined_in_time([pair[side] for pair in telling]) for side in (0, 1))
    steps = posed_model(request.model, request.model.clip(request.clip), reference.times)
    split = attribute(request.model, request.clip, reference, other)
    if comparison.changes or is_blenders_own(request.model, request.question):
        return dataclasses.replace(comparison, attribution=split), None
    diagnosis = next(filter(None, (_again(each, steps, reference, other) for each in known)), None)
    found: Diagnosis | None = None
    if diagnosis is None and search:
        diagnosis = found = yield from diagnosing(steps, reference, other)
    if diagnosis is None:
        return dataclasses.replace(comparison, attribution=split), None
    if split is None:
        split = attribute_recovered(steps, reference, other, diagnosis)
    return dataclasses.replace(comparison, attribution=split, causes=(*comparison.causes, *diagnosis.causes)), found


def is_blenders_own(model: Model, question: Question) -> bool:
    """Blender's exporter wrote the file from this scene: no other engine could be wrong."""
    return question.source is Origin.SCENE and "Blender" in model.generator


def _again(known: Diagnosis, steps: PosedModel, reference: Skinned, other: Skinned) -> Diagnosis | None:
    """Another clip's diagnosis measured in this one; None: it leaves too much unexplained."""
    if not known.causes or known.mistakes is None or any(m.code in _OF_THEIR_TIMES for m in known.mistakes):
        return None
    sample = sample_of(steps, reference, other, _ENOUGH).joined()
    if not len(sample.of_part):
        return None
    trial, most = Trial(sample), UNEXPLAINED * rms(sample.target - sample.stacked(sample.ours))
    # Rest has no keys to read wrongly, and a clip may have no cubic ones.
    shown = [mistake for mistake in known.mistakes if trial.state([mistake]) is not None]
    if known.mistakes and not shown:
        return None
    hypothesis = next((each for each in trial.hypotheses(shown) if each.residual <= most), None)
    if hypothesis is None:
        return None
    causes = named(steps, reference, other, hypothesis, ())
    causes = tuple(cause for cause in causes if cause.vertices) or causes  # what moves nothing in this clip is no cause
    causes = tuple(_looks_the_same(cause, known.causes) for cause in causes)
    placed = identity() if hypothesis.affine is None else hypothesis.affine
    return Diagnosis(causes, mistakes=hypothesis.mistakes, placed=placed) if causes else None


def _looks_the_same(cause: Cause, known: Sequence[Cause]) -> Cause:
    """A cause with those that look the same where it was found first."""
    first = next((each for each in known if each.code == cause.code), None)
    return cause if first is None else dataclasses.replace(cause, also=first.also, also_told=first.also_told)


def _largest(comparison: Comparison, at: Skinned) -> float:
    """The comparison's relative error at a result's single time."""
    row = abs(comparison.difference.times - at.times[0]).argmin()
    return float(comparison.difference.relative[row])
