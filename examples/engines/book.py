"""Engines as books and articles have them: a right engine with the slips of their listings as switches.

``skinproof grade OUT --run "python -m examples.engines.book {file} {clip} {times} {out}.npz book"`` grades a source
(book, article, shader, pipeline, parts, md5), a slip by its name, several with commas between them, or ``none``. What
is not changed here is ``examples/port.py``, the program of the guide. docs/guide/listings.md has the grades.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from examples import port

#: By slip: where it stands, in two sources with a space between them, and what the listing does.
SLIPS = {
    "looping": ("book", "a clip loops unless told not to, and so does each track by itself"),
    "one-key": ("book", "a track is sampled if it has more than one key"),
    "table-start": ("book", "the table of keys is asked at time / duration, the start of the track is not taken off"),
    "combine": ("book", "transforms are joined as translation, rotation and scale, each by itself"),
    "bind-apart": ("book", "bind matrices are made anew from translation, rotation and scale: no shear, none singular"),
    "one-bind": ("book", "all skins write into one bind pose: of a joint in two skins the later one's matrix counts"),
    "bind-needed": ("book", "inverse bind matrices are read without asking whether there are any"),
    "sets-behind": ("book", "JOINTS_1 and WEIGHTS_1 are appended behind JOINTS_0 and WEIGHTS_0, as more vertices"),
    "raw-weights": ("book shader", "weights are not divided by their sum"),
    "no-morphs": ("book", "morph targets are not read"),
    "still-parts": ("book", "a mesh without a skin stays where it is stored"),
    "all-floats": ("article", "all data are taken for floats"),
    "joints-tree": ("article", "skin.joints is taken for the hierarchy: nodes that are no joints are not there"),
    "model-before": ("shader", "the matrix of the mesh's own node stands before the blended matrix"),
    "one-set": ("shader", "a vertex has one attribute of joints and one of weights, of four numbers each"),
    "short-palette": ("shader", "the palette is an array of 120 matrices: for a joint beyond it there is nothing"),
    "even-keys": ("pipeline", "keys are taken for evenly spaced: timestamps[1] is the time from each to the next"),
    "key-after": ("pipeline", "beyond its last key a track reads the next one, which is the first again"),
    "last-influence": ("parts", "weighted positions are assigned, not added: the last influence is all that remains"),
    "reversed": ("parts", "a part's matrix is its own times its parent's, written for columns"),
    "rigid-joints": ("md5", "a joint is a place and an orientation: its scale is not there"),
    "bind-rigid": ("md5", "bind matrices are made of the place and the orientation of a joint"),
    "between-frames": ("md5", "24 frames a second are posed; between two of them joints move straight, in model space"),
    "frame-after-last": ("md5", "a clip lasts a frame longer, in which the last goes over into the first, and loops"),
    "strongest-four": ("md5", "the shader takes four influences: of more than four the largest weights are kept"),
}  # fmt: skip

Slips = frozenset[str]

#: Frames per second of most .md5anim files.
RATE = 24.0

#: Matrices in the shader's array.
ROOM = 120


def of_source(name: str) -> Slips:
    """The slips that a word of the command line asks for. Raises ``KeyError`` for a word that names none."""
    found = {slip for slip, (sources, _) in SLIPS.items() if name in sources.split()}
    return frozenset(found or ({name} if SLIPS[name] else ()))


def opened(path: Path, slips: Slips) -> dict[str, Any]:
    """The file, its accessors told as the engine takes them."""
    file: dict[str, Any] = port.opened(path)
    whole = {a for mesh in file["meshes"] for p in mesh["primitives"] for a in joint_accessors(p)}
    if "all-floats" in slips:
        for index, told in enumerate(file["accessors"]):
            if index not in whole:
                told.update(componentType=5126, normalized=False)
    return file


def joint_accessors(primitive: dict[str, Any]) -> list[int]:
    """The accessors that nobody takes for floats: joints and indices."""
    joints = [a for name, a in primitive["attributes"].items() if name.startswith("JOINTS")]
    return [*joints, *([primitive["indices"]] if "indices" in primitive else [])]


# tracks


def span_of(file: dict[str, Any], animation: dict[str, Any]) -> tuple[float, float]:
    """The first and the last key of a clip, seconds."""
    times = [port.accessor(file, sampler["input"])[:, 0] for sampler in animation["samplers"]]
    return min(t[0] for t in times), max(t[-1] for t in times)


def wrapped(t: float, start: float, end: float) -> float:
    """A time that begins again at its end."""
    return start + (t - start) % (end - start) if end > start else t


def table_entry(times: np.ndarray, t: float) -> int:
    """The key that the table names: sixty entries a second, from the first key on; asked as if the first stood at 0."""
    span = times[-1] - times[0]
    count = max(int(span * 60), 2)
    table = [int(np.searchsorted(times, times[0] + i / (count - 1) * span, side="right")) - 1 for i in range(count)]
    return min(table[min(max(int(t / span * count), 0), count - 1)], len(times) - 2)


def value(file: dict[str, Any], sampler: dict[str, Any], path: str, t: float, slips: Slips) -> np.ndarray | None:
    """(C,) of a track, None where it is passed over."""
    times = port.accessor(file, sampler["input"])[:, 0]
    if "one-key" in slips and len(times) < 2:
        return None
    if "looping" in slips:
        t = wrapped(t, times[0], times[-1])
    linear = sampler.get("interpolation", "LINEAR") == "LINEAR" and len(times) > 1
    values = port.accessor(file, sampler["output"]).reshape(len(times), -1) if linear else None
    if values is not None and "even-keys" in slips and times[1] > 0.0:
        times = times[0] + (times[1] - times[0]) * np.arange(len(times))
        return between(times, values, path, min(max(t, times[0]), times[-1]))
    if values is not None and "key-after" in slips and t >= times[-1]:
        share = (t - times[-1]) / (times[-1] - times[-2])
        return mixed(values[-1], values[0], path, share % 1.0)
    if values is not None and "table-start" in slips and times[0] <= t < times[-1]:
        k = table_entry(times, t)
        return mixed(values[k], values[k + 1], path, (t - times[k]) / (times[k + 1] - times[k]))
    found: np.ndarray = port.sample(file, sampler, path, t)
    return found


def between(times: np.ndarray, values: np.ndarray, path: str, t: float) -> np.ndarray:
    """(C,) of keys (K, C) at times (K,)."""
    before, after, share = port.surrounding_keys(times, t)
    return mixed(values[before], values[after], path, share)


def mixed(a: np.ndarray, b: np.ndarray, path: str, share: float) -> np.ndarray:
    """(C,) between two keys."""
    found: np.ndarray = port.slerp(a, b, share) if path == "rotation" else (1 - share) * a + share * b
    return found


def posed(file: dict[str, Any], clip: int | None, t: float, slips: Slips) -> list[dict[str, Any]]:
    """The nodes as a clip has them."""
    nodes = [dict(node) for node in file["nodes"]]
    animation = {"channels": [], "samplers": []} if clip is None else file["animations"][clip]
    if clip is not None and "looping" in slips:
        t = wrapped(t, *span_of(file, animation))
    for channel in animation["channels"]:
        node, path = channel["target"].get("node"), channel["target"]["path"]
        if node is None:
            continue
        found = value(file, animation["samplers"][channel["sampler"]], path, t, slips)
        if found is not None:
            nodes[node][path] = found
    return nodes


def frames_around(span: tuple[float, float], t: float, slips: Slips) -> tuple[float, float, float]:
    """The two times that are posed for t, and how far t is from the first to the second."""
    start, end = span
    if "frame-after-last" in slips and t > end:
        t %= end + 1.0 / RATE
        if t > end:
            return end, start, (t - end) * RATE
    if "between-frames" not in slips:
        return t, t, 0.0
    frame = np.floor(min(t, end) * RATE + 1e-6)
    return frame / RATE, (frame + 1.0) / RATE, min(t, end) * RATE - frame


# the tree

Parts = tuple[np.ndarray, np.ndarray, np.ndarray]  # place (3,), turn (3, 3), size (3,)


def apart(matrix: np.ndarray) -> Parts:
    """Translation, rotation and scale of (4, 4): turned as Y and Z stand, as large as that leaves it along the axes."""
    forward = unit(matrix[:3, 2])
    right = unit(np.cross(matrix[:3, 1], forward))
    turn = np.stack([right, np.cross(forward, right), forward], axis=1)
    return matrix[:3, 3], turn, np.diag(matrix[:3, :3] @ turn.T)


def unit(vector: np.ndarray) -> np.ndarray:
    """(3,) of length one, where it has any."""
    length = np.linalg.norm(vector)
    return vector / length if length else vector


def inverse(matrix: np.ndarray) -> np.ndarray:
    """(4, 4) the inverse; of what has none the identity."""
    return np.linalg.inv(matrix) if np.linalg.det(matrix) else np.eye(4)


def joined(place: np.ndarray, turn: np.ndarray, size: np.ndarray) -> np.ndarray:
    """(4, 4) of translation, rotation and scale."""
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = turn * size, place
    return out


def matrix_between(a: np.ndarray, b: np.ndarray, share: float) -> np.ndarray:
    """(4, 4) from one to another: places and sizes straight, orientations by slerp."""
    (place, turn, size), (other_place, other_turn, other_size) = apart(a), apart(b)
    way = turn.T @ other_turn
    axis = unit(np.array([way[2, 1] - way[1, 2], way[0, 2] - way[2, 0], way[1, 0] - way[0, 1]]))
    half = share * np.arccos(np.clip((np.trace(way) - 1.0) / 2.0, -1.0, 1.0)) / 2.0
    turn = turn @ port.rotation_matrix(np.append(np.sin(half) * axis, np.cos(half)))
    return joined(place + share * (other_place - place), turn, size + share * (other_size - size))


def parts_of(node: dict[str, Any]) -> Parts:
    """A node's own translation, rotation and scale."""
    if "matrix" in node:
        return apart(port.local_matrix(node))
    turn = port.rotation_matrix(np.array(node.get("rotation", (0.0, 0.0, 0.0, 1.0))))
    return np.array(node.get("translation", (0.0, 0.0, 0.0))), turn, np.array(node.get("scale", (1.0, 1.0, 1.0)))


