"""Morph targets of a mesh of several primitives, joined with wrong numbers of vertices.

Importers make one mesh of the primitives, and a target's displacements of the second begin at the number of vertices of
the first. glTFRuntime took the number of indices (pulls 129 and 131): they fall on other vertices, or out of the mesh.
Others give targets to the first primitive alone (UniGLTF issue 18). Numbers of vertices mean nothing in a sample, so
whole characters are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby

import numpy as np

from ...compare.causes.engine_state import EngineState
from ...compare.causes.explainer import Evidence, Explainer, Findings
from ...compare.causes.mistake import Mistake
from ...compare.causes.naming import named_of_shape
from ...model import Mesh, Model, Primitive
from ...skeleton.faces import triangles_of

#: Where a primitive's displacements begin, from the primitives of its mesh; below 0: nowhere.
Beginnings = Callable[[Sequence[Primitive]], Sequence[int]]


def of_the_first(primitives: Sequence[Primitive]) -> Sequence[int]:
    """Only the first primitive has any."""
    return [0, *[-1] * (len(primitives) - 1)]


def by_indices(primitives: Sequence[Primitive]) -> Sequence[int]:
    """After as many as all primitives before have indices."""
    counts = [triangles_of(each).size if each.indices is None else each.indices.size for each in primitives]
    return list(accumulate(counts[:-1], initial=0))


def again(primitives: Sequence[Primitive]) -> Sequence[int]:
    """Each at the first vertex of the mesh."""
    return [0] * len(primitives)


def one_mesh_each(model: Model, begin: Beginnings) -> Model | None:
    """The model with morph targets of its meshes joined so; None: no mesh shows it."""
    meshes = [_with_joined(mesh, begin) for mesh in model.meshes]
    changed = any(new is not old for new, old in zip(meshes, model.meshes, strict=True))
    return replace(model, meshes=tuple(meshes)) if changed else None


def _with_joined(mesh: Mesh, begin: Beginnings) -> Mesh:
    targets = [each.morph_positions for each in mesh.primitives if each.morph_positions is not None]
    if len(targets) < max(len(mesh.primitives), 2) or len({len(each) for each in targets}) > 1:
        return mesh
    counts = [each.vertex_count for each in mesh.primitives]
    whole = np.zeros((len(targets[0]), sum(counts), 3))
    for start, own in zip(begin(mesh.primitives), targets, strict=True):
        if start >= 0:
            room = whole[:, start : start + own.shape[1]]
            room += own[:, : room.shape[1]]
    split = np.split(whole, np.cumsum(counts)[:-1], axis=1)
    made = [replace(each, morph_positions=own) for each, own in zip(mesh.primitives, split, strict=True)]
    return replace(mesh, primitives=tuple(made))


def _change(count: int, begin: Beginnings) -> Callable[[EngineState], EngineState | None]:
    """The mistake of joining so, in whole characters of ``count`` vertices; None for a sample."""

    def change(state: EngineState) -> EngineState | None:
        whole = int(state.model.part_starts[-1]) == count
        made = one_mesh_each(state.model, begin) if whole else None
        return None if made is None else state.with_posed(model=made)

    return change


#: Wrong ways to join them, the plainest first.
WAYS = (("morphs-of-first", of_the_first), ("morphs-by-indices", by_indices), ("morphs-again", again))


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """The way that leaves least, if some mesh of several primitives is morphed and one way leaves next to nothing."""
    if evidence.search.done or not _shows(evidence):
        return None
    count, found = int(evidence.posed.model.part_starts[-1]), list[Findings]()
    for code, begin in WAYS:
        yield
        mistake = Mistake(code, "morphs", _change(count, begin))
        if mistake.change(EngineState(evidence.posed)) is None:
            continue
        causes = named_of_shape(evidence.posed, evidence.reference, evidence.other, mistake, EXPLAINER.unexplained)
        found += [Findings(causes, (mistake,), final=True)] if causes else []
    return min(found, key=lambda each: each.causes[0].rest, default=None)


def _shows(evidence: Evidence) -> bool:
    """A mesh of several primitives is morphed, and is off."""
    model, weights = evidence.posed.model, evidence.posed.pose.morph_weights
    off = np.bincount(evidence.many.of_part, evidence.many.error > evidence.floor, minlength=len(model.parts))
    for node, parts in groupby(range(len(model.parts)), key=lambda k: model.parts[k].node):
        several = list(parts)
        if len(several) > 1 and np.any(weights[node]) and off[several].any():
            return True
    return False


EXPLAINER = Explainer("numbers of morph targets", 25, 0.01, _explain)
