"""What the exporter was told: its own names of settings, its operator's properties, and other choices.

The exporter hands over its own names; its operator takes the others, to export again with one choice changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import bpy

from ...skinning_core.text.sentence import Sentence, sentence

#: The exporter makes this property's choices, and so its default, when it is asked.
_FORMAT = "export_format"

#: What can move a vertex: the exporter's name -> its operator's property.
_PROPERTIES = {
    "gltf_format": _FORMAT,
    "gltf_yup": "export_yup",
    "gltf_apply": "export_apply",
    "gltf_current_frame": "export_current_frame",
    "gltf_animations": "export_animations",
    "gltf_animation_mode": "export_animation_mode",
    "gltf_merge_animation": "export_merge_animation",
    "gltf_frame_range": "export_frame_range",
    "gltf_frame_step": "export_frame_step",
    "gltf_force_sampling": "export_force_sampling",
    "gltf_bake_animation": "export_bake_animation",
    "gltf_anim_slide_to_zero": "export_anim_slide_to_zero",
    "gltf_def_bones": "export_def_bones",
    "gltf_armature_object_remove": "export_armature_object_remove",
    "gltf_leaf_bone": "export_leaf_bone",
    "gltf_skins": "export_skins",
    "gltf_rest_position_armature": "export_rest_position_armature",
    "gltf_morph": "export_morph",
    "gltf_normals": "export_normals",
    "gltf_draco_position_quantization": "export_draco_position_quantization",
    "gltf_selected": "use_selection",
    "gltf_visible": "use_visible",
    "gltf_renderable": "use_renderable",
    "gltf_active_collection": "use_active_collection",
    "gltf_active_collection_with_nested": "use_active_collection_with_nested",
    "gltf_active_scene": "use_active_scene",
    "gltf_export_anim_single_armature": "export_anim_single_armature",
    "gltf_negative_frames": "export_negative_frame",
    "gltf_export_reset_pose_bones": "export_reset_pose_bones",
    "gltf_optimize_animation": "export_optimize_animation_size",
    "gltf_optimize_animation_keep_armature": "export_optimize_animation_keep_anim_armature",
    "gltf_flatten_bones_hierarchy": "export_hierarchy_flatten_bones",
    "gltf_flatten_obj_hierarchy": "export_hierarchy_flatten_objs",
    "gltf_all_vertex_influences": "export_all_influences",
    "gltf_vertex_influences_nb": "export_influence_nb",
    "gltf_morph_anim": "export_morph_animation",
    "gltf_draco_mesh_compression": "export_draco_mesh_compression_enable",
    "gltf_export_reset_sk_data": "export_morph_reset_sk_data",
    "gltf_anim_scene_split_object": "export_anim_scene_split_object",
}

#: Off by itself if the exporter writes no animation, so it tells nothing of your choice.
_OFF_WITH_ANIMATION = {
    "gltf_frame_range",
    "gltf_bake_animation",
    "gltf_optimize_animation",
    "gltf_optimize_animation_keep_armature",
    "gltf_export_anim_single_armature",
    "gltf_export_reset_pose_bones",
    "gltf_export_reset_sk_data",
    "gltf_morph_anim",
}


@dataclass(frozen=True)
class OtherChoice:
    """One setting that may be at fault, and the other choice."""

    was: Sentence  # as it stands
    better: Sentence  # the other choice in the exporter's panel
    changed: dict[str, Any]  # properties of the operator
    kind: str  # of what it may be the cause, as in ``suspects``


class _Switch(NamedTuple):
    """A setting that is on or off."""

    name: str  # the exporter's
    fault: bool  # the value that may be at fault
    was: str  # that value in words, a template
    better: str  # the other value in the exporter's panel, a template
    kind: str


#: What loses most, and most often, comes first.
_SWITCHES = (
    _Switch("gltf_all_vertex_influences", False, "influences limited to {count}", "All Bone Influences", "weights"),
    _Switch("gltf_skins", False, "no skins", "Skinning", "parts"),
    _Switch("gltf_animations", False, "no animation", "Animation", "clips"),
    _Switch("gltf_selected", True, "selected objects only", "Selected Objects off", "parts"),
    _Switch("gltf_visible", True, "visible objects only", "Visible Objects off", "parts"),
    _Switch("gltf_renderable", True, "renderable objects only", "Renderable Objects off", "parts"),
    _Switch("gltf_active_collection", True, "the active collection only", "Active Collection off", "parts"),
    _Switch("gltf_apply", False, "modifiers not applied", "Apply Modifiers", "modifiers"),
    _Switch("gltf_apply", True, "modifiers applied", "Apply Modifiers off", "keys"),
    _Switch("gltf_normals", False, "no normals", "Normals", "normals"),
    _Switch("gltf_morph", False, "no shape keys", "Shape Keys", "keys"),
    _Switch("gltf_morph_anim", False, "shape keys not animated", "Shape Key Animations", "keys"),
    _Switch("gltf_yup", False, "the axes of Blender", "+Y Up", "axes"),
    _Switch("gltf_flatten_bones_hierarchy", False, "the bones' hierarchy", "Flatten Bone Hierarchy", "bones"),
    _Switch(
        "gltf_flatten_bones_hierarchy", True, "the bones' hierarchy flattened", "Flatten Bone Hierarchy off", "flat"
    ),
    _Switch("gltf_flatten_obj_hierarchy", False, "the objects' hierarchy", "Flatten Object Hierarchy", "objects"),
    _Switch(
        "gltf_flatten_obj_hierarchy", True, "the objects' hierarchy flattened", "Flatten Object Hierarchy off", "flat"
    ),
    _Switch(
        "gltf_armature_object_remove", True, "the armature object removed", "Remove Armature Object off", "objects"
    ),
    _Switch("gltf_armature_object_remove", False, "the armature object kept", "Remove Armature Object", "objects"),
    _Switch("gltf_force_sampling", False, "animation not sampled", "Sampling", "times"),
    _Switch("gltf_force_sampling", True, "animation sampled", "Sampling off", "times"),
    _Switch("gltf_def_bones", True, "deformation bones only", "All Bones", "bones"),
    _Switch("gltf_optimize_animation", True, "optimised animation size", "Optimize Animation Size off", "times"),
    _Switch("gltf_frame_range", True, "frames limited to the range", "Limit to Playback Range off", "times"),
    _Switch(
        "gltf_anim_slide_to_zero", True, "clips moved to zero", "Set All glTF Animation Starting at 0 off", "times"
    ),
    _Switch("gltf_bake_animation", False, "objects not baked", "Bake All Objects Animations", "clips"),
    _Switch("gltf_export_reset_pose_bones", False, "poses not reset", "Reset Pose Bones Between Actions", "poses"),
    _Switch("gltf_export_reset_pose_bones", True, "poses reset", "Reset Pose Bones Between Actions off", "rest"),
    _Switch("gltf_export_reset_sk_data", True, "shape keys reset", "Reset Shape Keys Between Actions off", "keys"),
    _Switch(
        "gltf_export_anim_single_armature", False, "actions of one armature", "Export all Armature Actions", "clips"
    ),
    _Switch("gltf_draco_mesh_compression", True, "compressed meshes", "Compression off", "coding"),
    _Switch("gltf_visible", False, "hidden objects too", "Visible Objects", "hidden"),
)

#: Modes of animation, in the exporter's words; those that show most come first.
_MODES = {
    "ACTIONS": sentence("Actions"),
    "SCENE": sentence("Scene"),
    "NLA_TRACKS": sentence("NLA Tracks"),
    "ACTIVE_ACTIONS": sentence("Active actions merged"),
    "BROADCAST": sentence("Broadcast actions"),
}


def plain_settings(told: Mapping[str, Any]) -> dict[str, Any]:
    """The exporter's settings that can move a vertex, if their value is a number, text or bool."""
    return {name: told[name] for name in _PROPERTIES if isinstance(told.get(name), bool | int | float | str)}


