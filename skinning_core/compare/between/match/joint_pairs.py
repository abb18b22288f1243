"""Which node of one model is which of another: by name, else by place in the hierarchy.

Names come first, as tools keep them; joints' before all nodes', since a rigid part may be called as its bone. If the
exact name is missing, known changes are undone: Blender adds ".001" and cuts at 63 bytes, others prepend a namespace.
Many tools drop names and keep skins: such joints are matched by where their inverse bind matrices put them, several at
one place by their number in the skin. A joint that moves the same vertices alike is preferred, since importers may rest
a skeleton elsewhere. Other nodes are matched below matched parents by where they rest, unless two candidates rest at
one place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from ....model import Float64, Int, Model, Skin
from ....pose.pose import rest_pose, world_matrices
from .placement import fitted_similarity
from .vertex_set import VertexSet

#: Bytes of a name that Blender keeps.
BLENDER_NAME = 63
#: Joints needed to lay two skeletons over each other.
LEAST_JOINTS = 3
#: Two nodes rest at the same place if they are closer, relative to the skeleton's extent.
SAME_PLACE = 1e-3

#: Random sums of weights per joint: joints that differ in one weight differ in nearly every sum.
_PROJECTIONS = 6
#: Joints have the same weights if their sums differ by a smaller share. Any other joint must differ by twice that.
_SAME_SUMS = 0.05

#: Turns a name into what is compared.
Spelling = Callable[[str], str]


@dataclass(frozen=True, eq=False)
class JointMap:
    """For each node of the second model, its node in the first."""

    first_of_second: Int  # (N2,) node of the first model; -1: none
    by_name: Int  # (n,) nodes of the second model
    by_place: Int  # (n,) nodes of the second model, by bind place or by rest in the hierarchy
    missing_first: Int  # (n,) joints of the first model without one in the second
    missing_second: Int  # (n,) joints of the second model without a node in the first


def match_joints(first: Model, second: Model) -> JointMap:
    """Match the nodes of two models by the rules above."""
    partners = np.full(len(second.nodes), -1, np.intp)
    joints = joints_of_model(first), joints_of_model(second)
    every = np.arange(len(first.nodes)), np.arange(len(second.nodes))
    alike = [(spelling, spelling) for spelling in (str, _plain, _bare)]
    for spellings in (*alike, (_without_affixes(first), _without_affixes(second))):
        for among in (joints, every):
            _match_names((first, second), partners, spellings, among)
    by_name = np.flatnonzero(partners >= 0)
    for first_skin, second_skin in zip(first.skins, second.skins, strict=False):
        _match_bound(first_skin, second_skin, partners)
    _match_places(first, second, partners)
    return _map_of(first, second, partners, by_name, np.setdiff1d(np.flatnonzero(partners >= 0), by_name))


def _map_of(first: Model, second: Model, partners: Int, by_name: Int, by_place: Int) -> JointMap:
    theirs = joints_of_model(second)
    missing = np.setdiff1d(joints_of_model(first), partners[theirs])
    return JointMap(partners, by_name, by_place, missing, theirs[partners[theirs] < 0])


def joints_by_hand(first: Model, second: Model, joints: JointMap, pairs: Mapping[int, int]) -> JointMap:
    """The map with the user's own pairs: node of the first -> node of the second, -1: none."""
    partners = joints.first_of_second.copy()
    partners[np.isin(partners, list(pairs))] = -1
    for node, there in pairs.items():
        if there >= 0:
            partners[there] = node
    kept = partners == joints.first_of_second
    return _map_of(first, second, partners, *(found[kept[found]] for found in (joints.by_name, joints.by_place)))


def joints_by_weights(joints: JointMap, first: VertexSet, second: VertexSet, pairs: tuple[Int, Int]) -> dict[int, int]:
    """Joints of the first model -> joints of the second that move the same vertices alike, for joints_by_hand.

    pairs: (n,) vertices of the first and (n,) of the second that are one. A joint counts if its name tells nothing, or
    names a joint that moves no vertex (a control rig's), and if it alone has those weights. Empty if the map has them
    already. ``one_tree`` says whether they are credible.
    """
    ours, theirs = pairs
    chance = np.random.default_rng(0).normal(size=(len(ours), _PROJECTIONS))
    by_name = joints.by_name
    moves_there = np.isin(by_name, _moving(second, theirs))
    moves_here = np.isin(joints.first_of_second[by_name], _moving(first, ours))
    named = by_name[moves_there | ~moves_here]
    of_second = _signatures(second, theirs, chance, named)
    found: dict[int, int] = {}
    for node, own in _signatures(first, ours, chance, joints.first_of_second[named]).items():
        close = _SAME_SUMS * float(np.linalg.norm(own))
        apart = sorted((float(np.linalg.norm(own - other)), there) for there, other in of_second.items())
        if apart and apart[0][0] < close and (len(apart) == 1 or apart[1][0] > 2.0 * close):
            found[node] = apart[0][1]
    known = {int(joints.first_of_second[there]): there for there in found.values()}
    return {} if known == found or len(set(found.values())) < len(found) else found


