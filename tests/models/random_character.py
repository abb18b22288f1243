"""Random characters: everything that a glTF skin may hold at once, the same file for the same seed.

A forest of up to 13 nodes in any order (some of them matrices), one or two skins over some of them in any order, up to
twelve influences of which some repeat or sum to zero, all drawing modes, morph targets, a rigid part that hangs under a
joint, and two clips of all interpolations whose tracks start and end apart.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.tiny import Tiny

#: What the seeds go round: how nodes scale, and what inverse bind matrices are.
SCALES = ("none", "uneven", "mirrored", "root 100", "root 0.001")
BINDS = ("none", "rigid", "scaled", "affine")
NAMES = ("a", "bone", "bone.001", "é", " ", "x" * 70)

Rng = np.random.Generator


def random_character(seed: int, folder: Path) -> Path:
    """Write the character of a seed as .glb."""
    rng = np.random.default_rng(seed)
    scales, bind = SCALES[seed % len(SCALES)], BINDS[seed // len(SCALES) % len(BINDS)]
    file = Tiny()
    file.buffer.clear()
    file.data = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": [], "buffers": [{}]}
    nodes = _forest(rng, int(rng.integers(2, 14)), scales)
    joints, count = len(nodes), int(rng.integers(3, 60))
    skins = [_skin(rng, file, joints, bind) for _ in range(rng.integers(1, 3))]
    meshes = [_mesh(rng, file, count, len(skin["joints"])) for skin in skins]
    nodes += [{"name": "body", "mesh": k, "skin": k} for k in range(len(skins))]
    if rng.random() < 0.4:
        nodes[int(rng.integers(joints))].setdefault("children", []).append(len(nodes))
        nodes.append({"name": "tool", "mesh": 0, "translation": [1, 2, 3], "scale": [1, 2, 1]})
    clips = [clip for _ in range(2) if (clip := _clip(rng, file, nodes, meshes, scales != "none"))["channels"]]
    children = {c for node in nodes for c in node.get("children", [])}
    roots = [n for n in range(len(nodes)) if n not in children]
    file.data |= {"nodes": nodes, "skins": skins, "meshes": meshes, "scenes": [{"nodes": roots}]}
    if clips:
        file.data["animations"] = clips
    return file.write_glb(folder / f"random {seed}.glb")


def _forest(rng: Rng, count: int, scales: str) -> list[dict[str, Any]]:
    """Nodes in an order in which children may come first; node 0 of the walk is a root."""
    place = rng.permutation(count)
    nodes: list[dict[str, Any]] = [{} for _ in range(count)]
    for k in range(count):
        node = nodes[place[k]]
        above = int(rng.integers(-1, k)) if k else -1
        if above >= 0:
            nodes[place[above]].setdefault("children", []).append(int(place[k]))
        if rng.random() < 0.7:
            node["name"] = str(rng.choice(NAMES))
        if rng.random() < 0.1:
            matrix = np.eye(4)
            matrix[:3] = rng.normal(size=(3, 4))
            node["matrix"] = matrix.T.ravel().tolist()
            continue
        node["translation"], node["rotation"] = rng.normal(size=3).tolist(), _unit(rng, 1)[0].tolist()
        node["scale"] = _scale(rng, scales, root=k == 0).tolist()
    return nodes


def _scale(rng: Rng, scales: str, *, root: bool) -> np.ndarray:
    size = np.ones(3)
    if scales != "none" and rng.random() < 0.6:
        size = rng.uniform(0.5, 2.0, 3)
    if scales == "mirrored" and rng.random() < 0.5:
        size[rng.integers(3)] *= -1
    if root and scales.startswith("root"):
        size *= float(scales.split()[1])
    return size


def _skin(rng: Rng, file: Tiny, nodes: int, bind: str) -> dict[str, Any]:
    count = int(rng.integers(1, nodes + 1))
    skin: dict[str, Any] = {"joints": rng.permutation(nodes)[:count].tolist()}
    if bind == "none":
        return skin
    matrices = np.zeros((count, 4, 4), np.float32)
    matrices[:, 3, 3] = 1
    for matrix in matrices:  # stored by columns
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        turn *= np.linalg.det(turn) * (rng.uniform(0.05, 3.0) if bind == "scaled" else 1.0)
        matrix[:3, :3] = rng.normal(size=(3, 3)) if bind == "affine" else turn
        matrix[3, :3] = rng.normal(size=3)
    skin["inverseBindMatrices"] = file.add(matrices.reshape(count, 16))
    return skin


def _mesh(rng: Rng, file: Tiny, count: int, joints: int) -> dict[str, Any]:
    primitives = [_primitive(rng, file, count, joints) for _ in range(rng.integers(1, 3))]
    if rng.random() < 0.5:
        return {"primitives": primitives}
    for primitive in primitives:
        moves = (0.3 * rng.normal(size=(2, count, 3))).astype(np.float32)
        primitive["targets"] = [{"POSITION": file.add(move)} for move in moves]
    return {"primitives": primitives, "weights": rng.random(2).tolist()}


def _primitive(rng: Rng, file: Tiny, count: int, joints: int) -> dict[str, Any]:
    attributes = {"POSITION": file.add(rng.normal(size=(count, 3)).astype(np.float32))}
    if rng.random() < 0.5:
        attributes["NORMAL"] = file.add(_directions(rng, count))
    sets = int(rng.integers(1, 4))
    weights = rng.random((count, 4 * sets))
    weights[rng.random(weights.shape) < 0.4] = 0
    weights[weights.sum(axis=1) == 0, 0] = 1
    if rng.random() < 0.7:
        weights /= weights.sum(axis=1, keepdims=True)
    if rng.random() < 0.3:
        weights[:3] = 0
    for k, four in enumerate(np.split(weights, sets, axis=1)):
        attributes[f"JOINTS_{k}"] = file.add(rng.integers(0, joints, (count, 4)).astype(np.uint8))
        attributes[f"WEIGHTS_{k}"] = file.add(four.astype(np.float32))
    primitive: dict[str, Any] = {"attributes": attributes, "mode": int(rng.choice([0, 1, 4, 4, 4, 5, 6]))}
    if rng.random() < 0.7:
        primitive["indices"] = file.add(rng.integers(0, count, (count // 2 * 6,)).astype(np.uint16))
    return primitive


def _clip(
    rng: Rng, file: Tiny, nodes: list[dict[str, Any]], meshes: list[dict[str, Any]], scaling: bool
) -> dict[str, Any]:
    clip: dict[str, Any] = {"samplers": [], "channels": []}
    for n, node in enumerate(nodes):
        morphs = "mesh" in node and "weights" in meshes[node["mesh"]]
        paths = ["translation", "rotation"] + ["scale"] * scaling + ["weights"] * morphs
        for path in paths if "matrix" not in node else []:
            if rng.random() < 0.5:
                continue
            clip["channels"].append({"sampler": len(clip["samplers"]), "target": {"node": n, "path": path}})
            clip["samplers"].append(_sampler(rng, file, path))
    return clip


def _sampler(rng: Rng, file: Tiny, path: str) -> dict[str, Any]:
    count, how = int(rng.integers(1, 6)), str(rng.choice(["LINEAR", "STEP", "CUBICSPLINE"]))
    times = (rng.uniform(0, 0.3) + np.cumsum(rng.uniform(0.05, 0.6, count))).astype(np.float32)
    rows = count * (3 if how == "CUBICSPLINE" else 1)
    values = {
        "translation": lambda: rng.normal(size=(rows, 3)),
        "rotation": lambda: _unit(rng, rows),
        "scale": lambda: rng.uniform(0.3, 2.0, (rows, 3)),
        "weights": lambda: rng.random(2 * rows),
    }[path]().astype(np.float32)
    return {"input": file.add(times), "output": file.add(values), "interpolation": how}


def _unit(rng: Rng, count: int) -> np.ndarray:
    """(count, 4) float32 unit quaternions."""
    q = rng.normal(size=(count, 4))
    return (q / np.linalg.norm(q, axis=1, keepdims=True)).astype(np.float32)


def _directions(rng: Rng, count: int) -> np.ndarray:
    """(count, 3) float32 unit vectors."""
    v = rng.normal(size=(count, 3))
    return (v / np.linalg.norm(v, axis=1, keepdims=True)).astype(np.float32)
