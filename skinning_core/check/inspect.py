"""The contents of a model, as data: nodes, skins, joints, influences per vertex, clips, sizes. Nothing is posed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..gltf.extensions import extension_named
from ..model import Clip, Int, Model, Nodes, Packing, Part, Primitive
from ..skin.influence import sums_are_off

MODES = ("points", "lines", "line loop", "line strip", "triangles", "triangle strip", "triangle fan")


@dataclass(frozen=True)
class Weights:
    """How a part's vertices are bound, as numbers of vertices."""

    influences: tuple[int, ...]  # vertices with 0, 1, 2, ... weights that are not zero
    zero_sum: int
    off_sum: int  # off one by the specification's threshold (``sums_are_off``), without zero sums
    repeated: int  # one joint in two influences with weight
    smallest_sum: float
    largest_sum: float


@dataclass(frozen=True)
class PartFacts:
    """One drawn primitive."""

    part: Part
    name: str  # in tables
    mesh: str
    mode: str
    vertices: int
    triangles: int
    morph_targets: int
    normals: bool
    weights: Weights | None  # None: not skinned
    size: tuple[float, float, float]  # bounding box of the stored positions, metres


@dataclass(frozen=True)
class SkinFacts:
    """One skin."""

    name: str
    joints: int
    used_joints: int  # with weight in some part
    rigid: bool  # every inverse bind matrix is a rotation and a translation, to 1e-4


@dataclass(frozen=True)
class ClipFacts:
    """One clip."""

    name: str
    start: float
    end: float
    tracks: int
    keys: int  # of all tracks
    nodes: int  # animated ones
    paths: tuple[str, ...]
    interpolations: tuple[str, ...]


@dataclass(frozen=True)
class ExtensionFacts:
    """An extension that the file declares."""

    name: str
    treatment: str  # "read", "cannot matter" (to deformation), "not judged"


@dataclass(frozen=True)
class Facts:
    """What ``inspect`` counts."""

    name: str
    node_names: tuple[str, ...]
    depth: int  # nodes on the longest path from a root
    vertices: int
    parts: tuple[PartFacts, ...]
    skins: tuple[SkinFacts, ...]
    clips: tuple[ClipFacts, ...]
    notes: tuple[str, ...]
    human_bones: tuple[str, ...] = ()  # per node, its bone of a human by VRM; "" for others
    extensions: tuple[ExtensionFacts, ...] = ()
    packing: tuple[Packing, ...] = ()

    def label(self, node: int) -> str:
        """A node's name, with its bone of a human."""
        return _label(self.node_names[node], self.human_bones[node] if self.human_bones else "")


def inspect(model: Model) -> Facts:
    """Count the contents of ``model``."""
    parts = tuple(_part(model, part) for part in model.parts)
    return Facts(
        name=model.name,
        node_names=tuple(node_name(model, node) for node in range(len(model.nodes))),
        depth=int(depths(model.nodes).max(initial=0)),
        vertices=sum(p.vertices for p in parts),
        parts=parts,
        skins=tuple(_skin(model, s) for s in range(len(model.skins))),
        clips=tuple(_clip(clip) for clip in model.clips),
        notes=model.notes,
        human_bones=tuple(model.humanoid.get(node, "") for node in range(len(model.nodes))) if model.humanoid else (),
        extensions=tuple(ExtensionFacts(name, extension_named(name).treatment.value) for name in model.extensions),
        packing=model.packing,
    )


def depths(nodes: Nodes) -> Int:
    """(N,) nodes on the path from a root to each node, both included."""
    depth = [0] * len(nodes)
    parents = nodes.parents.tolist()
    for node in nodes.order.tolist():
        depth[node] = depth[parents[node]] + 1 if parents[node] >= 0 else 1
    return np.array(depth, np.intp)


def node_name(model: Model, node: int) -> str:
    """A node's name, or its number."""
    return model.nodes.names[node] or f"node {node}"


def joint_label(model: Model, node: int) -> str:
    """A node's name, with its bone of a human: ``J_Bip_L_Hand (leftHand)``."""
    return _label(node_name(model, node), model.humanoid.get(node, ""))


def _label(name: str, bone: str) -> str:
    return f"{name} ({bone})" if bone and bone != name else name


