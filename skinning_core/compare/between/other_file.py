"""A file against another file: the other one, skinned by the specification too, stands in for an engine.

Its positions and normals come in the order of the first file's vertices, by ``match``. A vertex without a partner is
compared with the nearest point of the other surface, if any; a note says so. Tools reorder the twins along a seam, so
the one with the nearest normal counts. ``split`` tells which change makes the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...error import SkinproofError
from ...fast.exact_engine import skin_model
from ...model import Float, Float64, Int, Model, Unjudged
from ...skeleton.identity import twins_of_all
from ...skinned import Progress, Skinned, no_progress
from ...subject import Presence, Subject
from ...text.count import counted
from ...text.listing import listed
from ...text.sentence import Sentence, sentence
from ...transform import move_points
from ..measure.difference import guarded_scale
from .match.placement import placement_words, turn_of

if TYPE_CHECKING:  # imported only if there is another file
    from .added_vertices import OnlyThere
    from .correspondence import Correspondence
    from .match.surface import SurfaceMap
    from .steps import Split


class OtherFile(Subject):
    """Another file as a subject: skinned by the specification, its positions at the vertices of the first model."""

    exact = True

    def __init__(self, path: Path, model: Model, other: Model, name: str = "") -> None:
        """model: the first file's. other: the one at ``path``."""
        self.path, self.name = path, name or path.name
        self.model, self.other, self._unseen = model, *_seen(model, other)
        self._reference: tuple[int | None, Skinned | None] = None, None  # of a clip, see ``beside``
        self._farthest: dict[int | None, float] = {}  # by clip: of what only the other has, from our surface

    @cached_property
    def correspondence(self) -> Correspondence:
        """How the two files correspond."""
        from .correspondence import correspondence

        return correspondence(self.model, self.other)

    @property
    def clips(self) -> Sequence[int]:
        """The clips that the other file has, by name or by length and motion."""
        return [clip for clip, there in self.correspondence.clips.pairs if there not in self.other.broken_clips]

    def missing_clip(self, clip: int) -> Sentence:
        """Which clips the other file has instead; empty if it cannot be read, which ``unjudged`` tells."""
        if clip in dict(self.correspondence.clips.pairs):
            return sentence("")
        names = listed(self.other.clip_names) if self.other.clips else sentence("none")
        told = "{file} has no clip for {clip!r} (clips: {names})"
        return sentence(told, file=self.path.name, clip=self.model.clip_names[clip], names=names)

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """What was not read of the other file."""
        return tuple(replace(r, pointer=f"{self.path.name} {r.pointer}") for r in self.other.unjudged)

    def only_there(self, clip: int | None = None) -> OnlyThere:
        """The vertices that only the other file has, and how far these were from our surface in a clip."""
        from .added_vertices import only_in_second

        alone = only_in_second(self.other, self.correspondence, self._of_another_cut)
        return replace(alone, farthest=max(alone.farthest, self._farthest.get(clip, 0.0)))

    @cached_property
    def _of_another_cut(self) -> SurfaceMap:
        from .added_vertices import of_another_cut

        return of_another_cut((self.model, self.other), self.correspondence)

    def presence(self) -> Presence:
        """Which of the first file's faces it has."""
        return self._presence

    @cached_property
    def _presence(self) -> Presence:
        from .faces_there import faces_there

        return faces_there(self.model, self.other, self.correspondence)

    def split(self, clip: int | None, time: float) -> Split:
        """What the difference at a time (seconds) is made of."""
        from .split import split

        return split(self.model, self.other, self.correspondence, clip, time)

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """The other file's positions and normals (T, V, 3) at the model's vertices; NaN: it has none.

        Normals are turned as the placement turns the other file; 0 if it has none, so they count as gone. Of several
        partners (a split vertex) the farthest counts. Raises ``SkinproofError`` if no vertex has a partner.
        """
        model = self.model
        matched = self.correspondence
        own_clip = matched.clip(clip)
        if not len(matched.vertices.first) + len(matched.surface.first):
            if self._moment:
                raise SkinproofError(self._moment[0], where=str(self.path), fix="export the mesh with its armature")
            told = "no vertex lies where one of the model lies at rest, so there is nothing to compare"
            raise SkinproofError(told, where=str(self.path), fix="compare files that were made of one character")
        theirs = skin_model(self.other, own_clip, times, variants=False, normals=normals, progress=progress)
        placement, moved = matched.vertices.placement, _joined(theirs.positions)
        moved = moved if placement.is_identity else move_points(placement.matrix, moved)
        ours = self._reference_at(clip, times)
        first, second = _one_per_vertex(matched, ours, moved)
        second = self._same_side(first, second)
        if len(self._of_another_cut.first):
            self._measure_added(clip, ours(), moved)
        of_each = partial(_in_our_order, matched, first, second)
        turned = _normals_of(theirs) @ turn_of(placement.matrix).T if normals else None
        alone, starts = np.union1d(matched.unjudged, matched.unused), matched.first.starts
        unseen = _named(_UNSEEN, self.other.nodes.names, self._unseen)
        return Skinned(
            engine=self.name,
            times=theirs.times,
            parts=model.parts,
            positions=of_each(moved),
            normals=(None,) * len(model.parts) if turned is None else of_each(turned),
            notes=(*unseen, *self._moment, *_notes(model, self.other, matched)),
            absent=tuple(alone[(alone >= a) & (alone < b)] - a for a, b in pairwise(starts)),
            expects_normals=normals,
        )

    @cached_property
    def _moment(self) -> tuple[Sentence, ...]:
        """Which moment a file without a skin shows, in one sentence; empty: it has one, or it is not known."""
        if not self.model.skins or self.other.skins or not self.model.clips:
            return ()
        from .shown_moment import shown_moment

        found = shown_moment(self.model, self.correspondence.second.positions)
        if found is None:
            return ()
        clip, time = found
        if clip is None:
            return (sentence("without a skin, it shows the rest pose"),)
        name = self.model.clip_names[clip]
        return (sentence("without a skin, it shows {clip!r} at {time:.4g} s", clip=name, time=time),)

    def beside(self, clip: int | None, reference: Skinned) -> None:
        """Keep the reference for the next call of ``at``: it need not skin the first file again."""
        self._reference = clip, reference

    def _reference_at(self, clip: int | None, times: Float64) -> Callable[[], Skinned]:
        """The first file's positions at these times, skinned when first asked for, if they were not given."""
        (of_clip, given), self._reference = self._reference, (None, None)

        @cache
        def found() -> Skinned:
            if given is not None and of_clip == clip and np.array_equal(given.times, times):
                return given
            return skin_model(self.model, clip, times, variants=False, normals=False)

        return found

    def _measure_added(self, clip: int | None, ours: Skinned, moved: Float64) -> None:
        """How far vertices of another cut are from our surface; moved: (T, B, 3) the other file's, in our space."""
        near = self._of_another_cut
        on_surface = near.points(_joined(ours.positions))
        apart = np.linalg.norm(moved[:, near.first] - on_surface, axis=-1).max(axis=1) / guarded_scale(ours.diagonal)
        self._farthest[clip] = max(self._farthest.get(clip, 0.0), float(apart.max(initial=0.0)))

    def _same_side(self, first: Int, second: Int) -> Int:
        """(n,) partners, or their twins whose normal at rest is nearer to that of ``first``."""
        matched, (order, begins, counts) = self.correspondence, self._twins
        asked = np.flatnonzero(counts[second] > 1)  # others have no twin
        if not len(asked):
            return second
        partner, count = second[asked], counts[second[asked]]
        row = np.repeat(np.arange(len(asked)), count)
        ends = np.cumsum(count)
        twin = order[np.arange(len(row)) - np.repeat(ends - count, count) + begins[partner][row]]
        turn = turn_of(matched.vertices.placement.matrix)
        alike = (matched.first.normals[first[asked][row]] * (matched.second.normals @ turn.T)[twin]).sum(axis=1)
        best = np.lexsort((twin != partner[row], -np.round(alike, 6), row))
        result: Int = second.copy()
        result[asked] = twin[best[ends - count]]
        return result

    @cached_property
    def _twins(self) -> tuple[Int, Int, Int]:
        """The other file's vertices by place and joints: their order, and where each one's twins begin, how many.

        (B,) each; ``twins_of_all`` says what twins are.
        """
        label = twins_of_all(self.other)
        order = np.argsort(label, kind="stable")
        begins, ends = (np.searchsorted(label[order], label, side) for side in ("left", "right"))
        return order, begins, ends - begins


