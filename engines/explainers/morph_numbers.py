"""Morph targets of a mesh of several primitives, joined with wrong numbers of vertices.

Importers make one mesh of the primitives, and a target's displacements of the second begin at the number of vertices of
the first. glTFRuntime took the number of indices (pulls 129 and 131): they fall on other vertices, or out of the mesh.
Others give targets to the first primitive alone (UniGLTF issue 18). If none of these is it, where each primitive's
displacements are is read off the result. Numbers of vertices mean nothing in a sample, so whole characters are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, groupby

import numpy as np

from ...compare.causes.engine_state import EngineState, with_primitives
from ...compare.causes.explainer import Evidence, Explainer, Findings
from ...compare.causes.mistake import Mistake
from ...compare.causes.naming import named_of_shape
from ...model import Float64, Mesh, Model, Primitive
from ...skeleton.faces import triangles_of
from ...skin.posed_model import posed_model

#: Where a primitive's displacements begin, from the primitives of its mesh; None: nowhere.
Beginnings = Callable[[Sequence[Primitive]], Sequence[int | None]]


def of_the_first(primitives: Sequence[Primitive]) -> Sequence[int | None]:
    """Only the first primitive has any."""
    return [0, *[None] * (len(primitives) - 1)]


def by_vertices(primitives: Sequence[Primitive]) -> Sequence[int]:
    """After as many as all primitives before have vertices, which is right."""
    return list(accumulate([each.vertex_count for each in primitives[:-1]], initial=0))


def by_indices(primitives: Sequence[Primitive]) -> Sequence[int | None]:
    """After as many as all primitives before have indices."""
    counts = [triangles_of(each).size if each.indices is None else each.indices.size for each in primitives]
    return list(accumulate(counts[:-1], initial=0))


def again(primitives: Sequence[Primitive]) -> Sequence[int | None]:
    """Each at the first vertex of the mesh."""
    return [0] * len(primitives)


def one_mesh_each(model: Model, begin: Beginnings) -> Model | None:
    """The model with morph targets of its meshes joined so; None: no mesh shows it."""
    return _with_meshes(model, [_joined(mesh, begin) for mesh in model.meshes])


def _with_meshes(model: Model, meshes: Sequence[Mesh]) -> Model | None:
    """The model with these meshes; None: they are its own."""
    changed = any(new is not old for new, old in zip(meshes, model.meshes, strict=True))
    return replace(model, meshes=tuple(meshes)) if changed else None


def _joined(mesh: Mesh, begin: Beginnings) -> Mesh:
    return mesh if len(mesh.primitives) < 2 else _beginning(mesh, begin(mesh.primitives))


def _beginning(mesh: Mesh, begin: Sequence[int | None]) -> Mesh:
    """The mesh whose primitives' displacements begin at these vertices of all; what falls out is nowhere."""
    targets = [each.morph_positions for each in mesh.primitives if each.morph_positions is not None]
    if len(targets) < len(mesh.primitives) or len({len(each) for each in targets}) > 1:
        return mesh
    counts = [each.vertex_count for each in mesh.primitives]
    whole = np.zeros((len(targets[0]), sum(counts), 3))
    for start, own in zip(begin, targets, strict=True):
        whole += [_at(each, start, whole.shape[1]) for each in own]
    split = np.split(whole, np.cumsum(counts)[:-1], axis=1)
    made = [replace(each, morph_positions=own) for each, own in zip(mesh.primitives, split, strict=True)]
    return replace(mesh, primitives=tuple(made))


def _change(count: int, make: Callable[[Model], Model | None]) -> Callable[[EngineState], EngineState | None]:
    """The mistake of making such a model, of whole characters of ``count`` vertices; None for a sample."""

    def change(state: EngineState) -> EngineState | None:
        whole = int(state.model.part_starts[-1]) == count
        made = make(state.model) if whole else None
        return None if made is None else state.with_posed(model=made)

    return change


#: Wrong ways to join them, the plainest first.
WAYS = (("morphs-of-first", of_the_first), ("morphs-by-indices", by_indices), ("morphs-again", again))


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """The way that leaves least, if targets are applied and one way leaves next to nothing."""
    if evidence.search.done or not _shows(evidence):
        return None
    count, found = int(evidence.posed.model.part_starts[-1]), list[Findings]()
    for code, begin in WAYS:
        yield
        mistake = Mistake(code, "morphs", _change(count, partial(one_mesh_each, begin=begin)))
        found += _tried(evidence, mistake)
    if not found:
        yield
        measured = _measured(evidence, count)
        found += [] if measured is None else _tried(evidence, measured)
    return min(found, key=lambda each: each.causes[0].rest, default=None)


def _tried(evidence: Evidence, mistake: Mistake) -> Iterator[Findings]:
    if mistake.change(EngineState(evidence.posed)) is None:
        return
    causes = named_of_shape(evidence.posed, evidence.reference, evidence.other, mistake, EXPLAINER.unexplained)
    if causes:
        yield Findings(causes, (mistake,), final=True)


def _shows(evidence: Evidence) -> bool:
    """A part with morph targets is off."""
    model, weights = evidence.posed.model, evidence.posed.pose.morph_weights
    off = np.bincount(evidence.many.of_part, evidence.many.error > evidence.floor, minlength=len(model.parts))
    return any(np.any(weights[part.node]) and off[k] for k, part in enumerate(model.parts))


