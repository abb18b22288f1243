"""Normals that morph targets displace: the reference against a loop over vertices, and the fast engine against that."""

from __future__ import annotations

import dataclasses

import numpy as np

from skinning_core import model, skin_model, skin_model_fast
from skinning_core.model import Model
from skinning_core.skin.posed_model import posed_model
from tests.ropes import rope

TIMES = np.array([0.0, 0.3, 0.7, 1.0])


def morphed_rope() -> Model:
    """A rope of uneven scales, 40 vertices, whose three morph targets displace normals as well as positions."""
    made = rope(model, 6, vertices=40, scale=(1.3, 0.8, 1.0), morphs=3)
    assert isinstance(made, Model)
    (mesh,) = made.meshes
    (primitive,) = mesh.primitives
    displacements = np.random.default_rng(9).normal(0.0, 0.5, (3, 40, 3))
    changed = dataclasses.replace(primitive, morph_normals=displacements)
    return dataclasses.replace(made, meshes=(dataclasses.replace(mesh, primitives=(changed,)),))


def test_displaced_normals_are_skinned() -> None:
    """n' = unit of (sum of w_i S_i)^-T (n + sum of m_k d_k), specification 3.7.2.2 and 3.7.3.3, vertex by vertex."""
    tube = morphed_rope()
    primitive, posed = tube.meshes[0].primitives[0], posed_model(tube, tube.clip(0), TIMES)
    assert primitive.normals is not None
    assert primitive.influences is not None
    assert primitive.morph_normals is not None
    expected = np.zeros((len(TIMES), 40, 3))
    moved = np.zeros(len(TIMES))
    for t in range(len(TIMES)):
        weights = posed.pose.morph_weights[tube.parts[0].node][t]
        for v in range(40):
            displaced = primitive.normals[v] + sum(weights[k] * primitive.morph_normals[k, v] for k in range(3))
            share = primitive.influences.weights[v] / primitive.influences.weights[v].sum()
            joints = posed.skin_palettes[0][t, primitive.influences.joints[v], :, :3]
            carried = np.linalg.inv(np.einsum("i,irc->rc", share, joints)).T @ displaced
            expected[t, v] = carried / np.linalg.norm(carried)
            moved[t] = max(moved[t], np.abs(displaced - primitive.normals[v]).max())
    assert moved.max() > 0.1, "the morph targets matter here"
    found, fast = skin_model(tube, 0, TIMES).normals[0], skin_model_fast(tube, 0, TIMES).normals[0]
    assert found is not None
    assert fast is not None
    np.testing.assert_allclose(found, expected, atol=1e-12)
    np.testing.assert_allclose(fast, expected, atol=1e-5)
