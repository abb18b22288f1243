"""The best settings for an export, found by exporting: as they stand, then as answer and scene suggest.

A setting that helps is kept, and the next is tried on top; what is no longer needed is taken off. The search ends at
the first file that lacks nothing and has no visible difference.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import bpy

from ...skinning_core.compare.limits.target import ExportTarget
from ...skinning_core.error import SkinproofError
from ...skinning_core.text.sentence import sentence
from ..scene.ground.group_weights import FittedWeights
from .settings import OtherChoice
from .suspects import BEYOND_SETTINGS
from .trial import Task, Trial, exported_model, open_copy, tried
from .weight_fit import fitted_weights

#: Exports after which no other is begun, unless all are asked for.
_MOST_EXPORTS = 16

#: Seconds after which no other is begun, unless all are asked for.
_LONGEST = 60.0

#: Failed exports in a row, before any has succeeded, after which no other is begun.
_FAILED = 3


def own_settings(task_scene: bpy.types.Scene) -> dict[str, object]:
    """The exporter's settings that a scene remembers (*Remember Export Settings*), if any."""
    stored = task_scene.get("glTF2ExportSettings")
    return dict(stored.items()) if hasattr(stored, "items") else {}


def require_linked(task_blend: str) -> None:
    """Raise ``SkinproofError`` if something that places vertices is linked from a missing file."""
    kinds = (bpy.data.objects, bpy.data.collections, bpy.data.meshes, bpy.data.armatures, bpy.data.actions)
    for block in (block for kind in kinds for block in kind if block.is_missing):
        library = block.library.filepath if block.library is not None else ""
        words, fix = "{name!r} is linked from {library!r}, where it is not", "find that file (File, External Data)"
        raise SkinproofError(words, where=task_blend, name=block.name, library=library, fix=fix)


def require_armature(task_blend: str) -> None:
    """Raise ``SkinproofError`` if no scene of the open file has an armature."""
    objects = [ob for scene in bpy.data.scenes for ob in scene.objects]
    if any(ob.type == "ARMATURE" for ob in objects):
        return
    for ob in objects:
        inside = ob.instance_collection.all_objects if ob.instance_collection is not None else ()
        for rig in (each for each in inside if each.type == "ARMATURE"):
            words = "the armature {armature!r} is in the collection instance {instance!r}"
            fix = "make it real (Object, Apply, Make Instances Real), or override it"
            raise SkinproofError(words, where=task_blend, armature=rig.name, instance=ob.name, fix=fix)
    raise SkinproofError("there is no armature in this scene", where=task_blend)


def trials(task: Task, *, every: bool = False) -> Iterator[Trial]:
    """Each export worth trying, as soon as it is judged; the first has the settings as they stand.

    every: try all settings, however long it takes. Raises ``SkinproofError`` if none can be exported.
    """
    open_copy(task.blend)
    first = tried(task)
    yield first
    if every or not first.is_enough:
        suspected, others = _ordered(task, first)
        yield from _climbed(task, [first], [*suspected, *others] if every else suspected, every=every)


def further(task: Task, made: Sequence[Trial]) -> Iterator[Trial]:
    """The exports tried only because nothing else has helped.

    There are none if the rest is invisible, or no setting can mend it. made: what was tried before.
    """
    best = min(made, key=lambda trial: trial.rank)
    if best.is_near or (not best.missing and best.codes & BEYOND_SETTINGS):
        return
    open_copy(task.blend)
    yield from _climbed(task, made, _ordered(task, made[0])[1])


