"""What a right answer to each exercise has to do: random cases, and a plain reading of the formula beside them.

A check takes the reader's function and returns None, or one sentence on the first case that it gets wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from skinning_core.model import Float64

CASES = 12

Answer = Callable[..., Any]
Check = Callable[[Answer], str | None]


def _influence_counts(answer: Answer) -> str | None:
    joints = np.array([[3, 1, 0, 0], [2, 2, 5, 0], [7, 8, 9, 4], [6, 6, 6, 6], [1, 2, 3, 4]])
    weights = np.array([[0.5, 0.5, 0, 0], [0.4, 0.3, 0.3, 0], [0.1, 0.2, 0.3, 0.4], [0.25] * 4, [0, 0, 0, 0]])
    return _compare(answer(joints, weights), [2, 2, 4, 1, 0], "five vertices")


def _world_matrix(answer: Answer) -> str | None:
    for rng in _random():
        parents = [2, 0, -1, 1, -1, 4]
        local = np.array([_affine(rng) for _ in parents])
        chain = {3: (2, 0, 1, 3), 0: (2, 0), 2: (2,), 5: (4, 5)}
        for node, above in chain.items():
            expected = np.eye(4)
            for k in above:
                expected = expected @ local[k]
            if wrong := _compare(answer(local, parents, node), expected, f"node {node} under {above[:-1]}"):
                return wrong
    return None


def _cubic_value(answer: Answer) -> str | None:
    for rng in _random():
        times = np.cumsum(rng.uniform(0.1, 2.0, 4))
        a = rng.normal(size=4)  # the cubic a0 + a1 t + a2 t^2 + a3 t^3 is its own Hermite spline
        values = a[0] + a[1] * times + a[2] * times**2 + a[3] * times**3
        slopes = a[1] + 2 * a[2] * times + 3 * a[3] * times**2
        for t in (*rng.uniform(times[0], times[-1], 3), times[1], times[0] - 1, times[-1] + 1):
            inside = min(max(t, times[0]), times[-1])
            expected = a[0] + a[1] * inside + a[2] * inside**2 + a[3] * inside**3
            if wrong := _compare(answer(times, values, slopes, slopes, t), expected, f"t = {t:.4g}, keys {times}"):
                return wrong
        other = rng.normal(size=4)  # arriving and leaving with different slopes
        t = (times[0] + times[1]) / 2
        interval = times[1] - times[0]
        expected = (values[0] + values[1]) / 2 + interval * (other[0] - slopes[1]) / 8
        if wrong := _compare(
            answer(times, values, slopes, other, t), expected, "half-way, in- and out-tangents differ"
        ):
            return wrong
    return None


def _bind_relative_to_parent(answer: Answer) -> str | None:
    for rng in _random():
        parent, local = _affine(rng), _affine(rng)
        given = np.linalg.inv(parent @ local), np.linalg.inv(parent)
        if wrong := _compare(answer(*given), local, "a joint under one parent"):
            return wrong
    return None


def _skin_vertex(answer: Answer) -> str | None:
    for rng in _random():
        world, bind = _palette(rng, 4)
        position, joints, weights = rng.normal(size=3), rng.permutation(4)[:3], rng.uniform(0.1, 2.0, 3)
        expected = _skinned(position, joints, weights / weights.sum(), world @ bind)
        if wrong := _compare(answer(position, joints, weights, world, bind), expected, f"joints {joints}"):
            return wrong
    return None


def _twisted_radius(answer: Answer) -> str | None:
    for angle in np.linspace(-math.pi, math.pi, 9):
        twisted = np.array([math.cos(angle), math.sin(angle)])
        expected = float(np.linalg.norm((np.array([1.0, 0.0]) + twisted) / 2))
        if wrong := _compare(answer(float(angle)), expected, f"{math.degrees(angle):.0f} degrees"):
            return wrong
    return None


def _skin_by_blended_matrices(answer: Answer) -> str | None:
    for rng in _random():
        world, bind = _palette(rng, 5)
        joints = rng.integers(0, 5, (7, 4))
        weights = rng.dirichlet(np.ones(4), 7)
        positions = rng.normal(size=(7, 3))
        expected = [_skinned(p, j, w, world @ bind) for p, j, w in zip(positions, joints, weights, strict=True)]
        given = positions, joints, weights, (world @ bind)[:, :3]
        if wrong := _compare(answer(*given), expected, "seven vertices"):
            return wrong
    return None


def _texels_of(answer: Answer) -> str | None:
    palette = np.arange(24, dtype=np.float64).reshape(2, 3, 4)
    texels = answer(palette)
    if getattr(texels, "dtype", None) != np.float32:
        return f"texels are float32, not {getattr(texels, 'dtype', type(texels).__name__)}"
    return _compare(texels, [range(4 * k, 4 * k + 4) for k in range(6)], "two joints, rows numbered from 0 to 23")


def _instance_time(answer: Answer) -> str | None:
    cases = [(0.0, 0, 0.1, 1.0, 3.0, 1.0), (0.5, 3, 0.5, 1.0, 3.0, 1.0), (0.25, 1, 0.5, 1.0, 3.0, 1.75)]
    cases += [(-0.5, 0, 0.1, 1.0, 3.0, 2.5), (9.0, 2, 0.25, 0.0, 4.0, 1.5)]
    for *given, expected in cases:
        if wrong := _compare(answer(*given), expected, f"clock, instance, offset, start, end = {given}"):
            return wrong
    return None


def _reversed_palette(answer: Answer) -> str | None:
    for rng in _random():
        world, bind = _palette(rng, 3)
        expected = [(b @ w)[:3] for w, b in zip(world, bind, strict=True)]
        if wrong := _compare(answer(world[:, :3], bind[:, :3]), expected, "three joints"):
            return wrong
    return None


def _blender_vertex(answer: Answer) -> str | None:
    for k, rng in enumerate(_random()):
        channel = np.array([_affine(rng) for _ in range(3)])
        position = rng.normal(size=3)
        weights = rng.uniform(0.0, 1.0, 3) * (1e-5 if k == 0 else 1.0)
        moved = np.array([(m @ [*position, 1.0])[:3] for m in channel])
        total = weights.sum()
        expected = position if total <= 1e-4 else (weights[:, None] * moved).sum(axis=0) / total
        if wrong := _compare(answer(position, weights, channel[:, :3]), expected, f"weights {weights}"):
            return wrong
    return None


def _md5_orientation(answer: Answer) -> str | None:
    for rng in _random():
        q = rng.normal(size=4)
        q *= -np.sign(q[3]) / np.linalg.norm(q)
        if wrong := _compare(answer(*q[:3].tolist()), q, f"x, y, z = {q[:3]}"):
            return wrong
    return _compare(answer(0.6, 0.8, 1e-5), [0.6, 0.8, 1e-5, 0.0], "numbers that rounding has made a little too long")


def _world_by_row_vectors(answer: Answer) -> str | None:
    for rng in _random():
        chain = [_affine(rng) for _ in range(4)]
        point = np.array([*rng.normal(size=3), 1.0])
        expected = chain[0] @ (chain[1] @ (chain[2] @ (chain[3] @ point)))
        if wrong := _compare(point @ np.asarray(answer(chain)), expected, "a point under a chain of four"):
            return wrong
    return None


#: By the number of the guide's page: the file that holds the exercise, its function, and the check.
EXERCISES: dict[int, tuple[str, str, Check]] = {
    1: ("exercise_01_influences", "influence_counts", _influence_counts),
    2: ("exercise_02_hierarchy", "world_matrix", _world_matrix),
    3: ("exercise_03_spline", "cubic_value", _cubic_value),
    4: ("exercise_04_bind", "bind_relative_to_parent", _bind_relative_to_parent),
    5: ("exercise_05_vertex", "skin_vertex", _skin_vertex),
    6: ("exercise_06_candy_wrapper", "twisted_radius", _twisted_radius),
    7: ("exercise_07_blending", "skin_by_blended_matrices", _skin_by_blended_matrices),
    8: ("exercise_08_texture", "texels_of", _texels_of),
    9: ("exercise_09_crowd", "instance_time", _instance_time),
    10: ("exercise_10_mistake", "reversed_palette", _reversed_palette),
    11: ("exercise_11_blender", "blender_vertex", _blender_vertex),
    12: ("exercise_12_md5", "md5_orientation", _md5_orientation),
    13: ("exercise_13_rows", "world_by_row_vectors", _world_by_row_vectors),
}


def _random() -> Iterator[np.random.Generator]:
    return (np.random.default_rng(seed) for seed in range(CASES))


def _affine(rng: np.random.Generator) -> Float64:
    """(4, 4): turned, unevenly scaled, moved; never singular."""
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    out = np.eye(4)
    out[:3, :3] = turn * rng.uniform(0.5, 2.0, 3)
    out[:3, 3] = rng.normal(size=3)
    return out


def _palette(rng: np.random.Generator, count: int) -> tuple[Float64, Float64]:
    """World and inverse bind matrices (count, 4, 4)."""
    return np.array([_affine(rng) for _ in range(count)]), np.array([_affine(rng) for _ in range(count)])


def _skinned(position: Float64, joints: Sequence[int], weights: Sequence[float], skin: Float64) -> Float64:
    """(3,) one influence at a time: skin (J, 4, 4), weights with a sum of one."""
    return sum((w * (skin[j] @ [*position, 1.0])[:3] for j, w in zip(joints, weights, strict=True)), start=np.zeros(3))


def _compare(given: Any, expected: Any, case: str) -> str | None:
    """None where the two agree to nine digits or so; else what was expected and what came."""
    if given is None:
        return f"{case}: nothing was returned"
    ours, theirs = np.asarray(expected, np.float64), np.asarray(given, np.float64)
    if ours.shape != theirs.shape:
        return f"{case}: the shape is {theirs.shape}, and should be {ours.shape}"
    if np.allclose(theirs, ours, rtol=1e-6, atol=1e-9):
        return None
    return f"{case}: it should be\n{np.round(ours, 6)}\nand is\n{np.round(theirs, 6)}"
