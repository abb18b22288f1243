"""A file without what cannot be judged beside one scene: what is in another scene, an instance, or no mesh there.

Nodes, meshes, skins and clips keep their numbers, which all notes use. Left-out parts are told by name, and count among
what was asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from ..model import Model, Part, Unjudged
from ..text.listing import listed
from ..text.sentence import sentence

#: Codes of what stands elsewhere, of what is there, but no mesh, and of what modifiers make anew.
ELSEWHERE = "ELSEWHERE"
NOT_A_MESH = "NOT_A_MESH"
MODIFIER = "MODIFIER"


class Whereabouts(Enum):
    """What there is of a left-out part."""

    SCENE = "scene"  # in another scene of the .blend
    INSTANCE = "instance"  # an object makes an instance of its collection
    COPIES = "copies"  # particles, vertices, faces or several collections carry copies
    NODES = "nodes"  # what an object makes, by geometry nodes or by being no mesh, which the exporter writes below it
    CONVERTED = "converted"  # a curve, a text or a surface, of which the exporter makes a mesh
    MADE_ANEW = "made anew"  # modifiers behind the bones make other vertices of it in each pose
    TOGETHER = "together"  # no part: clips, by number, of what objects do at once

    @property
    def with_all_below(self) -> bool:
        """Whether all below such a node is left out, too."""
        return self in (Whereabouts.SCENE, Whereabouts.INSTANCE)


_TOLD = {
    Whereabouts.SCENE: "{parts} ({count:,} vertices) in another scene, {name!r}: not judged",
    Whereabouts.INSTANCE: "{parts} ({count:,} vertices) in an instance of a collection, {name!r}: not judged",
    Whereabouts.COPIES: (
        "{parts} ({count:,} vertices) is there several times, as copies are that particles, faces or several "
        "collections make: not judged"
    ),
    Whereabouts.NODES: (
        "{parts} ({count:,} vertices) is what {name!r} makes, written by Geometry Nodes Instances: not judged (export "
        "again without it, or with Realize Instances)"
    ),
    Whereabouts.CONVERTED: (
        "{parts} ({count:,} vertices) is no mesh in the scene: not judged (if it is to be: Object > Convert > Mesh, "
        "and export again)"
    ),
    Whereabouts.MADE_ANEW: (
        "{parts} ({count:,} vertices): its modifiers make other vertices at each frame, which the file has not: not "
        "judged (put them before the Armature modifier, and export again)"
    ),
}

_CODES = {Whereabouts.CONVERTED: NOT_A_MESH, Whereabouts.MADE_ANEW: MODIFIER}


@dataclass(frozen=True)
class Elsewhere:
    """Nodes whose parts are left out; or clips that are one."""

    name: str  # of the scene, the object with the instance, or the object itself
    kind: Whereabouts
    nodes: tuple[int, ...]


def put_together(model: Model, clips: Sequence[int]) -> Model:
    """The model with all tracks of some clips in the first of them, and none in the others."""
    first, *others = clips
    if not any(model.clips[clip].tracks for clip in others):
        return model
    tracks = tuple(track for clip in clips for track in model.clips[clip].tracks)
    written = {clip: replace(model.clips[clip], tracks=tracks if clip == first else ()) for clip in clips}
    return replace(model, clips=tuple(written.get(k, clip) for k, clip in enumerate(model.clips)))


def without(model: Model, elsewhere: Sequence[Elsewhere]) -> Model:
    """The model without the parts of nodes that are elsewhere. Earlier omissions stay."""
    for each in elsewhere:
        if each.kind is Whereabouts.TOGETHER:
            model = put_together(model, each.nodes)
    elsewhere = [each for each in elsewhere if each.kind is not Whereabouts.TOGETHER]
    where = _where(model, elsewhere)
    unjudged = list(model.unjudged)
    for place, each in enumerate(elsewhere):
        parts = [part for part in model.parts if where.get(part.node) == place]
        if parts:
            unjudged.append(_left_out(model, parts, each))
    gone = tuple(part for part in model.parts if part.node in where)
    if not gone:
        return model
    kept = tuple(part for part in model.parts if part.node not in where)
    return replace(model, parts=kept, left_out=(*model.left_out, *gone), unjudged=tuple(unjudged))


def _where(model: Model, elsewhere: Sequence[Elsewhere]) -> dict[int, int]:
    """By node: its place in ``elsewhere``, of nodes below as well if all below goes along."""
    where = dict[int, int]()
    for place, each in enumerate(elsewhere):
        where |= dict.fromkeys(each.nodes, place)
    parents = model.nodes.parents.tolist()
    for node in model.nodes.order.tolist():
        above = where.get(parents[node])
        if node not in where and above is not None and elsewhere[above].kind.with_all_below:
            where[node] = above
    return where


def _left_out(model: Model, parts: Sequence[Part], each: Elsewhere) -> Unjudged:
    names = list(dict.fromkeys(model.nodes.names[part.node] for part in parts))
    count = sum(model.primitive(part).vertex_count for part in parts)
    told = sentence(_TOLD[each.kind], parts=listed(names), count=count, name=each.name)
    return Unjudged(_CODES.get(each.kind, ELSEWHERE), "", told)
