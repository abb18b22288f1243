"""Panda3D as an engine: panda3d-gltf reads, the characters of Panda3D move their vertices on the CPU."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np
from gltf._converter import Converter
from gltf.parseutils import parse_gltf_file
from panda3d.core import GeomVertexReader, NodePath, PartGroup, Thread
from results import Played, document, drawn, run

#: Panda3D is Z-up: its (x, y, z) is glTF's (x, z, -y).
TO_GLTF = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
EVERY_FLAG = PartGroup.HMF_ok_part_extra | PartGroup.HMF_ok_anim_extra | PartGroup.HMF_ok_wrong_root_name


def play(path: Path, clip: int | None, times: Sequence[float]) -> list[Played]:
    """Positions and normals of every primitive at every time."""
    reader = Converter(str(path))
    reader.update(parse_gltf_file(str(path)))
    root = NodePath(reader.active_scene.node())
    found = document(path)
    controls = [
        character.node().get_bundle(0).bind_anim(clips.node().get_bundle(), EVERY_FLAG)
        for character in root.find_all_matches("**/+Character")
        for clips in character.find_all_matches("+AnimBundleNode")  # its own: those of others would fit it, too
    ]
    names = {node.get("name"): n for n, node in enumerate(found["nodes"])}
    geoms = [
        (holder, k) for holder in root.find_all_matches("**/+GeomNode") for k in range(holder.node().get_num_geoms())
    ]
    if len(geoms) != len(drawn(path)):
        raise ValueError(f"{len(geoms)} geoms for {len(drawn(path))} primitives")
    frames = []
    for time in times:
        if clip is not None:
            title = found["animations"][clip].get("name", f"anim{clip}")
            for control in controls:
                if control.get_anim().get_name() == title:
                    last = control.get_num_frames() - 1  # beyond it a clip would begin again
                    control.pose(min(time * control.get_frame_rate(), last))
            for character in root.find_all_matches("**/+Character"):
                character.node().force_update()
        frames.append([of_file(*animated(root, holder, k), indices(reader, path, holder, k)) for holder, k in geoms])
    rows = zip(geoms, zip(*frames, strict=True), strict=True)
    return [
        (names.get(holder.get_parent().name, at), k, np.stack([p for p, _ in of_one]), np.stack([n for _, n in of_one]))
        for at, ((holder, k), of_one) in enumerate(rows)
    ]


def animated(root: NodePath, holder: NodePath, k: int) -> tuple[np.ndarray, np.ndarray]:
    """(V, 3) positions and normals of a geom in glTF's world space."""
    data = holder.node().get_geom(k).get_vertex_data().animate_vertices(True, Thread.get_current_thread())
    world = np.array([list(row) for row in holder.get_mat(root).rows])  # row vectors
    points = column(data, "vertex") @ world[:3, :3] + world[3, :3]
    normals = column(data, "normal") @ np.linalg.pinv(world[:3, :3]).T
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return points @ TO_GLTF.T, np.divide(normals, lengths, where=lengths > 0, out=np.zeros_like(normals)) @ TO_GLTF.T


def indices(reader: Converter, path: Path, holder: NodePath, k: int) -> list[int] | None:
    """The vertex of the file that each row of a geom was made of; None: its own. Without normals they are unrolled."""
    found = document(path)
    mesh = next(number for number, node in reader.meshes.items() if node == holder.node())
    primitive = found["meshes"][mesh]["primitives"][k]
    if "NORMAL" in primitive["attributes"] or "indices" not in primitive:
        return None
    return reader.get_buffer_from_accessor(found, primitive["indices"])


def of_file(points: np.ndarray, normals: np.ndarray, rows: list[int] | None) -> tuple[np.ndarray, np.ndarray]:
    """Positions and normals (V, 3) in the order of the file."""
    if rows is None:
        return points, normals
    _, first = np.unique(rows, return_index=True)
    return points[first], normals[first]


def column(data: object, name: str) -> np.ndarray:
    """(V, 3) a column of vertex data; zeros where there is none."""
    if not data.has_column(name):
        return np.zeros((data.get_num_rows(), 3))
    reader = GeomVertexReader(data, name)
    return np.array([list(reader.get_data3()) for _ in range(data.get_num_rows())])


run(f"Panda3D {version('panda3d')} with panda3d-gltf {version('panda3d-gltf')}", play)
