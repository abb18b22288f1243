"""What the Armature modifier does and glTF's skin does not, as shape keys: Preserve Volume and bendy bones.

So is the effect of modifiers behind it that move vertices and make none.

At every frame of every action the mesh is evaluated as seen, and by linear skinning alone. Their difference, taken back
through each vertex's matrix, is a shape that linear skinning moves to where the vertex is seen. These shapes are few
directions with a number each at every frame (singular value decomposition): shape keys with keys in the same actions.
Between frames they are in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from math import ceil, floor

import bpy
import numpy as np

from ....skinning_core.model import Float64
from ... import compat
from ...rig.keys import LINEAR, Keys
from ...scene.ground.curves import Curve, write_keys
from ...scene.ground.modifiers import positions_of
from ...scene.play.playback import set_frame
from ...scene.read.own_actions import actions_among, slot_in_use, slot_of_free
from .mend import Mend, is_own, own_object

#: Causes that are a reason to try it.
TOLD = frozenset({"modifier-preserve-volume", "bone-bendy", "MODIFIER"})

#: Modifiers that only move vertices, at each frame for itself.
_MOVING = frozenset(
    {
        *("CAST", "CORRECTIVE_SMOOTH", "CURVE", "DISPLACE", "HOOK", "LAPLACIANDEFORM", "LAPLACIANSMOOTH", "LATTICE"),
        *("MESH_DEFORM", "SHRINKWRAP", "SIMPLE_DEFORM", "SMOOTH", "SURFACE_DEFORM", "WARP", "WAVE"),
    }
)

#: What the shape keys leave, at most, as a share of the mesh's size, if ``_MOST_KEYS`` allows.
_LEFT = 2e-6

#: Shape keys, at most. What more of them would add is in the forecast.
_MOST_KEYS = 24

#: How the new shape keys are called.
_NAME = "corrective"


def mends_of_correctives(scene: bpy.types.Scene, codes: Set[str]) -> Iterator[Mend]:
    """For every mesh that one armature alone moves, if its shape keys have no action of their own.

    An action needs slots to hold keys of an armature and of shape keys (Blender 4.4 and newer).
    """
    if not compat.SLOTTED_ACTIONS or not codes & TOLD:
        return
    for ob in scene.objects:
        if ob.type == "MESH" and is_own(ob) and needs_correctives(ob) and _can_be_keyed(scene, ob):
            armature, *behind = _acting(ob)
            names = [modifier.name for modifier in (armature, *behind) if modifier in behind or _is_beyond(armature)]
            yield Mend("CORRECTIVE_KEYS", ob.name, tuple(names))


def needs_correctives(ob: bpy.types.Object) -> bool:
    """Whether an Armature modifier, and behind it those that only move vertices, do what linear skinning does not."""
    armature, *behind = _acting(ob) or (None,)
    if armature is None or armature.type != "ARMATURE" or armature.object is None:
        return False
    return all(each.type in _MOVING for each in behind) and (bool(behind) or _is_beyond(armature))


def _acting(ob: bpy.types.Object) -> tuple[bpy.types.Modifier, ...]:
    return tuple(modifier for modifier in ob.modifiers if modifier.show_viewport)


def _is_beyond(modifier: bpy.types.ArmatureModifier) -> bool:
    return bool(modifier.use_deform_preserve_volume) or any(b.bbone_segments > 1 for b in modifier.object.data.bones)


def _can_be_keyed(scene: bpy.types.Scene, ob: bpy.types.Object) -> bool:
    """Whether a mesh's shape keys can have keys in its armature's actions: nobody else's mesh, no keys of their own."""
    if ob.data.users != 1:
        return False
    keys = ob.data.shape_keys
    animation = None if keys is None else keys.animation_data
    if animation is not None and (animation.action is not None or animation.nla_tracks):
        return False
    rig = _acting(ob)[0].object
    return is_own(rig) and bool(_actions(scene, rig))


def _actions(scene: bpy.types.Scene, rig: bpy.types.Object) -> list[tuple[bpy.types.Action, str]]:
    """The armature's own actions with their slots."""
    found = []
    for action in dict.fromkeys(actions_among(scene, [rig])):
        slot = slot_in_use(rig, action)
        slot = slot_of_free(rig, action) if slot is None else slot
        if slot is not None and action.library is None:
            found.append((action, slot))
    return found


def lacks_correctives(scene: bpy.types.Scene, mend: Mend) -> bool:
    """Whether the mesh has none yet."""
    ob = scene.objects.get(mend.object)
    return ob is not None and ob.type == "MESH" and needs_correctives(ob)