def worlds(nodes: list[dict[str, Any]], joints: set[int], slips: Slips) -> dict[int, np.ndarray]:
    """(4, 4) by node, from its space to the world."""
    if "joints-tree" in slips:
        nodes = [n if k in joints else {"children": n.get("children", [])} for k, n in enumerate(nodes)]
    below = {child for node in nodes for child in node.get("children", [])}
    waiting: list[tuple[int, Any]] = [
        (n, (np.eye(4), np.eye(3), np.ones(3))) for n in range(len(nodes)) if n not in below
    ]
    found = {}
    for n, (above, turned, grown) in waiting:  # grows while it is walked
        own, (place, turn, size) = port.local_matrix(nodes[n]), parts_of(nodes[n])
        if "rigid-joints" in slips and n in joints:
            own = joined(place, turn, np.ones(3))
        world = own @ above if "reversed" in slips else above @ own
        turn, size = turned @ turn, grown * size
        found[n] = joined(world[:3, 3], turn, size) if "combine" in slips else world
        waiting += [(child, (world, turn, size)) for child in nodes[n].get("children", [])]
    return found


# the skin


def binds(file: dict[str, Any], skin: dict[str, Any], slips: Slips) -> np.ndarray:
    """(J, 4, 4) inverse bind matrices."""
    count = len(skin["joints"])
    if "inverseBindMatrices" not in skin and "bind-needed" not in slips:
        return np.tile(np.eye(4), (count, 1, 1))
    stored = port.accessor(file, skin["inverseBindMatrices"])[:count]
    found: np.ndarray = stored.reshape(-1, 4, 4).transpose(0, 2, 1)
    if "bind-apart" in slips:
        found = np.array([inverse(joined(*apart(inverse(matrix)))) for matrix in found])
    if "bind-rigid" in slips:
        found = np.array([inverse(joined(*apart(inverse(matrix))[:2], np.ones(3))) for matrix in found])
    return found