#: What a viewer of the other file does not show.
_UNSEEN = "not shown by a viewer of the other file, which has it hidden or in another scene: {names}"


def _seen(model: Model, other: Model) -> tuple[Model, list[int]]:
    """The other model as a viewer shows it, and the nodes whose meshes are left out.

    If the first file hides something too, it is not known what should be seen, and all is compared.
    """
    unseen = [] if model.hidden else [part for part in other.parts if part.node in other.hidden]
    if not unseen:
        return other, []
    kept = tuple(part for part in other.parts if part not in unseen)
    return replace(other, parts=kept), list(dict.fromkeys(part.node for part in unseen))


def _normals_of(skinned: Skinned) -> Float64:
    """(T, B, 3) normals of all parts; 0: none."""
    each = zip(skinned.normals, skinned.positions, strict=True)
    return np.concatenate([np.zeros(p.shape) if n is None else n for n, p in each], axis=1)


def _joined(positions: Sequence[Float]) -> Float64:
    """(T, B, 3) positions of all parts, one part after the other."""
    return np.asarray(positions[0] if len(positions) == 1 else np.concatenate(positions, axis=1), np.float64)


def _one_per_vertex(matched: Correspondence, ours: Callable[[], Skinned], moved: Float64) -> tuple[Int, Int]:
    """(n,) vertices of the first file, each once, and (n,) the farthest partner of each.

    ours: its positions; moved: (T, B, 3) the other file's, in its space.
    """
    first, second = matched.vertices.first, matched.vertices.second
    once = np.flatnonzero(np.diff(first, prepend=-1))
    if len(once) == len(first):
        return first, second
    count = np.diff(once, append=len(first))
    rows = np.flatnonzero(np.repeat(count, count) > 1)
    apart = np.zeros(len(first))
    here = _joined(ours().positions)[:, first[rows]]
    apart[rows] = np.linalg.norm(here - moved[:, second[rows]], axis=-1).max(axis=0)
    order = np.lexsort((-apart, first))
    first, second = first[order], second[order]
    return first[once], second[once]


