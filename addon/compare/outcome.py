"""From the answer to the panel's question to the panel's result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bpy.types import Context

from ...skinning_core.check.inspect import joint_label, part_name
from ...skinning_core.compare.causes.scene_cause import once_for_clips
from ...skinning_core.compare.judge.comparison import Comparison
from ...skinning_core.compare.judge.question import Judged, When
from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.compare.measure.difference import Difference
from ...skinning_core.model import Model
from ...skinning_core.report.readable import Reading, share_of_all
from ...skinning_core.text.sentence import Sentence, as_sentence, sentence
from ..scene.attach.notes import is_attached
from ..scene.identity.character import Character, objects_of
from ..scene.identity.vertex_map import vertex_map
from ..state.listing import active_character
from ..state.result_store import keep_result
from ..state.results import ClipResult, PartResult, Result
from ..state.session import session
from ..state.staleness import fingerprint_of
from ..subjects.scene import PLAYS_ANOTHER
from .remedy import remedy_told

#: Rows for causes in the panel; reports have all.
CAUSES_KEPT = 5


def write_result(context: Context, answer: Verification) -> Result:
    """Make an answer the active character's result, and keep the arrays in the session.

    Raises ``SkinproofError``, with the reason, if nothing was judged.
    """
    scene = context.scene
    comparison, model, verdict = answer.comparison, answer.model, answer.verdict
    character = active_character(scene)
    clips = _clip_results(answer)
    causes = _causes(answer)[:CAUSES_KEPT]
    result = Result(
        key=session.remember(answer),
        character=character.id,
        label=character.label,
        path=str(character.path),
        clip=comparison.clip_name,
        clip_index=-1 if comparison.clip is None else comparison.clip,
        engine=comparison.engine,
        seen=comparison.engine == "blender" and answer.question.judged is not Judged.CLIPS,
        count=len(comparison.difference.times),
        tolerance=comparison.tolerance.limit,
        scope="ALL" if clips else "FRAME" if _is_frame(answer) else "CLIP",
        about=_about(answer, character),
        clips=clips,
        playing=_playing(answer),
        outcome=verdict.outcome.name,
        same=verdict.same,
        differs=verdict.differs,
        level=verdict.level.value,
        words=verdict.words,
        grounds=tuple(as_sentence(ground.sentence).with_code(ground.code) for ground in verdict.grounds),
        acceptable=any(ground.acceptable for ground in verdict.grounds),
        coverage=answer.coverage.sentence,
        seconds=answer.seconds,
        causes=tuple(causes),
        remedies=tuple(remedy_told(cause, model, attached=is_attached(objects_of(character))) for cause in causes),
        sentences=(*_between(answer), *_notes(answer)),
        **_numbers(comparison),
        **_worst(comparison, model, character),
        parts=tuple(_part_results(comparison.difference, model)),
    )
    result = replace(result, fingerprint=fingerprint_of(scene, result))
    keep_result(scene, result)
    return result


def _deciding(answer: Verification) -> list[Comparison]:
    """What the verdict stands on, the worst first."""
    found = [each for each in answer.comparisons if each.decides]
    return sorted(found, key=lambda each: (-each.difference.lost, -each.difference.max_relative))


def _causes(answer: Verification) -> list[str]:
    """The causes of all clips, the worst clip's first."""
    return once_for_clips(cause for each in _deciding(answer) for cause in each.why)


def _about(answer: Verification, character: Character) -> Sentence:
    """What the verdict stands for: all clips, or which one, or which frame of it."""
    question, coverage, comparison = answer.question, answer.coverage, answer.comparison
    several = question.clips is not None and len(question.clips) > 1
    if several and coverage.clips.asked > 1:
        return sentence("{judged} of {asked} clips", judged=coverage.clips.judged, asked=coverage.clips.asked)
    clip = next((each for each in answer.comparisons if each.clip is not None), comparison) if several else comparison
    one = sentence("{clip!r}", clip=clip.clip_name)
    if question.judged is Judged.POSE:
        one = sentence("the skin in this pose")
    elif clip.clip is None:
        one = sentence("the rest pose")
    if _is_frame(answer):
        frame = comparison.difference.times[0] * character.frame_rate
        return sentence("{clip}, frame {frame:.5g}", clip=one, frame=frame)
    return one


def _is_frame(answer: Verification) -> bool:
    """Whether one time was asked for."""
    return answer.question.times.when is When.GIVEN and len(answer.comparison.difference.times) == 1


