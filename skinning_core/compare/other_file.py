"""A file against another file: the other file, also skinned by the specification, stands in for an engine.

Its positions are brought into the order of the first file's vertices by the map that ``match`` finds; a vertex without
a partner is not compared, and a note says so. ``split`` tells which of a tool's changes makes the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from ..error import SkinproofError
from ..model import Float64, Int, Model
from ..skin.reference import skin_model
from ..skinned import Progress, Skinned, no_progress
from ..transform import move_points
from .match.clips import ClipMap, match_clips
from .match.joints import JointMap, match_joints
from .match.vertex_set import VertexSet, vertex_set
from .match.vertices import VertexMap, match_vertices


@dataclass(frozen=True, eq=False)
class Correspondence:
    """Which joints, clips and vertices of two models correspond."""

    joints: JointMap
    clips: ClipMap
    vertices: VertexMap
    first: VertexSet
    second: VertexSet

    def clip(self, first: int | None) -> int | None:
        """The other model's clip for this one. Raises ``KeyError`` where it has none."""
        return None if first is None else dict(self.clips.pairs)[first]


def correspondence(first: Model, second: Model) -> Correspondence:
    """Match joints, clips and vertices of two models."""
    joints = match_joints(first, second)
    sets = vertex_set(first), vertex_set(second)
    vertices = match_vertices(*sets, joints.first_of_second)
    return Correspondence(joints, match_clips(first, second, joints), vertices, *sets)


class OtherFile:
    """Another file as an engine: skinned by the specification, its positions at the vertices of the first model."""

    def __init__(self, path: Path, model: Model) -> None:
        self.path = path
        self.model = model
        self._last: tuple[Model, Correspondence] | None = None

    def correspondence(self, model: Model) -> Correspondence:
        """How ``model`` and this file correspond; found once per model."""
        if self._last is None or self._last[0] is not model:
            self._last = (model, correspondence(model, self.model))
        return self._last[1]

    def __call__(self, model: Model, clip: int | None, times: Float64, *, progress: Progress = no_progress) -> Skinned:
        """The other file's positions for each vertex of ``model``; NaN where there is no partner.

        Where a vertex has several partners (it was split), the partner farthest from the vertex is taken.
        Raises ``SkinproofError`` where the other file has no such clip, or no vertex has a partner.
        """
        matched = self.correspondence(model)
        try:
            own_clip = matched.clip(clip)
        except KeyError:
            name = model.clips[clip or 0].name
            clip_names = ", ".join(repr(c.name) for c in self.model.clips) or "none"
            raise SkinproofError(f"it has no clip for {name!r} (clips: {clip_names})", where=str(self.path)) from None
        if not len(matched.vertices.first):
            raise SkinproofError(
                "no vertex lies where one of the model lies at rest, so there is nothing to compare",
                where=str(self.path),
                fix="compare files that were made of one character",
            )
        theirs = skin_model(self.model, own_clip, times, variants=False, normals=False, progress=progress)
        moved = move_points(matched.vertices.placement.matrix, np.concatenate(theirs.positions, axis=1))
        pairs = _one_per_vertex(model, clip, times, matched, moved)
        placed = np.full((len(theirs.times), len(matched.first), 3), np.nan)
        placed[:, pairs[0]] = moved[:, pairs[1]]
        starts = matched.first.starts
        return Skinned(
            engine=self.path.name,
            times=theirs.times,
            parts=model.parts,
            positions=tuple(placed[:, a:b] for a, b in pairwise(starts)),
            normals=(None,) * len(model.parts),
            notes=_notes(model, self.model, matched),
        )


def _one_per_vertex(
    model: Model, clip: int | None, times: Float64, matched: Correspondence, moved: Float64
) -> tuple[Int, Int]:
    """(n,) vertices of ``model``, each once, and (n,) the partner of each: of several partners, the farthest one."""
    first, second = matched.vertices.first, matched.vertices.second
    once = np.flatnonzero(np.diff(first, prepend=-1))
    if len(once) == len(first):
        return first, second
    ours = np.concatenate(skin_model(model, clip, times, variants=False, normals=False).positions, axis=1)
    apart = np.linalg.norm(ours[:, first] - moved[:, second], axis=-1).max(axis=0)
    order = np.lexsort((-apart, first))
    first, second = first[order], second[order]
    once = np.flatnonzero(np.diff(first, prepend=-1))
    return first[once], second[once]


def _notes(first: Model, second: Model, matched: Correspondence) -> tuple[str, ...]:
    """What was matched and what was not, one sentence per fact."""
    vertices, joints, clips = matched.vertices, matched.joints, matched.clips
    notes = []
    if len(vertices.unmatched_first) or len(vertices.unmatched_second):
        notes.append(
            f"{len(vertices.unmatched_first)} of {len(matched.first)} vertices have no partner in the other file and "
            f"{len(vertices.unmatched_second)} of its {len(matched.second)} none here: they are not compared"
        )
    if len(vertices.ambiguous):
        notes.append(f"{len(vertices.ambiguous)} vertices could be one of several that follow other joints")
    if not vertices.placement.is_identity:
        scale = float(np.cbrt(np.linalg.det(vertices.placement.matrix[:, :3])))
        notes.append(f"the other file stands elsewhere: its unit times {scale:.6g}, turned or moved; this is taken off")
    if len(joints.missing_first):
        names = [first.nodes.names[node] for node in joints.missing_first]
        notes.append(f"joints that the other file has not: {_listed(names)}")
    if len(joints.missing_second):
        names = [second.nodes.names[node] for node in joints.missing_second]
        notes.append(f"joints of the other file alone: {_listed(names)}")
    for a, b in clips.renamed:
        notes.append(f"clip {first.clips[a].name!r} is called {second.clips[b].name!r} there")
    if clips.missing_second:
        notes.append(f"clips of the other file alone: {_listed([second.clips[c].name for c in clips.missing_second])}")
    return tuple(notes)


def _listed(names: list[str], most: int = 6) -> str:
    shown = ", ".join(repr(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
