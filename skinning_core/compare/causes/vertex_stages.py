"""One vertex followed through every stage, in numbers that a pocket calculator can check.

The stages: the stored vertex; the nodes above its joints (``node_stages``); its place in each joint's space; where each
joint alone carries it; the weighted mean of those places, and of the matrices; its normal. An MD5 vertex is also a sum
of points in joint spaces. Beside the result stand those of engines and other skinning forms, and the first digit in
which they differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...check.inspect import clip_name, node_name, part_name
from ...error import SkinproofError, require
from ...md5.mesh_file import read_mesh_file
from ...md5.model import y_up
from ...model import Float64, Model
from ...skin.forms.table import FORMS
from ...skin.influence import normalised_weights
from ...skin.linear import carry_normals, cofactor
from ...skin.morph import morphed
from ...skin.posed_model import PosedModel, posed_model, posed_skin
from ...skin.posed_skin import Form, PosedSkin
from ...skinned import bounding_diagonal
from ...subject import Subject
from ...transform import move_points, multiply
from .node_stages import NodeStage, node_stages


@dataclass(frozen=True, eq=False)
class FollowedJoint:
    """One joint that the vertex follows, with every number on the way."""

    node: int
    name: str
    stored_weights: tuple[float, ...]  # as in the file: one for each time that the vertex names the joint
    weight: float  # their sum, divided by the sum of all the vertex's weights
    chain: tuple[int, ...]  # nodes from the root to the joint
    inverse_bind: Float64  # (3, 4) B, mesh space -> joint space
    skin_matrix: Float64  # (3, 4) S = G B, mesh space -> world, with the joint's world matrix G
    in_joint_space: Float64  # (3,) the vertex in the joint's space
    wanted: Float64  # (3,) world: where this joint alone carries it


@dataclass(frozen=True, eq=False)
class NormalStages:
    """The vertex's normal on its way."""

    stored: Float64  # (3,) mesh space, as in the file or computed from its faces
    morphed: Float64  # (3,) mesh space, morph targets added
    cofactors: Float64  # (3, 3) of the vertex's matrix: its inverse, transposed, times its determinant
    carried: Float64  # (3,) unit, world: by the inverse transpose
    direction: Float64  # (3,) unit, world: by the matrix itself (w = 0), as in many engines


@dataclass(frozen=True, eq=False)
class WeightPoint:
    """One weight of an MD5 vertex: a point in its joint's space."""

    name: str  # of the joint
    bias: float  # as stored
    point: Float64  # (3,) joint space, as stored, turned to +Y up
    wanted: Float64  # (3,) world: moved by the joint


@dataclass(frozen=True, eq=False)
class Answer:
    """What one engine or form makes of the vertex."""

    name: str
    position: Float64  # (3,) world, metres; NaN: lost
    distance: float  # metres from the specification's position
    relative: float  # the same, divided by the character's size


@dataclass(frozen=True, eq=False)
class Explanation:
    """All numbers of one vertex at one time."""

    model_name: str
    part: int
    part_name: str
    vertex: int
    clip_name: str
    time: float  # seconds
    stored: Float64  # (3,) mesh space, as in the file; of an MD5 file in its stored pose
    morphed: Float64  # (3,) mesh space, morph targets added
    morph_weights: Float64  # (M,)
    nodes: tuple[NodeStage, ...]  # all above a joint of the vertex (or above its part), parents first
    joints: tuple[FollowedJoint, ...]  # those of non-zero weight; empty: the part moves with its node
    node: int  # the carrier of a part without influences; else -1
    matrix: Float64  # (3, 4) mesh space -> world: the mean of the joints' matrices, or the node's own
    position: Float64  # (3,) world: the weighted mean
    normal: NormalStages | None  # None: there is none
    weight_points: tuple[WeightPoint, ...]  # as an MD5 file stores them; else ()
    diagonal: float  # metres, the character's size at this time
    answers: tuple[Answer, ...]


def explain(
    model: Model, part: int, vertex: int, clip: int | None, time: float, subjects: Mapping[str, Subject] | None = None
) -> Explanation:
    """Follow one vertex at one time (seconds), with the results of ``subjects`` and the skinning forms.

    Raises ``SkinproofError`` if part or vertex do not exist, or a subject cannot skin the model.
    """
    _demand(model, part, vertex)
    drawn = model.parts[part]
    primitive, influences = model.primitive(drawn), model.influences(drawn)
    posed = posed_model(model, model.clip(clip), np.array([time]))
    base = posed.morphed_positions(drawn)[0, vertex]
    joints = () if influences is None else _followed(posed, part, vertex, base)
    if joints:
        matrix = np.sum([joint.weight * joint.skin_matrix for joint in joints], axis=0)
        position = np.sum([joint.weight * joint.wanted for joint in joints], axis=0)
    else:
        matrix = posed.world[0, drawn.node]
        position = move_points(matrix, base)
    diagonal = float(bounding_diagonal(posed.positions(), 1)[0])
    places = _places(model, part, vertex, clip, time, subjects or {})
    return Explanation(
        model_name=model.name,
        part=part,
        part_name=part_name(model, drawn),
        vertex=vertex,
        clip_name=clip_name(model, clip),
        time=time,
        stored=primitive.positions[vertex].astype(np.float64),
        morphed=base,
        morph_weights=posed.pose.morph_weights[drawn.node][0],
        nodes=node_stages(posed, {joint.node for joint in joints} or {drawn.node}),
        joints=joints,
        node=-1 if joints else drawn.node,
        matrix=matrix,
        position=position,
        normal=_normal(posed, part, vertex, matrix),
        weight_points=_weight_points(posed, part, vertex),
        diagonal=diagonal,
        answers=tuple(_answer(name, place, position, diagonal) for name, place in places.items()),
    )


