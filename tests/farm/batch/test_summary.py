"""What rows come to: verdicts, exit status, the same text whatever the order; a row survives its line."""

from __future__ import annotations

import dataclasses
import itertools
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from skinning_core.error import SkinproofError
from skinning_core.farm.ledger import read_rows
from skinning_core.farm.row import VERDICTS, Key, Row, RowFinding, read_row
from skinning_core.farm.summary import RULES, batch_lines, exit_status, row_cases, row_results, summary_page
from skinning_core.farm.totals import LISTED, Ledgers, Totals
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
        *((["same", "different", "not judged", verdict], 2) for verdict in VERDICTS[5:]),
        ([], 0),
    ],
)
def test_the_exit_status_is_the_worst(verdicts: list[str], status: int) -> None:
    assert exit_status(Totals(row(str(k), verdict) for k, verdict in enumerate(verdicts))) == status


def test_the_order_of_rows_changes_nothing() -> None:
    tallies = [Totals(rows) for rows in itertools.permutations(ROWS)]
    told = {"\n".join(batch_lines(tally)) + summary_page(tally) for tally in tallies}
    assert len(told) == 1


def test_the_summary_counts_by_verdict_and_by_cause_and_shows_the_worst_first() -> None:
    lines = [" ".join(line.split()) for line in batch_lines(Totals(ROWS))]
    assert lines[0] == "5 models, 500 vertices, 35 poses compared"
    for line in ("1 same", "2 different", "1 not judged", "1 unreadable", "2 nlerp", "1 raw weights"):
        assert line in lines
    worst = lines[lines.index("the 4 largest differences, relative to the size") + 1 :]
    assert worst[0].startswith("40 % blender walk")
    assert worst[0].endswith("b/far.glb")
    assert "unreadable b/broken.glb: truncated" in lines
    assert "not judged c/packed.glb: an extension was not read" in lines


def test_a_later_row_of_a_model_stands_for_it(tmp_path: Path) -> None:
    mended = dataclasses.replace(ROWS[3], verdict="same", sentence="")
    ledger = tmp_path / "l.jsonl"
    ledger.write_text("".join(f"{r.line()}\n" for r in [*ROWS, mended]))
    assert [r.verdict for r in read_rows(ledger) if r.key.path == "b/broken.glb"] == ["same"]
    assert sorted(r.key.path for r in Ledgers([ledger], print)) == sorted(r.key.path for r in ROWS)
    assert [r.verdict for r in Ledgers([ledger], print) if r.key.path == "b/broken.glb"] == ["same"]


def test_a_member_that_a_later_version_adds_is_passed_over_and_a_later_layout_refused() -> None:
    line = ROWS[1].line()
    assert (
        read_row(line.replace('"verdict"', '"mood":"good","verdict"').replace('"engine"', '"size":1,"engine"'))
        == (ROWS[1])
    )
    with pytest.raises(SkinproofError, match=r"skinproof\.row/2, which is not known"):
        read_row(line.replace("skinproof.row/1", "skinproof.row/2"))


def test_a_page_of_very_many_models_stays_below_two_megabytes() -> None:
    """With long names and long sentences; what matters most is in it."""
    name = "x" * 200
    many = [row(f"{name}/{k}.glb", "different", 1e-3 + k * 1e-9, "nlerp") for k in range(LISTED + 2000)]
    tally = Totals([*many, row("bad.glb", "unreadable", sentence="y" * 5000)])
    page = summary_page(tally)
    assert len(page) < 2_000_000
    assert "bad.glb" in page
    assert f"{LISTED + 1999}.glb" in page
    assert "are not in the table" in page
    assert len(row_cases(tally)) == LISTED
    assert f"{LISTED + 2001:,} models" in page


@pytest.mark.parametrize("given", ROWS)
def test_a_row_survives_its_line(given: Row) -> None:
    assert "\n" not in given.line()
    assert read_row(given.line()) == given


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{}",
        '{"key":{}}',
        ROWS[0].line().replace("path", "pith"),
        ROWS[0].line().replace('"same"', '"fine"'),
        "null",
    ],
)
def test_what_is_no_row_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"not a row|not a verdict|Expecting value"):
        read_row(line)


def test_reports_are_well_formed_whatever_a_name_holds() -> None:
    cases = ET.fromstring(junit_document(row_cases(Totals(ROWS)))).iter("testcase")
    outcomes = {case.get("name"): [child.tag for child in case] for case in cases}
    assert outcomes["a/good.glb"] == []
    assert outcomes["a/<off> & ?on.glb"] == ["failure"]
    assert outcomes["b/broken.glb"] == outcomes["c/packed.glb"] == ["error"]
    (run,) = json.loads(json.dumps(sarif_document(row_results(Totals(ROWS)), RULES)))["runs"]
    assert [result["ruleId"] for result in run["results"]] == [
        "batch.different",
        "batch.unreadable",
        "batch.different",
        "batch.not-judged",
    ]
    assert "<off>" not in summary_page(Totals(ROWS))


def test_every_verdict_has_its_rule() -> None:
    assert {"batch." + verdict.replace(" ", "-") for verdict in VERDICTS[2:]} == set(RULES)
