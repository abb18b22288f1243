"""Mistakes from the skin palette on: multiplying matrices, reading influences, blending, placing the result.

Each takes a state and returns another, as in ``mistake_pose``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ...model import Float64, Influences, Int, Model, Part, Skin
from ...skeleton.node_order import depth_first
from ...skin.forms.table import FORMS
from ...skin.posed_model import PosedModel, posed_model
from ...skin.posed_skin import PosedSkin
from ...transform import as_4x4, compose, inverse, multiply
from .engine_state import EngineState, Reading

Change = Callable[[EngineState], EngineState | None]

#: Vertices, of all times together, that forms blend at once: calls cost more than few vertices.
_AT_ONCE = 4000


def palette(form: Callable[[Skin, Float64], Float64]) -> Change:
    """The mistake of computing skin palettes by ``form(skin, world)``, world: (T, N, 3, 4)."""

    def change(state: EngineState) -> EngineState | None:
        posed = state.posed
        if not posed.model.skins:
            return None
        try:
            return state.with_palettes(tuple(form(skin, posed.world) for skin in posed.model.skins))
        except (np.linalg.LinAlgError, IndexError):  # a singular matrix, or fewer nodes than joints
            return None

    return change


def reversed_product(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) inverse bind times world."""
    return multiply(skin.inverse_bind, world[:, skin.joints])


def without_bind(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) world matrices alone."""
    return world[:, skin.joints]


def transposed_bind(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) inverse binds with rows taken for columns: their translation is lost."""
    return multiply(world[:, skin.joints], np.swapaxes(as_4x4(skin.inverse_bind), -1, -2)[..., :3, :])


def transposed_bind_whole(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) the same in matrices of four rows: the last one is no longer 0, 0, 0, 1."""
    return (as_4x4(world[:, skin.joints]) @ np.swapaxes(as_4x4(skin.inverse_bind), -1, -2))[..., :3, :]


def twice_inverted(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) inverse binds inverted once more."""
    return multiply(world[:, skin.joints], inverse(skin.inverse_bind))


def transposed(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) products with rows taken for columns: the translation is lost."""
    product = multiply(world[:, skin.joints], skin.inverse_bind)
    return np.swapaxes(as_4x4(product), -1, -2)[..., :3, :]


def by_node_number(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) JOINTS_n are read as node numbers."""
    return multiply(world[:, np.arange(len(skin.joints))], skin.inverse_bind)


def joints_by_name(state: EngineState) -> EngineState | None:
    """Joints are looked up by node name: of equal names, a walk's first."""
    names, first = state.model.nodes.names, dict[str, int]()
    for node in depth_first(state.model.nodes.parents).tolist():
        first.setdefault(names[node], node)
    found = np.array([first[name] if name else node for node, name in enumerate(names)], np.intp)
    if all((found[skin.joints] == skin.joints).all() for skin in state.model.skins):
        return None
    return palette(lambda skin, world: multiply(world[:, found[skin.joints]], skin.inverse_bind))(state)


def rest_for_bind(state: EngineState) -> EngineState | None:
    """The rest pose of the nodes is taken for the bind pose."""
    rest = posed_model(state.model, None, np.zeros(1)).world[0]
    return palette(lambda skin, world: multiply(world[:, skin.joints], inverse(rest[skin.joints])))(state)


def joint_before(state: EngineState) -> EngineState | None:
    """Joints are counted from one: every vertex follows the joint before its own."""
    return _indexed(state, lambda joints, _: np.maximum(joints.astype(np.intp) - 1, 0))


def joint_after(state: EngineState) -> EngineState | None:
    """Every vertex follows the joint after its own; after the last comes the first."""
    return _indexed(state, lambda joints, count: (joints.astype(np.intp) + 1) % count)


def nothing_beyond(room: int) -> Change:
    """A palette has room for so many matrices; a joint beyond moves nothing: its share of a point is zero."""

    def change(state: EngineState) -> EngineState | None:
        if all(len(skin.joints) <= room for skin in state.model.skins):
            return None
        kept = (np.where(np.arange(p.shape[1])[:, None, None] < room, p, 0.0) for p in state.posed.skin_palettes)
        return state.with_palettes(tuple(kept))

    return change


def last_beyond(room: int) -> Change:
    """The same; joints beyond are taken for the last."""
    return lambda state: _beyond(state, room, lambda joints, _: np.minimum(joints, room - 1))


def wrapped_beyond(room: int) -> Change:
    """The same; joints beyond are counted from the first again."""
    return lambda state: _beyond(state, room, lambda joints, _: joints % room)