def part_name(model: Model, part: Part) -> str:
    """A part's name in tables: its node's, and the primitive's number if the mesh has several."""
    name = node_name(model, part.node)
    several = len(model.meshes[part.mesh].primitives) > 1
    return f"{name} [{part.primitive}]" if several else name


def whole_meshes(model: Model, chosen: Iterable[int]) -> tuple[str, ...]:
    """The names of the meshes, by their nodes, of which every part is among those chosen by number."""
    some = set(chosen)
    of_node: dict[int, list[int]] = {}
    for k, part in enumerate(model.parts):
        of_node.setdefault(part.node, []).append(k)
    return tuple(node_name(model, node) for node, parts in of_node.items() if some.issuperset(parts))


def clip_name(model: Model, clip: int | None) -> str:
    """A clip's name, or its number, or "rest" for no clip."""
    if clip is None:
        return model.rest_name
    return model.clip_names[clip] or f"clip {clip}"


def weights_of(primitive: Primitive) -> Weights | None:
    """How a primitive's vertices are bound; None if it is not skinned."""
    if primitive.influences is None:
        return None
    weights = np.asarray(primitive.influences.weights, np.float64)
    used = weights != 0.0
    sums = weights.sum(axis=1)
    zero = sums == 0.0
    unused = -1 - np.arange(weights.shape[1])  # no two of these are equal
    carrying = np.where(used, primitive.influences.joints, unused)
    ordered = np.sort(carrying, axis=1)
    return Weights(
        influences=tuple(int(n) for n in np.bincount(used.sum(axis=1))),
        zero_sum=int(zero.sum()),
        off_sum=int((~zero & sums_are_off(weights)).sum()),
        repeated=int((ordered[:, 1:] == ordered[:, :-1]).any(axis=1).sum()),
        smallest_sum=float(sums.min(initial=np.inf)) if len(sums) else 0.0,
        largest_sum=float(sums.max(initial=-np.inf)) if len(sums) else 0.0,
    )


def _part(model: Model, part: Part) -> PartFacts:
    primitive = model.primitive(part)
    positions = primitive.positions
    size = np.ptp(positions.astype(np.float64), axis=0) if len(positions) else np.zeros(3)
    return PartFacts(
        part=part,
        name=part_name(model, part),
        mesh=model.meshes[part.mesh].name,
        mode=MODES[primitive.mode],
        vertices=primitive.vertex_count,
        triangles=_triangles(primitive),
        morph_targets=0 if primitive.morph_positions is None else len(primitive.morph_positions),
        normals=primitive.normals is not None,
        weights=weights_of(primitive) if part.skin >= 0 else None,
        size=(float(size[0]), float(size[1]), float(size[2])),
    )


def _triangles(primitive: Primitive) -> int:
    corners = primitive.vertex_count if primitive.indices is None else primitive.indices.size
    mode = MODES[primitive.mode]
    if mode == "triangles":
        return corners // 3
    return max(corners - 2, 0) if mode.startswith("triangle") else 0


def _skin(model: Model, index: int) -> SkinFacts:
    skin = model.skins[index]
    linear = skin.inverse_bind[:, :, :3]
    gram = np.swapaxes(linear, 1, 2) @ linear
    rigid = bool((np.abs(gram - np.eye(3)) < 1e-4).all() and (np.linalg.det(linear) > 0.0).all())
    used: set[int] = set()
    for part in model.parts:
        influences = model.influences(part)
        if part.skin == index and influences is not None:
            # np.unique would import numpy.ma, a tenth of the time of the whole command.
            used.update(np.flatnonzero(np.bincount(influences.joints[influences.weights != 0.0])).tolist())
    return SkinFacts(skin.name, len(skin.joints), len(used), rigid)


def _clip(clip: Clip) -> ClipFacts:
    tracks = clip.tracks
    return ClipFacts(
        name=clip.name,
        start=clip.start,
        end=clip.end,
        tracks=len(tracks),
        keys=sum(len(t.times) for t in tracks),
        nodes=len({t.node for t in tracks}),
        paths=tuple(sorted({t.path for t in tracks})),
        interpolations=tuple(sorted({t.interpolation for t in tracks})),
    )