def bake_correctives(scene: bpy.types.Scene, mend: Mend) -> None:
    """Bake them, skin linearly, and take away what is behind. Raises ``SkinproofError`` if the object is gone."""
    ob = own_object(scene, mend)
    modifier, *behind = _acting(ob)
    rig, actions = modifier.object, _actions(scene, modifier.object)
    frame_before, action_before = scene.frame_current_final, compat.assigned_action(rig)
    if ob.data.shape_keys is None:
        ob.shape_key_add(name="Basis", from_mix=False)
    seen = [_places(scene, ob, rig, *each) for each in actions]
    _make_linear(modifier)
    for each in behind:
        ob.modifiers.remove(each)
    shapes = []
    for (action, slot), wanted in zip(actions, seen, strict=True):
        plain, linear = _linear(scene, ob, rig, action, slot)
        shapes.append(np.linalg.solve(linear, (wanted - plain)[..., None])[..., 0])
    size = float(np.linalg.norm(np.ptp(positions_of(ob.data), axis=0)))
    values, moves = _few(np.concatenate(shapes), size)
    ends = np.cumsum([len(of_action) for of_action in shapes])
    names = [_new_key(ob, move) for move in moves]
    compat.assign_action(rig, *action_before)
    _animate(ob, rig, names, actions, np.split(values, ends[:-1]))
    set_frame(scene, frame_before)


def _make_linear(modifier: bpy.types.ArmatureModifier) -> None:
    modifier.use_deform_preserve_volume = False
    for bone in modifier.object.data.bones:
        bone.bbone_segments = 1


def _frames(action: bpy.types.Action) -> list[int]:
    first, last = (float(frame) for frame in action.frame_range)
    return list(range(floor(first), ceil(last) + 1))


def _places(
    scene: bpy.types.Scene, ob: bpy.types.Object, rig: bpy.types.Object, action: bpy.types.Action, slot: str
) -> Float64:
    """(F, V, 3) where the vertices are in the object's space at each frame of an action."""
    compat.assign_action(rig, action, slot)
    found = []
    for frame in _frames(action):
        set_frame(scene, frame)
        found.append(_now(ob))
    return np.array(found)


def _now(ob: bpy.types.Object) -> Float64:
    bpy.context.view_layer.update()
    return positions_of(ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data).astype(np.float64)


def _linear(
    scene: bpy.types.Scene, ob: bpy.types.Object, rig: bpy.types.Object, action: bpy.types.Action, slot: str
) -> tuple[Float64, Float64]:
    """Vertices by linear skinning (F, V, 3), and (F, V, 3, 3) its linear part at each vertex.

    Found by moving the whole mesh a metre along each axis before skinning, by a shape key.
    """
    aside = ob.shape_key_add(name="aside", from_mix=False)
    aside.value = 1.0
    basis = _points(ob.data.shape_keys.reference_key)
    places = []
    for step in (np.zeros(3), *np.eye(3)):
        aside.points.foreach_set("co", (basis + step).astype(np.float32).ravel())
        ob.data.update()
        places.append(_places(scene, ob, rig, action, slot))
    ob.shape_key_remove(aside)
    plain, *beside = places
    return plain, np.stack([each - plain for each in beside], axis=-1)


def _points(key: bpy.types.ShapeKey) -> Float64:
    found = np.empty(3 * len(key.points), np.float32)
    key.points.foreach_get("co", found)
    return found.reshape(-1, 3).astype(np.float64)


def _few(shapes: Float64, size: float) -> tuple[Float64, Float64]:
    """Shapes (F, V, 3) as numbers (F, K) from -1 to 1 of K moves (K, V, 3), as few as leave next to nothing.

    At most ``_MOST_KEYS``, the largest: what others would add is in the forecast.
    """
    flat = shapes.reshape(len(shapes), -1)
    frames, strengths, moves = np.linalg.svd(flat, full_matrices=False)
    for count in range(1, min(_MOST_KEYS, len(strengths)) + 1):
        values = frames[:, :count] * strengths[:count]
        if np.abs(flat - values @ moves[:count]).max(initial=0.0) <= _LEFT * size:
            break
    largest = np.maximum(np.abs(values).max(axis=0, initial=0.0), 1e-12)
    return values / largest, (moves[:count] * largest[:, None]).reshape(count, -1, 3)


def _new_key(ob: bpy.types.Object, move: Float64) -> str:
    key = ob.shape_key_add(name=_NAME, from_mix=False)
    key.slider_min, key.slider_max, key.value = -1.0, 1.0, 0.0
    places = _points(ob.data.shape_keys.reference_key) + move
    key.points.foreach_set("co", places.astype(np.float32).ravel())
    return str(key.name)


def _animate(
    ob: bpy.types.Object,
    rig: bpy.types.Object,
    names: list[str],
    actions: list[tuple[bpy.types.Action, str]],
    values: list[Float64],
) -> None:
    """Give each action keys of the shape keys, and let that of the armature move them."""
    keys = ob.data.shape_keys
    assigned = compat.assigned_action(rig)[0]
    for (action, _), own in zip(actions, values, strict=True):
        curves = compat.ActionCurves(action, keys)
        for k, name in enumerate(names):
            path = keys.key_blocks[name].path_from_id("value")
            times = np.array(_frames(action), np.float64)
            write_keys(Keys(times, own[None, :, k : k + 1], LINEAR), [Curve(curves.new(path, 0, ""))])
        if action == assigned:
            compat.assign_action(keys, action, curves.slot_identifier)
        else:  # the exporter finds it there
            compat.add_muted_track(keys, action.name, action, curves.slot_identifier, int(times[0]))
