"""A character as it is seen, by whatever action, NLA strip or pose plays; nothing is assigned or changed."""

from __future__ import annotations

from dataclasses import replace

import bpy
import numpy as np

from ....skinning_core.check.inspect import clip_name
from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64, Model
from ....skinning_core.skinned import Progress, Skinned, no_progress
from ....skinning_core.text.sentence import sentence
from ..identity.character import Character, objects_of
from ..play.placement import placement_of
from ..play.playback import pose_of, restored, set_frame
from ..play.sources import playing
from .evaluate import Evaluation, notes_on_scene


def evaluate_now(
    context: bpy.types.Context, character: Character, model: Model, clip: int | None, time: float, *, strict: bool
) -> Skinned:
    """The character as it stands, labelled with a ``time``, in seconds, of a clip.

    No frame is set. strict: the placement that the user has given the character counts. Raises ``SkinproofError`` if a
    mesh is hidden from evaluation.
    """
    frame = context.scene.frame_current_final
    notes = (
        *playing(character, clip, frame, frame, frame).notes(clip_name(model, clip)),
        *notes_on_scene(context.scene, character),
    )
    depsgraph = context.evaluated_depsgraph_get()
    placement = placement_of(depsgraph, character, model, clip, strict=strict)
    skinned = Evaluation(model, character, placement).as_it_is(depsgraph, time)
    return replace(skinned, notes=(*notes, *skinned.notes))


def evaluate_range(
    context: bpy.types.Context,
    character: Character,
    model: Model,
    clip: int | None,
    times: Float64,
    *,
    strict: bool,
    progress: Progress = no_progress,
) -> Skinned:
    """The character at the frames of times (T,), seconds, of a clip, as what plays there moves it.

    The current frame is restored. The placement is looked up there: what moves it through the range is none. Raises
    ``SkinproofError`` as ``evaluate_now`` does, and if going to another frame would lose a pose without keys.
    """
    scene, rate = context.scene, character.frame_rate
    told = playing(character, clip, float(times.min()) * rate, float(times.max()) * rate, scene.frame_current_final)
    placement = placement_of(context.evaluated_depsgraph_get(), character, model, clip, strict=strict)
    with restored(scene, character):
        require_keyed(scene, character)
        skinned = Evaluation(model, character, placement).at(
            context, clip, times, rate, clamped=False, progress=progress
        )
    return replace(
        skinned, notes=(*told.notes(clip_name(model, clip)), *notes_on_scene(context.scene, character), *skinned.notes)
    )


def evaluate_poses(
    context: bpy.types.Context,
    character: Character,
    model: Model,
    times: Float64,
    *,
    progress: Progress = no_progress,
) -> Skinned:
    """The character at the scene's frames of times (T,), seconds: its vertices, and the bones on which they are.

    Bones are taken as joints, whatever moves them (keys, constraints, drivers, control rigs, hands), where they stand.
    The current frame is restored. Raises ``SkinproofError`` as ``evaluate_range`` does.
    """
    scene, depsgraph = context.scene, context.evaluated_depsgraph_get()
    placement = placement_of(depsgraph, character, model, None, strict=False)
    told = [sentence("Compared: the file's skin on Blender's bones as they stand")]
    if placement.moved:
        told.append(sentence("The character {moved}: compared in place", moved=placement.moved))
    evaluation = Evaluation(model, character)
    if is_current(scene, character, times):
        skinned = evaluation.as_it_is(depsgraph, float(times[0]))
    else:
        with restored(scene, character):
            require_keyed(scene, character)
            skinned = evaluation.at_frames(context, times, character.frame_rate, progress=progress)
    return replace(skinned, notes=(*told, *notes_on_scene(scene, character), *skinned.notes))


def is_current(scene: bpy.types.Scene, character: Character, times: Float64) -> bool:
    """Whether times (T,), seconds, has a single time and the scene stands at its frame."""
    return len(times) == 1 and abs(float(times[0]) * character.frame_rate - scene.frame_current_final) < 1e-4


def is_keyed(scene: bpy.types.Scene, character: Character) -> bool:
    """Whether going to another frame and back leaves the character's pose as it is; the scene is left as it was."""
    with restored(scene, character):
        return _survives(scene, character)


def require_keyed(scene: bpy.types.Scene, character: Character) -> None:
    """Evaluate the current frame anew. Raises ``SkinproofError`` if that changes the character's pose."""
    if not _survives(scene, character):
        raise SkinproofError(
            sentence(
                "the pose at frame {frame:g} is not keyed, and other frames would lose it",
                frame=scene.frame_current_final,
            ),
            fix="compare the current frame, or key the pose",
        )


def _survives(scene: bpy.types.Scene, character: Character) -> bool:
    objects = objects_of(character)
    before = [value for ob in objects for value in pose_of(ob)]
    set_frame(scene, scene.frame_current + scene.frame_subframe)  # the final frame is that after remapping
    after = [value for ob in objects for value in pose_of(ob)]
    return all(np.allclose(a, b, rtol=1e-5, atol=1e-5) for a, b in zip(before, after, strict=True))
