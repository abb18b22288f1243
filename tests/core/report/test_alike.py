"""Clips in which the same was found share a row and a cause; a row for each is there for who asks; JSON has all."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.engine_profile import profile_maker
from skinning_core.compare.judge.verification import Verification, verify
from skinning_core.model import Model
from skinning_core.report.document import verify_document
from skinning_core.report.table import verification_lines
from skinning_core.subject import SUBJECTS, skin_reference
from tests.models import MODELS
from tests.subjects import subjects

#: The clips of the model, the last of which one engine gets wrong for a reason of its own.
NAMES = ("idle", "walk", "run", "jump", "wave")


def with_clips(model: Model, names: tuple[str, ...]) -> Model:
    clip = model.clips[0]
    return dataclasses.replace(model, clips=tuple(dataclasses.replace(clip, name=name) for name in names))


def pushed(model, clip, times, **_asked):
    """The reference; in the last clip one vertex is off."""
    skinned = skin_reference(model, clip, times)
    moved = skinned.positions[0].copy()
    if clip == len(model.clips) - 1:
        moved[:, 7, 1] += 0.25
    return dataclasses.replace(skinned, engine="pushed", positions=(moved, *skinned.positions[1:]))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Verification:
    path = MODELS["twelve_influences"](tmp_path_factory.mktemp("alike"))
    model = with_clips(load_model(path), NAMES)
    bevy = {"bevy": profile_maker("bevy")(model)}
    return verify(model, {"fast": SUBJECTS["fast"](model), **bevy, **subjects(model, {"pushed": pushed})})


def rows(lines: list[str]) -> list[str]:
    first = next(k for k, line in enumerate(lines) if line.split()[:2] == ["clip", "engine"])
    return [line for line in lines[first + 1 :] if line.endswith(("the same", "differs: visible", "close-up"))]


def test_clips_with_the_same_finding_are_one_row(found: Verification) -> None:
    told = rows(verification_lines(found))
    starts = [line.split("  ")[1] for line in told]
    assert starts == [
        "rest and all 5 clips",  # fast
        "rest",  # bevy, which moves nothing there
        "rest, idle and 3 more clips",  # pushed
        "all 5 clips",  # bevy
        "wave",  # pushed
    ]
    asked = found.comparisons[0].engine
    times = sum(len(each.difference.times) for each in found.comparisons if each.engine == asked)
    assert told[0].split()[6] == str(times)


def test_the_row_has_the_figures_of_the_worst(found: Verification) -> None:
    worst = max(
        (each for each in found.comparisons if each.engine == "bevy"), key=lambda each: each.difference.max_relative
    )
    alone = next(line for line in rows(verification_lines(found, every=True)) if _is(line, worst.clip_name, "bevy"))
    together = next(
        line for line in rows(verification_lines(found)) if line.split()[:4] == ["all", "5", "clips", "bevy"]
    )
    assert together.split()[-8:] == alone.split()[-8:]


def _is(line: str, clip: str, engine: str) -> bool:
    return line.split()[:2] == [clip, engine]


def test_a_cause_is_told_once_and_its_place_names_the_clip(found: Verification) -> None:
    lines = verification_lines(found)
    causes = [line for line in lines if "cause: " in line]
    assert len(causes) == len({line.split("cause: ")[1] for line in causes})
    assert sum("what to do" in line for line in lines) == len(causes)
    place = next(line for line in lines if line.startswith("  bevy, all 5 clips: worst at"))
    assert any(f" of {name}: vertex " in place for name in NAMES)


def test_every_clip_by_itself_for_who_asks(found: Verification) -> None:
    lines = verification_lines(found, every=True)
    assert len(rows(lines)) == len(found.comparisons) == 18
    assert sum("what to do" in line for line in lines) >= 5


def test_few_clips_have_a_row_each(tmp_path: Path) -> None:
    model = with_clips(load_model(MODELS["plain"](tmp_path)), NAMES[:3])
    few = verify(model, {"fast": SUBJECTS["fast"](model)})
    assert [line.split()[0] for line in rows(verification_lines(few))] == ["rest", *NAMES[:3]]


def test_the_document_has_every_clip(found: Verification) -> None:
    document = verify_document([("a.glb", found)], {})
    assert len(document["models"][0]["comparisons"]) == 18


def test_a_clip_that_differs_more_has_a_row_of_its_own_and_one_cause(tmp_path: Path) -> None:
    """The level is part of a row; the cause, which is the same, is told once."""
    model = with_clips(load_model(MODELS["plain"](tmp_path)), NAMES)

    def turned(model, clip, times, **_asked):
        skinned = skin_reference(model, clip, times)
        amount = 0.0005 if clip else 0.5
        moved = tuple(positions + np.array([0.0, amount, 0.0]) for positions in skinned.positions)
        return dataclasses.replace(skinned, engine="lifted", positions=moved)

    told = verification_lines(verify(model, subjects(model, {"lifted": turned})))
    assert len(rows(told)) == 2
    assert sum(line.endswith("differs: visible") for line in told) == 1
    assert sum("cause: " in line for line in told) == 1
