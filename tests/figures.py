"""The figures of a difference, recomputed from arrays one vertex after the other, for tests to compare with.

Nothing here comes from the code under test: distances by ``math.dist``, angles by ``math.acos`` and the like, sums in
plain loops. ``Pair`` is what is compared: positions and normals that are right, and those of somebody else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tests import plain

EDGES = [10.0 ** (k / 2) for k in range(-18, 3)]  # half decades from 1e-9 to 10
SEEN_FROM = 0.1 / 1080  # of the size: a tenth of a pixel of 1080


@dataclass
class Pair:
    """Two sets of arrays at T times: per part (T, V, 3); ``None`` for missing normals."""

    times: Sequence[float]
    right: list[np.ndarray]
    other: list[np.ndarray]
    right_normals: list[np.ndarray | None] = field(default_factory=list)
    other_normals: list[np.ndarray | None] = field(default_factory=list)
    unused: Sequence[tuple[int, int]] = ()  # (part, vertex) that no face uses
    _distances: dict[tuple[int, int], dict[int, float]] = field(default_factory=dict)
    _angles: dict[tuple[int, int], list[float]] = field(default_factory=dict)

    @cached_property
    def diagonal(self) -> list[float]:
        out = []
        for t in range(len(self.times)):
            points = [tuple(p) for part in self.right for p in part[t]]
            out.append(math.dist(list(map(min, zip(*points, strict=True))), list(map(max, zip(*points, strict=True)))))
        return out

    def distances(self, k: int, t: int) -> dict[int, float]:
        """Metres by vertex; vertices that cannot be compared are left out."""
        if (k, t) not in self._distances:
            self._distances[k, t] = self._measured(k, t)
        return self._distances[k, t]

    def _measured(self, k: int, t: int) -> dict[int, float]:
        pairs = zip(self.right[k][t].tolist(), self.other[k][t].tolist(), strict=True)
        found = {v: math.dist(a, b) for v, (a, b) in enumerate(pairs)}
        return {v: d for v, d in found.items() if math.isfinite(d)}

    def together(self, t: int) -> list[float]:
        """Distances of all parts at a time."""
        return [d for k in range(len(self.right)) for d in self.distances(k, t).values()]

    def lost(self, k: int, t: int) -> int:
        """The vertices of a part that a face uses and that cannot be compared."""
        unused = sum(part == k and v not in self.distances(k, t) for part, v in self.unused)
        return len(self.right[k][t]) - len(self.distances(k, t)) - unused

    def angles(self, k: int, t: int) -> list[float]:
        """Radians between normals, where both sides have one."""
        if (k, t) not in self._angles:
            self._angles[k, t] = self._turned(k, t)
        return self._angles[k, t]

    def _turned(self, k: int, t: int) -> list[float]:
        ours, theirs = self.right_normals[k], self.other_normals[k]
        if ours is None or theirs is None:
            return []
        pairs = zip(ours[t].tolist(), theirs[t].tolist(), strict=True)
        return [_angle(a, b) for a, b in pairs if any(a) and all(map(math.isfinite, b)) and any(b)]

    def gone(self, t: int) -> int:
        """The normals that only the first side has."""
        every = [0 if n is None else sum(map(any, n[t].tolist())) for n in self.right_normals]
        return sum(every) - sum(len(self.angles(k, t)) for k in range(len(self.right_normals)))

    def shares(self, t: int) -> list[float]:
        return [d / self.diagonal[t] for d in self.together(t)]

    @property
    def largest_share(self) -> float:
        return max(max(self.shares(t)) for t in range(len(self.times)))

    @property
    def largest_length(self) -> float:
        return max(max(self.together(t)) for t in range(len(self.times)))

    @property
    def rms_share(self) -> float:
        """The root of the mean, over the times, of the mean square."""
        return root_mean([root_mean(self.shares(t)) for t in range(len(self.times))])

    @property
    def rms_length(self) -> float:
        return root_mean([root_mean(self.together(t)) for t in range(len(self.times))])

    @property
    def share_99(self) -> float:
        return max(percentile_99(self.shares(t)) for t in range(len(self.times)))

    @property
    def length_99(self) -> float:
        """The length of ``share_99``, at its time."""
        worst = max(range(len(self.times)), key=lambda t: percentile_99(self.shares(t)))
        return percentile_99(self.together(worst))

    @property
    def unseen(self) -> float:
        every = [s for t in range(len(self.times)) for s in self.shares(t)]
        return sum(s < SEEN_FROM for s in every) / len(every)

    @property
    def largest_lost(self) -> int:
        return max(sum(self.lost(k, t) for k in range(len(self.right))) for t in range(len(self.times)))

    @property
    def every_angle(self) -> list[float]:
        return [a for t in range(len(self.times)) for k in range(len(self.right_normals)) for a in self.angles(k, t)]

    def turned(self, degrees: float) -> float:
        return sum(math.degrees(a) > degrees for a in self.every_angle) / len(self.every_angle)

    def worst(self, *, length: bool) -> tuple[int, int, int]:
        """Time, part and vertex of the largest length, or of the largest share of the size."""
        rows = [
            (d if length else d / self.diagonal[t], (t, k, v))
            for t in range(len(self.times))
            for k in range(len(self.right))
            for v, d in self.distances(k, t).items()
        ]
        return max(rows)[1]


def _angle(a: Sequence[float], b: Sequence[float]) -> float:
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return math.atan2(math.hypot(*cross), sum(x * y for x, y in zip(a, b, strict=True)))


def root_mean(values: Sequence[float]) -> float:
    return math.sqrt(sum(v * v for v in values) / len(values))


def percentile_99(values: Sequence[float]) -> float:
    ordered, rank = sorted(values), 0.99 * (len(values) - 1)
    low, high = ordered[math.floor(rank)], ordered[math.ceil(rank)]
    return low + (rank % 1.0) * (high - low)


def leading(path: Path) -> list[list[int]]:
    """Per part: the node that leads each vertex, the joint of its largest weight; without a skin the part's own."""
    file = plain.PlainFile(path)
    out = []
    for n, node in enumerate(file.json["nodes"]):
        if node.get("mesh") is None:
            continue
        for primitive in file.json["meshes"][node["mesh"]]["primitives"]:
            if node.get("skin") is None:
                out.append([n] * len(file.accessor(primitive["attributes"]["POSITION"])))
                continue
            joints, weights = plain.influences(file, primitive["attributes"])
            nodes = file.json["skins"][node["skin"]]["joints"]
            out.append([nodes[j[list(w).index(max(w))]] for j, w in zip(joints, weights, strict=True)])
    return out


def differing(found: Any, expected: Any, pointer: str = "") -> list[str]:
    """Where found JSON is not as expected: a key that nobody expects is a difference, too."""
    if isinstance(expected, dict) and isinstance(found, dict):
        unknown = [f"{pointer}/{key}: nobody recomputes it" for key in found.keys() ^ expected.keys()]
        return unknown + [
            line
            for key in found.keys() & expected.keys()
            for line in differing(found[key], expected[key], f"{pointer}/{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        pairs = enumerate(zip(found, expected, strict=True))
        return [line for i, (a, b) in pairs for line in differing(a, b, f"{pointer}/{i}")]
    if isinstance(found, dict) and set(found) == {"text", "template", "values"}:
        found = found["text"]  # a sentence
    if type(expected) is float and type(found) is float and math.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-12):
        return []
    return [] if type(found) is type(expected) and found == expected else [f"{pointer}: {found!r}, not {expected!r}"]