def palette(file: dict[str, Any], index: int, world: dict[int, np.ndarray], slips: Slips) -> np.ndarray:
    """(J, 4, 4) from mesh space to the world."""
    skin = file["skins"][index]
    found = binds(file, skin, slips)
    if "one-bind" in slips:
        last = {j: m for each in file["skins"] for j, m in zip(each["joints"], binds(file, each, slips))}
        found = np.array([last[joint] for joint in skin["joints"]])
    matrices = np.array([world[joint] for joint in skin["joints"]]) @ found
    if "short-palette" in slips:
        matrices[ROOM:] = 0.0
    return matrices


def influences(file: dict[str, Any], attributes: dict[str, int], slips: Slips) -> tuple[np.ndarray, np.ndarray]:
    """(V, K) joints and weights."""
    if slips & {"sets-behind", "one-set"}:
        attributes = {name: a for name, a in attributes.items() if not name.endswith(("_1", "_2"))}
    if "raw-weights" not in slips:
        joints, weights = port.influences(file, attributes)
        if "strongest-four" not in slips:
            return joints, weights
        kept = np.argsort(-weights, axis=1, kind="stable")[:, :4]
        joints, weights = np.take_along_axis(joints, kept, 1), np.take_along_axis(weights, kept, 1)
        return joints, weights / weights.sum(axis=1, keepdims=True)
    sets = sorted(name[7:] for name in attributes if name.startswith("JOINTS_"))
    joints = np.hstack([port.accessor(file, attributes[f"JOINTS_{s}"]) for s in sets]).astype(int)
    return joints, np.hstack([port.accessor(file, attributes[f"WEIGHTS_{s}"]) for s in sets])


