"""The corpus: every number judged by a second implementation, every case there for a mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model, skin_model
from skinning_core.engines.corpus.cases.case import Norm
from skinning_core.engines.corpus.cases.every import CASES
from skinning_core.engines.corpus.folder import MadeCase
from tests.core.check import khronos
from tests.engines.corpus.matrix import caught, limit, matrix, off, truth
from tests.engines.corpus.planted import PLANTED, planted


def test_there_are_enough_cases_and_a_ladder() -> None:
    assert len(CASES) >= 101
    assert len({case.id for case in CASES}) == len(CASES)
    rungs = [case for case in CASES if case.rung]
    assert [case.rung for case in rungs] == list(range(1, 16))
    assert all(len(case.figure().meshes[0][0].points) == 10 for case in rungs)


def test_a_second_reading_gives_every_number(cases: list[MadeCase], corpus: Path) -> None:
    for made in cases:
        distance, degrees = off(planted(None), made, corpus)
        assert distance < limit(made) / 10, made.case.id
        assert degrees < 0.05, made.case.id


def test_every_case_catches_the_mistake_that_it_is_there_for(cases: list[MadeCase], corpus: Path) -> None:
    assert set(PLANTED) == {case.id for case in CASES}
    for made in cases:
        assert caught(made, off(planted(made.case.id), made, corpus)), made.case.id


@pytest.mark.nightly
def test_no_other_case_catches_it_and_every_named_mistake_is_caught(cases: list[MadeCase], corpus: Path) -> None:
    found = matrix(cases, corpus)
    assert {mistake: by for mistake, by in found.items() if mistake in PLANTED} == {
        case.id: [case.id] for case in CASES
    }
    named = [mistake for mistake in found if mistake not in PLANTED]
    assert len(named) >= 29
    assert not [mistake for mistake in named if not found[mistake]]


def test_numbers_are_float32_in_the_file_beside_the_json(cases: list[MadeCase], corpus: Path) -> None:
    for made in cases[:3]:
        document = json.loads((corpus / made.entry["results"]).read_bytes())
        place = document["positions"][0]
        data = np.frombuffer((corpus / place["bin"]).read_bytes(), "<f4", np.prod(place["shape"]), place["offset"])
        with np.load(corpus / made.entry["npz"]) as file:
            assert np.array_equal(data.reshape(place["shape"]), file["pos0"])
        assert document["times"] == made.entry["times"]


def test_files_that_hold_their_pose_by_a_clip_come_out_the_same(
    cases: list[MadeCase], corpus: Path, tmp_path: Path
) -> None:
    """What is made for engines that pose by clips only (examples/engines/held.py)."""
    script = Path(__file__).resolve().parents[3] / "examples" / "engines" / "held.py"
    subprocess.run([sys.executable, str(script), str(corpus), str(tmp_path / "held")], check=True)
    stills = [made for made in cases if made.entry["clip"] is None]
    assert len(stills) == 68
    for made in stills:
        found = skin_model(load_model(tmp_path / "held" / made.entry["file"]), 0, [0.5], variants=False, normals=False)
        for place, wanted in zip(found.positions, truth(made, corpus)[0], strict=True):
            assert np.abs(place - wanted).max() < limit(made) * found.diagonal.max(), made.case.id


def test_the_validator_finds_no_error_but_in_what_lies_beyond_the_specification(
    cases: list[MadeCase], corpus: Path
) -> None:
    files = [corpus / made.entry[kind] for made in cases for kind in ("file", "check")]
    said = khronos.ask(files, corpus)
    wrong = {path.name: answer.errors for path, answer in zip(files, said) if answer.errors}
    beyond = {case.id for case in CASES if case.norm is Norm.BEYOND}
    assert not {name: codes for name, codes in wrong.items() if name.split(".")[0] not in beyond}
