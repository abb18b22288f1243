"""What Blender's own glTF importer does to a character, made on purpose.

The importer cannot hold the scale of a bind pose. It guesses one without (``guessed_bind``), moves the mesh into it,
and poses the bones from there (``mesh.skin_into_bind_pose`` of io_scene_gltf2). That is exact only if all joints of a
vertex move the mesh alike.

A bone's children begin at its tip in Blender, and are moved back by its length. Under a scaled armature bones are drawn
shorter, but children still move back by the whole length (``create_bones`` and ``create_object`` in node.py).
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ...model import Float64, Influences, Model, Part
from ...skeleton.guessed_bind import guessed_bind
from ...skin.linear import blended_matrices, skin_positions
from ...skin.posed_model import PosedModel
from ...transform import inverse, move_points, multiply
from .engine_state import EngineState

#: Shorter bones take another's length, metres (``MIN_BONE_LENGTH`` in vnode.py).
_SHORTEST = 0.004


def bind_scale_dropped(state: EngineState) -> EngineState | None:
    """The mesh is first moved into a guessed bind pose without scale, then skinned.

    None: an inverse bind matrix cannot be inverted, or none has a scale to drop.
    """
    model = state.model
    bind = guessed_bind(model) if model.skins else None
    if bind is None:
        return None

    def blending(posed: PosedModel, part: Part, influences: Influences) -> Float64:
        skin = posed.model.skins[part.skin]
        moving = multiply(bind[skin.joints], skin.inverse_bind)
        base = posed.morphed_positions(part)
        moved = move_points(blended_matrices(moving, influences.joints, influences.weights), base)
        palette = multiply(posed.world[:, skin.joints], inverse(bind[skin.joints]))
        return skin_positions(palette, moved, influences.joints, influences.weights)

    straight = all(
        np.allclose(multiply(bind[skin.joints], skin.inverse_bind), np.eye(3, 4), atol=1e-9) for skin in model.skins
    )
    return None if straight else dataclasses.replace(state, blending=blending)


def parts_along_bones(state: EngineState) -> EngineState | None:
    """What hangs on a bone of a scaled armature is moved along that bone.

    None: no part hangs on such a bone, or an inverse bind matrix cannot be inverted.
    """
    posed, model, nodes = state.posed, state.model, state.model.nodes
    unskinned = {part.node for part in model.parts if not model.is_skinned(part)}
    hung_on = {above for node in unskinned for above in nodes.path_to(node)}
    if hung_on.isdisjoint(int(joint) for skin in model.skins for joint in skin.joints):
        return None
    taken_off = _taken_off(model)
    moved = np.zeros_like(posed.world[..., 3])
    for node in nodes.order.tolist():
        parent = int(nodes.parents[node])
        if parent >= 0 and node not in taken_off:
            along = posed.world[:, parent, :, 1] * -taken_off.get(parent, 0.0)
            moved[:, node] = moved[:, parent] + along
    if not moved[:, sorted(unskinned)].any():
        return None
    world = np.concatenate([posed.world[..., :3], (posed.world[..., 3] + moved)[..., None]], axis=-1)
    return state.with_posed(world=world)


def _taken_off(model: Model) -> dict[int, float]:
    """Node of a bone -> by how much more than the bone's length its children are moved back, in its space."""
    bind = guessed_bind(model) if model.skins else None
    if bind is None:
        return {}
    parents = model.nodes.parents.tolist()
    scales: dict[int, float] = {}
    for skin in model.skins:
        joints = set(skin.joints.tolist())
        paths = [model.nodes.path_to(joint)[::-1] for joint in joints]
        common = set(paths[0]).intersection(*paths) - joints
        above = next((at for at in paths[0] if at in common), -1)
        scale = float(model.nodes.scale[above].max()) if above >= 0 else 1.0
        scales |= {at: scale for path in paths for at in (path[: path.index(above)] if above >= 0 else path)}
    above_all = np.where(model.nodes.parents[:, None, None] >= 0, bind[model.nodes.parents], np.eye(3, 4))
    apart = np.linalg.norm(multiply(inverse(above_all), bind)[..., 3], axis=1)
    lengths: dict[int, float] = {}
    for bone in (node for node in model.nodes.order.tolist() if node in scales):
        below = [apart[k] for k in scales if parents[k] == bone and apart[k] > _SHORTEST]
        own = float(apart[bone]) if apart[bone] > _SHORTEST else 1.0
        lengths[bone] = float(min(below)) if below else lengths.get(parents[bone], own)
    return {bone: lengths[bone] * (1.0 - 1.0 / scale) for bone, scale in scales.items() if scale > 0.0}