def _clip_results(answer: Verification) -> tuple[ClipResult, ...]:
    """Each of several clips, the worst first."""
    asked = answer.question.clips
    return tuple(
        ClipResult(
            name=each.clip_name,
            index=-1 if each.clip is None else each.clip,
            largest=each.difference.max_relative,
            metres=each.difference.farthest.distance if each.difference.farthest else 0.0,
            same=each.verdict.same,
            differs=each.verdict.differs,
            level=each.verdict.level.value,
        )
        for each in (_deciding(answer) if asked is not None and len(asked) > 1 else ())
    )


def _playing(answer: Verification) -> str:
    """What plays now, if it is none of the judged clips; else empty."""
    notes = (note for each in answer.comparisons for note in each.notes)
    return next((note for note in notes if getattr(note, "code", "") == PLAYS_ANOTHER), "")


def _between(answer: Verification) -> list[Sentence]:
    """What is between the scene's frames, invisible in Blender, and how to be rid of it."""
    told = []
    for comparison in answer.comparisons:
        if not comparison.decides and comparison.verdict.differs:
            rate = next(iter(answer.frame_rates.values()))
            share = Reading().share(comparison.difference.max_relative)
            what = "Between frames {share} of its size: an engine shows it, so export at {rate:g} fps"
            told.append(sentence(what, share=share, rate=2.0 * rate))
    return told


def _notes(answer: Verification) -> list[str]:
    """Sentences for the user: why it differs, why the tolerance is what it is, the engine's notes."""
    comparison, model = answer.comparison, answer.model
    told: list[str] = []
    split, more = comparison.attribution, len(_causes(answer)) - CAUSES_KEPT
    if more > 0:
        told.append(sentence("And {count} more causes, which the report has", count=more))
    if split is not None and split.sentence:
        told.append(split.sentence)
    if split is not None and split.first_node >= 0:
        told.append(sentence("First wrong bone: {joint!r}", joint=joint_label(model, split.first_node)))
    if comparison.tolerance.reason:
        told.append(sentence("Tolerance: {reason}", reason=comparison.tolerance.reason))
    some, total = comparison.difference.normal_times, len(comparison.difference.times)
    if some is not None and some < total:
        told.append(sentence("Normals compared at {count} of {total} times", count=some, total=total))
    return [*told, *(note for note in comparison.notes if getattr(note, "code", "") != PLAYS_ANOTHER)]


def _numbers(comparison: Comparison) -> dict[str, Any]:
    difference, turned = comparison.difference, comparison.normals_turned
    worst_99 = int((difference.percentile_99 / difference.scale).argmax())
    return {
        "lost": difference.lost,
        "largest": difference.max_relative,
        "largest_metres": difference.farthest.distance if difference.farthest else 0.0,
        "unseen": difference.unseen_share,
        "normals": "" if turned is None else ", ".join(map(share_of_all, turned)),
        "rms": difference.rms_relative,
        "rms_metres": float((difference.rms**2).mean() ** 0.5),
        "p99": difference.percentile_99_relative,
        "p99_metres": float(difference.percentile_99[worst_99]),  # the length of that very share of the size
    }


def _worst(comparison: Comparison, model: Model, character: Character) -> dict[str, Any]:
    """What is known of the worst vertex; nothing if no vertex was compared."""
    worst, split = comparison.difference.worst, comparison.attribution
    if worst is None:
        return {}
    name, row = vertex_map(model, character).row_of(worst.part_index, worst.vertex)
    # A fault in the pose is told where it begins, one in the deformation where it is seen.
    joint = split.first_node if split is not None and split.first_node >= 0 else worst.node
    return {
        "worst_part": worst.part_index,
        "worst_vertex": worst.vertex,
        "worst_time": worst.time,
        "worst_frame": worst.time * character.frame_rate,
        "worst_object": name,
        "worst_row": row,
        "worst_joint": joint_label(model, joint) if joint >= 0 else "",
    }


def _part_results(difference: Difference, model: Model) -> Iterator[PartResult]:
    for measured in difference.parts:
        relative = measured.distance.maximum / difference.scale
        worst = int(relative.argmax())
        yield PartResult(
            name=part_name(model, measured.part),
            largest=float(relative[worst]),
            rms=float(((measured.distance.rms / difference.scale) ** 2).mean() ** 0.5),
            vertex=int(measured.distance.worst_vertex[worst]),
        )
