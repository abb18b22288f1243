"""A generated character before it is a file: surfaces, nodes, skins and tracks, and how each is stored.

Cases change a figure (``dataclasses.replace``); ``encoded`` writes it. Nodes are glTF's own JSON, which the cases are
about. Spaces and axes are glTF's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...model import Float64, Int

#: Metres from joint to joint of a chain.
BONE = 0.5
#: Metres from a body's axis to its surface.
RADIUS = 0.2
#: Vertices around a body.
SIDES = 16
#: Rings of vertices along one bone of a body.
RINGS = 7

Node = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Surface:
    """A closed surface: a primitive's V vertices."""

    points: Float64  # (V, 3) mesh space
    normals: Float64  # (V, 3) unit
    triangles: Int  # (F, 3) counter-clockwise seen from outside, once skinned
    joints: Int  # (V, I) places in the skin's joints
    weights: Float64  # (V, I)
    targets: tuple[tuple[Float64 | None, Float64 | None], ...] = ()  # displacements (V, 3) of points and of normals
    mode: int = 4  # glTF's; strips and fans take their indices from ``order``
    order: Int | None = None  # (n,) stored indices; None: the triangles
    indexed: bool = True
    material: int | None = None


@dataclass(frozen=True, eq=False)
class Keys:
    """A track: keys of one property of a node."""

    node: int  # -1: the channel names none
    path: str
    times: Sequence[float]
    values: Any  # (K, C), or (K, 3, C) for CUBICSPLINE
    interpolation: str = "LINEAR"
    component: str = "f4"  # stored type of values; integers are normalised
    pointer: bool = False  # KHR_animation_pointer names the target


@dataclass(frozen=True, eq=False)
class Rig:
    """A skin: joints by node and their inverse bind matrices."""

    joints: tuple[int, ...]
    inverse_bind: Float64 | None  # (J or more, 4, 4)
    skeleton: int | None = None

    def after(self, nodes: int) -> Rig:
        """The same skin with so many nodes before its own."""
        joints = tuple(joint + nodes for joint in self.joints)
        return Rig(joints, self.inverse_bind, None if self.skeleton is None else self.skeleton + nodes)


@dataclass(frozen=True, eq=False)
class Figure:
    """All of one file."""

    nodes: tuple[Node, ...]
    meshes: tuple[tuple[Surface, ...], ...]
    rigs: tuple[Rig, ...]
    clips: tuple[tuple[Keys, ...], ...] = ()
    roots: tuple[int, ...] | None = None  # of the scene; None: the nodes without a parent
    other_scene: tuple[int, ...] = ()  # roots of a scene before and behind the one to show
    #: By attribute: u1, u2, sparse (``sparse:u1``: indices in bytes), quantised. By ``vertices``: strided, packed,
    #: draco. By ``pool``: which of keys, bind, sparse share a view. By ``samplers``: shared. By ``defaults``: absent.
    stored: Mapping[str, str] = field(default_factory=dict)
    container: str = "glb"  # or chunks (one too many), gltf (buffer beside it), data (as a URI), buffers (one a view)
    extensions: tuple[str, ...] = ()
    materials: tuple[dict[str, Any], ...] = ()
    mesh_weights: Mapping[int, tuple[float, ...]] = field(default_factory=dict)  # default morph weights, by mesh

    def with_node(self, index: int, **fields: Any) -> Figure:
        """The same figure with other fields of a node; None takes one away."""
        node = {k: v for k, v in {**self.nodes[index], **fields}.items() if v is not None}
        return dataclasses.replace(self, nodes=(*self.nodes[:index], node, *self.nodes[index + 1 :]))

    @property
    def bind(self) -> Float64:
        """(J or more, 4, 4) inverse bind matrices of the first skin, which has some."""
        bind = self.rigs[0].inverse_bind
        assert bind is not None
        return bind

    def with_bind(self, bind: Float64 | None) -> Figure:
        """The same figure with other inverse bind matrices (J or more, 4, 4) of its first skin."""
        return dataclasses.replace(self, rigs=(dataclasses.replace(self.rigs[0], inverse_bind=bind), *self.rigs[1:]))

    def with_surfaces(self, change: Callable[[Surface], Surface]) -> Figure:
        """The same figure with ``change`` made to every surface."""
        return dataclasses.replace(self, meshes=tuple(tuple(map(change, mesh)) for mesh in self.meshes))

    def under(self, **fields: Any) -> Figure:
        """The same figure with its roots under a new first node: parents before children."""
        top = {"name": "above", **fields, "children": [root + 1 for root in self.scene_roots]}
        nodes = [with_children(node, lambda child: child + 1) for node in self.nodes]
        rigs = tuple(rig.after(1) for rig in self.rigs)
        clips = tuple(tuple(map(_one_node_later, clip)) for clip in self.clips)
        return dataclasses.replace(self, nodes=(top, *nodes), rigs=rigs, clips=clips)

    @property
    def scene_roots(self) -> tuple[int, ...]:
        """The nodes that the scene lists."""
        below = {child for node in self.nodes for child in node.get("children", ())}
        below |= set(self.other_scene)
        return self.roots if self.roots is not None else tuple(n for n in range(len(self.nodes)) if n not in below)


