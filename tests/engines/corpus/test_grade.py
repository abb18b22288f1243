"""Grades: the corpus's own numbers pass, planted mistakes fail with their reason, and what is not there is told."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from examples import port
from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.engines.corpus.cases.case import CorpusCase, Norm
from skinning_core.engines.corpus.cases.every import CASES
from skinning_core.engines.corpus.folder import MadeCase
from skinning_core.engines.corpus.grade import CaseGrade, EngineGrade, Mark, case_grade
from skinning_core.model import Model
from skinning_core.subject import skin_reference
from tests.tiny import Tiny


@pytest.fixture
def some(monkeypatch: pytest.MonkeyPatch) -> tuple[CorpusCase, ...]:
    """A corpus of a few cases, for what does not depend on how many there are: all take 3 s to be made."""
    few = tuple(case for case in CASES if case.rung or case.id in ("strided", "sparse"))
    monkeypatch.setattr("skinning_core.engines.corpus.folder.CASES", few)
    monkeypatch.setattr("skinning_core.engines.corpus.grade.CASES", few)
    return few


def results(corpus: Path, folder: Path, cases: Sequence[CorpusCase] = CASES) -> Path:
    """The corpus's own numbers as an engine's results."""
    folder.mkdir()
    for case in cases:
        document = json.loads((corpus / f"{case.id}.json").read_bytes())
        document["engine"] = "mine 1.0"
        (folder / f"{case.id}.json").write_text(json.dumps(document))
        (folder / f"{case.id}.bin").write_bytes((corpus / f"{case.id}.bin").read_bytes())
    return folder


def test_the_corpus_passes_its_own_grade(corpus: Path, tmp_path: Path, capsys) -> None:
    mine = results(corpus, tmp_path / "mine")
    files = {kind: tmp_path / f"grade.{kind}" for kind in ("json", "junit", "badge", "html", "markdown")}
    words = [word for kind, path in files.items() for word in (f"--{kind}", str(path))]
    assert main(["grade", str(mine), "--normals", "--day", "2026-11-23", *words]) == 0
    told = capsys.readouterr().out
    levels = "must 85 of 85, should 3 of 3, may 4 of 4, extension 4 of 4, quality 1 of 1, beyond 4 of 4"
    assert told.startswith(f"mine 1.0: {levels}; normals 101 of 101 (corpus 1.7)")
    assert "the whole ladder holds" in told
    assert {row["positions"] for row in json.loads(files["json"].read_text())["engines"][0]["cases"]} == {"passed"}
    assert 'tests="202" failures="0"' in files["junit"].read_text()
    assert "85/85" in files["badge"].read_text()
    scores = "85 of 85 | 3 of 3 | 4 of 4 | 4 of 4 | 1 of 1 | 4 of 4"
    assert f"| mine 1.0 | {scores} | nothing | 101 of 101 | none |" in files["markdown"].read_text()
    assert "mine 1.0" in files["html"].read_text()


def test_what_is_wrong_missing_or_given_up_is_told_apart(corpus: Path, some, tmp_path: Path, capsys) -> None:
    mine = results(corpus, tmp_path / "mine", some)
    bend = np.fromfile(mine / "slerp.bin", "<f4")
    (mine / "slerp.bin").write_bytes(np.where(np.arange(len(bend)) % 3 == 2, -bend, bend).astype("<f4").tobytes())
    (mine / "strided.json").write_text(json.dumps({"engine": "mine 1.0", "error": "no such stride"}))
    (mine / "sparse.json").write_text("not JSON")
    (mine / "bind.json").unlink()
    assert main(["grade", str(mine), "--json", str(tmp_path / "grade.json")]) == 1
    told = capsys.readouterr().out
    musts = sum(case.norm is Norm.MUST for case in some)
    assert f"must {musts - 4} of {musts}" in told
    assert "the ladder breaks at rung 3, bind" in told
    assert "the engine gave up: no such stride" in told
    rows = {row["id"]: row for row in json.loads((tmp_path / "grade.json").read_text())["engines"][0]["cases"]}
    assert {name: rows[name]["positions"] for name in ("bind", "slerp", "strided", "sparse")} == {
        "bind": "not given",
        "slerp": "failed",
        "strided": "failed",
        "sparse": "failed",
    }
    assert rows["slerp"]["error"] > 0.01
    assert rows["slerp"]["causes"]


def graded(folder: Path, tiny: Tiny, times: Sequence[float], **arrays: np.ndarray) -> CaseGrade:
    """The grade of an engine that gives these arrays of a file."""
    made = MadeCase(CASES[0], {"a.glb": tiny.glb()}, {"needs": [], "file": "a.glb", "clip": 0, "times": list(times)})
    np.savez(folder / "a.npz", times=np.array(times), **arrays)
    return case_grade(made, folder / "a.npz", folder)


def test_a_case_of_which_nothing_was_judged_has_not_passed(tmp_path: Path) -> None:
    """A file without a vertex: nothing differs, and nothing is the same either."""
    tiny = Tiny()
    del tiny.data["meshes"], tiny.data["nodes"][2], tiny.data["skins"]
    tiny.data["scenes"] = [{"nodes": [0]}]
    found = graded(tmp_path, tiny, [0.0, 1.0])
    assert (found.positions, found.sentence) == (Mark.FAILED, "nothing could be compared")


TIMES = (0.0, 0.3, 1.0)
#: What an engine does otherwise, how its positions and normals are marked, and what is said.
MARKS = [
    ((), Mark.PASSED, Mark.PASSED, ""),
    (("no normals",), Mark.PASSED, Mark.MISSING, ""),
    (("turned",), Mark.PASSED, Mark.FAILED, "normals are off by up to 7 degrees (tolerance 1)"),
    (("moved",), Mark.FAILED, Mark.PASSED, "positions differ"),
    (("moved", "turned"), Mark.FAILED, Mark.FAILED, "positions differ"),
    (("keys together",), Mark.PASSED, Mark.PASSED, ""),
    (("nlerp",), Mark.APPROXIMATED, Mark.PASSED, "positions differ"),
    (("nlerp", "turned"), Mark.APPROXIMATED, Mark.FAILED, "positions differ"),
    (("nlerp", "keys together"), Mark.APPROXIMATED, Mark.PASSED, "positions differ"),
    (("nlerp", "one is no number"), Mark.FAILED, Mark.PASSED, "1 vertex has no usable position; positions differ"),
]


@pytest.mark.parametrize(("does", "positions", "normals", "said"), MARKS)
def test_positions_and_normals_are_marked_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: tuple[str, ...], positions: Mark, normals: Mark, said: str
) -> None:
    tiny = Tiny()
    tiny.primitive["attributes"]["NORMAL"] = tiny.add(np.tile(np.array([0, 0, 1], np.float32), (4, 1)))
    if "keys together" in does:  # which of both counts at that very time is not judged
        keys = np.array([0, 0.5, 0.5, 1], np.float32)
        turns = np.array([[0, 0, np.sin(a), np.cos(a)] for a in (0.0, 0.2, 0.3, 0.8)], np.float32)
        tiny.data["animations"][0]["samplers"] = [{"input": tiny.add(keys), "output": tiny.add(turns)}]
    path = tiny.write_glb(tmp_path / "read.glb")
    if "nlerp" in does:
        monkeypatch.setattr(port, "slerp", lambda a, b, share: (1 - share) * a + share * b)
    found = np.array([port.skin(path, 0, time)[0] for time in TIMES])
    found[:, 3, 0] += 0.1 * ("moved" in does)
    if "one is no number" in does:
        found[:, 0] = np.nan
    turn = np.radians(7.0 * ("turned" in does))
    arrays = {"pos0": found, "nrm0": np.tile([0.0, np.sin(turn), np.cos(turn)], (len(TIMES), 4, 1))}
    if "no normals" in does:
        del arrays["nrm0"]
    given = graded(tmp_path, tiny, TIMES, **arrays)
    assert (given.positions, given.normals, given.sentence) == (positions, normals, said)


def test_a_time_that_is_not_given_is_a_failure(tmp_path: Path) -> None:
    tiny = Tiny()
    path = tiny.write_glb(tmp_path / "read.glb")
    made = MadeCase(CASES[0], {"a.glb": tiny.glb()}, {"needs": [], "file": "a.glb", "clip": 0, "times": list(TIMES)})
    np.savez(
        tmp_path / "a.npz", times=np.array(TIMES[:2]), pos0=np.array([port.skin(path, 0, t)[0] for t in TIMES[:2]])
    )
    found = case_grade(made, tmp_path / "a.npz", tmp_path)
    assert (found.positions, found.normals) == (Mark.FAILED, Mark.MISSING)
    assert found.sentence


def test_the_ladder_is_what_an_engine_owes_and_scores_are_by_level() -> None:
    def of(norm: Norm, rung: int, mark: Mark) -> CaseGrade:
        return CaseGrade(replace(CASES[0], norm=norm, rung=rung), (), mark, mark)

    free, unranked = of(Norm.MAY, 1, Mark.FAILED), of(Norm.MUST, 0, Mark.FAILED)
    near, last = of(Norm.SHOULD, 2, Mark.APPROXIMATED), of(Norm.MUST, 4, Mark.MISSING)
    broken = of(Norm.MUST, 3, Mark.FAILED)
    mine = EngineGrade("mine", (free, unranked, last, broken, near))
    assert mine.broken_rung is broken
    assert EngineGrade("mine", (free, unranked, near)).broken_rung is None
    assert (mine.score("positions"), mine.score("positions", Norm.SHOULD)) == ((1, 5), (1, 1))
    assert mine.score("positions", Norm.MUST) == (0, 3)
    assert mine.score("normals") == (1, 4), "normals of a case without any are no failure"


def moved(model: Model, node: int) -> Model:
    """A model whose node has lost its translation."""
    translation = model.nodes.translation.copy()
    translation[node] = 0.0
    return replace(model, nodes=replace(model.nodes, translation=translation))


def test_the_ladder_blames_what_broke_and_not_the_rung_that_showed_it(corpus, some, tmp_path, capsys) -> None:
    """An engine that loses a translation is wrong from *slerp* on, though it turns at even speed."""
    mine = results(corpus, tmp_path / "mine", some)
    times = json.loads((mine / "slerp.json").read_bytes())["times"]
    skinned = skin_reference(moved(load_model(corpus / "slerp.glb"), 1), 0, np.array(times))
    positions = np.concatenate(skinned.positions, axis=1).astype("<f4").tobytes()
    (mine / "slerp.bin").write_bytes(positions + (mine / "slerp.bin").read_bytes()[len(positions) :])
    assert main(["grade", str(mine)]) == 1
    told = capsys.readouterr().out.splitlines()[1]
    assert told.startswith("  the ladder breaks at rung 4, slerp: ")
    assert "own translation is dropped" in told
    assert "even speed" not in told


@pytest.mark.parametrize(("factor", "told"), [(42.0, " %"), (255.0, " sizes"), (65535.0, " sizes")])
def test_what_is_far_off_is_told_without_an_exponent(corpus, some, tmp_path, capsys, factor: float, told: str) -> None:
    """Weights that nobody divides: 42 sizes are 4,200 %, and 255 are told in sizes."""
    mine = results(corpus, tmp_path / "mine", some)
    (mine / "strided.bin").write_bytes((factor * np.fromfile(mine / "strided.bin", "<f4")).astype("<f4").tobytes())
    assert main(["grade", str(mine)]) == 1
    line = next(line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("strided"))
    assert told in line
    assert "e+" not in line.partition("3.6")[0]


def test_results_without_normals_have_one_score(corpus: Path, some, tmp_path: Path, capsys) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    for case in some:
        with np.load(corpus / f"{case.id}.npz") as file:
            np.savez(mine / f"{case.id}.npz", **{k: file[k] for k in file.files if k[:3] in ("tim", "pos")})
    assert main(["grade", str(mine), "--normals"]) == 3
    musts = sum(case.norm is Norm.MUST for case in some)
    told = capsys.readouterr().out
    assert f"must {musts} of {musts}" in told
    assert "; normals not given" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["grade", "nowhere"], "there is no such folder"),
        (["grade", "."], "this folder holds no result of any case"),
        (["corpus"], "name a folder to write to"),
        (["corpus", "--show", "slurp"], "the corpus has no case 'slurp'"),
    ],
)
def test_bad_usage_is_one_sentence(words: list[str], told: str, tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_cases_are_listed_and_explained(capsys) -> None:
    assert main(["corpus", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(CASES)
    for case in CASES[:: 1 + len(CASES) // 12]:
        assert main(["corpus", "--show", case.id]) == 0
    assert main(["corpus", "--show", "one-joint"]) == 0
    assert "0.25 0 0  ->  0.71651 0.375 0" in capsys.readouterr().out


def test_the_page_of_the_corpus_has_the_grades_of_engines(corpus: Path, some, tmp_path: Path) -> None:
    mine = results(corpus, tmp_path / "mine", some)
    (mine / "bind.json").unlink()
    assert main(["corpus", str(tmp_path / "out"), "--results", str(mine)]) == 0
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    board = page[page.index('id="scoreboard"') :]
    musts = sum(case.norm is Norm.MUST for case in some)
    assert f"mine 1.0<br>must {musts - 1} of {musts}" in board
    assert board.count(">not given</span>") == 1


def test_what_the_specification_permits_is_no_failure(
    corpus: Path, some, tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Implementations MAY approximate slerp: it is a grade of its own, with how far off it is."""
    mine = results(corpus, tmp_path / "mine", some)
    entry = json.loads((corpus / "slerp.json").read_bytes())
    monkeypatch.setattr(port, "slerp", lambda a, b, share: (1 - share) * a + share * b)
    places = [port.skin(corpus / "slerp.glb", 0, time)[0] for time in entry["times"]]
    (mine / "slerp.json").unlink()
    np.savez(mine / "slerp.npz", times=np.array(entry["times"]), pos0=np.array(places))
    assert main(["grade", str(mine), "--json", str(tmp_path / "grade.json")]) == 0
    told = capsys.readouterr().out
    assert "rotations are approximated in 1 case, as C.4 permits, by at most 0." in told
    assert "the whole ladder holds" in told
    (engine,) = json.loads((tmp_path / "grade.json").read_text())["engines"]
    assert engine["approximated"] == ["slerp"]
    assert engine["levels"]["must"][0] == engine["levels"]["must"][1]


def test_each_level_rests_on_a_sentence() -> None:
    """Each case quotes it, whole; 85 rules are demanded of every engine."""
    counts = Counter(case.norm for case in CASES)
    assert counts[Norm.MUST] == 85
    for case in CASES:
        assert re.fullmatch(r"\S.{15,}\.", case.rests_on), case.id
        assert re.fullmatch(r"\d(\.\d+)+|C\.\d|[A-Z]+_\w+", case.section), case.id
        words = {Norm.SHOULD: "SHOULD", Norm.MAY: "MAY", Norm.EXTENSION: "extension"}.get(case.norm, "")
        assert words in case.rests_on
    permitted = {case.id for case in CASES if "MAY approximate" in case.rests_on}
    assert permitted == {"slerp", "equal-keys", "half-turn", "signs", "unequal-lengths"}
