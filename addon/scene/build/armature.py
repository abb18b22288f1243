"""A planned skeleton as a Blender armature: bones, helpers if needed, the rest pose.

Edit Mode gives back a slightly different rest (see `edit_bones`), from which everything is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ....skinning_core.model import Float64, Model
from ....skinning_core.pose.pose import rest_pose
from ....skinning_core.transform import inverse, multiply
from ...rig.bones import BonePlan
from ...rig.channels import ChannelMap, channel_map
from ...rig.helper_bones import (
    Binding,
    Helper,
    bindings_of,
    carriers,
    constant_parts,
    corrections,
    has_shear,
    helper_basis,
    split_affine,
)
from ...rig.names import unique_names
from ...rig.space import TO_BLENDER
from ..ground import stored_names as stored
from ..ground.noted import our
from .edit_bones import BoneSpec, Editing, Rests, realise, spec_at, straightened

Parts = tuple[Float64, Float64, Float64]  # location, rotation wxyz, scale


@dataclass(frozen=True, eq=False)
class Rig:
    """An armature in the scene, and how nodes and joints are found on it; B bones of nodes, as in ``plan``."""

    object: bpy.types.Object
    plan: BonePlan
    names: tuple[str, ...]  # (B,)
    after: Float64  # (B, 3, 3) see `channels`
    channels: ChannelMap  # (B, ...) from a node's properties to its bone's
    groups: dict[int, tuple[str, ...]]  # per skin: the bone that carries each joint's vertices


#: The most that rests differ from plan, as entries of a rotation (see `edit_bones`).
_LARGEST_NUDGE = 0.1


def build_armature(
    model: Model, plan: BonePlan, name: str, collection: bpy.types.Collection, view_layer: bpy.types.ViewLayer
) -> Rig:
    """Make the armature object of a plan in ``collection``, which ``view_layer`` shows.

    Bones are not posed: their rest pose is noted on them, for `playback` to set.
    """
    data = bpy.data.armatures.new(name)
    data.display_type = "STICK"
    arm = bpy.data.objects.new(name, data)
    arm.show_in_front = True
    collection.objects.link(arm)
    arm.location, arm.scale = (TO_BLENDER @ plan.origin.place).tolist(), [plan.origin.size] * 3
    our(arm)[stored.PLACED] = [*arm.location, 1.0, 0.0, 0.0, 0.0, *arm.scale]
    names = unique_names((model.nodes.names[n] for n in plan.nodes.tolist()), "bone")
    bindings = bindings_of(model, plan)
    boxes = {s: plan.box(model, s) for s in plan.skins}

    editing = Editing(arm, view_layer)
    with editing as edit_bones:
        specs, first_names = _specs(edit_bones, plan, names, _sheared_nodes(model, plan) if plan.may_help else set())
    uneven = {name: size for name, size in zip(names, plan.uneven.tolist(), strict=True) if size}
    specs, rests = straightened(specs, editing, data, uneven)
    helpers: list[Helper] = []
    carried = [binding.bone for binding in bindings]
    if plan.may_help:
        after = _after(plan, rests.rest[rests.find(names)], bindings)
        helpers, carried = carriers(rests.rest[rests.find(names)], after, bindings, boxes)
    chains = _helper_chains(helpers, names, [spec.name for spec in specs])
    if helpers:
        own = {spec.name: spec for spec in specs}
        rests = realise([*specs, *_helper_specs(helpers, chains, [own[name] for name in names])], editing, data)
    after = _after(plan, rests.rest[rests.find(names)], bindings)
    channels = _channels(plan, rests.offset[rests.find(first_names)], after)
    parts = _rest_parts(model, plan, list(zip(first_names, names, strict=True)), channels, after, rests)
    for helper, chain in zip(helpers, chains, strict=True):
        parts.update(_helper_parts(helper, chain, after, rests))
    _store_rest_pose(arm, parts)
    _store_nodes(arm, plan, names, after)
    deforming = [*names, *(chain[-1] for chain in chains)]
    own_bones = set(names)
    _sort_bones(data, model, plan, names, [bone for bone in parts if bone not in own_bones])
    for bone in data.bones:
        bone.use_deform = False
    for carrier in carried:
        data.bones[deforming[carrier]].use_deform = True
    groups: dict[int, list[str]] = {s: [] for s in plan.skins}
    for binding, carrier in zip(bindings, carried, strict=True):
        groups[binding.skin].append(deforming[carrier])
    return Rig(arm, plan, tuple(names), after, channels, {s: tuple(g) for s, g in groups.items()})


def _after(plan: BonePlan, rests: Float64, bindings: list[Binding]) -> Float64:
    """(B, 3, 3) ``after`` of each bone (see `channels`) for the rests (B, 3, 4) that Blender made.

    If no helper can make up for a tilted rest, scales along the axes are tilted too, which costs less than the tilt.
    """
    if plan.may_help:
        return corrections(rests, plan.after, plan.free_axes, bindings)
    return corrections(rests, plan.after, np.ones(len(rests), bool), bindings, reach=_LARGEST_NUDGE)


def _sheared_nodes(model: Model, plan: BonePlan) -> set[int]:
    """Bones of nodes whose matrix is no translation, rotation and scale."""
    nodes = model.nodes
    return {b for b, n in enumerate(plan.nodes.tolist()) if nodes.has_matrix[n] and has_shear(nodes.matrix[n, :, :3])}


def _specs(
    edit_bones: bpy.types.ArmatureEditBones, plan: BonePlan, names: list[str], sheared: set[int]
) -> tuple[list[BoneSpec], list[str]]:
    """The nodes' bones, and the first bone of each: its own, or one before it that takes the shear."""
    first = list(names)
    shear_names = unique_names((f"{names[b]} shear" for b in sorted(sheared)), "bone", names)
    for b, name in zip(sorted(sheared), shear_names, strict=True):
        first[b] = name
    specs = []
    for b, name in enumerate(names):
        parent = names[plan.parents[b]] if plan.parents[b] >= 0 else ""
        spec = spec_at(edit_bones, name, parent, plan.rests[b], plan.lengths[b])
        if b in sheared:
            specs.append(replace(spec, name=first[b]))
            spec = replace(spec, parent=first[b])
        specs.append(spec)
    return specs, first


