"""How a cause that is told of an export is taken away: in its scene, or by another setting of the exporter.

What is done is written down here apart from the remedies of the code under test.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

from tests.blender.lacking_scenes import curves_of  # noqa: E402 -- it needs bpy

Told = dict[str, Any]
#: What stands for modifiers that a verdict leaves out.
NOT_JUDGED = "modifiers not judged"
SAMPLED = {"export_force_sampling": True, "export_frame_step": 1}
#: Settings with which an export has no reason to show what is told.
BY_SETTINGS: dict[str, dict[str, Any]] = {
    "weights-other": {"export_all_influences": True},
    "weights-fewer": {"export_all_influences": True},
    "objects-sheared": {"export_hierarchy_flatten_objs": True},
    "objects-flattened": {"export_hierarchy_flatten_objs": False},
    "parent-moves": {"export_animation_mode": "ACTIVE_ACTIONS", "export_hierarchy_flatten_objs": False},
    "parent-left-behind": {"use_selection": False, "export_hierarchy_flatten_objs": False},
    "skin-not-exported": {"export_skins": True},
    "axes-of-blender": {"export_yup": True},
    "bones-flattened": {"export_hierarchy_flatten_bones": False},
    "bones-sheared": {"export_hierarchy_flatten_bones": True},
    "not-sampled": SAMPLED,
    "frames-skipped": SAMPLED,
    "tangents-lost": SAMPLED,
    "curve-modifier": SAMPLED,
}
#: The same of a file that has no samples; of one that has, the scene is to have no such thing.
BY_SAMPLING = ("bone-constraint", "object-constraint", "bone-driver", "key-driver")

#: Settings that go with a change of the scene: an exporter may leave out what has keys and stands still.
BESIDE: dict[str, dict[str, Any]] = {
    "bone-unkeyed": {"export_optimize_animation_keep_anim_armature": True},
    "exporter-armature-removed": {"export_armature_object_remove": False},
}


def take_away(told: Told) -> dict[str, Any]:
    """Change the scene so that what is told is not there, or tell the settings by which its export does not show it."""
    code, about = told["code"], values(told)
    if code in BY_SETTINGS and not about.get("unhelped"):
        return BY_SETTINGS[code]
    if code in BY_SAMPLING and not about["sampled"]:
        return SAMPLED
    IN_SCENE[code](told)
    return BESIDE.get(code, {})


def values(told: Told) -> Told:
    return told["values"]


def at(told: Told) -> Any:
    return bpy.data.objects[values(told)["at"]]


def _bones(told: Told) -> list[Any]:
    return [at(told).data.bones[name] for name in values(told)["items"]]


def _bone(name: str, value: Any) -> Callable[[Told], None]:
    def change(told: Told) -> None:
        for bone in _bones(told):
            setattr(bone, name, value)

    return change


def _modifier(name: str, value: Any) -> Callable[[Told], None]:
    def change(told: Told) -> None:
        for modifier in at(told).modifiers:
            if modifier.type == "ARMATURE":
                setattr(modifier, name, value)

    return change


def _key(name: str, value: Any) -> Callable[[Told], None]:
    def change(told: Told) -> None:
        keys = at(told).data.shape_keys
        for block in keys.key_blocks:
            if block.name in values(told)["items"]:
                setattr(block, name, keys.reference_key if value == "reference" else value)

    return change


def _one_modifier(told: Told) -> None:
    for modifier in [m for m in at(told).modifiers if m.type == "ARMATURE"][1:]:
        at(told).modifiers.remove(modifier)


def _parented(told: Told) -> None:
    ob = at(told)
    ob.parent = next(m.object for m in ob.modifiers if m.type == "ARMATURE")


def _positive(told: Told) -> None:
    at(told).scale = [abs(each) for each in at(told).scale]


def _in_place(told: Told) -> None:
    at(told).matrix_local.identity()
    at(told).location = at(told).rotation_euler = (0.0, 0.0, 0.0)


def _without_base(told: Told) -> None:
    bpy.context.scene.render.fps_base = 1.0


def _without_action(told: Told) -> None:
    ob = at(told)
    (ob if ob.animation_data else ob.data.shape_keys).animation_data.action = None
    for bone in ob.pose.bones if ob.pose is not None else ():  # what it showed last stays
        bone.matrix_basis.identity()


def _without_constraints(told: Told) -> None:
    ob = at(told)
    for thing in [ob, *(ob.pose.bones if ob.pose is not None else ())]:
        for constraint in thing.constraints:
            constraint.mute = True


def _without_drivers(told: Told) -> None:
    ob = at(told)
    for block in (ob, ob.data, ob.data.shape_keys if ob.type == "MESH" else None):
        for curve in block.animation_data.drivers if block is not None and block.animation_data else ():
            curve.mute = True


def _without_its_drivers(told: Told) -> None:
    """An armature that is exported stands by itself: drivers by its own bones are in its bones' keys if it is not."""
    armature = bpy.data.objects[values(told)["armature"]]
    for curve in armature.animation_data.drivers if armature.animation_data else ():
        curve.mute = True