def _beyond(state: EngineState, room: int, index: Callable[[Int, int], Int]) -> EngineState | None:
    """The same as ``_indexed``; None: the palette has room for all."""
    return None if all(len(skin.joints) <= room for skin in state.model.skins) else _indexed(state, index)


def sorted_joints(state: EngineState) -> EngineState | None:
    """Joints are taken in the file's order of nodes, not that of ``skin.joints``."""
    return _ordered(state, sorted_nodes(state.model))


def walked_joints(state: EngineState) -> EngineState | None:
    """Joints are taken in the order of a walk down the tree."""
    return _ordered(state, walked_nodes(state.model))


def sorted_nodes(model: Model) -> tuple[Int, ...]:
    """Per skin, (J,) its joints' nodes by number."""
    return tuple(np.sort(skin.joints) for skin in model.skins)


def walked_nodes(model: Model) -> tuple[Int, ...]:
    """Per skin, (J,) its joints' nodes in a walk down the tree."""
    place = np.argsort(depth_first(model.nodes.parents))
    return tuple(skin.joints[np.argsort(place[skin.joints], kind="stable")] for skin in model.skins)


def numbered_nodes(model: Model) -> tuple[Int, ...]:
    """Per skin, (J,) the nodes whose numbers are its joints' places."""
    return tuple(np.arange(len(skin.joints)) for skin in model.skins)


#: Code of a mistake -> the nodes that it takes for joints.
NODES: Mapping[str, Callable[[Model], tuple[Int, ...]]] = {
    "joints-as-nodes": numbered_nodes,
    "joints-sorted": sorted_nodes,
    "joints-walked": walked_nodes,
}


def reading(read: Reading) -> Change:
    """The mistake of reading stored influences by ``read``."""
    return lambda state: dataclasses.replace(state, readings=(*state.readings, read))


def with_fields(**fields: Any) -> Change:
    """The mistake of other fields of a state: ``divided`` or ``unweighted``."""
    return lambda state: dataclasses.replace(state, **fields)


def first(count: int) -> Reading:
    """Only the first influences are read."""
    return lambda stored: Influences(stored.joints[:, :count], stored.weights[:, :count])


def strongest_of(count: int) -> Reading:
    """Only the largest weights are read."""

    def read(stored: Influences) -> Influences:
        kept = np.argsort(-stored.weights, axis=1, kind="stable")[:, :count]
        joints = np.take_along_axis(stored.joints, kept, axis=1)
        return Influences(joints, np.take_along_axis(stored.weights, kept, axis=1))

    return read


def last_mention(stored: Influences) -> Influences:
    """If a vertex names a joint twice, only the later weight is used."""
    joints, weights = stored.joints, stored.weights
    kept = weights.copy()
    for i in range(weights.shape[1] - 1):
        again = (joints[:, i + 1 :] == joints[:, i : i + 1]) & (weights[:, i + 1 :] != 0.0)
        kept[again.any(axis=1), i] = 0.0
    return Influences(joints, kept)


def clamped(stored: Influences) -> Influences:
    """Weights are kept between 0 and 1, as in Blender's vertex groups."""
    return Influences(stored.joints, np.clip(stored.weights, 0.0, 1.0))


def in_half(stored: Influences) -> Influences:
    """Weights are kept in half precision."""
    return Influences(stored.joints, stored.weights.astype(np.float16).astype(np.float64))


def scaled(factor: float) -> Change:
    """The mistake of weights ``factor`` times as large, not divided by their sum."""

    def read(stored: Influences) -> Influences:
        return Influences(stored.joints, stored.weights.astype(np.float64) * factor)

    return undivided(read)


def undivided(read: Reading) -> Change:
    """The mistake of reading influences by ``read`` without dividing weights by their sum."""
    return lambda state: dataclasses.replace(state, readings=(*state.readings, read), divided=False)


