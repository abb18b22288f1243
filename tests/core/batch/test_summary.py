"""What rows come to: verdicts, exit status, the same text whatever the order; a row survives its line."""

from __future__ import annotations

import dataclasses
import itertools
import json
import xml.etree.ElementTree as ET

import pytest

from skinning_core.batch.ledger import latest
from skinning_core.batch.row import VERDICTS, Key, Row, RowFinding, read_row
from skinning_core.batch.summary import RULES, batch_lines, exit_status, row_cases, row_results, summary_page
from skinning_core.report.junit import junit_document
from skinning_core.report.sarif import sarif_document


def row(path: str, verdict: str = "same", relative: float | None = None, *causes: str, sentence: str = "") -> Row:
    found = () if relative is None else (RowFinding("blender", "walk", relative, 0.5, verdict == "same", causes),)
    return Row(Key(path, "0f", "", "1"), verdict, sentence, 100, 1, 7, found, "5.2.3", 1.5)


ROWS = [
    row("a/good.glb", "same", 2e-7),
    row("a/<off> & \x01on.glb", "different", 3e-2, "nlerp"),
    row("b/far.glb", "different", 0.4, "nlerp", "raw weights"),
    row("b/broken.glb", "unreadable", sentence="broken.glb: truncated"),
    row("c/packed.glb", "not judged", 1e-7, sentence="an extension was not read"),
]


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        (["same"], 0),
        (["same", "different"], 1),
        (["different", "not judged"], 1),
        (["same", "not judged"], 3),
        (["same", "same as far as judged"], 3),
        (["different", "same as far as judged"], 1),
        *((["same", "different", "not judged", verdict], 2) for verdict in VERDICTS[4:]),
        ([], 0),
    ],
)
def test_the_exit_status_is_the_worst(verdicts: list[str], status: int) -> None:
    assert exit_status([row(str(k), verdict) for k, verdict in enumerate(verdicts)]) == status


def test_the_order_of_rows_changes_nothing() -> None:
    told = {"\n".join(batch_lines(latest(rows))) + summary_page(latest(rows)) for rows in itertools.permutations(ROWS)}
    assert len(told) == 1


def test_the_summary_counts_by_verdict_and_by_cause_and_shows_the_worst_first() -> None:
    lines = [" ".join(line.split()) for line in batch_lines(latest(ROWS))]
    assert lines[0] == "5 models, 500 vertices, 35 poses compared"
    for line in ("1 same", "2 different", "1 not judged", "1 unreadable", "2 nlerp", "1 raw weights"):
        assert line in lines
    worst = lines[lines.index("the 4 largest differences, relative to the size") + 1 :]
    assert worst[0].startswith("40 % blender walk")
    assert worst[0].endswith("b/far.glb")
    assert "unreadable b/broken.glb: truncated" in lines
    assert "not judged c/packed.glb: an extension was not read" in lines


def test_a_later_row_of_a_model_stands_for_it() -> None:
    mended = dataclasses.replace(ROWS[3], verdict="same", sentence="")
    assert [r.verdict for r in latest([*ROWS, mended]) if r.key.path == "b/broken.glb"] == ["same"]


@pytest.mark.parametrize("given", ROWS)
def test_a_row_survives_its_line(given: Row) -> None:
    assert "\n" not in given.line()
    assert read_row(given.line()) == given


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"key":{}}', ROWS[0].line().replace('"same"', '"fine"'), "null"])
def test_what_is_no_row_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"not a row|not a verdict|Expecting value"):
        read_row(line)


def test_reports_are_well_formed_whatever_a_name_holds() -> None:
    cases = ET.fromstring(junit_document(row_cases(latest(ROWS)))).iter("testcase")
    outcomes = {case.get("name"): [child.tag for child in case] for case in cases}
    assert outcomes["a/good.glb"] == []
    assert outcomes["a/<off> & ?on.glb"] == ["failure"]
    assert outcomes["b/broken.glb"] == outcomes["c/packed.glb"] == ["error"]
    (run,) = json.loads(json.dumps(sarif_document(row_results(latest(ROWS)), RULES)))["runs"]
    assert [result["ruleId"] for result in run["results"]] == [
        "batch.different",
        "batch.unreadable",
        "batch.different",
        "batch.not-judged",
    ]
    assert "<off>" not in summary_page(latest(ROWS))


def test_every_verdict_has_its_rule() -> None:
    assert {"batch." + verdict.replace(" ", "-") for verdict in VERDICTS if verdict != "same"} == set(RULES)