def with_children(node: Node, number: Callable[[int], int]) -> Node:
    """The same node with every node renumbered."""
    return {**node, "children": list(map(number, node["children"]))} if "children" in node else node


def swelling(surface: Surface) -> Float64:
    """(V, 3) displacements that swell a body around half a metre above its root."""
    return np.exp(-8.0 * (surface.points[:, 1:2] - 0.5) ** 2) * surface.points * [1.0, 0, 1.0]


def quaternion(axis: Sequence[float], degrees: float) -> list[float]:
    """A unit quaternion xyzw about an axis (3,)."""
    unit = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    half = np.radians(degrees) / 2.0
    return [float(v) for v in (*(unit * np.sin(half)), np.cos(half))]


def quaternions(values: Sequence[float], axis: Sequence[float] = (0, 0, 1)) -> Float64:
    """(K, 4) quaternions about one axis (3,), one for each angle, degrees."""
    return np.array([quaternion(axis, v) for v in values])


def _one_node_later(keys: Keys) -> Keys:
    return keys if keys.node < 0 else dataclasses.replace(keys, node=keys.node + 1)


def body(joints: int, *, sides: int = SIDES, rings: int = RINGS, length: float = BONE) -> Surface:
    """A rounded body along +Y around joints ``length`` apart; vertices follow the nearest joints.

    A waist between joints shows where it bends.
    """
    height, around = length * joints, 2.0 * np.pi * np.arange(sides) / sides
    along = np.linspace(0.0, 1.0, rings * joints + 1)[1:-1]
    rounded = np.sqrt(1.0 - (2.0 * along - 1.0) ** 8)
    waists = 1.0 + 0.12 * np.cos(2.0 * np.pi * joints * along)
    radius = RADIUS * rounded * waists
    ring = np.stack([np.cos(around), np.zeros(sides), -np.sin(around)], axis=1)
    wall = ring * radius[:, None, None] + np.array([0.0, height, 0.0]) * along[:, None, None]
    points = np.vstack([wall.reshape(-1, 3), [[0.0, 0.0, 0.0], [0.0, height, 0.0]]])
    # Not half a bone down: no ring may lie in the middle of two joints, with equal weights.
    points = points - [0.0, 0.52 * length, 0.0]
    places = length * np.arange(joints)[:, None] * [0.0, 1.0, 0.0]
    return following(points, _tube(len(along), sides), places, length)


def _tube(rings: int, sides: int) -> Int:
    """(F, 3) triangles of a wall of rings, one after the other, and of fans around two last points, below and above."""
    side, start = np.arange(sides), np.arange(rings - 1)[:, None] * sides
    following_side = (side + 1) % sides
    a, b = (start + side).ravel(), (start + following_side).ravel()
    last, bottom, top = (rings - 1) * sides, rings * sides, rings * sides + 1
    return np.concatenate(
        [
            np.stack([a, b, a + sides], 1),
            np.stack([b, b + sides, a + sides], 1),
            np.stack([np.full(sides, bottom), following_side, side], 1),
            np.stack([np.full(sides, top), last + side, last + following_side], 1),
        ]
    )