def _evenly_scaled(told: Told) -> None:
    """No bone of an armature has a scale, or is stretched."""
    for curve in (curve for action in bpy.data.actions for curve in curves_of(action)):
        if curve.data_path.startswith("pose.") and curve.data_path.endswith(".scale"):
            curve.mute = True
    for bone in bpy.data.objects[values(told)["armature"]].pose.bones:
        bone.scale = (1.0, 1.0, 1.0)
        for constraint in bone.constraints:
            constraint.mute = constraint.mute or constraint.type in ("STRETCH_TO", "SPLINE_IK")


def _heavier(told: Told) -> None:
    """Vertices whose weights are less than 1e-4 get 1e4 times as much."""
    for vertex in at(told).data.vertices:
        if max((group.weight for group in vertex.groups), default=1.0) < 1e-4:
            for group in vertex.groups:
                group.weight *= 1e4


def _strip(name: str, value: Any) -> Callable[[Told], None]:
    def change(told: Told) -> None:
        for track in at(told).animation_data.nla_tracks:
            for strip in track.strips:
                if strip.name in values(told)["items"]:
                    setattr(strip, name, value)

    return change


def _bones_last(told: Told) -> None:
    modifiers = at(told).modifiers
    for name in [modifier.name for modifier in modifiers if modifier.type == "ARMATURE"]:
        modifiers.move(modifiers.find(name), len(modifiers) - 1)


def _without_others(told: Told) -> None:
    for modifier in at(told).modifiers:
        modifier.show_viewport = modifier.type == "ARMATURE"


def _made_once(told: Told) -> None:
    ob = at(told)
    made = bpy.data.meshes.new_from_object(ob.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    ob.modifiers.clear()
    ob.data = made


def _with_rotation(told: Told) -> None:
    armature = bpy.data.objects[values(told)["armature"]]
    path = "rotation_quaternion" if armature.rotation_mode == "QUATERNION" else "rotation_euler"
    for frame in (bpy.context.scene.frame_start, bpy.context.scene.frame_end):
        armature.keyframe_insert(path, frame=frame)


def _with_keys(told: Told) -> None:
    """Every bone has keys of all that stands, so that none is where it is without."""
    ob, known = at(told), set()
    action = ob.animation_data.action
    for curve in curves_of(action):
        known.add((curve.data_path, curve.array_index))
    for bone in ob.pose.bones:
        turn = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}.get(bone.rotation_mode)
        for path in ("location", turn or "rotation_euler", "scale"):
            for index in range(len(getattr(bone, path))):
                if (bone.path_from_id(path), index) not in known:
                    bone.keyframe_insert(path, index=index, frame=bpy.context.scene.frame_start)


#: What in the scene no longer is as it is told.
IN_SCENE: dict[str, Callable[[Told], None]] = {
    **dict.fromkeys(("bone-constraint", "object-constraint", "target-moves"), _without_constraints),
    **dict.fromkeys(("bone-driver", "object-driver", "key-driver"), _without_drivers),
    **dict.fromkeys(("bones-sheared", "bones-flattened"), _evenly_scaled),  # what no setting helps
    "exporter-armature-removed": _without_its_drivers,
    NOT_JUDGED: _without_others,
    "weights-tiny": _heavier,
    "bone-unkeyed": _with_keys,
    "modifier-off": _modifier("show_viewport", True),
    "modifier-without-groups": _modifier("use_vertex_groups", True),
    "modifier-masked": _modifier("vertex_group", ""),
    "modifier-preserve-volume": _modifier("use_deform_preserve_volume", False),
    "modifier-envelopes": _modifier("use_bone_envelopes", False),
    "modifier-several": _one_modifier,
    "exporter-mirror-keys": _with_rotation,
    "skin-of-parent": _parented,
    "modifier-behind": _bones_last,
    "modifier-moves": _made_once,
    "skin-by-modifier": _without_others,
    "key-muted": _key("mute", False),
    "key-foreign": _key("mute", True),
    "key-masked": _key("vertex_group", ""),
    "key-relative": _key("relative_key", "reference"),
    "bone-inherit-rotation": _bone("use_inherit_rotation", True),
    "bone-inherit-scale": _bone("inherit_scale", "FULL"),  # flattened, the shear of another bone may be lost instead
    "bone-location-axes": _bone("use_local_location", True),
    "bone-deform": _bone("use_deform", True),
    "bone-bendy": _bone("bbone_segments", 1),
    "bone-envelope-multiplied": _bone("use_envelope_multiply", False),
    "mesh-unparented": _parented,
    "mesh-moved": _in_place,
    "mesh-keyed": _without_action,
    "object-mirrored": _positive,
    "exporter-fps-base": _without_base,
    "action-foreign": _without_action,
    "strip-scaled": _strip("scale", 1.0),
    "strip-repeated": _strip("repeat", 1.0),
    "strip-reversed": _strip("use_reverse", False),
    "strip-faded": _strip("blend_in", 0.0),
    "strip-shifted": _strip("frame_start_ui", 0.0),
}
