"""Every number that leaves the judge is recomputed from arrays, on a character on which no two cases are alike.

The subject is displaced by lengths that the test chooses, each vertex and time its own; ``tests.figures`` knows nothing
of the code. A key of the document that nobody recomputes here fails.
"""

from __future__ import annotations

import html
import json
import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.batch.row import Key, Row, row_of
from skinning_core.batch.summary import RULES, batch_lines, exit_status, row_cases, row_results
from skinning_core.compare.judge.question import Question, Times
from skinning_core.compare.judge.verification import Verification, verify
from skinning_core.error import SkinproofError
from skinning_core.model import Model
from skinning_core.report.document import verify_document
from skinning_core.report.junit import junit_document
from skinning_core.report.page import verify_page
from skinning_core.report.readable import Reading
from skinning_core.report.sarif import sarif_document
from skinning_core.report.table import summary_lines, verification_lines
from skinning_core.report.version import VERSION
from skinning_core.skinned import Skinned
from skinning_core.subject import SkinFunction
from tests import plain
from tests.figures import EDGES, Pair, differing, leading, percentile_99, root_mean
from tests.models import MODELS
from tests.models.awkward import UNUSED
from tests.subjects import subjects

TIMES = [0.0, 0.1, 0.2, 0.35]
CLIPS = ["wave", "nod"]
NAMES = ["body", "arm", "badge"]
NODES = [7, 8, 9]
#: How far vertices go at each time: the longest way is at 0.2 s, the largest share of the size at 0.1 s.
GROWTH = [0.5, 1.0, 1.05, 0.8]
BROKEN = "broken cannot do it"
#: Degrees.
TOLERANCE_OF_NORMALS = 0.5
TOLERANCE = ["--normal-tolerance", "0.5"]


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


Case = tuple[Path, Verification, dict[tuple[str, int], Pair]]


def given(pairs: dict[tuple[str, int], Pair], name: str = "off") -> SkinFunction:
    """The engine that gives what is not right of some pairs."""

    def skin(
        model: Model, clip: int | None, times: np.ndarray, *, normals: bool = True, progress: Any = None
    ) -> Skinned:
        pair, rows = pairs[name, clip or 0], np.searchsorted(TIMES, times)
        own = tuple(None if n is None or not normals else n[rows] for n in pair.other_normals)
        return Skinned(name, times, model.parts, tuple(p[rows] for p in pair.other), own, expects_normals=True)

    return skin


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> Case:
    path = MODELS["awkward"](tmp_path_factory.mktemp("awkward"))
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
        told = f"normals are off by up to {math.degrees(angle):.2g} degrees (tolerance {TOLERANCE_OF_NORMALS:g})"
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
        "cause": None,
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


def test_every_number_of_the_document(case: Case) -> None:
    path, found, pairs = case
    said = {"clips": (2, 2), "times": (4, 8), "vertices": (215, 216), "joints": (5, 5)}
    told = "2 of 2 clips, 4 of 8 times, 215 of 216 vertices, 5 of 5 joints"
    counts = [105, 72, 40]
    places = {"skin": (0, 1, -1)}
    expected = {
        "schema": "skinproof.verify/2",
        "skinproof": VERSION,
        "passed": False,
        "models": [
            {
                "path": "x.glb",
                "name": "awkward",
                "coverage": {n: {"judged": j, "asked": a} for n, (j, a) in said.items()} | {"sentence": told},
                "verdict": verdict(*pairs.values(), refused=True),
                "passed": False,
                "question": {
                    "words": ["--clip", "wave", "--clip", "nod", "--times", "0.0,0.1,0.2,0.35", *TOLERANCE],
                    "judge": "clips",
                    "clips": CLIPS,
                    "clip_map": {},
                    "times": "0.0,0.1,0.2,0.35",
                    "strict": False,
                    "modifiers": True,
                    "normals": True,
                    "tolerance": None,
                    "normal_tolerance_deg": TOLERANCE_OF_NORMALS,
                    "accept": [],
                    "viewport": 1080,
                    "fill": 1.0,
                },
                "vertices": sum(counts),
                "parts": [
                    {"name": NAMES[k], "node": NODES[k], "mesh": k, "primitive": 0}
                    | {"skin": places["skin"][k], "vertices": counts[k]}
                    for k in range(3)
                ],
                "comparisons": [comparison(path, *key, pairs[key]) for key in order(pairs)],
                "failures": [{"clip": 1, "clip_name": "nod", "engine": "broken", "sentence": BROKEN}],
                "weights": weights(path, pairs),
                "notes": [],
                "unjudged": [],
            }
        ],
        "errors": [{"path": "b.glb", "sentence": "gone"}],
    }
    document = json.loads(json.dumps(verify_document([("x.glb", found)], {"b.glb": "gone"})))
    assert not differing(document, expected)


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