def _helper_chains(helpers: list[Helper], names: list[str], taken: list[str]) -> list[tuple[str, ...]]:
    """Names of each helper's chain: one bone, or two if sheared; the last one carries the vertices."""
    proposals = [f"{names[h.bone]} bind{part}" for h in helpers for part in (("", " turn") if h.sheared else ("",))]
    helper_names = iter(unique_names(proposals, "bone", taken))
    return [tuple(next(helper_names) for _ in range(2 if h.sheared else 1)) for h in helpers]


def _helper_specs(helpers: list[Helper], chains: list[tuple[str, ...]], own: list[BoneSpec]) -> Iterator[BoneSpec]:
    for helper, chain in zip(helpers, chains, strict=True):
        spec = own[helper.bone]
        parent = spec.name
        head, tail = (tuple((np.array(end) + helper.away).tolist()) for end in (spec.head, spec.tail))
        for name in chain:
            yield replace(spec, name=name, parent=parent, head=head, tail=tail)
            parent = name


def _channels(plan: BonePlan, offset: Float64, after: Float64) -> ChannelMap:
    """The maps (see `channels`) of all bones; offset (B, 3, 4): of each node's first bone."""
    turned = plan.before_nodes(after)
    before = multiply(inverse(offset), turned)
    if plan.may_help:
        return channel_map(before, after)
    return channel_map(before, after, np.stack([np.cbrt(np.linalg.det(turned[:, :, :3])), plan.sizes], axis=1))


def _rest_parts(
    model: Model, plan: BonePlan, chains: list[tuple[str, str]], channels: ChannelMap, after: Float64, rests: Rests
) -> dict[str, Parts]:
    """The rest pose of every node's bone, by bone name; chains (B,): each node's first and last bone."""
    nodes = plan.nodes
    location, rotation, scale = channels.at_rest(rest_pose(model.nodes), nodes)
    parts = {name: (location[b], rotation[b], scale[b]) for b, (_, name) in enumerate(chains)}
    for b in np.flatnonzero(model.nodes.has_matrix[nodes]).tolist():
        whole = multiply(channels.before[b], model.nodes.matrix[nodes[b]])
        whole[:, :3] = whole[:, :3] @ after[b] * plan.sizes[b]
        first, name = chains[b]
        if first == name:
            parts[name] = constant_parts(whole)
        else:
            parts.update(_chain_parts(whole, (first, name), rests.offset[rests.index[name]]))
    return parts


def _helper_parts(helper: Helper, chain: tuple[str, ...], after: Float64, rests: Rests) -> dict[str, Parts]:
    """The constant transforms of a helper's chain."""
    first, last = rests.index[chain[0]], rests.index[chain[-1]]
    basis = helper_basis(helper, after[helper.bone], rests.offset[first], rests.rest[last])
    if len(chain) == 1:
        return {chain[0]: constant_parts(basis)}
    return _chain_parts(basis, (chain[0], chain[1]), rests.offset[last])


def _chain_parts(matrix: Float64, chain: tuple[str, str], second_offset: Float64) -> dict[str, Parts]:
    """A sheared matrix over two bones; the second sits behind ``second_offset``."""
    (location, rotation, scale), turn = split_affine(matrix)
    second = multiply(inverse(second_offset), np.concatenate([turn, np.zeros((3, 1))], axis=1))
    return {chain[0]: (location, np.roll(rotation, 1), scale), chain[1]: constant_parts(second)}


def _store_rest_pose(arm: bpy.types.Object, parts: dict[str, Parts]) -> None:
    """Note on every bone its pose when the file's nodes rest. Blender's own rest is the bind pose."""
    for name, (location, rotation, scale) in parts.items():
        our(arm.pose.bones[name])[stored.REST] = [*location.tolist(), *rotation.tolist(), *scale.tolist()]


def _store_nodes(arm: bpy.types.Object, plan: BonePlan, names: list[str], after: Float64) -> None:
    for b, name in enumerate(names):
        bone = arm.pose.bones[name]
        our(bone)[stored.NODE] = int(plan.nodes[b])
        our(bone)[stored.AFTER] = (after[b] / plan.sizes[b]).ravel().tolist()


def _sort_bones(data: bpy.types.Armature, model: Model, plan: BonePlan, names: list[str], helpers: list[str]) -> None:
    """Bones in collections: each skin's joints, other nodes and, hidden, those of no node."""
    place = dict(zip(plan.nodes.tolist(), names, strict=True))
    rest = dict.fromkeys(names)
    for s in plan.skins:
        name = model.skins[s].name
        nameless = name == f"skin {s}"  # as the reader calls it
        of_skin = data.collections.new("Joints" if nameless else name)
        for node in model.skins[s].joints.tolist():
            of_skin.assign(data.bones[place[node]])
            rest.pop(place[node], None)
    if rest:
        others = data.collections.new("Nodes")
        for name in rest:
            others.assign(data.bones[name])
    if helpers:
        hidden = data.collections.new("Skinproof helpers")
        for name in helpers:
            hidden.assign(data.bones[name])
        hidden.is_visible = False
