"""Morph targets that an importer joins with wrong numbers are told. They are summed here plainly, vertex by vertex."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from tests.core.compare.causes.test_smoothing import TIMES, found

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def arm() -> Model:
    """The arm cut into three primitives, unequal in vertices and in indices, with two targets."""
    model = load_model(EXAMPLES / "arm.glb")
    (whole,) = model.meshes[0].primitives
    rng = np.random.default_rng(11)
    faces = whole.indices.reshape(-1, 3)
    primitives = []
    for some in np.split(faces, [12, len(faces) // 2]):
        used, indices = np.unique(some, return_inverse=True)
        influences = dataclasses.replace(
            whole.influences, joints=whole.influences.joints[used], weights=whole.influences.weights[used]
        )
        displaced = rng.normal(0.0, 0.2, (2, len(used), 3)) * (rng.random((2, len(used), 1)) < 0.5)
        primitives.append(
            dataclasses.replace(
                whole,
                positions=whole.positions[used],
                normals=None,
                texcoords=(),
                influences=influences,
                indices=indices.reshape(-1).astype(np.uint32),
                morph_positions=displaced.astype(np.float32),
            )
        )
    (part,) = model.parts
    weights = [np.zeros(0)] * len(model.nodes)
    weights[part.node] = np.array([0.8, -0.3])
    return dataclasses.replace(
        model,
        meshes=(dataclasses.replace(model.meshes[0], primitives=tuple(primitives)),),
        parts=tuple(dataclasses.replace(part, primitive=k) for k in range(3)),
        nodes=dataclasses.replace(model.nodes, morph_weights=tuple(weights)),
    )


def positions(model: Model, starts: list[int | None]) -> list[np.ndarray]:
    """Per part (T, V, 3) where an importer puts them that joins displacements from these vertices on; None: nowhere."""
    weights = model.nodes.morph_weights[model.parts[0].node]
    primitives = model.meshes[0].primitives
    counts = [len(each.positions) for each in primitives]
    moves = np.zeros((sum(counts), 3))
    for each, start in zip(primitives, starts, strict=True):
        for v in range(len(each.positions)) if start is not None else ():
            if 0 <= start + v < len(moves):
                moves[start + v] += weights[0] * each.morph_positions[0, v] + weights[1] * each.morph_positions[1, v]
    moved = np.split(moves, np.cumsum(counts)[:-1])
    changed = [
        dataclasses.replace(each, positions=each.positions + by, morph_positions=None)
        for each, by in zip(primitives, moved, strict=True)
    ]
    mesh = dataclasses.replace(model.meshes[0], primitives=tuple(changed))
    return [p.astype(float) for p in skin_model(dataclasses.replace(model, meshes=(mesh,)), 0, TIMES).positions]


def sizes(model: Model) -> tuple[list[int], list[int]]:
    primitives = model.meshes[0].primitives
    return [len(each.positions) for each in primitives], [len(each.indices) for each in primitives]


def test_a_right_importer_has_no_cause(arm: Model) -> None:
    (a, b, _), _ = sizes(arm)
    right = skin_model(arm, 0, TIMES).positions
    assert np.allclose(np.concatenate(positions(arm, [0, a, a + b]), axis=1), np.concatenate(right, axis=1), atol=1e-6)


@pytest.mark.parametrize("code", ["morphs-of-first", "morphs-by-indices", "morphs-again"])
def test_each_way_is_told(arm: Model, code: str) -> None:
    _, (i, j, _) = sizes(arm)
    ways = {"morphs-of-first": [0, None, None], "morphs-by-indices": [0, i, i + j], "morphs-again": [0, 0, 0]}
    (cause,) = found(arm, *positions(arm, ways[code]))[0].causes
    right = skin_model(arm, 0, TIMES)
    apart = [np.linalg.norm(p - q, axis=-1) for p, q in zip(positions(arm, ways[code]), right.positions, strict=True)]
    assert cause.code == code
    assert cause.size == pytest.approx(max(float((a / right.diagonal[:, None]).max()) for a in apart), rel=1e-4)
    assert cause.explained > 0.99


@pytest.mark.parametrize(
    "offsets",
    [(0, -11, -292), (-1, -1, -1), (7, 7, 7), (0, 0, -5), (3, None, None)],
)
def test_where_else_they_are_is_told(arm: Model, offsets: tuple[int | None, ...]) -> None:
    """From these numbers of vertices beside where they belong; None: nowhere."""
    (a, b, _), _ = sizes(arm)
    starts = [None if each is None else right + each for right, each in zip((0, a, a + b), offsets, strict=True)]
    (cause,) = found(arm, *positions(arm, starts))[0].causes
    assert (cause.code, cause.explained > 0.99) == ("morphs-shifted", True)
    first = next(k for k, each in enumerate(offsets) if each)
    assert f"primitive {first} begin {offsets[first]:+d} vertices" in str(cause.sentence)


def test_none_at_all_is_no_shift(arm: Model) -> None:
    codes = {cause.code for cause in found(arm, *positions(arm, [None, None, None]))[0].causes}
    assert codes == {"morphs-ignored"}
