"""The fuzzing that ``python -m tests.fuzz`` does at length: no exception but ours, no warning. Daily a fixed 100."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.judge import judge
from tests.fuzz.mutate import spoilt
from tests.fuzz.seeds import case, seeds
from tests.fuzz.targets import CORPUS, TARGETS, kept, run

BATCH = 100
#: The number of the first case of each batch; one batch a day, 20 a night.
FIRST = [0, *(pytest.param(first, marks=pytest.mark.nightly) for first in range(BATCH, 20 * BATCH, BATCH))]


@pytest.mark.parametrize("first", FIRST)
def test_spoilt_files_end_in_a_result_or_a_sentence(first: int, tmp_path: Path) -> None:
    problems = []
    for number in range(first, first + BATCH):
        suffix, data = case(number)
        path = tmp_path / f"case{suffix}"
        path.write_bytes(data)
        verdict = judge(path, tmp_path)
        if verdict.problem:
            problems.append(f"{number}: {verdict.problem}")
    assert not problems, "\n".join(problems)


@pytest.mark.usefixtures("tmp_path")
def test_a_case_is_its_number() -> None:
    assert [case(number) for number in range(50)] == [case(number) for number in range(50)]
    assert len({case(number)[1] for number in range(200)}) > 190


def test_the_seeds_are_sound(tmp_path: Path) -> None:
    """Unspoilt, each goes the whole way and is the same by both engines of the core."""
    for suffix, data in dict.fromkeys(seeds()):
        path = tmp_path / f"sound{suffix}"
        path.write_bytes(data)
        verdict = judge(path, tmp_path)
        assert (verdict.ended, verdict.problem) == ("same", None), suffix
        assert spoilt(data, 1) != data


@pytest.mark.parametrize("target", TARGETS)
def test_the_kept_corpus(target: str) -> None:
    """What the guided search has found, each entry on a path of its own, ends in a result or a sentence."""
    if target == "draco":
        pytest.importorskip("DracoPy")
    entries = {"sound": TARGETS[target].seeds()[0], **kept(target)}
    ended = {name: run(target, data) for name, data in entries.items()}
    assert ended["sound"] == "read"
    assert set(ended.values()) <= {"read", "refused"}


def test_the_corpus_is_small() -> None:
    assert sum(path.stat().st_size for path in CORPUS.glob("*.zip")) < 300_000