def heaviest_vertex(model: Model, node: int) -> tuple[int, int]:
    """Part and vertex with the most weight of a joint. Raises ``SkinproofError`` if no vertex follows it."""
    best = (0.0, -1, -1)
    for part, drawn in enumerate(model.parts):
        influences = model.influences(drawn)
        if influences is None:
            continue
        follows = model.skins[drawn.skin].joints[influences.joints] == node
        joint_weights = (normalised_weights(influences.weights) * follows).sum(axis=1)
        vertex = int(joint_weights.argmax())
        best = max(best, (float(joint_weights[vertex]), part, vertex))
    followed = best[0] > 0.0
    require(followed, f"no vertex follows {node_name(model, node)!r}", fix="see `skinproof inspect --tree`")
    return best[1], best[2]


def _demand(model: Model, part: int, vertex: int) -> None:
    known = 0 <= part < len(model.parts)
    require(known, f"there is no part {part}", fix=f"{model.name} has {len(model.parts)}, counted from 0")
    count, name = model.primitive(model.parts[part]).vertex_count, part_name(model, model.parts[part])
    known = 0 <= vertex < count
    require(known, f"there is no vertex {vertex} in {name}", fix=f"it has {count}, counted from 0")


def _followed(posed: PosedModel, part: int, vertex: int, base: Float64) -> tuple[FollowedJoint, ...]:
    model = posed.model
    drawn = model.parts[part]
    influences, skin = model.influences(drawn), model.skins[drawn.skin]
    assert influences is not None
    named, stored = influences.joints[vertex], influences.weights[vertex].astype(np.float64)
    weights = normalised_weights(stored[None])[0]
    joints = []
    for joint in dict.fromkeys(named[np.flatnonzero(weights)].tolist()):
        slots = np.flatnonzero((named == joint) & (weights != 0.0))
        node, bind = int(skin.joints[joint]), skin.inverse_bind[joint]
        inside = move_points(bind, base)
        joints.append(
            FollowedJoint(
                node=node,
                name=node_name(model, node),
                stored_weights=tuple(stored[slots].tolist()),
                weight=float(weights[slots].sum()),
                chain=model.nodes.path_to(node),
                inverse_bind=bind,
                skin_matrix=multiply(posed.world[0, node], bind),
                in_joint_space=inside,
                wanted=move_points(posed.world[0, node], inside),
            )
        )
    return tuple(joints)


def _normal(posed: PosedModel, part: int, vertex: int, matrix: Float64) -> NormalStages | None:
    drawn = posed.model.parts[part]
    primitive = posed.model.primitive(drawn)
    if primitive.normals is None:
        return None
    base = morphed(primitive.normals, primitive.morph_normals, posed.pose.morph_weights[drawn.node])[:1, vertex]
    linear = matrix[None, :, :3]
    return NormalStages(
        stored=primitive.normals[vertex].astype(np.float64),
        morphed=base[0].astype(np.float64),
        cofactors=cofactor(linear)[0],
        carried=carry_normals(linear, base)[0],
        direction=carry_normals(linear, base, inverse_transpose=False)[0],
    )


def _weight_points(posed: PosedModel, part: int, vertex: int) -> tuple[WeightPoint, ...]:
    """The weight points of an MD5 vertex; empty for other files, or if the file is gone."""
    path = posed.model.path
    if path is None or path.suffix.lower() != ".md5mesh" or not path.is_file():
        return ()
    block = read_mesh_file(path).meshes[posed.model.parts[part].primitive]
    first = int(block.first_weight[vertex])
    points = []
    for k in range(first, first + int(block.weight_count[vertex])):
        joint, point = int(block.joints[k]), y_up(block.positions[k])
        moved = move_points(posed.world[0, joint], point)
        points.append(WeightPoint(node_name(posed.model, joint), float(block.biases[k]), point, moved))
    return tuple(points)


def _places(
    model: Model, part: int, vertex: int, clip: int | None, time: float, subjects: Mapping[str, Subject]
) -> dict[str, Float64]:
    """(3,) where each subject and each form has the vertex, world."""
    places: dict[str, Float64] = {}
    for name, subject in subjects.items():
        places[name] = np.asarray(subject.at(clip, np.array([time])).positions[part][0, vertex], np.float64)
    if model.is_skinned(model.parts[part]):
        posed = posed_skin(model, part, clip, time)
        places |= {f"form:{name}": _formed(form, posed, vertex) for name, form in FORMS.items()}
    return places


def _formed(form: Form, posed: PosedSkin, vertex: int) -> Float64:
    """(3,) where a form puts the vertex; NaN: it cannot hold a joint's matrix, or needs a flat one's inverse."""
    try:
        result: Float64 = form(posed)[vertex]
        return result
    except (SkinproofError, np.linalg.LinAlgError):
        return np.full(3, np.nan)


def _answer(name: str, place: Float64, position: Float64, diagonal: float) -> Answer:
    distance = float(np.linalg.norm(place - position))
    return Answer(name, place, distance, distance / diagonal if diagonal else 0.0)