def by_form(form: str) -> Change:
    """The mistake of blending skinned parts by another form; None: nothing is skinned, or the form refuses the skin."""

    def blending(posed: PosedModel, part: Part, influences: Influences) -> Float64:
        skin, base = posed.model.skins[part.skin], posed.morphed_positions(part)
        base = np.broadcast_to(base, (len(posed.times), *base.shape[1:]))
        step = max(1, _AT_ONCE // max(base.shape[1], 1))
        found = []
        for t in range(0, len(base), step):
            # Several times are one mesh, with joints and vertices of each.
            world = posed.world[t : t + step, skin.joints]
            joints = influences.joints + len(skin.joints) * np.arange(len(world))[:, None, None]
            several = PosedSkin(
                joint_world=world.reshape(-1, 3, 4),
                inverse_bind=np.tile(skin.inverse_bind, (len(world), 1, 1)),
                positions=base[t : t + step].reshape(-1, 3),
                joints=joints.reshape(-1, joints.shape[-1]).astype(np.intp),
                weights=np.tile(influences.weights.astype(np.float64), (len(world), 1)),
            )
            found.append(FORMS[form](several).reshape(len(world), -1, 3))
        return np.concatenate(found)

    def change(state: EngineState) -> EngineState | None:
        singular = any((np.linalg.det(skin.inverse_bind[..., :3]) == 0.0).any() for skin in state.model.skins)
        skinned = any(map(state.model.is_skinned, state.model.parts))
        return None if singular or not skinned else dataclasses.replace(state, blending=blending)

    return change


def not_skinned(state: EngineState) -> EngineState:
    """Positions stay as in the mesh."""
    world = np.broadcast_to(np.eye(3, 4), state.posed.world.shape)
    return state.with_posed(world=world, skin_palettes=tuple(world[:, skin.joints] for skin in state.model.skins))


def mesh_node_animated(state: EngineState) -> EngineState | None:
    """A clip's animation of a skinned mesh's own node is applied on top; the node's rest is not."""
    posed, model = state.posed, state.model
    rest = {"translation": np.zeros(3), "rotation": np.array([0.0, 0.0, 0.0, 1.0]), "scale": np.ones(3)}
    tracks = () if posed.clip is None else posed.clip.tracks
    animated = {(track.node, track.path) for track in tracks if track.path in rest}
    palettes = list(posed.skin_palettes)
    moved = False
    for skin, node in {part.skin: part.node for part in model.parts if part.skin >= 0}.items():
        if any((node, name) in animated for name in rest):
            own = [
                getattr(posed.pose, name)[:, node] if (node, name) in animated else at_rest
                for name, at_rest in rest.items()
            ]
            palettes[skin] = multiply(compose(*own)[..., None, :, :], palettes[skin])
            moved = True
    return state.with_palettes(tuple(palettes)) if moved else None


def mesh_node_applied(state: EngineState) -> EngineState | None:
    """The skinned mesh's own node is applied on top, which the specification rules out."""
    return None if _nodes_are_still(state) else dataclasses.replace(state, mesh_node="applied")


def mesh_node_divided(state: EngineState) -> EngineState | None:
    """The inverse of the mesh node's transform is applied, as if the node placed the result later."""
    singular = (np.linalg.det(_skinned_nodes(state)[..., :3]) == 0.0).any()
    return None if singular or _nodes_are_still(state) else dataclasses.replace(state, mesh_node="divided")


def placed_by(matrix: Float64) -> Change:
    """The mistake of moving everything in the world by a matrix (3, 4)."""
    return lambda state: dataclasses.replace(state, placed=multiply(matrix, state.placed))


def _nodes_are_still(state: EngineState) -> bool:
    """Every skinned mesh's node has the identity."""
    return bool(np.allclose(_skinned_nodes(state), np.eye(3, 4), atol=1e-9))


def _skinned_nodes(state: EngineState) -> Float64:
    """(T, n, 3, 4) world matrices of the nodes of the n skinned parts."""
    return state.posed.world[:, [part.node for part in state.model.parts if state.model.is_skinned(part)]]


def _indexed(state: EngineState, index: Callable[[Int, int], Int]) -> EngineState | None:
    """The state whose vertices read the palette at ``index(place, count)`` of the joint's place in the skin."""
    if all(len(skin.joints) < 2 for skin in state.model.skins):
        return None
    palettes = (
        of_skin[:, index(np.arange(len(skin.joints)), len(skin.joints))]
        for skin, of_skin in zip(state.model.skins, state.posed.skin_palettes, strict=True)
    )
    return state.with_palettes(tuple(palettes))


def _ordered(state: EngineState, nodes: tuple[Int, ...]) -> EngineState | None:
    """The state whose joints take world matrices of other nodes, per skin (J,), with their own inverse binds."""
    skins, world = state.model.skins, state.posed.world
    if all(np.array_equal(skin.joints, taken) for skin, taken in zip(skins, nodes, strict=True)):
        return None
    palettes = (multiply(world[:, taken], skin.inverse_bind) for skin, taken in zip(skins, nodes, strict=True))
    return state.with_palettes(tuple(palettes))
