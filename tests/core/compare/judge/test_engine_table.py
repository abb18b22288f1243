"""The table of engines by models: which engine is asked, what it is asked, and what its cell says."""

from __future__ import annotations

import dataclasses
from html import escape
from types import SimpleNamespace

import pytest

from skinning_core import Model, Skinned, SkinproofError, load_model
from skinning_core.compare.causes.engine_profile import PROFILES
from skinning_core.compare.judge import engine_table as table
from skinning_core.compare.judge.engine_table import CLIPS, TIMES, engine_table
from skinning_core.model import Float64, Unjudged
from skinning_core.report.engine_cells import engines_markdown, engines_page
from skinning_core.subject import Computed, Subject, skin_reference
from skinning_core.text.sentence import sentence
from tests.models import MODELS


@pytest.fixture(scope="module")
def slerp(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return load_model(MODELS["slerp"](tmp_path_factory.mktemp("slerp")))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Model:
    """No profile is off on it, so nothing is searched."""
    return load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Real engines that are pretended to be installed or not, by name; each gives the reference."""
    runners = {name: SimpleNamespace(at_hand=False) for name in ("three", "mine")}
    monkeypatch.setattr(table, "RUNNERS", runners)

    def maker(name: str) -> object:
        assert runners[name].at_hand
        return lambda model: Computed(model, f"engine:{name}", skin_reference)

    monkeypatch.setattr(table, "engine_maker", maker)
    return {name: vars(runner) for name, runner in runners.items()}  # type: ignore[misc]


def test_all_with_a_profile_are_asked_and_all_that_are_installed(plain: Model, at_hand: dict[str, dict]) -> None:
    assert [cell.engine for cell in engine_table([plain])] == list(PROFILES)
    at_hand["mine"]["at_hand"] = True
    assert [cell.engine for cell in engine_table([plain])] == [*PROFILES, "mine"]
    assert [cell.engine for cell in engine_table([plain], ["vtk"])] == ["vtk"]


def test_an_installed_engine_is_asked_itself(plain: Model, at_hand: dict[str, dict]) -> None:
    """Its profile stands in for it only if it is not there."""
    assert [cell.real for cell in engine_table([plain], ["three", "vtk"])] == [False, False]
    at_hand["three"]["at_hand"] = True
    assert [cell.real for cell in engine_table([plain], ["three", "vtk"])] == [True, False]


def test_a_cell_says_how_far_and_why(slerp: Model, at_hand: dict[str, dict]) -> None:
    del at_hand
    (wrong, right) = engine_table([slerp], ["playcanvas", "filament"])
    assert not wrong.same
    assert wrong.codes == ("nlerp",)
    assert wrong.causes[0]
    assert wrong.largest is not None
    assert 0.05 < wrong.largest < 0.06  # by nlerp, of the size
    assert wrong.model == slerp.name
    assert right.same
    assert right.codes == ()
    assert right.largest is not None
    assert right.largest < 1e-6


class Counting(Subject):
    """Notes what it is asked, and cannot play some clips."""

    def __init__(self, model: Model, fails: frozenset[int | None] = frozenset()) -> None:
        self.model, self.name, self.fails = model, "counting", fails
        self.seen: list[tuple[int | None, int, bool]] = []

    def at(self, clip: int | None, times: Float64, *, normals: bool = True, **_asked: object) -> Skinned:
        if clip in self.fails:
            raise SkinproofError(f"it cannot play {clip}")
        self.seen.append((clip, len(times), normals))
        return skin_reference(self.model, clip, times, normals=normals)


def with_clips(model: Model, count: int) -> Model:
    return dataclasses.replace(
        model, clips=tuple(dataclasses.replace(model.clips[0], name=str(k)) for k in range(count))
    )


def test_of_many_clips_the_rest_pose_and_four_are_asked_at_eight_times(slerp: Model) -> None:
    assert (CLIPS, TIMES) == (4, 8)
    counting = Counting(with_clips(slerp, 6))
    cell = table._cell("counting", counting, counting.model, real=True)
    assert {clip for clip, _, _ in counting.seen} == {None, 0, 1, 2, 3}
    assert {count for clip, count, _ in counting.seen if clip is not None} == {8}
    assert not any(normals for _, _, normals in counting.seen)
    assert cell.same
    assert cell.real


def test_what_an_engine_cannot_play_is_said_in_its_cell(slerp: Model) -> None:
    """If it can play nothing: the first reason. If it can play something: that."""
    model = with_clips(slerp, 2)
    nothing = table._cell("counting", Counting(model, frozenset({None, 0, 1})), model, real=False)
    assert (nothing.largest, nothing.words) == (None, "it cannot play None")
    some = table._cell("counting", Counting(model, frozenset({1})), model, real=False)
    assert some.largest is not None
    assert "| the same as far as judged |" in engines_markdown([some])
    assert "it cannot play 1" in engines_markdown([some])


def test_progress_counts_cells(plain: Model, at_hand: dict[str, dict]) -> None:
    del at_hand
    told: list[tuple[int, int]] = []
    engine_table([plain, plain], ["vtk", "filament"], lambda done, total: told.append((done, total)))
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (1, 1)]


@pytest.mark.parametrize("broken", [(0,), (1, 2), (0, 1, 2, 3, 4, 5)])
def test_clips_that_cannot_be_read_are_passed_over_and_told(slerp: Model, broken: tuple[int, ...]) -> None:
    told = "the clip {clip!r} cannot be read"
    unjudged = tuple(Unjudged("CLIP_BROKEN", f"/animations/{k}", sentence(told, clip=k)) for k in broken)
    model = dataclasses.replace(with_clips(slerp, 6), broken_clips=dict.fromkeys(broken, ""), unjudged=unjudged)
    counting = Counting(model)
    cell = table._cell("counting", counting, model, real=False)
    assert {clip for clip, _, _ in counting.seen} == {None, *[k for k in range(6) if k not in broken][:4]}
    assert (cell.largest, cell.words, len(cell.unjudged)) == (0.0, "the same", len(broken))
    written = engines_markdown([cell, dataclasses.replace(cell, engine="other")])
    assert written.count("| the same as far as judged ") == 2
    assert written.count("not judged: ") == len(broken)
    assert written.count(cell.unjudged[0]) == engines_page([cell]).count(escape(cell.unjudged[0])) == 1