def _measured(evidence: Evidence, count: int) -> Mistake | None:
    """Displacements that begin where the result has them; told of the first primitive whose are on other vertices.

    None: of none.
    """
    with np.errstate(all="ignore"):  # positions of another may be any numbers
        fields = _Fields(evidence)
        begins = {mesh: found for mesh, parts in fields.by_mesh().items() if (found := fields.beginnings(parts))}

    def make(model: Model) -> Model | None:
        meshes = [each if k not in begins else _beginning(each, begins[k]) for k, each in enumerate(model.meshes)]
        return _with_meshes(model, meshes)

    for mesh, begin in begins.items():
        right = by_vertices(evidence.posed.model.meshes[mesh].primitives)
        offsets = [0 if there is None else there - own for own, there in zip(right, begin, strict=True)]
        first = next((k for k, offset in enumerate(offsets) if offset), None)
        if first is not None:
            values = {"primitive": first, "offset": offsets[first]}
            return Mistake("morphs-shifted", "morphs", _change(count, make), values)
    return None


class _Fields:
    """By node, the displacements of a result, and those of a file, at the time of the largest weights."""

    def __init__(self, evidence: Evidence) -> None:
        posed = evidence.posed
        self._model = posed.model
        weights = posed.pose.morph_weights
        time = int(np.argmax(sum(np.abs(each).sum(axis=1) for each in weights)))
        self._weights = [each[time] for each in weights]
        state = EngineState(posed_model(posed.model, posed.clip, posed.times[time : time + 1]))
        plain = self._places(state, np.zeros(3))
        axes = [self._places(state, axis) for axis in np.eye(3)]
        seen = [each[time] for each in evidence.other.positions]
        self._found = [
            (np.linalg.pinv(np.stack([axis[k] - plain[k] for axis in axes], axis=-1)) @ (seen[k] - plain[k])[..., None])
            for k in range(len(seen))
        ]

    def _places(self, state: EngineState, shift: Float64) -> list[Float64]:
        """Per part (n, 3) where vertices are without targets, if all are shifted in the mesh's space."""

        def shifted(primitive: Primitive) -> Primitive:
            return replace(primitive, positions=primitive.positions + shift, morph_positions=None)

        return [each[0] for each in state.with_posed(model=with_primitives(state.model, shifted)).positions()]

    def by_mesh(self) -> dict[int, list[int]]:
        """The parts of the first node of each mesh that has weights."""
        found: dict[int, list[int]] = {}
        for (node, mesh), parts in groupby(range(len(self._model.parts)), key=self._node_and_mesh):
            if mesh not in found and np.any(self._weights[node]):
                found[mesh] = list(parts)
        return found

    def _node_and_mesh(self, part: int) -> tuple[int, int]:
        return self._model.parts[part].node, self._model.parts[part].mesh

    def beginnings(self, parts: Sequence[int]) -> list[int | None] | None:
        """Where the displacements of each primitive are found among all vertices of its mesh; None: not to be told."""
        primitives = self._model.meshes[self._model.parts[parts[0]].mesh].primitives
        weights = self._weights[self._model.parts[parts[0]].node]
        targets = [each.morph_positions for each in primitives if each.morph_positions is not None]
        if not len(targets) == len(primitives) == len(parts) or {len(each) for each in targets} != {len(weights)}:
            return None
        found = np.concatenate([self._found[k][..., 0] for k in parts])
        found = np.where(np.isfinite(found), found, 0.0)
        own = [np.einsum("m,mvc->vc", weights, each) for each in targets]
        begin: list[int | None] = [*by_vertices(primitives)]
        left = [k for k, each in enumerate(own) if np.any(each)]
        while left:  # what takes away most first: the places of two may overlap
            places = {k: _place_of(found, own[k]) for k in left}
            k = max(left, key=lambda each: places[each][1])
            start, gain = places[k]
            begin[k] = start if gain > 0.0 else None
            found = found - _at(own[k], begin[k], len(found))
            left.remove(k)
        return begin


def _at(own: Float64, start: int | None, count: int) -> Float64:
    """(count, 3) displacements (n, 3) from a vertex on; what falls out is nowhere."""
    whole = np.zeros((count, 3))
    if start is not None:
        room = whole[max(start, 0) : max(start + len(own), 0)]
        room += own[max(-start, 0) :][: len(room)]
    return whole


def _place_of(found: Float64, own: Float64) -> tuple[int, float]:
    """The first of vertices (N, 3) at which displacements (n, 3) take away most, and how much, square metres."""
    length = len(found) + len(own)
    spectrum = np.conj(np.fft.rfft(own, length, axis=0)) * np.fft.rfft(found, length, axis=0)
    along = np.fft.irfft(spectrum, length, axis=0).sum(axis=1)  # from vertex 0 on, and from -n to -1 behind
    squares = np.concatenate([[0.0], np.cumsum((own**2).sum(axis=1))])
    starts = np.concatenate([np.arange(len(found)), np.arange(-len(own), 0)])
    first, last = np.clip(-starts, 0, len(own)), np.clip(len(found) - starts, 0, len(own))
    gain = 2.0 * along - (squares[last] - squares[first])
    best = int(np.argmax(gain))
    return int(starts[best]), float(gain[best])


EXPLAINER = Explainer("numbers of morph targets", 25, 0.01, _explain)