def _in_our_order(matched: Correspondence, first: Int, second: Int, of_other: Float64) -> tuple[Float64, ...]:
    """(T, V, 3) of each part of the first file, of the other's (T, B, 3); NaN: a vertex without a partner."""
    surface, partner = matched.surface, np.full(len(matched.first), -1, np.intp)
    partner[first] = second
    covered = surface.points(of_other) if len(surface.first) else None
    found = []
    for a, b in pairwise(matched.first.starts):
        own = partner[a:b]
        if len(own) and own[0] >= 0 and np.array_equal(own, np.arange(own[0], own[0] + len(own))):
            found.append(of_other[:, own[0] : own[0] + len(own)])
            continue
        placed = of_other.take(own, axis=1)
        placed[:, own < 0] = np.nan
        if covered is not None:
            rows = np.flatnonzero((surface.first >= a) & (surface.first < b))
            placed[:, surface.first[rows] - a] = covered[:, rows]
        found.append(placed)
    return tuple(found)


def _notes(first: Model, second: Model, matched: Correspondence) -> tuple[str, ...]:
    """What was matched and what was not, one sentence each."""
    vertices, joints, clips = matched.vertices, matched.joints, matched.clips
    notes = []
    surface, count = matched.surface, counted(len(matched.first), "vertex")
    if len(surface.first):
        apart = float(surface.distance.max()) / (matched.first.diagonal or 1.0)
        near = (
            "{count} of {vertices} without a partner in the other file, compared with the nearest point of "
            "its surface, which at rest is at most {percent:.2g} % of the size away"
        )
        notes.append(sentence(near, count=len(surface.first), vertices=count, percent=100.0 * apart))
    if len(matched.unjudged):
        alone = "{count} of {vertices} without a partner in the other file: not compared"
        notes.append(sentence(alone, count=len(matched.unjudged), vertices=count))
    if len(vertices.ambiguous):
        several = "could be one of several that follow other joints"
        notes.append(counted(len(vertices.ambiguous), f"vertex {several}", f"vertices {several}"))
    if not vertices.placement.is_identity:
        moved = placement_words(vertices.placement.matrix)
        notes.append(sentence("the other file {moved}: this is taken off", moved=moved))
    notes += _named("joints that the other file has not: {names}", first.nodes.names, joints.missing_first)
    notes += _named("joints of the other file alone: {names}", second.nodes.names, joints.missing_second)
    renamed = ((first.clips[a].name, second.clips[b].name) for a, b in clips.renamed)
    notes += [sentence("clip {clip!r} is called {other!r} there", clip=here, other=there) for here, there in renamed]
    notes += _named("clips of the other file alone: {names}", second.clip_names, clips.missing_second)
    return tuple(notes)


def _named(template: str, names: Sequence[str], places: Sequence[int] | Int) -> list[Sentence]:
    """A sentence on these names, if there are any."""
    return [sentence(template, names=listed([names[place] for place in places]))] if len(places) else []
