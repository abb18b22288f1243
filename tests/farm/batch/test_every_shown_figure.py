"""Every figure that people and build servers read: table, page, charts, portraits, rows, JUnit, SARIF."""

from __future__ import annotations

import html
import math
import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.judge.question import Question, Times
from skinning_core.compare.judge.verification import verify
from skinning_core.farm.answer import row_of
from skinning_core.farm.row import Key, Row
from skinning_core.farm.summary import RULES, batch_lines, exit_status, row_cases, row_results
from skinning_core.farm.totals import Totals
from skinning_core.report.junit import Case as JunitCase
from skinning_core.report.junit import junit_document
from skinning_core.report.page import verify_page
from skinning_core.report.readable import Reading
from skinning_core.report.sarif import sarif_document
from skinning_core.report.table import summary_lines, verification_lines
from tests.displaced import (
    CLIPS,
    NAMES,
    TIMES,
    Case,
    given,
    histogram,
    joints,
    level,
    order,
    place,
    reads,
    verdict,
    weights,
)
from tests.figures import EDGES, Pair
from tests.subjects import subjects


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
        assert row[:3] == [CLIPS[clip], name, str(len(TIMES))]
        assert row[-1] == f"differs: {words}"
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
    text = "\n".join(verification_lines(found, every=True))
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
                assert length
                assert pair.worst(length=True) == pair.worst(length=False)
                continue
            assert reads(told[1], at["distance_m"])
            assert reads(told[2], at["relative"])
    assert pairs["off", 0].worst(length=True) != pairs["off", 0].worst(length=False), "these are to be told apart"
    assert text.count("1 vertex that no face uses was not compared") == 2
    for row in weights(path, pairs):
        start = f"weights of {row['vertices']} vertices of {row['part_name']} do not sum to one "
        sums = f"({row['smallest_sum']:.6g} to {row['largest_sum']:.6g}); left so, positions would be up to "
        told = re.search(re.escape(start + sums) + r"(\S+ %) of the size away", text)
        assert told is not None
        assert reads(told[1], row["max_relative"])


def test_the_sentence_of_each_subject(case: Case) -> None:
    _, found, pairs = case
    for name in ("off", "near", "broken"):
        mine = [p for (n, _), p in pairs.items() if n == name]
        line = next(line for line in verification_lines(found) if line.startswith(f"  {name}: "))
        told = re.search(r"at most (\S+ \S+) off \((\S+ %) of the size, (\S+) pixels on 1080 lines\)", line)
        share = max(p.largest_share for p in mine)
        assert told is not None
        assert reads(told[1], max(p.largest_length for p in mine))
        assert reads(told[2], share)
        assert reads(told[3], 1080 * share)


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
        title = re.search(rf"<title>{name}: (\S+ %) at {TIMES[t]:.4f} s</title>", chart)
        assert title is not None
        assert reads(title[1], pair.largest_share)
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
        bars = re.findall(rf"<title>{name}: ([\d,]+) vert\w+ from (\S+) % to", chart)
        shown = {f"{float(low) / 100:.1e}": count for count, low in bars}
        for low, count in zip(EDGES[:-1], counts[1:-1], strict=True):
            assert int(shown.pop(f"{low:.1e}", "0").replace(",", "")) == count, (name, low)
        assert not shown
    for name in ("off", "near", "broken"):
        pair = max((p for (n, _), p in pairs.items() if n == name), key=lambda p: p.largest_share)
        t, k, v = pair.worst(length=False)
        told = re.search(rf"<h3>{name}, \w+ at {TIMES[t]:.4f} s: dark is (\S+ \S+) off", page)
        assert told is not None
        assert reads(told[1], pair.distances(k, t)[v])


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
    assert finding.relative == pytest.approx(pair.largest_share)
    assert rows[0].worst is finding
    assert [f.relative for f in rows[2].findings] == pytest.approx(
        [max(p.largest_share for (n, _), p in pairs.items() if n == name) for name in ("off", "near", "broken")]
    )
    tally = Totals(rows)
    assert "4 models, 651 vertices, 28 poses compared" in batch_lines(tally)
    assert exit_status(tally) == 2
    suites = ET.fromstring(junit_document(row_cases(tally)))
    for element in (suites, *suites):
        assert [element.get(n) for n in ("tests", "failures", "errors", "skipped")] == ["4", "1", "2", "0"]
    outcomes = {c.get("name"): [kind.tag for kind in c] for c in suites.iter("testcase")}
    assert outcomes == {"wrong.glb": ["failure"], "fine.glb": [], "broken.glb": ["error"], "gone.glb": ["error"]}
    message = next(c for c in suites.iter("failure")).get("message")
    told = re.search(r"off is off by (\S+ %) of the size in wave", message or "")
    assert told is not None
    assert reads(told[1], pair.largest_share)
    results = sarif_document(row_results(tally), RULES)["runs"][0]["results"]
    assert [(r["ruleId"], r["level"]) for r in results] == [  # the worst first
        ("batch.not-done", "error"),
        ("batch.unreadable", "error"),
        ("batch.different", "warning"),
    ]
    assert all(list(RULES)[r["ruleIndex"]] == r["ruleId"] for r in results)


def test_junit_counts_each_kind_apart() -> None:
    kinds = ["passed"] * 5 + ["failure"] * 3 + ["error"] * 2 + ["skipped"]
    cases = [JunitCase("one" if k % 2 else "two", f"case {k}", kind) for k, kind in enumerate(kinds)]
    document = ET.fromstring(junit_document(cases))
    assert document.attrib == {"tests": "11", "failures": "3", "errors": "2", "skipped": "1"}
    for suite in document:
        own = [case.outcome for case in cases if case.suite == suite.attrib["name"]]
        counts = {"tests": len(own), "failures": own.count("failure"), "errors": own.count("error")}
        assert {name: int(suite.attrib[name]) for name in counts} == counts
        for name in ("failure", "error", "skipped"):
            assert len(suite.findall(f"testcase/{name}")) == own.count(name)
