"""The scenes in which a fault strikes, and all of a scene and of a folder that a fault must leave alone."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import bpy

from tests.blender.module import module
from tests.looks import textured

OWN = "own"
FRAME = 7


def groups(group: Any) -> dict[str, Any]:
    """What a group of properties holds, collections and groups within it too."""
    values = {}
    for prop in group.bl_rna.properties:
        if prop.identifier == "rna_type":
            continue
        value = getattr(group, prop.identifier)
        if prop.type == "COLLECTION":
            value = [groups(item) for item in value]
        elif prop.type == "POINTER":
            value = groups(value)
        elif getattr(prop, "is_array", False):
            value = tuple(value)
        values[prop.identifier] = value
    return values


def blocks() -> dict[str, list[str]]:
    kinds = [p.identifier for p in bpy.data.bl_rna.properties if p.type == "COLLECTION"]
    return {kind: sorted(block.name for block in getattr(bpy.data, kind)) for kind in kinds}


def colours(mesh: Any) -> tuple[Any, ...]:
    """The names of a mesh's attributes, its colours, and which of them is active."""
    found = {a.name: [tuple(value.color) for value in a.data] for a in mesh.color_attributes}
    active = mesh.color_attributes.active_color
    return sorted(a.name for a in mesh.attributes), found, active.name if active else None, sorted(mesh.keys())


def objects() -> dict[str, Any]:
    """Where everything stands, what moves it, what it is made of."""
    found = {}
    for ob in bpy.data.objects:
        animation = ob.animation_data
        plays = None
        if animation is not None:
            tracks = [(track.name, track.mute, track.is_solo) for track in animation.nla_tracks]
            slot = animation.action_slot if bpy.app.version >= (4, 4, 0) else None
            plays = (animation.action and animation.action.name, slot and slot.handle, animation.use_nla, tracks)
        bones = (
            [(tuple(map(tuple, bone.matrix_basis)), bone.rotation_mode) for bone in ob.pose.bones] if ob.pose else []
        )
        mesh = colours(ob.data) if ob.type == "MESH" else None
        found[ob.name] = (tuple(map(tuple, ob.matrix_basis)), bones, plays, mesh, ob.mode, ob.hide_get())
    return found


def shading() -> list[Any]:
    found: list[Any] = []
    for window in bpy.context.window_manager.windows:
        views = [area.spaces.active.shading for area in window.screen.areas if area.type == "VIEW_3D"]
        found.append([(view.type, view.color_type) for view in views])
        found.append(dict(window.screen.items()))
    return found


def panel(extension: str) -> tuple[Any, ...]:
    """The panel's settings, and the results that it shows. That they may be out of date may be said without a need."""
    session, scene = module(extension, "addon.state.session").session, bpy.context.scene
    return groups(scene.skinproof), dict(session.results.get(scene.session_uid, {}))


def state(extension: str, folder: Path) -> dict[str, Any]:
    scene, layer = bpy.context.scene, bpy.context.view_layer
    session = module(extension, "addon.state.session").session
    return {
        "blocks": blocks(),
        "objects": objects(),
        "records": {c.name: c.get("skinproof") for c in bpy.data.collections},
        "mode": bpy.context.mode,
        "active": layer.objects.active.name if layer.objects.active else None,
        "selected": sorted(ob.name for ob in layer.objects if ob.select_get()),
        "collection": layer.active_layer_collection.name,
        "frames": (scene.frame_start, scene.frame_end, scene.frame_current, scene.frame_subframe),
        "scene": (scene.name, bpy.context.window.scene.name),
        "shading": shading(),
        "panel": panel(extension),
        "job": session.job,
        "collector": gc.isenabled(),
        "files": {path.name: path.read_bytes() for path in sorted(folder.iterdir())},
    }


def an_own_object() -> None:
    """Of the user's: active and selected, in a collection that is active; animated, and moved without a key."""
    collection = bpy.data.collections.new(OWN)
    bpy.context.scene.collection.children.link(collection)
    ob = bpy.data.objects.new(OWN, None)
    collection.objects.link(ob)
    layer = bpy.context.view_layer
    layer.active_layer_collection = layer.layer_collection.children[OWN]
    layer.objects.active = ob
    ob.select_set(True)
    for frame in (1, 20):
        ob.location.x = frame
        ob.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(FRAME)
    ob.location = (1.0, 2.0, 3.0)


def armature() -> Any:
    return next(ob for ob in bpy.data.objects if ob.type == "ARMATURE")


def with_another_action() -> None:
    """The character plays a copy of its action, as after an edit."""
    animation = armature().animation_data
    slot = animation.action_slot.identifier if bpy.app.version >= (4, 4, 0) else ""
    animation.action = animation.action.copy()
    if slot:
        animation.action_slot = animation.action.slots[slot]


def with_an_unkeyed_pose() -> None:
    armature().pose.bones[0].rotation_quaternion = (0.6, 0.8, 0.0, 0.0)


def posing() -> None:
    """A pose without keys, and Pose Mode; nothing else can be selected there."""
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = armature()
    armature().select_set(True)
    assert bpy.ops.object.mode_set(mode="POSE") == {"FINISHED"}
    with_an_unkeyed_pose()


def painted() -> None:
    assert bpy.ops.skinproof.show_heat_map() == {"FINISHED"}


def prepared(folder: Path) -> None:
    """A scene with a character, a comparison and its report, the user's own object beside it.

    The model's file is touched afterwards, so that it has to be looked at again.
    """
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(folder / "tiny.glb")) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    for form in ("HTML", "JSON"):
        bpy.ops.skinproof.write_report(filepath=str(folder / f"report.{form.lower()}"), format=form)
    an_own_object()
    (folder / "tiny.glb").touch()


def with_a_model(folder: Path) -> Path:
    folder.mkdir()
    textured(folder).write_glb(folder / "tiny.glb")
    return folder
