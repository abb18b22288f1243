"""Where the specification puts every vertex of a file, in Blender's axes, by `tests.plain`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests import plain

TO_BLENDER = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
#: Primitives that are made of triangles.
LISTED, STRIP, FAN = 4, 5, 6


class Oracle:
    """A file's vertices (V, 3) at any time of any clip, and its triangles by numbers of these."""

    def __init__(self, path: Path) -> None:
        self.path, self.file = path, plain.PlainFile(path)
        self.clips = len(self.file.json.get("animations") or [])
        self.drawn = [
            (n, primitive)
            for n, node in enumerate(self.file.json["nodes"])
            if node.get("mesh") is not None
            for primitive in self.file.json["meshes"][node["mesh"]]["primitives"]
        ]
        counts = [self.file.json["accessors"][p["attributes"]["POSITION"]]["count"] for _, p in self.drawn]
        self.first = np.cumsum([0, *counts])
        self.triangles = [
            tuple(int(v) + int(begin) for v in corner)
            for (_, primitive), begin, count in zip(self.drawn, self.first, counts, strict=False)
            for corner in self._corners(primitive, count)
        ]
        self._known: dict[tuple[int | None, float], np.ndarray] = {}
        self._far: dict[tuple[int | None, float], float] = {}

    def _corners(self, primitive: dict, count: int) -> list[tuple[int, int, int]]:
        indices = primitive.get("indices")
        row = list(range(count)) if indices is None else self.file.accessor(indices)[:, 0].astype(int).tolist()
        mode = primitive.get("mode", LISTED)
        if mode == LISTED:
            return [tuple(row[k : k + 3]) for k in range(0, len(row) - 2, 3)]
        if mode == STRIP:
            return [tuple(row[k : k + 3]) for k in range(len(row) - 2)]
        return [(row[0], row[k], row[k + 1]) for k in range(1, len(row) - 1)] if mode == FAN else []

    def at(self, clip: int | None, time: float) -> np.ndarray:
        """(V, 3) in Blender's axes."""
        if (clip, time) not in self._known:
            found = plain.skin(self.path, clip, [time])
            self._known[clip, time] = np.concatenate([part[0] for part in found]) @ TO_BLENDER.T
        return self._known[clip, time]

    def size(self, clip: int | None, time: float) -> float:
        return float(np.linalg.norm(np.ptp(self.at(clip, time), axis=0)))

    def far(self, clip: int | None, time: float) -> float:
        """Metres: the largest coordinate of a vertex, or of the origin of a node, then."""
        if (clip, time) not in self._far:
            origins = [np.abs(node[:3, 3]).max() for node in plain.matrices(self.path, clip, time)]
            self._far[clip, time] = float(max(np.abs(self.at(clip, time)).max(), *origins))
        return self._far[clip, time]

    def last(self, clip: int | None) -> float:
        """Seconds of the last key."""
        if clip is None:
            return 0.0
        samplers = self.file.json["animations"][clip]["samplers"]
        return max(float(self.file.accessor(s["input"])[-1, 0]) for s in samplers)

    def nodes(self, clip: int | None, time: float) -> list[np.ndarray]:
        """(4, 4) of every node, in Blender's axes on both sides of what it maps to."""
        turn = np.eye(4)
        turn[:3, :3] = TO_BLENDER
        return [turn @ m for m in plain.matrices(self.path, clip, time)]

    def skinned(self, world: dict[int, np.ndarray], morphs: dict[int, np.ndarray]) -> np.ndarray:
        """(V, 3) under given matrices of nodes, which map into Blender's axes, and morph weights by node."""
        matrices = [world.get(n, np.eye(4)) for n in range(len(self.file.json["nodes"]))]
        parts = [plain._positions(self.file, node, primitive, matrices, morphs) for node, primitive in self.drawn]
        return np.concatenate(parts)
