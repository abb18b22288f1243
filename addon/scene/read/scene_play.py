"""A character judged as it is seen, by whatever action, NLA strip or pose plays; nothing is assigned or changed."""

from __future__ import annotations

from dataclasses import replace

import bpy
import numpy as np

from ....skinning_core.check.inspect import clip_name
from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64, Model
from ....skinning_core.pose.world_pose import model_in_pose
from ....skinning_core.skinned import Progress, Skinned, no_progress
from ....skinning_core.text.sentence import sentence
from ..identity.character import Character, objects_of
from ..play.placement import placement_of
from ..play.playback import pose_of, restored, set_frame
from ..play.sources import playing
from .evaluate import Evaluation, notes_on_scene


def evaluate_now(
    context: bpy.types.Context,
    character: Character,
    model: Model,
    clip: int | None,
    times: Float64,
    *,
    strict: bool,
    normals: bool = True,
    progress: Progress = no_progress,
) -> Skinned:
    """The character as it stands, labelled with the single time of ``times`` (1,), in seconds, of a clip.

    No frame is set. strict: the placement that the user has given the character counts. Blender's normals are never
    read, whatever ``normals`` says. Raises ``SkinproofError`` where a mesh is hidden from evaluation.
    """
    frame = context.scene.frame_current_final
    notes = (
        *playing(character, clip, frame, frame, frame).notes(clip_name(model, clip)),
        *notes_on_scene(context.scene, character),
    )
    depsgraph = context.evaluated_depsgraph_get()
    placement = placement_of(depsgraph, character, model, clip, strict=strict)
    skinned = Evaluation(model, character, placement).as_it_is(depsgraph, float(times[0]))
    progress(1, 1)
    return replace(skinned, notes=(*notes, *skinned.notes))


def skin_on_bones(context: bpy.types.Context, character: Character, model: Model, time: float) -> tuple[Model, Skinned]:
    """The file's model in the pose that Blender's bones have now, and what Blender makes of that pose.

    The bones are taken as joints, whatever moves them (keys, constraints, drivers, control rigs, hands), where they
    stand: what is left to compare is the deformation alone. ``time``: the label of the result, seconds. Raises
    ``SkinproofError`` where a mesh is hidden from evaluation.
    """
    depsgraph = context.evaluated_depsgraph_get()
    skinned = Evaluation(model, character).as_it_is(depsgraph, time)
    assert skinned.node_globals is not None
    posed = model_in_pose(model, skinned.node_globals[0])
    placement = placement_of(depsgraph, character, model, None, strict=False)
    told = [
        sentence("Judged is the deformation alone: the file's skin on Blender's bones as they stand"),
        *([sentence("The character {moved}: compared in place", moved=placement.moved)] if placement.moved else []),
        *notes_on_scene(context.scene, character),
    ]
    return posed, replace(skinned, notes=(*told, *skinned.notes))


def evaluate_range(
    context: bpy.types.Context,
    character: Character,
    model: Model,
    clip: int | None,
    times: Float64,
    *,
    strict: bool,
    normals: bool = True,
    progress: Progress = no_progress,
) -> Skinned:
    """The character at the frames of times (T,), seconds, of a clip, as what plays there moves it.

    The current frame is restored. The placement is looked up there: what moves it through the range is none. Raises
    ``SkinproofError`` as ``evaluate_now`` does, and where going to another frame would lose a pose without keys.
    """
    scene, chosen = context.scene, model.clip(clip)
    first, last = (0.0, 0.0) if chosen is None else (chosen.start, chosen.end)
    rate = character.frame_rate
    told = playing(character, clip, first * rate, last * rate, scene.frame_current_final)
    placement = placement_of(context.evaluated_depsgraph_get(), character, model, clip, strict=strict)
    with restored(scene, character):
        _require_keyed(scene, character)
        skinned = Evaluation(model, character, placement).at(context, clip, times, rate, progress=progress)
    return replace(
        skinned, notes=(*told.notes(clip_name(model, clip)), *notes_on_scene(context.scene, character), *skinned.notes)
    )


def _require_keyed(scene: bpy.types.Scene, character: Character) -> None:
    """Evaluate the current frame anew. Raises ``SkinproofError`` where that changes the character's pose."""
    objects = objects_of(character)
    before = [value for ob in objects for value in pose_of(ob)]
    set_frame(scene, scene.frame_current + scene.frame_subframe)  # the final frame is that after remapping
    after = [value for ob in objects for value in pose_of(ob)]
    if not all(np.allclose(a, b, rtol=1e-5, atol=1e-5) for a, b in zip(before, after, strict=True)):
        raise SkinproofError(
            sentence(
                "the pose at frame {frame:g} is not keyed, and other frames would lose it",
                frame=scene.frame_current_final,
            ),
            fix="compare the current frame, or key the pose",
        )
