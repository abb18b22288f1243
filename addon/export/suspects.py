"""What in a scene an exporter's setting is known to lose: it decides only what is tried first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import bpy

from ...skinning_core.compare.judge.verdict import Verdict

#: Modifiers whose effect glTF has without applying them.
_KNOWN = {"ARMATURE"}

#: Constraints that may stretch a bone, and in glTF its children too.
_STRETCHING = {"STRETCH_TO", "SPLINE_IK", "COPY_SCALE", "LIMIT_SCALE", "TRANSFORM", "ARMATURE"}


@dataclass(frozen=True)
class _Kind:
    name: str
    holds: bool


#: Kinds of settings that can bring back what a ground of the judge says is missing.
_MISSING = {
    "SCENE_OBJECT": ("parts",),
    "SCENE_ANIMATION": ("clips",),
    "SCENE_ACTION": ("clips",),
    "SCENE_CLIP": ("clips", "negative"),
    "SCENE_KEYS": ("keys",),
    "SCENE_KEY_MOTION": ("keys",),
    "SCENE_FACES": ("modifiers",),
    "SCENE_INSTANCES": ("modifiers",),
    "CLIPS_MISSING": ("clips",),
    "MODIFIER": ("modifiers",),
    "MESH_HIDDEN": ("hidden",),
    "NORMALS": ("normals", "modifiers"),
}

#: Causes that no setting removes, since glTF has nothing of the kind. They are told if a difference is theirs.
BEYOND_SETTINGS = frozenset(
    {
        *("bone-bendy", "key-masked", "key-relative"),
        *("modifier-envelopes", "modifier-masked", "modifier-preserve-volume"),
    }
)

#: At fault only if a ground says so: once there is a verdict, the scene's look is no reason to try them.
_TOLD = ("parts", "clips", "negative")


def suspects(scene: bpy.types.Scene, settings: Mapping[str, Any], verdict: Verdict | None) -> list[str]:
    """Kinds of settings (``OtherChoice.kind``) worth trying first, the most telling first.

    verdict: on an export with these settings, if any; what it says is missing comes before what the scene has.
    """
    grounds = () if verdict is None else verdict.grounds
    missing = [kind for ground in grounds for kind in _MISSING.get(ground.code, ())]
    may_move = [kind.name for kind in _kinds(scene, settings) if kind.holds]
    known = _TOLD if grounds else ()  # the verdict has said whether they are at fault
    return list(dict.fromkeys((*missing, *(name for name in may_move if name not in known))))


def _kinds(scene: bpy.types.Scene, settings: Mapping[str, Any]) -> Iterator[_Kind]:
    meshes = [ob for ob in scene.objects if ob.type == "MESH"]
    rigs = [ob for ob in scene.objects if ob.type == "ARMATURE"]
    yield _Kind("parts", any(settings.get(f"gltf_{name}") for name in ("selected", "visible", "renderable")))
    yield _Kind("parts", settings.get("gltf_skins") is False or bool(settings.get("gltf_active_collection")))
    yield _Kind("axes", settings.get("gltf_yup") is False)
    allowed = settings.get("gltf_vertex_influences_nb", 4)
    yield _Kind("weights", any(_influences(ob) > allowed for ob in meshes))
    bones = [bone for rig in rigs for bone in rig.pose.bones]
    yield _Kind("bones", any(_is_stretched(bone) for bone in bones))
    yield _Kind("objects", any(_is_uneven(above) for ob in (*rigs, *meshes) for above in _above(ob)))
    yield _Kind("modifiers", any(m.show_viewport and m.type not in _KNOWN for ob in meshes for m in ob.modifiers))
    yield _Kind("keys", any(ob.data.shape_keys is not None for ob in meshes))
    yield _Kind("clips", settings.get("gltf_animations") is False or len(bpy.data.actions) > 1)
    yield _Kind("poses", len(bpy.data.actions) > 1)
    yield _Kind("negative", scene.frame_start < 0 or any(action.frame_range[0] < 0 for action in bpy.data.actions))
    yield _Kind("times", settings.get("gltf_force_sampling") is False or settings.get("gltf_frame_step", 1) > 1)
    yield _Kind("rest", not bpy.data.actions)


def _influences(ob: bpy.types.Object) -> int:
    return max((sum(1 for group in vertex.groups if group.weight > 0.0) for vertex in ob.data.vertices), default=0)


def _is_stretched(bone: bpy.types.PoseBone) -> bool:
    stretched = any(constraint.type in _STRETCHING for constraint in bone.constraints)
    return stretched or (bone.parent is not None and bool(bone.bone.inherit_scale != "FULL"))


def _above(ob: bpy.types.Object) -> Iterator[bpy.types.Object]:
    above: bpy.types.Object | None = ob
    while above is not None:
        yield above
        above = above.parent


def _is_uneven(ob: bpy.types.Object) -> bool:
    scale = [abs(float(each)) for each in ob.scale]
    return max(scale) - min(scale) > 1e-4 * max(scale)