def operator_properties(settings: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The same as properties of the operator; known: those of this Blender's operator."""
    untold = set() if settings.get("gltf_animations", True) else _OFF_WITH_ANIMATION
    told = {_PROPERTIES[name]: value for name, value in settings.items() if name in _PROPERTIES.keys() - untold}
    return {name: value for name, value in told.items() if name in known}


def settings_of_operator(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The exporter's settings for these properties of its operator; the others have their defaults."""
    operator = _operator().properties
    found = {name: properties[own] for name, own in _PROPERTIES.items() if own in properties}
    known = {name: own for name, own in _PROPERTIES.items() if own in known_properties() - {_FORMAT}}
    usual = {name: operator[own].default for name, own in known.items()}
    return usual | found


def known_properties() -> frozenset[str]:
    """The properties of this Blender's exporter."""
    return frozenset(_operator().properties.keys())


def own_properties(told: Mapping[str, Any]) -> dict[str, Any]:
    """The told properties that the operator has and that can move a vertex."""
    known = known_properties() & set(_PROPERTIES.values()) - {_FORMAT}
    return {
        name: value for name, value in told.items() if name in known and isinstance(value, bool | int | float | str)
    }


def _operator() -> Any:
    exporter: Any = bpy.ops.export_scene.gltf  # the stubs take it for a class
    return exporter.get_rna_type()


def other_choices(
    settings: Mapping[str, Any], known: frozenset[str], suspected: Collection[str] = ()
) -> list[OtherChoice]:
    """The settings that may be at fault, each with the other choice; suspected kinds first."""
    found = [choice for choice in _other_choices(settings) if known >= choice.changed.keys()]
    order = list(suspected)
    return sorted(found, key=lambda choice: order.index(choice.kind) if choice.kind in order else len(order))


def _other_choices(settings: Mapping[str, Any]) -> Iterator[OtherChoice]:
    for switch in _SWITCHES:
        if settings.get(switch.name) == switch.fault:
            was = sentence(switch.was, count=settings.get("gltf_vertex_influences_nb", 4))
            yield OtherChoice(was, sentence(switch.better), {_PROPERTIES[switch.name]: not switch.fault}, switch.kind)
    if settings.get("gltf_frame_step", 1) > 1:
        was = sentence("one frame in {count} sampled", count=settings["gltf_frame_step"])
        yield OtherChoice(was, sentence("Sampling Rate 1"), {"export_frame_step": 1}, "times")
    rest, frame = "export_rest_position_armature", "export_current_frame"
    if settings.get("gltf_rest_position_armature") is False:
        yield OtherChoice(sentence("no rest position"), sentence("Use Rest Position"), {rest: True}, "rest")
    elif "gltf_rest_position_armature" in settings:
        changed = {rest: False, frame: True}
        yield OtherChoice(
            sentence("armatures at rest"), sentence("Use Rest Position off, Use Current Frame"), changed, "rest"
        )
    if settings.get("gltf_current_frame") is True:
        yield OtherChoice(
            sentence("objects as in the current frame"), sentence("Use Current Frame off"), {frame: False}, "rest"
        )
    yield from _negative_frames(settings)
    mode = settings.get("gltf_animation_mode")
    for other, name in _MODES.items() if mode in _MODES and settings.get("gltf_animations") else ():
        if other != mode:
            was = sentence("animation mode {mode}", mode=_MODES[str(mode)])
            yield OtherChoice(
                was, sentence("Animation Mode: {mode}", mode=name), {"export_animation_mode": other}, "clips"
            )


def _negative_frames(settings: Mapping[str, Any]) -> Iterator[OtherChoice]:
    negative = settings.get("gltf_negative_frames")
    if negative == "SLIDE":
        was = sentence("negative frames moved to zero")
        yield OtherChoice(was, sentence("Negative Frames: Crop"), {"export_negative_frame": "CROP"}, "negative")
    elif negative == "CROP":
        was = sentence("negative frames cropped")
        yield OtherChoice(was, sentence("Negative Frames: Slide"), {"export_negative_frame": "SLIDE"}, "negative")
