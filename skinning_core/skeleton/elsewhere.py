"""A file without what cannot be judged beside one scene: what stands in another scene, or is but an instance there.

Nodes, meshes, skins and clips keep their numbers, since all that is noted of a character names them. Only the parts are
fewer; those that are left out are told by name, and count among what was asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..model import Model, Unjudged
from ..text.listing import listed
from ..text.sentence import sentence

#: The code of what is left out.
ELSEWHERE = "ELSEWHERE"


@dataclass(frozen=True)
class Elsewhere:
    """Nodes with all that is below them, and where their parts stand."""

    name: str  # of the scene, or of the object that makes the instance
    instance: bool
    roots: tuple[int, ...]


def without(model: Model, elsewhere: Sequence[Elsewhere]) -> Model:
    """The model without the parts of nodes that are elsewhere. Parts that are left out already stay so."""
    parents, names = model.nodes.parents.tolist(), model.nodes.names
    out = dict[int, int]()  # node -> place in ``elsewhere``
    for place, each in enumerate(elsewhere):
        out |= dict.fromkeys(each.roots, place)
    for node in model.nodes.order.tolist():
        if node not in out and parents[node] in out:
            out[node] = out[parents[node]]
    unjudged = list(model.unjudged)
    for place, each in enumerate(elsewhere):
        parts = [part for part in model.parts if out.get(part.node) == place]
        if parts:
            told = listed(list(dict.fromkeys(names[part.node] for part in parts)))
            count = sum(model.primitive(part).vertex_count for part in parts)
            words = "{parts} ({count:,} vertices) in another scene, {name!r}: not judged"
            if each.instance:
                words = "{parts} ({count:,} vertices) in an instance of a collection, {name!r}: not judged"
            unjudged.append(Unjudged(ELSEWHERE, "", sentence(words, parts=told, count=count, name=each.name)))
    gone = tuple(part for part in model.parts if part.node in out)
    if not gone:
        return model
    kept = tuple(part for part in model.parts if part.node not in out)
    return replace(model, parts=kept, left_out=(*model.left_out, *gone), unjudged=tuple(unjudged))
