"""Effects beside the skin, such as a modifier's behind the armature, if the file holds them after all.

A file can hold one as corrective shape keys. Then it is compared with what is seen. At each time and for each mesh, the
file holds the effect if the sum of its distances to what is seen is less than that of the skin alone. A vertex that is
far off for another reason counts no more than the effect moves it. Either way "the same" is said only if what is seen
is in the file.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from ...model import Bool, Float, Float64
from ...skinned import SeenVertices, Skinned
from ...text.sentence import sentence


def as_seen(reference: Skinned, other: Skinned) -> Skinned:
    """A subject's result with its set-aside effects at the times at which the reference has them.

    An effect that the file always has is no longer set aside, and a note says so.
    """
    positions, notes, left = list(other.positions), list(other.notes), []
    for aside in other.set_aside:
        held = _held(reference, other, aside.seen)
        for piece in aside.seen if held.any() else ():
            positions[piece.part] = _with(positions[piece.part], piece, held)
        moves: Float64 = np.where(held, 0.0, aside.moves)
        if held.any():
            notes.append(sentence("Compared as it is seen: the file has what {what} makes", what=aside.name))
        if not held.any() or moves.any() or aside.added or aside.faces:
            left.append(dataclasses.replace(aside, moves=moves, seen=()))
    return dataclasses.replace(other, positions=tuple(positions), notes=tuple(notes), set_aside=tuple(left))


def _held(reference: Skinned, other: Skinned, seen: Sequence[SeenVertices]) -> Bool:
    """(T,) the reference is nearer to what is seen than to the positions of ``other``."""
    gain = np.zeros(len(reference.times))
    for piece in seen:
        ours, plain = (result.positions[piece.part][:, piece.vertices] for result in (reference, other))
        far, near = (np.linalg.norm(ours - positions, axis=-1) for positions in (plain, piece.positions))
        gain += np.nansum(far - near, axis=1)
    return np.asarray(gain > 0.0)


def _with(positions: Float, piece: SeenVertices, held: Bool) -> Float:
    whole = np.array(positions, np.result_type(positions, piece.positions))
    rows = np.flatnonzero(held)
    whole[np.ix_(rows, piece.vertices)] = piece.positions[rows]
    return whole