def placed(file: dict[str, Any], nodes: list[dict[str, Any]], n: int, world: Any, slips: Slips) -> list[np.ndarray]:
    """(V, 3) of every primitive of a node's mesh."""
    mesh, skin, out = file["meshes"][nodes[n]["mesh"]], nodes[n].get("skin"), []
    for primitive in mesh["primitives"]:
        shown = {**primitive, "targets": []} if "no-morphs" in slips else primitive
        points = port.morphed_points(file, nodes[n], mesh, shown)
        if skin is None:
            out.append(points if "still-parts" in slips else port.placed(points, world[n]))
            continue
        table = palette(file, skin, world, slips)
        joints, weights = influences(file, primitive["attributes"], slips)
        if "last-influence" in slips:
            last = weights.shape[1] - 1 - (weights[:, ::-1] > 0.0).argmax(axis=1)[:, None]
            only = port.placed(points, table[np.take_along_axis(joints, last, 1)[:, 0]])
            out.append(np.take_along_axis(weights, last, 1) * only)
            continue
        moved = port.skinned(points, joints, weights, table)
        out.append(port.placed(moved, world[n]) if "model-before" in slips else moved)
    return out


def play(path: Path, clip: int | None, times: Sequence[float], slips: Slips) -> list[np.ndarray]:
    """Per drawn primitive (T, V, 3): where its vertices are in the world."""
    file = opened(path, slips)
    joints = {joint for skin in file.get("skins", []) for joint in skin["joints"]}
    frames = []
    span = (0.0, 0.0) if clip is None else span_of(file, file["animations"][clip])
    for t in times:
        first, second, share = frames_around(span, t, slips) if clip is not None else (t, t, 0.0)
        nodes = posed(file, clip, first, slips)
        world = worlds(nodes, joints, slips)
        if share > 0.0:
            other = worlds(posed(file, clip, second, slips), joints, slips)
            world = {n: matrix_between(matrix, other[n], share) for n, matrix in world.items()}
        drawn = [n for n, node in enumerate(nodes) if "mesh" in node]
        frames.append([points for n in drawn for points in placed(file, nodes, n, world, slips)])
    return [np.stack(parts) for parts in zip(*frames, strict=True)]


if __name__ == "__main__":
    name, clip, times, out, asked = sys.argv[1:]
    seconds = [float(t) for t in times.split(",")]
    chosen = frozenset().union(*(of_source(word) for word in asked.split(",") if word != "none"))
    parts = play(Path(name), None if clip == "rest" else int(clip), seconds, chosen)
    np.savez(out, times=seconds, **{f"pos{k}": positions for k, positions in enumerate(parts)})
