"""What a right answer to each exercise has to do: random cases, and a plain reading of the formula beside them.

A check takes the reader's function and returns None, or one sentence on the first case that it gets wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from skinning_core.model import Float64

CASES = 12

Answer = Callable[..., Any]
Check = Callable[[Answer], str | None]


def _influence_counts(answer: Answer) -> str | None:
    joints = np.array([[3, 1, 0, 0], [2, 2, 5, 0], [7, 8, 9, 4], [6, 6, 6, 6], [1, 2, 3, 4]])
    weights = np.array([[0.5, 0.5, 0, 0], [0.4, 0.3, 0.3, 0], [0.1, 0.2, 0.3, 0.4], [0.25] * 4, [0, 0, 0, 0]])
    hints = {
        "a joint that is named twice counts once": [2, 3, 4, 4, 0],
        "a weight of zero moves nothing, so its joint does not count": [len(set(row)) for row in joints.tolist()],
        "joint 0 is a joint like any other; what fills a row up is known by its weight": [
            len(set(row) - {0}) for row in joints.tolist()
        ],
        "this is the length of a row; count the joints whose weight is above zero": [4] * 5,
    }
    return _compare(answer(joints, weights), [2, 2, 4, 1, 0], "five vertices", hints)


def _world_matrix(answer: Answer) -> str | None:
    for rng in _random():
        parents = [2, 0, 4, 1, -1, 4]  # two parents in a row come after their children
        local = np.array([_affine(rng) for _ in parents])
        chain = {3: (4, 2, 0, 1, 3), 0: (4, 2, 0), 2: (4, 2), 4: (4,), 5: (4, 5)}
        passed = local.copy()
        for k, parent in enumerate(parents):
            passed[k] = passed[parent] @ local[k] if parent >= 0 else local[k]
        for node, above in chain.items():
            expected = np.eye(4)
            for k in above:
                expected = expected @ local[k]
            turned = np.eye(4)
            for k in above:
                turned = local[k] @ turned
            hints = {
                "this is the node relative to its parent; go on up to the root": local[node],
                "the right matrices in the wrong order: the parent's stands to the left": turned,
                "this is the node relative to its parent's parent; go on up to the root": local[parents[node]]
                @ local[node],
                "the root is left out: it counts too, and one pass over the list meets it after its children": passed[
                    node
                ],
            }
            if wrong := _compare(answer(local, parents, node), expected, f"node {node} under {above[:-1]}", hints):
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
            hints = {
                "slopes are per second, and u runs from 0 to 1: multiply them by the interval": _hermite(
                    times, values, slopes, inside, lambda _: 1.0
                ),
                "the slopes are left out": _hermite(times, values, slopes, inside, lambda _: 0.0),
                "this is the straight line between two keys; a cubic has slopes": np.interp(inside, times, values),
                "before the first key and after the last one the end value holds": a[0]
                + a[1] * t
                + a[2] * t**2
                + a[3] * t**3,
                "u runs from 0 to 1: divide the seconds since the key by the interval": _hermite(
                    times, values, slopes, inside, lambda d: d, seconds=True
                ),
            }
            case = f"t = {t:.4g}, keys {times}"
            if wrong := _compare(answer(times, values, slopes, slopes, t), expected, case, hints):
                return wrong
        other = rng.normal(size=4)  # arriving and leaving with different slopes
        t = (times[0] + times[1]) / 2
        interval = times[1] - times[0]
        expected = (values[0] + values[1]) / 2 + interval * (other[0] - slopes[1]) / 8
        swapped = (values[0] + values[1]) / 2 + interval * (slopes[0] - other[1]) / 8
        hints = {"the first key is left by its out-tangent, the second is reached by its in-tangent": swapped}
        case = "half-way, in- and out-tangents differ"
        if wrong := _compare(answer(times, values, slopes, other, t), expected, case, hints):
            return wrong
    return None


def _bind_relative_to_parent(answer: Answer) -> str | None:
    for rng in _random():
        parent, local = _affine(rng), _affine(rng)
        given = np.linalg.inv(parent @ local), np.linalg.inv(parent)
        hints = {
            "the right two matrices in the wrong order: Bp stands to the left": np.linalg.inv(given[0]) @ given[1],
            "this is the parent relative to the joint: invert the other one": np.linalg.inv(local),
            "invert the joint's B, not its parent's": np.linalg.inv(given[1]) @ given[0],
            "this is the joint relative to the mesh; take it into the parent's space": np.linalg.inv(given[0]),
        }
        if wrong := _compare(answer(*given), local, "a joint under one parent", hints):
            return wrong
    return None


def _skin_vertex(answer: Answer) -> str | None:
    for rng in _random():
        world, bind = _palette(rng, 4)
        position, joints, weights = rng.normal(size=3), rng.permutation(4)[:3], rng.uniform(0.1, 2.0, 3)
        expected = _skinned(position, joints, weights / weights.sum(), world @ bind)
        hints = {
            "the weights have to be divided by their sum": _skinned(position, joints, weights, world @ bind),
            "inverse bind first: G (B p), not B (G p)": _skinned(
                position, joints, weights / weights.sum(), bind @ world
            ),
            "the inverse bind matrices are left out": _skinned(position, joints, weights / weights.sum(), world),
            "they are inverse already: do not invert them again": _skinned(
                position, joints, weights / weights.sum(), world @ np.linalg.inv(bind)
            ),
            "a place has a fourth number of 1: without it nothing is moved, only turned": (
                weights / weights.sum() @ ((world @ bind)[joints, :3, :3] @ position)
            ),
            "joints says which matrices, and not in their order": _skinned(
                position, range(3), weights / weights.sum(), world @ bind
            ),
        }
        if wrong := _compare(answer(position, joints, weights, world, bind), expected, f"joints {joints}", hints):
            return wrong
    return None


def _twisted_radius(answer: Answer) -> str | None:
    for angle in np.linspace(-math.pi, math.pi, 9):
        twisted = np.array([math.cos(angle), math.sin(angle)])
        expected = float(np.linalg.norm((np.array([1.0, 0.0]) + twisted) / 2))
        hints = {
            "this is the square of the radius": expected**2,
            "take half of the angle: the mean lies between the two places": abs(math.cos(angle)),
            "a radius is never below zero, and take half of the angle": math.cos(angle),
            "this is the sum of the two places; their mean is half of it": 2 * expected,
            "the angle is in radians": abs(math.cos(math.radians(angle) / 2)),
            "this takes the mean of the angle; the mean of the two places lies on their chord": 1
            - abs(angle) / math.pi,
        }
        if wrong := _compare(answer(float(angle)), expected, f"{math.degrees(angle):.0f} degrees", hints):
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
        rows = zip(positions, joints[:, ::-1], weights, strict=True)
        hints = {
            "weights meet the wrong joints": [_skinned(p, j, w, world @ bind) for p, j, w in rows],
            "the fourth column, the translation, is left out": np.einsum(
                "vi,virc,vc->vr", weights, (world @ bind)[joints, :3, :3], positions
            ),
            "points are columns: the matrix stands to the left of the point": np.einsum(
                "vi,vicr,vc->vr", weights, (world @ bind)[joints, :3, :3], positions
            )
            + np.einsum("vi,vir->vr", weights, (world @ bind)[joints, :3, 3]),
        }
        if wrong := _compare(answer(*given), expected, "seven vertices", hints):
            return wrong
    return None


def _texels_of(answer: Answer) -> str | None:
    palette = np.arange(24, dtype=np.float64).reshape(2, 3, 4)
    texels = answer(palette)
    if getattr(texels, "dtype", None) != np.float32:
        return f"texels are float32, not {getattr(texels, 'dtype', type(texels).__name__)}"
    columns = "these are the columns: a texel is a row of the 3x4 matrix"
    hints = {
        columns: palette.swapaxes(1, 2).reshape(-1, 3),
        columns + ", four numbers": palette.swapaxes(1, 2).reshape(-1, 4),
        "the three rows of one joint lie one after the other": palette.swapaxes(0, 1).reshape(-1, 4),
        "the fourth row (0, 0, 0, 1) is not stored": np.insert(palette, 3, [0, 0, 0, 1], axis=1).reshape(-1, 4),
    }
    rows = [range(4 * k, 4 * k + 4) for k in range(6)]
    return _compare(texels, rows, "two joints, rows numbered from 0 to 23", hints)


def _instance_time(answer: Answer) -> str | None:
    cases = [(0.0, 0, 0.1, 1.0, 3.0, 1.0), (0.5, 3, 0.5, 1.0, 3.0, 1.0), (0.25, 1, 0.5, 1.0, 3.0, 1.75)]
    cases += [(-0.5, 0, 0.1, 1.0, 3.0, 2.5), (9.0, 2, 0.25, 0.0, 4.0, 1.5)]
    for *given, expected in cases:
        clock, k, offset, start, end = given
        hints = {
            "a clock below zero: fmod keeps its sign, and the clip begins at its end": start
            + math.fmod(clock + k * offset, end - start),
            "the clip starts at its first key, not at 0": (clock + k * offset) % (end - start),
            "the clip repeats": start + clock + k * offset,
            "each is ahead of the one before, not behind it": start + (clock - k * offset) % (end - start),
            "the clock of 0 is the start of the clip: do not take the start off first": start
            + (clock + k * offset - start) % (end - start),
        }
        if wrong := _compare(answer(*given), expected, f"clock, instance, offset, start, end = {given}", hints):
            return wrong
    return None


def _reversed_palette(answer: Answer) -> str | None:
    for rng in _random():
        world, bind = _palette(rng, 3)
        expected = [(b @ w)[:3] for w, b in zip(world, bind, strict=True)]
        hints = {
            "this is the right order, and the mistake is asked for": (world @ bind)[:, :3],
            "the fourth row (0, 0, 0, 1) carries the translation along": np.concatenate(
                [bind[:, :3, :3] @ world[:, :3, :3], (bind[:, :3, :3] @ world[:, :3, 3:])], axis=2
            ),
            "the first matrix turns the translation of the second, too": np.concatenate(
                [bind[:, :3, :3] @ world[:, :3, :3], bind[:, :3, 3:] + world[:, :3, 3:]], axis=2
            ),
        }
        if wrong := _compare(answer(world[:, :3], bind[:, :3]), expected, "three joints", hints):
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
        hints = {
            "Blender divides by the sum of the weights": position + weights @ (moved - position),
            "a vertex of hardly any weight stays where it is": (weights[:, None] * moved).sum(axis=0) / total,
            "the displacements are added to the place": (weights[:, None] * (moved - position)).sum(axis=0) / total,
            "places are added up without dividing by the sum of the weights": weights @ moved,
            "a vertex of hardly any weight stays where it is, not at the origin": np.zeros(3),
        }
        if wrong := _compare(answer(position, weights, channel[:, :3]), expected, f"weights {weights}", hints):
            return wrong
    return None


def _md5_orientation(answer: Answer) -> str | None:
    for rng in _random():
        q = rng.normal(size=4)
        q *= -np.sign(q[3]) / np.linalg.norm(q)
        hints = {
            "w is agreed to be negative": q * [1.0, 1.0, 1.0, -1.0],
            "this is the square of w: take its root": [*q[:3], -(q[3] ** 2)],
            "w is the last of the four": [q[3], *q[:3]],
        }
        if wrong := _compare(answer(*q[:3].tolist()), q, f"x, y, z = {q[:3]}", hints):
            return wrong
    case = "numbers that rounding has made a little too long"
    hint = "1 - x² - y² - z² is below zero, and w is 0 then"
    try:
        given = answer(0.6, 0.8, 1e-5)
    except ValueError:  # math.sqrt of a negative number
        return f"{case}: {hint}"
    mistaken = [0.6, 0.8, 1e-5, math.nan], [0.6, 0.8, 1e-5, -1e-5]
    return _compare(
        given, [0.6, 0.8, 1e-5, 0.0], case, {hint: mistaken[0], hint + ": do not take its magnitude": mistaken[1]}
    )


def _world_by_row_vectors(answer: Answer) -> str | None:
    for rng in _random():
        chain = [_affine(rng) for _ in range(4)]
        point = np.array([*rng.normal(size=3), 1.0])
        expected = chain[0] @ (chain[1] @ (chain[2] @ (chain[3] @ point)))
        hints = {
            "transposing turns the order round, too": point @ np.linalg.multi_dot([m.T for m in chain]),
            "the order is turned round; each matrix has to be transposed as well": point
            @ np.linalg.multi_dot(chain[::-1]),
            "this is the matrix for points as columns": point @ np.linalg.multi_dot(chain),
        }
        case = "a point under a chain of four"
        if wrong := _compare(point @ np.asarray(answer(chain)), expected, case, hints):
            return wrong
    return None


def _slerped(answer: Answer) -> str | None:
    for k, rng in enumerate(_random()):
        a, b = (q / np.linalg.norm(q) for q in rng.normal(size=(2, 4)))
        a = np.rint(a * 127) / 127 if k % 3 == 1 else a  # stored in bytes: hardly ever of length one
        b = a.copy() if k == 0 else np.rint(b * 127) / 127 if k % 3 == 1 else b
        for u in (0.0, 0.3, 1.0):
            cosine = float(a @ b)
            near = b if cosine >= 0 else -b
            mean = (1 - u) * a + u * near
            expected, far = _on_the_arc(a, near, u), _on_the_arc(a, -near, u)
            unit = _on_the_arc(a / np.linalg.norm(a), near / np.linalg.norm(near), u)
            hints = {
                "this cuts the corner (nlerp): the way is right, the speed is not": mean / np.linalg.norm(mean),
                "the long way round: negate one key where their product is below zero": far
                / max(float(np.linalg.norm(far)), 1e-300),  # equal keys: there is no other way
                "divide the result by its length": expected,
                "take the angle of the keys as they are stored, and divide the result only": unit,
            }
            expected = expected / np.linalg.norm(expected)
            given = answer(a.copy(), b.copy(), u)
            if given is not None and not np.isfinite(np.asarray(given, np.float64)).all():
                return f"keys {np.round(a, 3)} and {np.round(b, 3)}: 0/0, since the sine of their angle is 0"
            case = f"from {np.round(a, 3)} to {np.round(b, 3)}, u = {u}"
            if wrong := _compare(given, expected, case, hints):
                return wrong
    return None


def _vectors(answer: Answer) -> str | None:
    rng = np.random.default_rng(5)
    for stride in (None, 32, 20):
        step, offset, count = stride or 12, 8, 6
        data = bytearray(rng.normal(size=(offset + (step + 12) * count + 16) // 4).astype("<f4").tobytes())
        rows = rng.normal(size=(count, 3)).astype("<f4")
        for k, row in enumerate(rows):
            data[offset + k * step : offset + k * step + 12] = row.tobytes()
        packed = np.frombuffer(bytes(data), "<f4", 3 * count, offset).reshape(-1, 3)
        first = np.array([np.frombuffer(bytes(data), "<f4", 3, k * step) for k in range(count)])
        turned = rows.astype(">f4").view("<f4")  # the numbers that their bytes give in the other order
        hints = {
            "the least byte of a number comes first (little-endian)": turned,
            "byteStride says how far it is from one vector to the next; other attributes lie between": packed,
            "byteOffset says where the first vector begins": first,
            "without byteStride the next vector begins 12 bytes on": rows[:1].repeat(count, axis=0),
            "byteStride runs from one beginning to the next, not from the end of a vector": [
                np.frombuffer(bytes(data), "<f4", 3, offset + k * (step + 12)) for k in range(count)
            ],
        }
        case = f"byteOffset 8, byteStride {stride}"
        if wrong := _compare(answer(bytes(data), offset, stride, count), rows, case, hints, small=1e-30):
            return wrong
    return None


def _pixel(answer: Answer) -> str | None:
    for rng in _random():
        width, height, place = 640, 480, rng.uniform(-1.0, 1.0, 3)
        view, projection = np.eye(4), np.zeros((4, 4))
        view[:3, 3] = rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), -6.0
        projection[0, 0], projection[1, 1], projection[2, 2:], projection[3, 2] = 3.0, 4.0, (-1.2, -2.0), -1.0
        clip = projection @ view @ [*place, 1.0]
        x, y = clip[:2] / clip[3]
        expected = [(x + 1) / 2 * width, (1 - y) / 2 * height]
        hints = {
            "divide by w: what is far away is small": [(clip[0] + 1) / 2 * width, (1 - clip[1]) / 2 * height],
            "divide by w, and count pixels from above": [(clip[0] + 1) / 2 * width, (clip[1] + 1) / 2 * height],
            "pixels are counted from above, and y goes up": [(x + 1) / 2 * width, (y + 1) / 2 * height],
            "clip space runs from -1 to 1": [x * width, -y * height],
            "view first, then projection": _projected(view @ projection @ [*place, 1.0], width, height),
            "the view is left out": _projected(projection @ [*place, 1.0], width, height),
            "divide by w, the fourth number, not by z": [
                (clip[0] / clip[2] + 1) / 2 * width,
                (1 - clip[1] / clip[2]) / 2 * height,
            ],
            "from -1 to 1 is two: halve it": [(x + 1) * width, (1 - y) * height],
        }
        if wrong := _compare(answer(place, view, projection, width, height), expected, "a picture of 640 x 480", hints):
            return wrong
    return None


def _layered(answer: Answer) -> str | None:
    parents = [2, 0, 4, 1, -1, 4]  # a chain 4, 2, 0, 1, 3, and 5 beside it
    for k, rng in enumerate(_random()):
        below, over = (q / np.linalg.norm(q, axis=-1, keepdims=True) for q in rng.normal(size=(2, 6, 4)))
        top, weight = (0, 2, 4)[k % 3], (0.25, 0.6, 1.0)[k // 3 % 3]
        inside = {0: [0, 1, 3], 2: [2, 0, 1, 3], 4: list(range(6))}[top]
        near = np.where(np.sum(below * over, axis=-1, keepdims=True) < 0, -over, over)
        arcs = np.array([_on_the_arc(a, b, weight) for a, b in zip(below, near, strict=True)])
        long_way = np.array([_on_the_arc(a, -b, weight) for a, b in zip(below, near, strict=True)])
        means = (1 - weight) * below + weight * near
        straight = means / np.linalg.norm(means, axis=-1, keepdims=True)

        def where(nodes: Sequence[int], turned: Float64, rest: Float64 = below) -> Float64:
            return np.array([turned[j] if j in nodes else rest[j] for j in range(6)])

        expected = where(inside, arcs)
        hints = {
            "this cuts the corner (nlerp): take slerp": where(inside, straight),
            "the long way round: negate one of two quaternions whose product is below zero": where(inside, long_way),
            "what hangs on the joint belongs to the mask, too": where([top], arcs),
            "only what hangs on the joint is masked in; the others stay as they are below": arcs,
            "the joint itself belongs to the mask, too": where([j for j in inside if j != top], arcs),
            "the joints outside the mask follow the clip below": where(inside, arcs, over),
        }
        given = answer(below.copy(), over.copy(), parents, top, weight)
        case = f"six joints, from joint {top} on, weight {weight}"
        hints = {hint: _turned_up(mistaken) for hint, mistaken in hints.items()}
        given = _turned_up(given) if np.shape(given) == expected.shape else given
        if wrong := _compare(given, _turned_up(expected), case, hints):
            return wrong
    return None


#: By the number of the exercise (up to 13 that of the guide's page): the file that holds it, its function, its check.
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
    14: ("exercise_14_slerp", "slerped", _slerped),
    15: ("exercise_15_buffer", "vectors_of", _vectors),
    16: ("exercise_16_pixel", "pixel_of", _pixel),
    17: ("exercise_17_layer", "layered_rotations", _layered),
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


def _hermite(
    times: Float64,
    values: Float64,
    slopes: Float64,
    t: float,
    scale: Callable[[float], float],
    *,
    seconds: bool = False,
) -> float:
    """A cubic spline whose slopes are multiplied by ``scale(interval)``; ``seconds``: u is not divided by it."""
    k = min(max(int((times <= t).sum()) - 1, 0), len(times) - 2)
    d = times[k + 1] - times[k]
    u, m = (t - times[k]) / (1.0 if seconds else d), scale(d)
    line = (2 * u**3 - 3 * u**2 + 1) * values[k] + (3 * u**2 - 2 * u**3) * values[k + 1]
    return float(line + m * ((u**3 - 2 * u**2 + u) * slopes[k] + (u**3 - u**2) * slopes[k + 1]))


def _on_the_arc(a: Float64, b: Float64, u: float) -> Float64:
    """Slerp of keys as they are stored, not normalised; the straight way where they are equal."""
    angle = math.acos(min(max(float(a @ b), -1.0), 1.0))
    if angle < 1e-6:
        return (1 - u) * a + u * b
    return (math.sin((1 - u) * angle) * a + math.sin(u * angle) * b) / math.sin(angle)


def _turned_up(quaternions: Any) -> Float64:
    """(N, 4) the same rotations, with the largest number of each above zero: q and -q are one rotation."""
    q = np.asarray(quaternions, np.float64)
    largest = np.take_along_axis(q, np.abs(q).argmax(axis=-1)[:, None], axis=-1)
    turned: Float64 = np.where(largest < 0, -q, q)
    return turned


def _projected(clip: Float64, width: int, height: int) -> list[float]:
    """The pixel of a place in clip space (4,), from the upper left corner."""
    w = clip[3] or 1.0
    return [(clip[0] / w + 1) / 2 * width, (1 - clip[1] / w) / 2 * height]


def _compare(
    given: Any, expected: Any, case: str, hints: Mapping[str, Any] | None = None, small: float = 1e-9
) -> str | None:
    """None where the two agree to six digits or so; else what was expected and what came.

    ``hints``: by what is to be said, what a common mistake gives: whoever makes it reads its hint.
    """
    if given is None:
        return f"{case}: nothing was returned"
    ours, theirs = np.asarray(expected, np.float64), np.asarray(given, np.float64)
    if ours.shape == theirs.shape and np.allclose(theirs, ours, rtol=1e-6, atol=small):
        return None
    for hint, mistaken in (hints or {}).items():
        wrong = np.asarray(mistaken, np.float64)
        if wrong.shape == theirs.shape and np.allclose(theirs, wrong, rtol=1e-6, atol=small, equal_nan=True):
            return f"{case}: {hint}"
    if ours.shape != theirs.shape:
        return f"{case}: the shape is {theirs.shape}, and should be {ours.shape}"
    return f"{case}: it should be\n{np.round(ours, 6)}\nand is\n{np.round(theirs, 6)}"
