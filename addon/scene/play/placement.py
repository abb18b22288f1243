"""Where a character was put since the import, as one similarity, which a comparison may take off.

As a whole moved, turned or scaled, a character deforms as before. What counts is its root now and at the import: an
armature object or, without one, the object of a node above all others. Anything else that was moved is a difference,
and so is a root scaled unevenly, mirrored or sheared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64, Model
from ....skinning_core.pose.pose import rest_pose, world_matrices
from ....skinning_core.text.sentence import joined, sentence
from ....skinning_core.transform import as_4x4
from ...rig.space import AXES
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import Character, objects_of

#: How far float32 alone brings a matrix from a similarity: hidden from the comparison, but smaller than any tolerance.
_ROUNDING = 1e-6

#: Rounding of a node's world matrix in float32, below two parents.
_NODE = 1e-5

#: Smaller moves (metres) and changes of scale (fractions) are rounding; so are turns below 0.001 degrees.
_TELLING = 1e-6
#: What six digits of a scale show.
_TOLD = 5e-6
_TURNED = 1e-3


@dataclass(frozen=True, eq=False)
class Placement:
    """How a character stands, and what is taken off before it is compared."""

    off: Float64 | None  # (4, 4) Blender's world now -> at the import; None: nothing is taken off
    notes: tuple[str, ...]  # sentences for the user
    moved: str = ""  # how it was moved, to follow "The character"; empty if it was not


#: Takes nothing off.
IN_PLACE = Placement(None, ())


def placement_of(
    depsgraph: bpy.types.Depsgraph,
    character: Character,
    model: Model,
    clip: int | None,
    *,
    strict: bool,
    applied: Float64 | None = None,
) -> Placement:
    """Where ``depsgraph`` has the character's root, compared with the import.

    clip: the one to compare with; an object that it moves is placed only by what is above it. strict: take off nothing.
    applied: (4, 4) what was applied to the root's bones since, which counts too.
    """
    stood = _now_and_then(depsgraph, character, model, clip, applied)
    if stood is None or np.array_equal(*stood):
        return IN_PLACE
    now, then = stood
    if strict and character.written_here:
        written = _written_at(character, model, clip)
        if written is None or np.abs(now - written).max() <= _NODE * max(1.0, float(np.abs(now).max())):
            return IN_PLACE
        then = written
    moved = now @ np.linalg.inv(then)
    size = float(np.cbrt(np.linalg.det(moved[:3, :3])))
    if not size > 0.0 or np.abs(moved[:3, :3].T @ moved[:3, :3] / size**2 - np.eye(3)).max() > _ROUNDING:
        return Placement(
            None, (sentence("The character stands unevenly scaled, mirrored or sheared, which is not taken off"),)
        )
    words = _words(moved, then[:3, 3], size)
    if not words:
        return IN_PLACE
    if strict:
        return Placement(None, (sentence("The character {moved}, which counts as error", moved=words),), words)
    told = (sentence("The character {moved}: taken off before comparing", moved=words),)
    return Placement(then @ np.linalg.inv(now), told, words)


def moved_to(depsgraph: bpy.types.Depsgraph, character: Character, model: Model, clip: int | None) -> Float64:
    """(4, 4) Blender's world at the import -> now, for drawing. It may be any affine matrix."""
    stood = _now_and_then(depsgraph, character, model, clip)
    return np.eye(4) if stood is None else stood[0] @ np.linalg.inv(stood[1])


def root_of(character: Character) -> bpy.types.Object | None:
    """The character's parentless armature or node object; None if there is none."""
    try:
        objects = sorted(objects_of(character), key=lambda ob: (ob.type != "ARMATURE", ob.name))
    except SkinproofError:  # nothing is left
        return None
    own = set(objects)
    roots = (ob for ob in objects if ob.parent not in own and (ob.type == "ARMATURE" or stored.NODE in our(ob)))
    return next(roots, None)


def _now_and_then(
    depsgraph: bpy.types.Depsgraph,
    character: Character,
    model: Model,
    clip: int | None,
    applied: Float64 | None = None,
) -> tuple[Float64, Float64] | None:
    """(4, 4) the root now and at the import; None if there is no root or its place is not known."""
    root = root_of(character)
    if root is None:
        return None
    evaluated = root.evaluated_get(depsgraph)
    now = np.array(evaluated.matrix_world, np.float64)
    placed, rest = (_as_matrix(our(root).get(key)) for key in (stored.PLACED, stored.REST))
    moving = set() if clip is None else {t.node for t in model.clips[clip].tracks if t.path != "weights"}
    if rest is None or int(our(root)[stored.NODE]) not in moving:
        then = rest if placed is None else placed
        return None if then is None else (now if applied is None else now @ applied, then)
    if character.written_here:  # the exporter wrote what stands beside its keys into the clip, as a delta
        return None
    own = Matrix.LocRotScale(evaluated.location, _own_rotation(evaluated), evaluated.scale)  # without its delta
    above = np.eye(4) if placed is None else placed @ np.linalg.inv(rest)
    return now @ np.linalg.inv(np.array(own, np.float64)), above


def _own_rotation(ob: bpy.types.Object) -> Quaternion:
    if ob.rotation_mode == "QUATERNION":
        return ob.rotation_quaternion.copy()
    if ob.rotation_mode == "AXIS_ANGLE":
        turned = np.array(ob.rotation_axis_angle)
        return Quaternion(turned[1:].tolist(), float(turned[0]))
    return ob.rotation_euler.to_quaternion()


def _written_at(character: Character, model: Model, clip: int | None) -> Float64 | None:
    """(4, 4) where an export has the root's node, in Blender's world; None: it has no such node, or a clip moves it."""
    root = root_of(character)
    assert root is not None
    nodes = [node for node, name in enumerate(model.nodes.names) if name == root.name]
    moving = set() if clip is None else {track.node for track in model.clips[clip].tracks}
    if len(nodes) != 1 or moving.intersection(model.nodes.path_to(nodes[0])):
        return None
    world = AXES @ as_4x4(world_matrices(rest_pose(model.nodes))[nodes[0]]) @ AXES.T
    return np.asarray(world, np.float64)


def _as_matrix(values: Any) -> Float64 | None:
    """(4, 4) from stored location, rotation (wxyz) and scale, rounded as Blender rounds them."""
    if values is None:
        return None
    parts = values.to_list()
    return np.array(Matrix.LocRotScale(Vector(parts[:3]), Quaternion(parts[3:7]), Vector(parts[7:])), np.float64)


def _words(moved: Float64, origin: Float64, size: float) -> str:
    """What a similarity does to a character at ``origin`` (3,), in words; empty if it is rounding."""
    distance = float(np.linalg.norm(moved[:3, :3] @ origin + moved[:3, 3] - origin))
    cosine = (np.trace(moved[:3, :3]) / size - 1.0) / 2.0
    degrees = float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
    words = [
        *([sentence("stands {metres:.3g} m away", metres=distance)] if distance > _TELLING else []),
        *([sentence("turned {angle:.3g} degrees", angle=degrees)] if degrees > _TURNED else []),
    ]
    if abs(size - 1.0) > _TOLD:
        words.append(sentence("scaled by {factor:.6g}", factor=size))
    elif abs(size - 1.0) > _TELLING and not words:  # what six digits call 1 is told only alone
        words.append(sentence("scaled by {factor:.9g}", factor=size))
    told = joined(words, ", ")
    return sentence("is {moved}", moved=told) if words and distance <= _TELLING else told
