"""A vertex whose twin along a seam keeps its weights is found, and what it does is told; it was "the same"."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import Model, load_model
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Influences
from tests import golden


def seam(model: Model, count: int) -> np.ndarray:
    """(count,) vertices of the first part that have a twin of the same weights, those with the fewest twins first."""
    primitive = model.primitive(model.parts[0])
    same = np.concatenate([primitive.positions, primitive.influences.weights, primitive.influences.joints], axis=1)
    _, label, size = np.unique(same, axis=0, return_inverse=True, return_counts=True)
    once = np.unique(label, return_index=True)[1]
    twins = once[size[label[once]] > 1]
    return twins[:: max(1, len(twins) // count)][:count]


def on_another_joint(model: Model, vertices: np.ndarray, share: float) -> Model:
    """The model with vertices that give a share of their weight to the joint that most vertices follow least."""
    primitive = model.primitive(model.parts[0])
    joints, weights = (np.array(each) for each in (primitive.influences.joints, primitive.influences.weights))
    joints, weights = np.pad(joints, ((0, 0), (0, 1))), np.pad(weights, ((0, 0), (0, 1)))
    for vertex in vertices:
        free = np.setdiff1d(np.arange(len(model.skins[0].joints)), joints[vertex][weights[vertex] > 0.0])
        joints[vertex, -1], weights[vertex] = free[len(free) // 2], (1.0 - share) * weights[vertex]
        weights[vertex, -1] = share
    meshes = list(model.meshes)
    mesh = meshes[model.parts[0].mesh]
    changed = dataclasses.replace(primitive, influences=Influences(joints, weights))
    meshes[model.parts[0].mesh] = dataclasses.replace(mesh, primitives=(changed, *mesh.primitives[1:]))
    return dataclasses.replace(model, meshes=tuple(meshes))


@pytest.mark.parametrize("share", [0.4, 1.0])
@pytest.mark.parametrize(("name", "count"), [("woman", 1), ("woman", 9), ("fox", 5), ("mannequiny", 6)])
def test_a_vertex_that_tears_off_its_seam_is_told(shared: Path, name: str, count: int, share: float) -> None:
    model = load_model(golden.sheet(shared, name).model)
    other = on_another_joint(model, seam(model, count), share)
    times = np.linspace(model.clips[0].start, model.clips[0].end, 4)
    ours, theirs = (np.concatenate(skin_model(each, 0, times).positions, axis=1) for each in (model, other))
    found = np.concatenate(OtherFile(Path("other.glb"), model, other).at(0, times).positions, axis=1)
    told, true = (float(np.linalg.norm(ours - each, axis=2).max()) for each in (found, theirs))
    assert true > 1e-3 * float(np.linalg.norm(np.ptp(ours, axis=(0, 1))))
    assert told == pytest.approx(true, rel=1e-6)
