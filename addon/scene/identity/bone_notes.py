"""Bones as they were at the import or attachment, and what was applied to all of them since."""

from __future__ import annotations

import json
from dataclasses import dataclass

import bpy
import numpy as np

from ....skinning_core.model import Float64
from ..ground import stored_names as stored
from ..ground.noted import our

#: Settings that the import makes. Each changes how a bone moves vertices.
SETTINGS = ("inherit_scale", "use_inherit_rotation", "use_local_location", "use_deform", "bbone_segments")


@dataclass(frozen=True, eq=False)
class MadeBone:
    """A bone as the import made it."""

    name: str
    parent: str  # empty: none
    rest: Float64  # (4, 4) armature space
    mode: str  # of its rotation
    settings: tuple[object, ...]  # in the order of SETTINGS


def made_bone(bone: bpy.types.PoseBone) -> MadeBone | None:
    """What was noted of a bone; None if nothing, as in older files."""
    if stored.BONE_MADE not in our(bone):
        return None
    about = json.loads(our(bone)[stored.BONE_MADE])
    rest = np.reshape(our(bone)[stored.BONE_REST].to_list(), (4, 4))
    return MadeBone(about["name"], about["parent"], rest, about["mode"], tuple(about["settings"]))


#: A smaller difference of rests, as a share of the skeleton's size, is no change.
REST_CHANGED = 1e-5


def applied_to(armature: bpy.types.Object) -> Float64 | None:
    """(4, 4) the similarity from all noted rests to today's, armature space; None if there is none, or it is the
    identity.

    Apply (Ctrl A), another origin, or turning the whole skeleton in Edit Mode leave one.
    """
    bones = armature.pose.bones
    ends = (next((bone for bone in some if stored.BONE_REST in our(bone)), None) for some in (bones, reversed(bones)))
    if all(bone is None or _rests_as_noted(bone) for bone in ends):  # the usual case, asked at every frame of Live
        return None
    made = [bone for bone in bones if stored.BONE_REST in our(bone)]
    now = np.array([bone.bone.matrix_local for bone in made], np.float64).reshape(-1, 4, 4)
    then = np.array([our(bone)[stored.BONE_REST].to_list() for bone in made], np.float64).reshape(-1, 4, 4)
    found = _similarity(then, now)
    if found is None:
        return None
    applied, scale = found
    off = np.abs(applied - np.eye(4))
    off[:3, 3] /= scale or 1.0
    return applied if off.max() > REST_CHANGED else None


def _similarity(then: Float64, now: Float64) -> tuple[Float64, float] | None:
    """(4, 4) the one turn, size and shift that takes all rests (n, 4, 4) to those of now, and the largest coordinate.

    None if no such does.
    """
    u, _, v = np.linalg.svd((now[:, :3, :3] @ then[:, :3, :3].swapaxes(1, 2)).sum(axis=0))
    turn = u @ v
    if np.linalg.det(turn) < 0.0 or np.abs(turn @ then[:, :3, :3] - now[:, :3, :3]).max() > REST_CHANGED:
        return None
    heads, turned = now[:, :3, 3], then[:, :3, 3] @ turn.T
    spread = turned - turned.mean(axis=0)
    size = float((spread**2).sum())
    factor = float((spread * (heads - heads.mean(axis=0))).sum()) / size if size else 1.0
    if abs(factor - 1.0) <= REST_CHANGED:
        factor = 1.0
    shift = heads.mean(axis=0) - factor * turned.mean(axis=0)
    scale = max(float(np.abs(heads).max()), factor * float(np.abs(turned).max()))
    if factor <= 0.0 or np.abs(factor * turned + shift - heads).max() > REST_CHANGED * scale:
        return None
    similarity = np.eye(4)
    similarity[:3, :3], similarity[:3, 3] = factor * turn, shift
    return similarity, scale


def _rests_as_noted(bone: bpy.types.PoseBone) -> bool:
    """Whether a noted bone's rest is exactly what it was."""
    return np.array_equal(np.array(bone.bone.matrix_local).ravel(), our(bone)[stored.BONE_REST].to_list())