def _climbed(
    task: Task, before: Sequence[Trial], choices: Sequence[OtherChoice], *, every: bool = False
) -> Iterator[Trial]:
    """One setting after the other on top of what has helped.

    One that did not help is tried once more on top of the next that does: what it mends may have been hidden by more.
    """
    made, best = list(before), min(before, key=lambda trial: trial.rank)
    until, found = time.monotonic() + _LONGEST, best
    queue, vain, again = list(choices), list[OtherChoice](), list[OtherChoice]()
    while queue:
        if not every and (len(made) >= _MOST_EXPORTS or time.monotonic() > until):
            break
        if all(trial.answer is None for trial in made) and len(made) >= _FAILED:
            raise SkinproofError(sentence("the exporter fails: {why}", why=made[0].refusal), where=task.blend.name)
        choice = queue.pop(0)
        trial = _beside(made[0], tried(task, *_together(best.choices, choice)))
        made.append(trial)
        yield trial
        if trial.gain < best.gain:
            best = trial
            if best.is_enough and not every:
                break
            queue += vain
            again += vain
            vain = []
        elif choice not in again:
            vain.append(choice)
    if best is not found and len(best.choices) > 1:
        yield from _without_each(task, made, best)


def _ordered(task: Task, first: Trial) -> tuple[list[OtherChoice], list[OtherChoice]]:
    """The settings to try: those that the first answer and the scene suggest, the most telling first, and the others.

    If no export has succeeded nothing is suggested, and every setting may be why.
    """
    verdict = first.answer.verdict if first.answer is not None else None
    own = [] if task.target is None else [*_as_target_reads(task.target)]
    kinds = task.format.kinds(task.properties, bpy.context.scene, verdict)
    found = task.format.choices(task.properties, kinds, own)
    chosen = [choice for choice in found if verdict is None or choice.kind in kinds or choice in own]
    return chosen, [choice for choice in found if choice not in chosen]


def _as_target_reads(target: ExportTarget) -> Iterator[OtherChoice]:
    """As many influences as the target reads: its own choice among more may be worse than the exporter's."""
    count = target.influences
    was = sentence("{target} reads {count} influences", target=target.label, count=count)
    changed = {"export_all_influences": False, "export_influence_nb": count}
    yield OtherChoice(was, sentence("Bone Influences {count}", count=count), changed, "weights")


@dataclass(frozen=True, eq=False)
class WeightFix:
    """Weights re-fitted to few influences, and what an export with them would leave of the difference."""

    count: int  # influences
    before: Trial  # with the weights as they stand, cut to as many
    after: Trial
    weights: Mapping[str, FittedWeights]  # by mesh object


def weight_fix(task: Task, made: Sequence[Trial]) -> WeightFix | None:
    """The fix of a scene with more influences than the target reads; None if it has no more, or gains nothing.

    made: what was tried already.
    """
    if task.target is None or made[0].is_enough:
        return None
    count = task.target.influences
    (few,) = _as_target_reads(task.target)
    before = next((trial for trial in made if trial.choices == (few,)), None) or tried(task, few)
    try:
        model = exported_model(task, {"export_all_influences": True})
    except (SkinproofError, RuntimeError, OSError):
        return None  # as the trial says
    weights = fitted_weights(model, count)
    if not weights:
        return None

    def prepare() -> None:
        for name, own in weights.items():
            own.write(bpy.data.objects[name])

    after = tried(task, few, prepare=prepare)
    return WeightFix(count, before, after, weights) if after.worth < before.worth else None


def _beside(first: Trial, trial: Trial) -> Trial:
    """A trial with what else it lacks: clips and parts of the export with the settings as they stand."""
    lost = max(first.clips - trial.clips, 0) + max(first.parts - trial.parts, 0)
    return trial if trial.answer is None else replace(trial, lost=lost)


def _together(kept: tuple[OtherChoice, ...], choice: OtherChoice) -> tuple[OtherChoice, ...]:
    """What helped, with one more; of two that change the same property the later counts."""
    return (*(each for each in kept if not each.changed.keys() & choice.changed.keys()), choice)


def _without_each(task: Task, made: Sequence[Trial], best: Trial) -> Iterator[Trial]:
    """The best without one of its changes, as long as it is no worse."""
    for choice in best.choices[:-1]:  # the last was needed: with it the search has ended
        fewer = tuple(each for each in best.choices if each is not choice)
        known = next((trial for trial in made if trial.choices == fewer), None)
        trial = known or _beside(made[0], tried(task, *fewer))
        if known is None:
            yield trial
        if trial.gain <= best.gain:
            best = trial
