"""Bringing a model into a scene as armatures, meshes, objects and actions: all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import bpy

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Model
from ....skinning_core.skinned import Progress, no_progress
from ... import compat
from ...rig.float32_limits import require_importable
from ...rig.frame_rate import FrameRate
from ...rig.keys import frame_span
from ...rig.kinds import RigKind, RigPlans, legible, plan_rig
from ..ground import stored_names as stored
from ..ground.gc_pause import paused_collector
from ..ground.noted import our
from ..ground.rollback import kept_on_error
from ..ground.scene_rate import frames_per_second
from ..identity.character import Character, character_of, characters, mark, mark_actions
from ..identity.vertex_ids import number_vertices
from ..play.playback import show_clip
from .actions import ActionWriter, node_targets
from .armature import Rig, build_armature
from .import_notes import note_as_imported
from .instances import build_instance, twin_in
from .materials import Looks, build_surfaces
from .mesh import Surfaces, unheard
from .objects import MeshObject, build_rigid, build_skinned, parts_by_object
from .spacing import stand_apart, stand_scaled


@dataclass(frozen=True)
class ImportChoices:
    """How a character comes into a scene."""

    clips: bool | Collection[int] = True  # all, none, or indices
    looks: Looks = Looks.COLORS
    rig: RigKind = "EXACT"  # see ``rig.kinds``
    share: bool = False  # the data of a character made of the same files in the same way (see `instances`)
    frame_rate: FrameRate | None = None  # the scene's from now on; None: unchanged
    apart: bool = False  # beside characters inside which it would stand
    scale: float = 1.0  # of its armatures


_AS_USUAL = ImportChoices()


def import_model(
    context: bpy.types.Context,
    model: Model,
    choices: ImportChoices = _AS_USUAL,
    *,
    warn: Callable[[str], object] = unheard,
    progress: Progress = no_progress,
) -> Character:
    """Bring a model into the context's scene as a collection of its own, showing its first clip.

    warn: called with one sentence for each image or material that cannot be read. The first character sets the scene's
    frame range, further ones widen it. Raises ``SkinproofError``, or what else went wrong, with the scene as before.
    """
    if context.mode != "OBJECT":
        raise SkinproofError("a character can be imported in object mode only", fix="leave the current mode first")
    if not model.parts:
        raise SkinproofError("there is no mesh in this file, so nothing to import", where=model.name)
    require_importable(model)
    clips, rig, frame_rate = choices.clips, choices.rig, choices.frame_rate
    chosen = [c for c in model.readable_clips if clips is True or (clips is not False and c in clips)]
    scene = context.scene
    others = characters(scene)
    with paused_collector(), kept_on_error(context):
        if frame_rate is not None:
            scene.render.fps, scene.render.fps_base = frame_rate.fps, frame_rate.base
        rate = frames_per_second(scene)
        twin = twin_in(model, rig, rate, chosen) if choices.share else None
        if twin is not None:
            collection = build_instance(context, twin, model, rate, chosen)
        else:
            collection = _build(context, model, chosen, rig, build_surfaces(model, choices.looks, warn), progress)
        _set_frame_range(scene, model, chosen, replace=not others)
        character = character_of(collection)
        show_clip(character, chosen[0] if chosen else None)
        stand_scaled(character, choices.scale)
        context.view_layer.update()
        if choices.apart:
            stand_apart(context.evaluated_depsgraph_get(), character, others)
            context.view_layer.update()
    return character


def _build(
    context: bpy.types.Context, model: Model, clips: list[int], rig: RigKind, surfaces: Surfaces, progress: Progress
) -> bpy.types.Collection:
    steps = len(model.parts) + len(clips)
    planned = legible(plan_rig(model, rig))
    collection, writer = build_objects(context, planned, surfaces, progress=lambda done, _: progress(done, steps))
    frame_rate = frames_per_second(context.scene)
    prefix = _prefix_of_actions(collection, [model.clips[c].name for c in clips])
    for k, c in enumerate(clips):
        progress(len(model.parts) + k, steps)
        clip = model.clips[c]
        owned = writer.write(clip, f"{prefix}{clip.name}", frame_rate)
        mark_actions(c, owned)
        first, last = frame_span(clip.start, clip.end, frame_rate, str(model.path or model.name))
        for owned_action in owned:
            if rig == "ANIMATION":  # an exporter would leave out what comes after the last whole frame
                _give_range(owned_action.action, first, last)
            compat.add_muted_track(owned_action.owner, clip.name, owned_action.action, owned_action.slot, first)
    number_vertices(collection.all_objects, model)
    mark(collection, model, frame_rate, clips)
    note_as_imported(collection.all_objects, clips)
    progress(steps, steps)
    return collection


def build_objects(
    context: bpy.types.Context, planned: RigPlans, surfaces: Surfaces, *, progress: Progress = no_progress
) -> tuple[bpy.types.Collection, ActionWriter]:
    """A model's armatures, meshes and objects in a new collection, and the writer of its clips."""
    model = planned.model
    view_layer = context.view_layer
    active = view_layer.objects.active
    collection = bpy.data.collections.new(model.name)
    context.scene.collection.children.link(collection)

    rigs: list[Rig] = []
    for plan in planned.plans:
        progress(0, len(model.parts))
        rigs.append(build_armature(model, plan, plan.name(model), collection, view_layer))
        our(rigs[-1].object)[stored.RIG] = planned.kind
    by_skin = {s: built for built in rigs for s in built.plan.skins}
    meshes: list[MeshObject] = []
    for node, skin, parts in parts_by_object(model):
        if skin >= 0:
            progress(parts[0], len(model.parts))
            ob = build_skinned(model, by_skin[skin], node, skin, parts, surfaces, collection)
            our(ob.object)[stored.FACTOR] = planned.factors[skin].ravel().tolist()
            meshes.append(ob)
    rigid, objects = build_rigid(model, rigs, surfaces, collection)
    meshes += rigid
    view_layer.objects.active = active or (rigs[0].object if rigs else meshes[0].object)
    return collection, ActionWriter(node_targets(rigs, objects), meshes, planned.whole_clip)


def _prefix_of_actions(collection: bpy.types.Collection, clips: list[str]) -> str:
    """The prefix of clips' names in the names of actions: none, or the character's if one is taken.

    Exported clips are named by actions, and nobody could tell whose "run.001" is.
    """
    return f"{collection.name}|" if any(name in bpy.data.actions for name in clips) else ""


def _give_range(action: bpy.types.Action, first: int, last: int) -> None:
    action.use_frame_range = True
    action.frame_start, action.frame_end = first, max(last, first + 1)


def _set_frame_range(scene: bpy.types.Scene, model: Model, clips: list[int], *, replace: bool) -> None:
    if not clips:
        return
    start = min(model.clips[c].start for c in clips)
    end = max(model.clips[c].end for c in clips)
    first, last = frame_span(start, end, frames_per_second(scene))
    if not replace:
        first, last = min(first, scene.frame_start), max(last, scene.frame_end)
    scene.frame_start, scene.frame_end = first, max(last, first + 1)
