"""The awkward character under subjects whose errors a test has chosen, and what that makes of every figure.

Verdicts, places, joints, effects of weights: expected values come from ``tests.figures``, never from the code that is
tested.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from skinning_core import load_model
from skinning_core.compare.judge.question import Question, Times
from skinning_core.compare.judge.verification import Verification, verify
from skinning_core.error import SkinproofError
from skinning_core.model import Model
from skinning_core.skinned import Skinned
from skinning_core.subject import SkinFunction
from tests import plain
from tests.figures import EDGES, Pair, leading, percentile_99, root_mean
from tests.models import MODELS
from tests.models.awkward import UNUSED
from tests.subjects import subjects

Case = tuple[Path, Verification, dict[tuple[str, int], Pair]]

TIMES = [0.0, 0.1, 0.2, 0.35]
CLIPS = ["wave", "nod"]
NAMES = ["body", "arm", "badge"]
NODES = [7, 8, 9]
#: How far vertices go at each time: the longest way is at 0.2 s, the largest share of the size at 0.1 s.
GROWTH = [0.5, 1.0, 1.05, 0.8]
BROKEN = "broken cannot do it"
#: Degrees.
TOLERANCE_OF_NORMALS = 0.5
TOLERANCE = ["--normals", "0.5"]


def displaced(path: Path, clip: int, factor: float) -> Pair:
    """The file by its plain reading, and every vertex and normal of it displaced by a known amount.

    One vertex has no position at the third time, two of the badge's normals are none at the second; the arm's normals
    are missing altogether, and so is the vertex that no face uses.
    """
    right, normals = plain.skin(path, clip, TIMES), plain.normals(path, clip, TIMES)
    other, turned = [], []
    for k, (places, vectors) in enumerate(zip(right, normals, strict=True)):
        vertex = np.arange(places.shape[1])
        size = 0.02 * (k + 1) * (1.0 + (vertex * 37 % 23) / 23) * 10.0 ** -(vertex % 5)
        ways = np.stack([np.cos(vertex), np.sin(vertex), 0.0 * vertex], axis=1)
        other.append(places + factor * np.array(GROWTH)[:, None, None] * size[:, None] * ways)
        angle = factor * np.radians(3.1 * (vertex % 4) + 1.1 * k) * np.array(GROWTH)[:, None]
        axis = np.cross(vectors, np.roll(vectors, 1, axis=-1) + np.array([0.1, 0.2, 0.3]))
        axis /= np.linalg.norm(axis, axis=-1, keepdims=True)
        turned.append(np.cos(angle)[..., None] * vectors + np.sin(angle)[..., None] * np.cross(axis, vectors))
    if factor == 1.0:
        other[0][2, 5] = np.nan
        other[0][:, UNUSED] = np.nan
        turned[2][1, 7:9] = np.nan
        turned[1] = None
    return Pair(TIMES, right, other, normals, turned, unused=[(0, UNUSED)])


def given(pairs: dict[tuple[str, int], Pair], name: str = "off") -> SkinFunction:
    """The engine that gives what is not right of some pairs."""

    def skin(
        model: Model, clip: int | None, times: np.ndarray, *, normals: bool = True, progress: Any = None
    ) -> Skinned:
        pair, rows = pairs[name, clip or 0], np.searchsorted(TIMES, times)
        own = tuple(None if n is None or not normals else n[rows] for n in pair.other_normals)
        return Skinned(name, times, model.parts, tuple(p[rows] for p in pair.other), own, expects_normals=True)

    return skin


def judged_case(folder: Path) -> Case:
    """The file, the answer on three subjects of it over both clips, and what is compared; one fails in a clip."""
    path = MODELS["awkward"](folder)
    pairs = {(n, clip): displaced(path, clip, f) for n, f in (("off", 1.0), ("near", 1e-3)) for clip in (0, 1)}

    def broken(model: Model, clip: int, times: np.ndarray, **_: Any) -> Skinned:
        if clip == 1:
            raise SkinproofError(BROKEN)
        return given(pairs, "near")(model, clip, times)

    functions = {"off": given(pairs), "near": given(pairs, "near"), "broken": broken}
    model = load_model(path)
    question = Question(clips=(0, 1), times=Times.at(TIMES), normal_tolerance=TOLERANCE_OF_NORMALS)
    found = verify(model, subjects(model, functions), question, picture=True)
    return path, found, {**pairs, ("broken", 0): pairs["near", 0]}


def level(share: float) -> str:
    """By pixels of 1080 lines."""
    pixels = 1080 * share
    return "unseen" if pixels < 0.1 else "close" if pixels < 1.0 else "visible"


def by_angle(angle: float) -> str:
    return "unseen" if angle < math.radians(1) else "close" if angle < math.radians(5) else "visible"


RANKS = ["same", "unseen", "close", "visible"]


def verdict(*pairs: Pair, refused: bool = False) -> dict[str, Any]:
    """Of several clips of several subjects: the largest of each kind counts."""
    grounds = []
    lost, gone = max(p.largest_lost for p in pairs), max(p.gone(t) for p in pairs for t in range(len(TIMES)))
    share, angle = max(p.largest_share for p in pairs), max(max(p.every_angle) for p in pairs)
    if lost:
        grounds.append(("POSITIONS_UNUSABLE", "visible", f"{lost} vertex has no usable position"))
    grounds.append(("POSITIONS", level(share), "positions differ"))
    if gone:
        grounds.append(("NORMALS_GONE", "visible", f"{gone} normals are missing or no numbers"))
    if math.degrees(angle) > TOLERANCE_OF_NORMALS:
        told = f"normals are off by up to {math.degrees(angle):.3g} degrees (tolerance {TOLERANCE_OF_NORMALS:g})"
        grounds.append(("NORMALS", by_angle(angle), told))
    worst = max((g[1] for g in grounds), key=RANKS.index)
    rows = [{"outcome": "differs", "code": c, "level": g, "sentence": s} for c, g, s in grounds]
    if refused:
        told = f"broken: {BROKEN}"
        rows.append({"outcome": "not judged", "code": "REFUSED", "level": "same", "sentence": told})
    rows.sort(key=lambda row: (row["outcome"] != "differs", -RANKS.index(row["level"])))
    return {"outcome": "differs", "level": worst, "status": 2 if refused else 1, "grounds": rows}


def place(path: Path, pair: Pair, *, length: bool) -> dict[str, Any]:
    t, k, v = pair.worst(length=length)
    distance, node = pair.distances(k, t)[v], leading(path)[k][v]
    return {
        "distance_m": distance,
        "relative": distance / pair.diagonal[t],
        "time_s": TIMES[t],
        "part": k,
        "vertex": v,
        "node": node,
        "node_name": plain.PlainFile(path).json["nodes"][node]["name"],
    }


def joints(path: Path, pair: Pair) -> list[dict[str, Any]]:
    leads, names = leading(path), plain.PlainFile(path).json["nodes"]
    out = []
    for node in sorted({n for part in leads for n in part}):
        by_time = [
            [d / pair.diagonal[t] for k in range(3) for v, d in pair.distances(k, t).items() if leads[k][v] == node]
            for t in range(len(TIMES))
        ]
        led = sum(part.count(node) for part in leads)
        row = {"node": node, "name": names[node]["name"], "vertices": led, "max": max(map(max, by_time))}
        out.append({**row, "rms": max(map(root_mean, by_time))})
    return out


def part(pair: Pair, k: int) -> dict[str, Any]:
    times = range(len(TIMES))
    found = [pair.distances(k, t) for t in times]
    return {
        "max_m": [max(d.values()) for d in found],
        "rms_m": [root_mean(list(d.values())) for d in found],
        "percentile_99_m": [percentile_99(list(d.values())) for d in found],
        "mean_m": [sum(d.values()) / len(d) for d in found],
        "worst_vertex": [max(d, key=d.__getitem__) for d in found],
        "lost": [pair.lost(k, t) for t in times],
        "normal_angle_rad": [max(pair.angles(k, t), default=0.0) for t in times],
    }


def histogram(pair: Pair) -> list[int]:
    every = [s for t in range(len(TIMES)) for s in pair.shares(t)]
    return [sum(sum(edge <= s for edge in EDGES) == b for s in every) for b in range(len(EDGES) + 1)]


def comparison(path: Path, name: str, clip: int, pair: Pair) -> dict[str, Any]:
    times = range(len(TIMES))
    judged = verdict(pair)
    return {
        "clip": clip,
        "clip_name": CLIPS[clip],
        "engine": name,
        "verdict": judged,
        "passed": False,
        "decides": True,
        "tolerance": 3e-6,
        "tolerance_reason": "",
        "seen": {
            "level": judged["level"],
            "pixels": 1080 * pair.largest_share,
            "viewport": 1080,
            "fill": 1.0,
            "unseen_share": pair.unseen,
            "normals_over_1_degree": pair.turned(1.0),
            "normals_over_5_degrees": pair.turned(5.0),
        },
        "max": pair.largest_share,
        "rms": pair.rms_share,
        "percentile_99": pair.share_99,
        "normal_angle_rad": max(pair.every_angle),
        "normal_times": len(TIMES),
        "lost": pair.largest_lost,
        "absent": 0,
        "unusable": pair.largest_lost,
        "normals_gone": max(map(pair.gone, times)),
        "normals_flat": 0,  # no joints of it cancel: see test_flat_normals for those that do
        "unused": 1 if name == "off" else 0,
        "compared": sum(len(pair.together(t)) for t in times),
        "worst": place(path, pair, length=False),
        "farthest": place(path, pair, length=True),
        "times_s": TIMES,
        "diagonal_m": pair.diagonal,
        "max_by_time": [max(pair.shares(t)) for t in times],
        "rms_by_time": [root_mean(pair.shares(t)) for t in times],
        "parts": [part(pair, k) for k in range(3)],
        "joints": joints(path, pair),
        "histogram": {"edges": EDGES, "counts": histogram(pair)},
        "attribution": None,
        "causes": [],
        "changes": [],
        "split": None,
        "only_there": None,
        "notes": [],
    }


def weights(path: Path, pairs: dict[tuple[str, int], Pair]) -> list[dict[str, Any]]:
    """A vertex whose weights sum to s stands, if they are left so, at s times its place."""
    file, out = plain.PlainFile(path), []
    for k in (0, 1):
        stored = plain.influences(file, file.json["meshes"][k]["primitives"][0]["attributes"])[1].tolist()
        sums = [math.fsum(row) for row in stored]
        off = [v for v, s in enumerate(sums) if abs(s - 1.0) > 1e-4]
        away = [
            abs(sums[v] - 1.0) * math.hypot(*pair.right[k][t, v]) / pair.diagonal[t]
            for (name, _), pair in pairs.items()
            if name == "off"
            for t in range(len(TIMES))
            for v in off
        ]
        out.append(
            {
                "part_index": k,
                "part_name": NAMES[k],
                "vertices": len(off),
                "zero_sum": sums.count(0.0),
                "smallest_sum": min(sums),
                "largest_sum": max(sums),
                "max_relative": max(away),
            }
        )
    return out


def order(pairs: dict[tuple[str, int], Pair]) -> list[tuple[str, int]]:
    return [(n, clip) for clip in (0, 1) for n in ("off", "near", "broken") if (n, clip) in pairs]


#: Of what people read: metres, or shares.
UNITS = {"mm": 1e-3, "cm": 1e-2, "m": 1.0, "%": 1e-2, "rad": 1.0, "s": 1.0, "": 1.0}


def reads(text: str, value: float | None) -> bool:
    """Whether a figure is a value, rounded to its last digit; None: "-"."""
    if value is None or text in ("-", "none", "all"):
        return text == ("-" if value is None else "none" if value == 0.0 else "all" if value == 1.0 else "?")
    number, _, unit = text.partition(" ")
    if number.startswith("<"):
        return value < float(number[1:]) * UNITS[unit]
    mantissa, _, power = number.replace(",", "").partition("e")
    last = 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2])) * UNITS[unit]
    return abs(float(number.replace(",", "")) * UNITS[unit] - value) <= 0.5000001 * last
