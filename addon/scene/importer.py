"""Bringing a model into a scene, as armatures, meshes, objects and actions: all of it or nothing."""

from __future__ import annotations

from collections.abc import Collection

import bpy

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Model
from ...skinning_core.skinned import Progress, no_progress
from .. import compat
from ..rig.bind_factor import bind_factors, in_bind_space
from ..rig.bones import plan_bones
from ..rig.float32_limits import require_importable
from ..rig.keys import frame_span
from . import stored_names as stored
from .actions import ActionWriter, node_targets
from .armature import Rig, build_armature
from .character import Character, character_of, characters, mark, mark_actions
from .mesh import new_materials
from .objects import MeshObject, build_rigid, build_skinned, parts_by_object
from .paused_gc import paused_collector
from .playback import show_clip
from .rollback import kept_on_error


def import_model(
    context: bpy.types.Context,
    model: Model,
    *,
    clips: bool | Collection[int] = True,
    progress: Progress = no_progress,
) -> Character:
    """Bring a model into the context's scene as a collection of its own, showing its first clip.

    clips: all (True), none (False), or the indices of those to bring. The scene's frame range is set to that of the
    clips for the first character, and widened to hold them for every further one.

    Raises ``SkinproofError``, or whatever else went wrong, with the scene as it was before.
    """
    if context.mode != "OBJECT":
        raise SkinproofError("a character can be imported in object mode only", fix="leave the current mode first")
    if not model.parts:
        raise SkinproofError("there is no mesh in this file, so nothing to import", where=model.name)
    require_importable(model)
    chosen = [c for c in range(len(model.clips)) if clips is True or (clips is not False and c in clips)]
    scene = context.scene
    first = not characters(scene)
    with paused_collector(), kept_on_error(context):
        collection = _build(context, model, chosen, progress)
        _set_frame_range(scene, model, chosen, replace=first)
        character = character_of(collection)
        show_clip(character, chosen[0] if chosen else None)
        context.view_layer.update()
    return character


def _build(context: bpy.types.Context, model: Model, clips: list[int], progress: Progress) -> bpy.types.Collection:
    steps = len(model.parts) + len(clips)
    collection, writer = build_objects(context, model, progress=lambda done, _: progress(done, steps))
    frame_rate = _frame_rate(context.scene)
    for k, c in enumerate(clips):
        progress(len(model.parts) + k, steps)
        clip = model.clips[c]
        owned = writer.write(clip, clip.name, frame_rate)
        mark_actions(c, owned)
        first, _ = frame_span(clip.start, clip.end, frame_rate, str(model.path or model.name))
        for owned_action in owned:
            compat.add_muted_track(owned_action.owner, clip.name, owned_action.action, owned_action.slot, first)
    mark(collection, model, frame_rate, clips)
    progress(steps, steps)
    return collection


def build_objects(
    context: bpy.types.Context, model: Model, *, progress: Progress = no_progress
) -> tuple[bpy.types.Collection, ActionWriter]:
    """The armatures, meshes and objects of a model in a new collection, and what writes clips for them."""
    view_layer = context.view_layer
    active = view_layer.objects.active
    collection = bpy.data.collections.new(model.name)
    context.scene.collection.children.link(collection)
    factors = bind_factors(model)
    model = in_bind_space(model, factors)
    plans = plan_bones(model)

    materials = new_materials(model)
    rigs: list[Rig] = []
    for plan in plans:
        progress(0, len(model.parts))
        first = plan.skins[0]
        name = model.skins[first].name
        if name == f"skin {first}":  # the reader's name for a nameless skin
            name = model.name
        rigs.append(build_armature(model, plan, name, collection, view_layer))
    by_skin = {s: rig for rig in rigs for s in rig.plan.skins}
    meshes: list[MeshObject] = []
    for node, skin, parts in parts_by_object(model):
        if skin >= 0:
            progress(parts[0], len(model.parts))
            ob = build_skinned(model, by_skin[skin], node, skin, parts, materials, collection)
            ob.object[stored.FACTOR] = factors[skin].ravel().tolist()
            meshes.append(ob)
    rigid, objects = build_rigid(model, rigs, materials, collection)
    meshes += rigid
    view_layer.objects.active = active or (rigs[0].object if rigs else meshes[0].object)
    return collection, ActionWriter(node_targets(rigs, objects), meshes)


def _frame_rate(scene: bpy.types.Scene) -> float:
    """Frames per second. Blender divides by ``fps_base``: 30 / 1.001 is 29.97."""
    return scene.render.fps / scene.render.fps_base


def _set_frame_range(scene: bpy.types.Scene, model: Model, clips: list[int], *, replace: bool) -> None:
    if not clips:
        return
    start = min(model.clips[c].start for c in clips)
    end = max(model.clips[c].end for c in clips)
    first, last = frame_span(start, end, _frame_rate(scene), str(model.path or model.name))
    if not replace:
        first, last = min(first, scene.frame_start), max(last, scene.frame_end)
    scene.frame_start, scene.frame_end = first, max(last, first + 1)