def cells(pair: Pair) -> list[float | None]:
    """The columns of one comparison, for people."""
    shares = [pair.largest_length, pair.largest_share, 1080 * pair.largest_share, pair.share_99, pair.unseen]
    return [*shares, pair.turned(1.0), pair.turned(5.0)]


HEADS = ["largest", "of size", "pixels", "99 % below", "unseen", "normals > 1 deg", "> 5 deg"]


def table(lines: list[str], first: str) -> list[list[str]]:
    """The rows of the table that begins with a head, split into their cells."""
    start = next(i for i, line in enumerate(lines) if line.split()[:1] == [first])
    return [re.split(r"  +", line.strip()) for line in lines[start:]]


def test_every_column_of_the_table(case: Case) -> None:
    _, found, pairs = case
    head, *rows = table(verification_lines(found), "clip")
    assert head == ["clip", "engine", "times", *HEADS, "verdict"]
    for row, (name, clip) in zip(rows, order(pairs), strict=False):
        pair = pairs[name, clip]
        words = "nobody would see it" if level(pair.largest_share) == "unseen" else "visible"
        words = "visible in a close-up" if verdict(pair)["level"] == "close" else words
        assert row[:3] == [CLIPS[clip], name, str(len(TIMES))] and row[-1] == f"differs: {words}"
        wrong = [h for h, text, value in zip(HEADS, row[3:-1], cells(pair), strict=True) if not reads(text, value)]
        assert not wrong, (name, clip, row)
    assert rows[len(pairs)] == ["nod", "broken", "not done"]


def test_every_column_with_exponents(case: Case) -> None:
    _, found, pairs = case
    head, *rows = table(verification_lines(found, Reading(exponents=True)), "clip")
    assert head[3:] == ["max", "RMS", "99 %", "normals", "tolerance", "verdict"]
    for row, key in zip(rows, order(pairs), strict=False):
        pair = pairs[key]
        expected = [pair.largest_share, pair.rms_share, pair.share_99, max(pair.every_angle), 3e-6]
        assert all(reads(text, value) for text, value in zip(row[3:-1], expected, strict=True)), row


def test_the_summary_of_models(case: Case) -> None:
    _, found, pairs = case
    head, row = table(summary_lines([found]), "model")
    assert head == ["model", "vertices", "joints", "clips", "times", "off", "near", "broken", "verdict"]
    assert row[:5] == ["awkward", "217", "5", "2", "8"]
    largest = [max(p.largest_share for (n, _), p in pairs.items() if n == name) for name in ("off", "near", "broken")]
    assert all(reads(text, value) for text, value in zip(row[5:8], largest, strict=True))


def test_every_figure_of_the_lines_below_the_table(case: Case) -> None:
    """Where the worst vertex is and how far; how many are lost, gone and unused; what odd weights would do."""
    path, found, pairs = case
    text = "\n".join(verification_lines(found))
    for (name, clip), pair in pairs.items():
        start = f"{name}, {CLIPS[clip]}:"
        for word, length in (("worst", False), ("farthest", True)):
            at = place(path, pair, length=length)
            where = (
                f"{start} {word} at {at['time_s']:.4f} s: vertex {at['vertex']} of {NAMES[at['part']]}, "
                f"joint {at['node_name']}, "
            )
            told = re.search(re.escape(where) + r"(\S+ \S+) off, (\S+ %) of the size", text)
            if told is None:
                assert length and pair.worst(length=True) == pair.worst(length=False)
                continue
            assert reads(told[1], at["distance_m"]) and reads(told[2], at["relative"])
    assert pairs["off", 0].worst(length=True) != pairs["off", 0].worst(length=False), "these are to be told apart"
    assert text.count("1 vertex that no face uses was not compared") == 2
    for row in weights(path, pairs):
        start = f"weights of {row['vertices']} vertices of {row['part_name']} do not sum to one "
        sums = f"({row['smallest_sum']:.6g} to {row['largest_sum']:.6g}); left so, positions would be up to "
        told = re.search(re.escape(start + sums) + r"(\S+ %) of the size away", text)
        assert told is not None and reads(told[1], row["max_relative"])