def following(points: Float64, triangles: Int, places: Float64, reach: float) -> Surface:
    """A surface of points (V, 3) and triangles (F, 3) that follows joints at places (J, 3).

    reach: metres from the nearest joint at which another's influence ends; four joints count, the strongest first.
    """
    squares = ((points[:, None] - places) ** 2).sum(axis=-1)
    dense = np.maximum(np.exp(-3.0 * (squares - squares.min(axis=1, keepdims=True)) / reach**2) - 0.02, 0.0)
    joints = np.argsort(-dense, axis=1, kind="stable")[:, :4]
    weights = np.take_along_axis(dense, joints, 1)
    if weights.shape[1] < 4:
        missing = ((0, 0), (0, 4 - weights.shape[1]))
        joints, weights = np.pad(joints, missing), np.pad(weights, missing)
    weights = weights / weights.sum(axis=1, keepdims=True)
    return Surface(points, surface_normals(points, triangles), triangles, np.where(weights > 0, joints, 0), weights)


def surface_normals(points: Float64, triangles: Int) -> Float64:
    """(V, 3) unit normals of points (V, 3): of the triangles (F, 3) around, by area."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    of_face = np.cross(b - a, c - a)
    total = np.zeros_like(points)
    for k in range(3):
        np.add.at(total, triangles[:, k], of_face)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return total / np.where(length > 0.0, length, 1.0)


#: Ten vertices, three around each of three heights and a tip: small enough to print.
_SPIRE = np.array(
    [[0.25, y, 0.0] if k == 0 else [-0.125, y, s * 0.25] for y in (0.0, 0.5, 1.0) for k, s in ((0, 0), (1, -1), (2, 1))]
    + [[0.0, 1.5, 0.0]]
)
_SPIRE_SIDES = [(r + k, r + (k + 1) % 3) for r in (0, 3) for k in range(3)]
_SPIRE_TRIANGLES = np.array(
    [(0, 2, 1)]
    + [t for a, b in _SPIRE_SIDES for t in ((a, b, a + 3), (b, b + 3, a + 3))]
    + [(6 + k, 6 + (k + 1) % 3, 9) for k in range(3)]
)


def spire(weights: Sequence[Sequence[float]]) -> Surface:
    """The ladder's ten vertices; weights (4, I): at each height and the tip, joint i in place i."""
    of_ring = np.asarray(weights, np.float64)
    every = np.pad(np.repeat(of_ring, [3, 3, 3, 1], axis=0), ((0, 0), (0, -of_ring.shape[1] % 4)))
    joints = np.where(every > 0.0, np.arange(every.shape[1]), 0)
    return Surface(_SPIRE, surface_normals(_SPIRE, _SPIRE_TRIANGLES), _SPIRE_TRIANGLES, joints, every)


def chain(count: int, *, first: int = 0, length: float = BONE, name: str = "joint") -> tuple[Node, ...]:
    """Nodes up +Y, each the child of the one before; ``first``: the first one's index."""
    nodes: list[Node] = []
    for k in range(count):
        node: Node = {"name": f"{name} {k}"}
        if k:
            node["translation"] = [0.0, length, 0.0]
        if k + 1 < count:
            node["children"] = [first + k + 1]
        nodes.append(node)
    return tuple(nodes)


def straight_bind(count: int, length: float = BONE) -> Float64:
    """(J, 4, 4) inverse bind matrices of an unturned chain."""
    matrices = np.tile(np.eye(4), (count, 1, 1))
    matrices[:, 1, 3] = -length * np.arange(count)
    return matrices


def chained(surface: Surface, joints: int, clip: Sequence[Keys] = (), **fields: Any) -> Figure:
    """A surface on a chain of joints, nodes 0 to J - 1; the node J draws it."""
    nodes = (*chain(joints), {"name": "body", "mesh": 0, "skin": 0})
    rig = Rig(tuple(range(joints)), straight_bind(joints))
    return Figure(nodes, ((surface,),), (rig,), (tuple(clip),) if clip else (), **fields)


def bent(joints: int = 3) -> Figure:
    """The usual still figure: a body in another pose than its bind matrices'."""
    figure = chained(body(joints), joints)
    figure = figure.with_node(0, rotation=quaternion((0, 0, 1), 12), translation=[0.1, 0.05, -0.1])
    for k in range(1, joints):
        figure = figure.with_node(k, rotation=quaternion((0.3, 0.2, 1), 35 if k % 2 else -50))
    return figure


def moving(joints: int = 3) -> Figure:
    """The usual figure with a clip: every joint but the first turns there and back in a second."""
    clip = [Keys(k, "rotation", (0, 0.5, 1), quaternions((0, 45, -30), (0.3, 0.2 * k, 1))) for k in range(1, joints)]
    return chained(body(joints), joints, clip)