def _moving(vertices: VertexSet, chosen: Int) -> Int:
    """Joints that move any of the chosen vertices (n,)."""
    return np.unique(vertices.joints[chosen][vertices.weights[chosen] > 0.0])


def of_skins(vertices: VertexSet, model: Model) -> VertexSet:
    """The same vertices, with -1 for nodes that are no skin's joint: name or place tells those."""
    return replace(vertices, joints=np.where(np.isin(vertices.joints, joints_of_model(model)), vertices.joints, -1))


def one_tree(first: Model, second: Model, joints: JointMap, pairs: Mapping[int, int]) -> bool:
    """At least half of the pairs, node of the first -> of the second, hang below paired joints.

    A foreign skeleton's bones may have a mesh's weights, but another hierarchy. Half, since a control rig hangs some
    deforming bones elsewhere.
    """
    partners = {int(node): there for there, node in enumerate(joints.first_of_second.tolist()) if node >= 0}
    theirs = set(partners.values())
    same = [
        partners.get(_above(first, node, partners), -1) == _above(second, there, theirs)
        for node, there in pairs.items()
    ]
    return 2 * sum(same) >= len(same)


def _above(model: Model, node: int, chosen: Container[int]) -> int:
    """The nearest of the chosen nodes above a node; -1: none."""
    return next((above for above in model.nodes.path_to(node)[-2::-1] if above in chosen), -1)


def _signatures(vertices: VertexSet, chosen: Int, chance: Float64, named: Int) -> dict[int, Float64]:
    """Per joint that moves any of the chosen vertices (n,): its weights projected onto chance (n, P)."""
    nodes = vertices.joints[chosen]
    weights = np.where((nodes >= 0) & ~np.isin(nodes, named), vertices.weights[chosen], 0.0)
    count = int(nodes.max(initial=-1)) + 1
    sums = [np.bincount(np.maximum(nodes, 0).ravel(), (weights * c[:, None]).ravel(), count) for c in chance.T]
    moving = np.unique(nodes[weights > 0.0])
    return {int(node): row for node, row in zip(moving, np.stack(sums, axis=-1)[moving], strict=True)} if count else {}


def carried(second: Model, joints: JointMap) -> Int:
    """(N2,) each second node's node in the first; if it is no joint, else that of the node above. -1: none.

    Tools hang a rigid mesh on a node of their own, which moves with the mesh's former node.
    """
    return _from_above(second, joints.first_of_second)


def carriers(first: Model, joints: JointMap) -> Int:
    """(N,) each first node's nearest node with a partner, itself or above; itself if none has.

    As ``carried``: a tool may drop a rigid mesh's node and hang the mesh on the node above. Joints of skins stay
    themselves.
    """
    every = np.arange(len(first.nodes))
    found = _from_above(first, np.where(np.isin(every, joints.first_of_second), every, -1))
    return np.where(found >= 0, found, every)


def _from_above(model: Model, numbers: Int) -> Int:
    """(N,) numbers (N,) of nodes; each -1 takes the number of the node above, unless the node is a joint."""
    found, is_joint = numbers.copy(), np.isin(np.arange(len(numbers)), joints_of_model(model))
    for node in model.nodes.order.tolist():
        above = int(model.nodes.parents[node])
        if found[node] < 0 and above >= 0 and not is_joint[node]:
            found[node] = found[above]
    return found


def placements_by_joints(first: Model, second: Model, joints: JointMap) -> list[Float64]:
    """Similarities (3, 4) from joints of the second model to their partners, at rest and as bound.

    Empty if fewer than three joints have partners.
    """
    guesses, there = [], _world_places(second)
    matched = np.flatnonzero(joints.first_of_second >= 0)
    matched = matched[np.isin(matched, joints_of_model(second))]
    partners = joints.first_of_second[matched]
    for here in (_world_places(first), _places_of_binding(first)):
        finite = np.isfinite(here[partners]).all(axis=1)
        if finite.sum() >= LEAST_JOINTS:
            guesses.append(fitted_similarity(there[matched[finite]], here[partners[finite]])[0])
    return guesses


def _world_places(model: Model) -> Float64:
    """(N, 3) where nodes rest in the world."""
    return world_matrices(rest_pose(model.nodes))[..., 3].reshape(-1, 3)


def _places_of_binding(model: Model) -> Float64:
    """(N, 3) where joints are bound in mesh space; NaN: no joint."""
    places = np.full((len(model.nodes), 3), np.nan)
    for skin in model.skins:
        places[skin.joints] = _origins(skin)
    return places


def _plain(name: str) -> str:
    """The name without Blender's number, cut as Blender cuts names."""
    cut = name.encode("utf-8", "replace")[:BLENDER_NAME].decode("utf-8", "ignore")
    return re.sub(r"\.\d{3}$", "", cut)


def _bare(name: str) -> str:
    """The name without namespace, in one case, letters and digits only."""
    return re.sub(r"[\W_]+", "", re.split(r"[:|]", _plain(name))[-1]).casefold()