def test_the_sentence_of_each_subject(case: Case) -> None:
    _, found, pairs = case
    for name in ("off", "near", "broken"):
        mine = [p for (n, _), p in pairs.items() if n == name]
        line = next(line for line in verification_lines(found) if line.startswith(f"  {name}: "))
        told = re.search(r"at most (\S+ \S+) off \((\S+ %) of the size, (\S+) pixels on 1080 lines\)", line)
        share = max(p.largest_share for p in mine)
        assert told is not None and reads(told[1], max(p.largest_length for p in mine))
        assert reads(told[2], share) and reads(told[3], 1080 * share)


def rows_of(page: str, head: str) -> list[list[str]]:
    """The cells of the table whose first head is a word, row by row, its heads first."""
    found = next(
        t for t in re.findall(r"<table>.*?</table>", page, re.S) if f'<thead><tr><th class="name">{head}</th>' in t
    )
    return [
        [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr>.*?</tr>", found)
    ]


def test_every_table_of_the_page(case: Case) -> None:
    path, found, pairs = case
    page = verify_page([("x.glb", found)], {})
    head, *rows = rows_of(page, "clip")
    assert head == ["clip", "engine", "verdict", "times", *HEADS, "worst at", "vertex", "joint"]
    for row, (name, clip) in zip(rows, order(pairs), strict=True):
        at = place(path, pairs[name, clip], length=False)
        assert (row[0], row[1], row[3]) == (CLIPS[clip], name, str(len(TIMES)))
        assert all(reads(text, value) for text, value in zip(row[4:11], cells(pairs[name, clip]), strict=True)), row
        assert row[11:] == [f"{at['time_s']:.4f} s", str(at["vertex"]), at["node_name"]]
    (_, row) = rows_of(page, "model")
    largest = {n: max(p.largest_share for (m, _), p in pairs.items() if m == n) for n, _ in pairs}
    assert row[:3] == ["awkward", "217", "2"]
    assert all(reads(text, value) for text, value in zip(row[3:6], largest.values(), strict=True))
    _, *rows = rows_of(page, "joint")
    expected: dict[int, dict[str, Any]] = {}
    for (name, _), pair in pairs.items():
        for each in joints(path, pair):
            of_node = expected.setdefault(each["node"], {**each, "by": {}})
            of_node["by"][name] = max(each["max"], of_node["by"].get(name, 0.0))
    ordered = sorted(expected.values(), key=lambda each: -max(each["by"].values()))
    for row, each in zip(rows, ordered, strict=True):
        assert row[:2] == [each["name"], str(each["vertices"])]
        shown = [row[2], row[4], row[6]]
        assert all(reads(text, value) for text, value in zip(shown, each["by"].values(), strict=True)), row


def test_every_figure_of_the_pictures(case: Case) -> None:
    """Charts: the worst of each line, its place, each bar's count; portraits: when, and how far the darkest is off."""
    _, found, pairs = case
    page = verify_page([("x.glb", found)], {})
    for (name, clip), pair in pairs.items():
        chart = page.split(f"Largest error over time: {CLIPS[clip]}")[1].split("</svg>")[0]
        t, _, _ = pair.worst(length=False)
        assert f"<title>{name}: {pair.largest_share:.2e} at {TIMES[t]:.4f} s</title>" in chart
        places = [
            [float(x) for x in line.split(",")]
            for line in re.findall(r'points="([^"]*)"', chart)[list(dict(order_of(pairs, clip))).index(name)].split()
        ]
        assert [round(x) for x, _ in places] == [round(74 + 534 * time / TIMES[-1]) for time in TIMES]
        heights = [math.log10(max(pair.shares(t))) for t in range(len(TIMES))]
        slope = (places[0][1] - places[1][1]) / (heights[1] - heights[0])  # logarithmic: pixels per decade
        assert all(
            abs(y - places[0][1] + slope * (h - heights[0])) < 1.0 for (_, y), h in zip(places, heights, strict=True)
        )
    chart = page.split("Vertices by error, all")[1].split("</svg>")[0]
    for name in ("off", "near", "broken"):
        counts = np.sum([histogram(p) for (n, _), p in pairs.items() if n == name], axis=0)
        shown = {b: n for n, b in re.findall(rf"<title>{name}: ([\d,]+) vert\w+ from (\S+) to", chart)}
        for low, count in zip(EDGES[:-1], counts[1:-1], strict=True):
            assert int(shown.pop(f"{low:.1e}", "0").replace(",", "")) == count, (name, low)
        assert not shown
    for name in ("off", "near", "broken"):
        pair = max((p for (n, _), p in pairs.items() if n == name), key=lambda p: p.largest_share)
        t, k, v = pair.worst(length=False)
        told = re.search(rf"<h3>{name}, \w+ at {TIMES[t]:.4f} s: dark is (\S+ \S+) off", page)
        assert told is not None and reads(told[1], pair.distances(k, t)[v])


def order_of(pairs: dict[tuple[str, int], Pair], clip: int) -> list[tuple[str, int]]:
    return [(name, c) for name, c in order(pairs) if c == clip]


def test_rows_and_reports_for_build_servers(case: Case) -> None:
    path, found, pairs = case
    model = load_model(path)
    judged = {
        name: verify(model, {"off": found_subject}, Question(clips=(0,), times=Times.at(TIMES), tolerance=limit))
        for name, found_subject, limit in (
            ("wrong.glb", subjects(model, {"off": given(pairs)})["off"], None),
            ("fine.glb", subjects(model, {"off": given(pairs, "near")})["off"], 0.5),
        )
    }
    rows = [row_of(Key(name, "0f", "", "1"), v, "") for name, v in judged.items()]
    rows.append(row_of(Key("broken.glb", "0f", "", "1"), found, ""))
    rows.append(Row(Key("gone.glb", "0f", "", "1"), "unreadable", "gone.glb: truncated"))
    pair = pairs["off", 0]
    assert [(r.verdict, r.vertices, r.clips, r.times) for r in rows] == [
        ("different", 217, 2, 4),
        ("same", 217, 2, 4),
        ("not done", 217, 2, 20),
        ("unreadable", 0, 0, 0),
    ]
    (finding,) = rows[0].findings
    t, _, _ = pair.worst(length=False)
    assert (finding.engine, finding.clip, finding.time, finding.passed) == ("off", "wave", TIMES[t], False)
    assert finding.relative == pytest.approx(pair.largest_share) and rows[0].worst is finding
    assert [f.relative for f in rows[2].findings] == pytest.approx(
        [max(p.largest_share for (n, _), p in pairs.items() if n == name) for name in ("off", "near", "broken")]
    )
    assert "4 models, 651 vertices, 28 poses compared" in batch_lines(rows) and exit_status(rows) == 2
    suites = ET.fromstring(junit_document(row_cases(rows)))
    for element in (suites, *suites):
        assert [element.get(n) for n in ("tests", "failures", "errors", "skipped")] == ["4", "1", "2", "0"]
    outcomes = {c.get("name"): [kind.tag for kind in c] for c in suites.iter("testcase")}
    assert outcomes == {"wrong.glb": ["failure"], "fine.glb": [], "broken.glb": ["error"], "gone.glb": ["error"]}
    message = next(c for c in suites.iter("failure")).get("message")
    told = re.search(r"off is off by (\S+ %) of the size in wave", message or "")
    assert told is not None and reads(told[1], pair.largest_share)
    results = sarif_document(row_results(rows), RULES)["runs"][0]["results"]
    assert [(r["ruleId"], r["level"]) for r in results] == [
        ("batch.different", "warning"),
        ("batch.not-done", "error"),
        ("batch.unreadable", "error"),
    ]
    assert all(list(RULES)[r["ruleIndex"]] == r["ruleId"] for r in results)
