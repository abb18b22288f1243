"""One vertex followed through every stage, in numbers that can be worked out again with a pocket calculator.

The stages are: where the file stores the vertex; the chain of joints from the root to each joint that it follows; its
place in each joint's space; where each joint alone would carry it; and the weighted mean of those places. Beside that
result stands what engines and other skinning forms make of the same vertex, and the first digit in which they differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...check.inspect import clip_name, node_name, part_name
from ...error import SkinproofError
from ...model import Float64, Model
from ...skin.forms.table import FORMS
from ...skin.influence import normalised_weights
from ...skin.posed_model import PosedModel, posed_model, posed_skin
from ...skin.posed_skin import Form, PosedSkin
from ...skinned import bounding_diagonal
from ...subject import Subject
from ...transform import move_points


@dataclass(frozen=True, eq=False)
class ChainLink:
    """A node on the way from the root to a joint."""

    node: int
    name: str
    local: Float64  # (3, 4) relative to its parent
    world: Float64  # (3, 4) the product of all local matrices from the root down to this node


@dataclass(frozen=True, eq=False)
class FollowedJoint:
    """One influence of the vertex, with every number on the way to its result."""

    node: int
    name: str
    stored_weight: float
    weight: float  # divided by the sum of the vertex's weights
    chain: tuple[ChainLink, ...]  # from the root to the joint
    inverse_bind: Float64  # (3, 4) mesh space -> joint space
    in_joint_space: Float64  # (3,) the vertex as this joint sees it
    wanted: Float64  # (3,) world: where this joint alone would carry it


@dataclass(frozen=True, eq=False)
class Answer:
    """What one engine or form makes of the vertex."""

    name: str
    position: Float64  # (3,) world, metres; NaN: lost
    distance: float  # metres from the specification's position
    relative: float  # the same distance, divided by the character's size


@dataclass(frozen=True, eq=False)
class Explanation:
    """All that there is to know about one vertex at one time."""

    model_name: str
    part: int
    part_name: str
    vertex: int
    clip_name: str
    time: float  # seconds
    stored: Float64  # (3,) mesh space, as in the file
    morphed: Float64  # (3,) mesh space, morph targets added
    normal: Float64 | None  # (3,) as in the file; None: there is none
    joints: tuple[FollowedJoint, ...]  # those whose weight is not zero; empty: the part moves with its node
    node_world: Float64 | None  # (3, 4) the matrix of a part without influences
    position: Float64  # (3,) world: the weighted mean
    diagonal: float  # metres, the character's size at this time
    answers: tuple[Answer, ...]


def explain(
    model: Model, part: int, vertex: int, clip: int | None, time: float, subjects: Mapping[str, Subject] | None = None
) -> Explanation:
    """Follow one vertex at one time (seconds); ``subjects`` are asked for their results besides the skinning forms.

    Raises ``SkinproofError`` if there is no such part or vertex, or a subject cannot skin the model.
    """
    _demand(model, part, vertex)
    drawn = model.parts[part]
    primitive, influences = model.primitive(drawn), model.influences(drawn)
    posed = posed_model(model, model.clip(clip), np.array([time]))
    base = posed.morphed_positions(drawn)[0, vertex]
    joints = () if influences is None else _followed(posed, part, vertex, base)
    if joints:
        position = np.sum([joint.weight * joint.wanted for joint in joints], axis=0)
    else:
        position = move_points(posed.world[0, drawn.node], base)
    diagonal = float(bounding_diagonal(posed.positions(), 1)[0])
    return Explanation(
        model_name=model.name,
        part=part,
        part_name=part_name(model, drawn),
        vertex=vertex,
        clip_name=clip_name(model, clip),
        time=time,
        stored=primitive.positions[vertex].astype(np.float64),
        morphed=base,
        normal=None if primitive.normals is None else primitive.normals[vertex].astype(np.float64),
        joints=joints,
        node_world=None if joints else posed.world[0, drawn.node],
        position=position,
        diagonal=diagonal,
        answers=_answers(model, part, vertex, clip, time, subjects or {}, position, diagonal),
    )


def heaviest_vertex(model: Model, node: int) -> tuple[int, int]:
    """Part and vertex that give the most weight to a joint. Raises ``SkinproofError`` if no vertex follows it."""
    best = (0.0, -1, -1)
    for part, drawn in enumerate(model.parts):
        influences = model.influences(drawn)
        if influences is None:
            continue
        follows = model.skins[drawn.skin].joints[influences.joints] == node
        joint_weights = (normalised_weights(influences.weights) * follows).sum(axis=1)
        vertex = int(joint_weights.argmax())
        best = max(best, (float(joint_weights[vertex]), part, vertex))
    if best[0] == 0.0:
        raise SkinproofError(f"no vertex follows {node_name(model, node)!r}", fix="see `skinproof inspect --tree`")
    return best[1], best[2]


def _demand(model: Model, part: int, vertex: int) -> None:
    if not 0 <= part < len(model.parts):
        raise SkinproofError(f"there is no part {part}", fix=f"{model.name} has {len(model.parts)}, counted from 0")
    count = model.primitive(model.parts[part]).vertex_count
    if not 0 <= vertex < count:
        name = part_name(model, model.parts[part])
        raise SkinproofError(f"there is no vertex {vertex} in {name}", fix=f"it has {count}, counted from 0")


def _followed(posed: PosedModel, part: int, vertex: int, base: Float64) -> tuple[FollowedJoint, ...]:
    model = posed.model
    drawn = model.parts[part]
    influences, skin = model.influences(drawn), model.skins[drawn.skin]
    assert influences is not None
    weights = normalised_weights(influences.weights[vertex : vertex + 1])[0]
    joints = []
    for slot in np.flatnonzero(weights):
        joint = int(influences.joints[vertex, slot])
        node = int(skin.joints[joint])
        inside = move_points(skin.inverse_bind[joint], base)
        joints.append(
            FollowedJoint(
                node=node,
                name=node_name(model, node),
                stored_weight=float(influences.weights[vertex, slot]),
                weight=float(weights[slot]),
                chain=_chain(posed, node),
                inverse_bind=skin.inverse_bind[joint],
                in_joint_space=inside,
                wanted=move_points(posed.world[0, node], inside),
            )
        )
    return tuple(joints)


def _chain(posed: PosedModel, node: int) -> tuple[ChainLink, ...]:
    links: list[ChainLink] = []
    while node >= 0:
        links.append(ChainLink(node, node_name(posed.model, node), posed.local[0, node], posed.world[0, node]))
        node = int(posed.model.nodes.parents[node])
    return tuple(links[::-1])


def _answers(
    model: Model,
    part: int,
    vertex: int,
    clip: int | None,
    time: float,
    subjects: Mapping[str, Subject],
    position: Float64,
    diagonal: float,
) -> tuple[Answer, ...]:
    """Answers of the subjects, then of the forms, measured against ``position`` (3,) and ``diagonal``, in metres."""
    places: dict[str, Float64] = {}
    for name, subject in subjects.items():
        places[name] = np.asarray(subject.at(clip, np.array([time])).positions[part][0, vertex], np.float64)
    if model.is_skinned(model.parts[part]):
        posed = posed_skin(model, part, clip, time)
        places |= {f"form:{name}": _formed(form, posed, vertex) for name, form in FORMS.items()}
    return tuple(_answer(name, place, position, diagonal) for name, place in places.items())


def _formed(form: Form, posed: PosedSkin, vertex: int) -> Float64:
    """(3,) where a form puts the vertex; NaN where it cannot hold a joint's matrix, or needs a flat one's inverse."""
    try:
        result: Float64 = form(posed)[vertex]
        return result
    except (SkinproofError, np.linalg.LinAlgError):
        return np.full(3, np.nan)


def _answer(name: str, place: Float64, position: Float64, diagonal: float) -> Answer:
    distance = float(np.linalg.norm(place - position))
    return Answer(name, place, distance, distance / diagonal if diagonal else 0.0)
