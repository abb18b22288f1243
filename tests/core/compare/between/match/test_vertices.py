"""Vertices found again after what tools do to a file: every pair is checked against what was done."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.between.match.near import pairs_within
from skinning_core.compare.between.match.vertex_set import VertexSet, vertex_set
from skinning_core.compare.between.match.vertices import VertexMap, match_vertices
from skinning_core.transform import move_points
from tests import golden
from tests.models import MODELS

ARRAYS = ("positions", "stored", "normals", "texcoords", "joints", "weights", "part")
NAMES = sorted(set(MODELS) - {"many_joints"})


@pytest.fixture(params=NAMES)
def vertices(request: pytest.FixtureRequest, tmp_path: Path) -> VertexSet:
    return vertex_set(load_model(MODELS[request.param](tmp_path)))


def taken(vertices: VertexSet, index: np.ndarray) -> VertexSet:
    """These vertices of the set, in this order."""
    arrays = {n: getattr(vertices, n)[index] for n in ARRAYS}
    return dataclasses.replace(vertices, **arrays)


def wrong_pairs(vertices: VertexSet, matched: VertexMap, origin: np.ndarray) -> int:
    """Pairs whose second vertex came from another place than the first, or from the same but under other joints.

    Vertices that agree in place and influences are the same to anything that deforms.
    """
    true = origin[matched.second]
    apart = np.linalg.norm(vertices.positions[matched.first] - vertices.positions[true], axis=1)
    unlike = np.abs(dense(vertices)[matched.first] - dense(vertices)[true]).max(axis=1)
    return int(((apart > 1e-9) | (unlike > 1e-6)).sum())


def dense(vertices: VertexSet) -> np.ndarray:
    """(V, N) weight of every node."""
    out = np.zeros((len(vertices), int(vertices.joints.max(initial=0)) + 1))
    np.add.at(out, (np.arange(len(vertices))[:, None], vertices.joints), vertices.weights)
    return out


def matched(first: VertexSet, second: VertexSet) -> VertexMap:
    return match_vertices(first, second, np.arange(int(first.joints.max(initial=0)) + 1))


def everything(shared: Path) -> list[tuple[str, VertexSet]]:
    return [(sheet.name, vertex_set(load_model(sheet.model))) for sheet in golden.sheets(shared)]


def cases(vertices: VertexSet, rng: np.random.Generator) -> dict[str, tuple[VertexSet, np.ndarray]]:
    """What tools do, each with the vertex that every new one came from."""
    count = len(vertices)
    order = rng.permutation(count)
    kept = np.sort(rng.permutation(count)[: max(1, count * 2 // 3)])
    split = np.concatenate([np.arange(count), rng.integers(0, count, count // 3)])
    key = np.round(np.column_stack([vertices.positions, dense(vertices)]), 9)
    _, welded = np.unique(key, axis=0, return_index=True)
    step = vertices.diagonal / (1 << 14)
    rounded = taken(vertices, order)
    low = rounded.positions.min(axis=0)
    places = {n: np.round((getattr(rounded, n) - low) / step) * step + low for n in ("positions", "stored")}
    rounded = dataclasses.replace(rounded, **places)
    bytes_ = np.round(rounded.weights * 255.0) / 255.0
    return {
        "as it is": (vertices, np.arange(count)),
        "permuted": (taken(vertices, order), order),
        "some deleted": (taken(vertices, kept), kept),
        "split": (taken(vertices, split), split),
        "welded": (taken(vertices, welded), welded),
        "quantised": (dataclasses.replace(rounded, weights=bytes_ / bytes_.sum(axis=1, keepdims=True)), order),
        "without normals": (dataclasses.replace(rounded, normals=np.zeros((count, 3))), order),
        "cut to two joints": (cut(taken(vertices, order)), order),
    }


def cut(vertices: VertexSet) -> VertexSet:
    if vertices.weights.shape[1] < 2:
        return vertices
    weights = vertices.weights * (vertices.weights >= np.sort(vertices.weights, axis=1)[:, -2:-1])
    return dataclasses.replace(vertices, weights=weights / weights.sum(axis=1, keepdims=True))


def check(name: str, vertices: VertexSet) -> list[str]:
    problems = []
    for case, (second, origin) in cases(vertices, np.random.default_rng(len(vertices))).items():
        pairs = matched(vertices, second)
        wrong = wrong_pairs(vertices, pairs, origin)
        missed = len(pairs.unmatched_second)
        least = 0.99 if case in ("quantised", "without normals", "cut to two joints") else 1.0
        if wrong or missed > (1.0 - least) * len(second):
            problems.append(f"{name}, {case}: {wrong} wrong, {missed} of {len(second)} without a partner")
        deleted = np.setdiff1d(np.arange(len(vertices)), origin)
        if case == "some deleted" and len(np.setdiff1d(pairs.unmatched_first, deleted)):
            problems.append(f"{name}, {case}: vertices that are still there have no partner")
    return problems


def test_own_models(vertices: VertexSet) -> None:
    assert not check("own", vertices)


def test_real_models(shared: Path) -> None:
    problems = [problem for name, vertices in everything(shared) for problem in check(name, vertices)]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(
    ("degrees", "scale", "shift"), [(0, 1.0, 5.0), (0, 100.0, 0.0), (90, 0.01, -3.0), (180, 2.54, 0.1)]
)
def test_another_unit_or_up_axis_is_seen_through(shared: Path, degrees: int, scale: float, shift: float) -> None:
    """Left-right symmetric characters among them: under a half turn the hands change places, and weights tell."""
    angle = np.radians(degrees)
    turn = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
    matrix = np.column_stack([scale * turn, [shift, 0.0, -shift]])
    for name, vertices in everything(shared):
        order = np.random.default_rng(3).permutation(len(vertices))
        second = taken(vertices, order)
        places, normals = move_points(matrix, second.positions), second.normals @ turn.T
        pairs = matched(vertices, dataclasses.replace(second, positions=places, normals=normals))
        if not wrong_pairs(vertices, pairs, order):
            back = pairs.placement.matrix[:, :3] @ matrix[:, :3]
            assert np.allclose(back, np.eye(3), atol=1e-3), name
            assert not len(pairs.unmatched_second), name
        assert wrong_pairs(vertices, pairs, order) == 0, name


def test_mirrored_twins_are_told_apart_by_their_joints() -> None:
    """Two squares in one place, turned half about the axis between them: only the joints say which is which."""
    square = np.array([[1.0, 0, 1], [1, 0, -1], [-1, 0, -1], [-1, 0, 1]])
    first = simple(square, joints=[0, 1, 2, 3])
    second = simple(square * [-1.0, 1.0, -1.0], joints=[0, 1, 2, 3])
    pairs = match_vertices(first, second, np.arange(4))
    assert pairs.second.tolist() == [0, 1, 2, 3]
    assert not pairs.placement.is_identity


def test_what_cannot_be_told_apart_is_left_unmatched() -> None:
    """Two vertices at one place with joints that the other file names otherwise: either could be either."""
    first = simple(np.array([[0.0, 0, 0], [0, 0, 0], [1, 0, 0]]), joints=[0, 1, 2])
    second = simple(np.array([[1.0, 0, 0], [0, 0, 0], [0, 0, 0]]), joints=[2, 3, 4])
    pairs = match_vertices(first, second, np.full(5, -1))
    assert pairs.ambiguous.tolist() == pairs.unmatched_first.tolist() == [0, 1]
    assert pairs.first.tolist() == [2]
    assert pairs.second.tolist() == [0]


def simple(positions: np.ndarray, joints: list[int]) -> VertexSet:
    count = len(positions)
    return VertexSet(
        positions=positions,
        stored=positions,
        normals=np.zeros((count, 3)),
        texcoords=np.full((count, 2), np.nan),
        joints=np.array(joints, int)[:, None],
        weights=np.ones((count, 1)),
        part=np.zeros(count, int),
        starts=np.array([0, count]),
    )


def test_all_near_pairs_are_there() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=(300, 3)), rng.normal(size=(200, 3))
    for radius in (0.01, 0.1, 0.7):
        expected = np.argwhere(np.linalg.norm(a[:, None] - b, axis=2) <= radius)
        first, second = pairs_within(a, b, radius)
        assert np.array_equal(np.column_stack([first, second]), expected)
    with pytest.raises(ValueError, match="too wide"):
        pairs_within(a, b, 10.0, most=1000)


def test_nothing_matches_nothing() -> None:
    empty, one = simple(np.zeros((0, 3)), []), simple(np.zeros((1, 3)), [0])
    for first, second in ((empty, empty), (empty, one), (one, empty)):
        pairs = match_vertices(first, second, np.arange(1))
        assert len(pairs.first) == 0
        assert len(pairs.unmatched_first) == len(first)
        assert len(pairs.unmatched_second) == len(second)