def _without_affixes(model: Model) -> Spelling:
    """The bare name without what all joints' names share at either end ("mixamorig_", "DEF-"); "" for digits."""
    names = [_bare(model.nodes.names[node]) for node in joints_of_model(model).tolist()]
    if len(names) < LEAST_JOINTS:
        return _bare
    begin, end = _in_common(names), _in_common([name[::-1] for name in names])

    def spelled(name: str) -> str:
        rest = _bare(name)[begin : len(_bare(name)) - end]
        return "" if rest.isdigit() else rest

    return spelled


def _in_common(names: Sequence[str]) -> int:
    """How many letters all names begin with."""
    return len(list(takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))))


def _match_names(
    models: tuple[Model, Model], partners: Int, spellings: tuple[Spelling, Spelling], among: tuple[Int, Int]
) -> None:
    """Fill in ``partners`` if a spelling is unique among both sides' free nodes of these."""
    free = np.setdiff1d(among[0], partners), among[1][partners[among[1]] < 0]
    free_first, free_second = (
        _unique({n: spelling(name) for n, name in _named(model) if n in nodes})
        for model, spelling, nodes in zip(models, spellings, (set(f.tolist()) for f in free), strict=True)
    )
    for name, node in free_second.items():
        if name and name in free_first:
            partners[node] = free_first[name]


def _named(model: Model) -> list[tuple[int, str]]:
    """Nodes that the file names, without those that the reader numbered."""
    return [(n, name) for n, name in enumerate(model.nodes.names) if name and name != f"node {n}"]


def _unique(names: dict[int, str]) -> dict[str, int]:
    """Name -> node, of names that one node has."""
    owners = Counter(names.values())
    return {name: node for node, name in names.items() if owners[name] == 1}


def _match_bound(first: Skin, second: Skin, partners: Int) -> None:
    """Match joints of two skins that are bound at the same place of the mesh."""
    places_first, places_second = _bind_places(first), _bind_places(second)
    taken = set(partners[partners >= 0].tolist())
    apart = np.linalg.norm(places_second[:, None] - places_first, axis=-1)
    for number, node in enumerate(second.joints.tolist()):
        near = [i for i in np.flatnonzero(apart[number] <= SAME_PLACE).tolist() if first.joints[i] not in taken]
        if partners[node] < 0 and near and (len(near) == 1 or number in near):
            chosen = number if number in near else near[0]
            partners[node] = first.joints[chosen]
            taken.add(int(first.joints[chosen]))


def _bind_places(skin: Skin) -> Float64:
    """(J, 3) bind places in mesh space, with their middle at 0 and extent 1."""
    places = _origins(skin)
    return _in_extent(places, places)


def _origins(skin: Skin) -> Float64:
    """(J, 3) bind places in mesh space."""
    linear, origin = skin.inverse_bind[..., :3], skin.inverse_bind[..., 3:]
    result: Float64 = -(np.linalg.pinv(linear) @ origin)[..., 0]
    return result


def _match_places(first: Model, second: Model, partners: Int) -> None:
    """Match nodes that rest at the same place, below matched parents and among the roots."""
    places_first, places_second = (_rest_places(model) for model in (first, second))
    draws_first, draws_second = (model.nodes.mesh >= 0 for model in (first, second))
    by_parent = np.argsort(first.nodes.parents, kind="stable")
    parents = first.nodes.parents[by_parent]
    taken = set(partners[partners >= 0].tolist())
    for node in second.nodes.order.tolist():
        if partners[node] >= 0:
            continue
        parent = int(second.nodes.parents[node])
        above = int(partners[parent]) if parent >= 0 else -1
        if parent >= 0 and above < 0:
            continue
        below = by_parent[slice(*np.searchsorted(parents, (above, above + 1)))]
        below = below[draws_first[below] == draws_second[node]]
        apart = np.linalg.norm(places_first[below] - places_second[node], axis=1)
        near = [n for n in below[apart <= SAME_PLACE].tolist() if n not in taken]
        if len(near) == 1:
            partners[node] = near[0]
            taken.add(near[0])


def _rest_places(model: Model) -> Float64:
    """(N, 3) places of nodes at rest, with the joints' middle at 0 and extent 1."""
    places = _world_places(model)
    joints = places[joints_of_model(model)] if model.skins else places
    return _in_extent(places, joints) if len(joints) else places


def _in_extent(places: Float64, joints: Float64) -> Float64:
    """(n, 3) places, with the joints' places (m, 3) scaled to middle 0 and extent 1, if they differ.

    Float32 leaves joints of one place 1e-7 of their distance from the origin apart.
    """
    low, high = joints.min(axis=0), joints.max(axis=0)
    extent, away = float(np.linalg.norm(high - low)), float(np.abs(joints).max())
    result: Float64 = (places - (low + high) / 2.0) / (extent if extent > 1e-5 * away else max(away, 1.0))
    return result


def joints_of_model(model: Model) -> Int:
    """(n,) nodes that are joints of any skin, ascending."""
    return np.unique(np.concatenate([np.zeros(0, np.intp), *(s.joints.astype(np.intp) for s in model.skins)]))
