"""In which clips causes are looked for: in the one that differs most, and where that explains nothing anybody sees."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.engine_state import EngineState
from skinning_core.compare.causes.finder import Diagnosis
from skinning_core.compare.causes.mistake import MISTAKES, made_of
from skinning_core.compare.judge import explanation, unexplained
from skinning_core.compare.judge.question import Origin, Question
from skinning_core.compare.judge.unexplained import MOST_SEARCHED, Explained
from skinning_core.compare.judge.verdict import Outcome
from skinning_core.compare.judge.verification import Inquiry, Verification, verify
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Clip, Model, Track
from skinning_core.skin.posed_model import posed_model
from skinning_core.skinned import Skinned
from skinning_core.subject import Computed, SkinFunction
from tests.models import MODELS
from tests.subjects import subjects

#: Degrees that the joint turns in each clip, between its only keys: nlerp is off by 0.02 to 3 % of the size.
TURNS = (40.0, 60.0, 100.0, 170.0, 80.0)


@pytest.fixture
def many(tmp_path: Path) -> Model:
    """The character of "slerp" with a clip for each of ``TURNS``."""
    model = load_model(MODELS["slerp"](tmp_path))
    (track,) = model.clips[0].tracks
    return dataclasses.replace(
        model, clips=tuple(Clip(f"turn {k}", (turning(track.node, a),)) for k, a in enumerate(TURNS))
    )


def turning(node: int, degrees: float) -> Track:
    half = np.radians(degrees) / 2.0
    values = np.array([[0.0, 0.0, 0.0, 1.0], [np.sin(half), 0.0, 0.0, np.cos(half)]])
    return Track(node, "rotation", "LINEAR", np.array([0.0, 1.0]), values)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The largest error, in metres, of everything in which causes are looked for."""
    found: list[float] = []
    search = explanation.diagnosing

    def counted(posed, reference: Skinned, other: Skinned) -> Iterator[None]:
        found.append(float(np.abs(other.positions[0] - reference.positions[0]).max()))
        return (yield from search(posed, reference, other))

    monkeypatch.setattr(explanation, "diagnosing", counted)
    return found


def by_nlerp(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
    (nlerp,) = (mistake for mistake in MISTAKES if mistake.code == "nlerp")
    made = nlerp.positions(posed_model(model, model.clip(clip), times))
    right = skin_model(model, clip, times, variants=False)
    return right if made is None else dataclasses.replace(right, positions=tuple(np.float32(p) for p in made))


def without_bind_nor_slerp(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
    codes = {"inverse-bind-ignored"} if clip is None else {"inverse-bind-ignored", "nlerp"}
    made = made_of(EngineState(posed_model(model, model.clip(clip), times)), [m for m in MISTAKES if m.code in codes])
    right = skin_model(model, clip, times, variants=False)
    return dataclasses.replace(right, positions=tuple(np.float32(p) for p in made.positions()))


def moved_at_rest_else_by_nlerp(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
    made = by_nlerp(model, clip, times)
    apart = 0.3 if clip is None else 0.0
    return dataclasses.replace(made, positions=tuple(p + np.array([apart, 0.0, 0.0]) for p in made.positions))


def moved(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
    right = skin_model(model, clip, times, variants=False)
    return dataclasses.replace(right, positions=tuple(p + np.array([0.3, 0.0, 0.0]) for p in right.positions))


def without_matrices(skin: SkinFunction) -> SkinFunction:
    """An engine that gives positions alone."""

    def bare(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
        return dataclasses.replace(skin(model, clip, times), node_globals=None, skin_palettes=())

    return bare


def pushed_by(metres: dict[int, float]):
    """An engine that moves one vertex, by as many metres in each clip."""

    def skin(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
        right = skin_model(model, clip, times, variants=False)
        moved = right.positions[0].copy()
        moved[:, 7, 0] += metres.get(-1 if clip is None else clip, 0.0)
        return dataclasses.replace(right, positions=(moved, *right.positions[1:]))

    return skin


def judged(model: Model, function, **asked: object) -> Verification:
    return verify(model, subjects(model, {"tried": function}), Question(**asked))


def told(answer: Verification) -> list[str]:
    return [note for note in answer.notes if "why it differs" in note]


def test_a_cause_of_all_clips_is_looked_for_once_and_named_in_each(many: Model, searches: list[float]) -> None:
    answer = judged(many, by_nlerp)
    named = {c.clip: [cause.code for cause in c.causes] for c in answer.comparisons if c.verdict.differs}
    assert named == {clip: ["nlerp"] for clip in range(len(TURNS))}
    assert len(searches) == 1
    assert not told(answer)
    for comparison in answer.comparisons:
        if comparison.causes:
            alone = judged(many, by_nlerp, clips=(comparison.clip,)).comparison
            assert comparison.causes[0].size == pytest.approx(alone.causes[0].size, rel=1e-6)
            assert comparison.causes[0].explained > 0.99


def test_what_the_rest_pose_cannot_show_is_left_out_there(many: Model, searches: list[float]) -> None:
    """It has no keys to interpolate, so of two causes of every clip it has one."""
    answer = judged(many, without_bind_nor_slerp)
    named = {c.clip: {cause.code for cause in c.causes} for c in answer.comparisons if c.verdict.differs}
    assert named.pop(None) == {"inverse-bind-ignored"}
    assert set(map(frozenset, named.values())) == {frozenset({"inverse-bind-ignored", "nlerp"})}
    assert not told(answer)
    assert len(searches) == 1


def test_the_rest_pose_is_searched_if_it_can_show_nothing_of_what_was_found(many: Model, searches: list[float]) -> None:
    answer = judged(many, moved_at_rest_else_by_nlerp)
    named = {c.clip: [cause.code for cause in c.causes] for c in answer.comparisons if c.verdict.differs}
    assert named.pop(None) == ["moved"]
    assert set(map(tuple, named.values())) == {("nlerp",)}
    assert len(searches) == 2


def test_of_what_nothing_explains_only_the_worst_clips_that_anybody_sees_are_searched(
    many: Model, searches: list[float]
) -> None:
    answer = judged(many, pushed_by({0: 0.02, 1: 0.05, 2: 0.04, 3: 0.03, 4: 0.01}))
    assert searches == pytest.approx([0.05, 0.04, 0.03])
    assert len(searches) == MOST_SEARCHED
    assert "looked for in turn 1" in told(answer)[0]
    assert "2 clips" in told(answer)[0]


def test_what_nobody_sees_is_searched_only_where_it_is_the_worst(many: Model, searches: list[float]) -> None:
    answer = judged(many, pushed_by({0: 2e-5, 1: 4e-5}))
    assert searches == pytest.approx([4e-5], rel=1e-3)
    assert len(told(answer)) == 1
    assert not told(judged(many, pushed_by({0: 2e-5}), clips=(0,)))
    assert searches[1:] == pytest.approx([2e-5], rel=1e-3)


def test_what_moves_all_of_it_alike_is_looked_for_once(many: Model, searches: list[float]) -> None:
    """No mistake is behind it, only a place."""
    answer = judged(many, moved)
    assert {tuple(cause.code for cause in c.causes) for c in answer.comparisons} == {("moved",)}
    assert len(searches) == 1


def test_a_mistake_that_moves_nothing_in_a_clip_is_no_cause_there(many: Model, searches: list[float]) -> None:
    still = dataclasses.replace(many, clips=(*many.clips, Clip("still", (turning(many.clips[0].tracks[0].node, 0.0),))))
    answer = judged(still, without_bind_nor_slerp)
    named = {c.clip: {cause.code for cause in c.causes} for c in answer.comparisons}
    assert named[len(TURNS)] == {"inverse-bind-ignored"}
    assert named[0] == {"inverse-bind-ignored", "nlerp"}
    assert len(searches) == 1


def test_clips_that_another_explains_leave_the_search_to_those_that_it_does_not(
    many: Model, searches: list[float]
) -> None:
    """Four clips by nlerp; the fifth is off by less, visibly, and not by nlerp."""
    alike = dataclasses.replace(many, clips=(many.clips[3],) * 4 + (many.clips[0],))

    def skin(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
        return pushed_by({4: 0.05})(model, clip, times) if clip == 4 else by_nlerp(model, clip, times)

    answer = judged(alike, skin)
    named = {c.clip: {cause.code for cause in c.causes} for c in answer.comparisons if c.verdict.differs}
    assert [clip for clip, codes in named.items() if "nlerp" in codes] == [0, 1, 2, 3]
    assert len(searches) == 2
    assert searches[1] == pytest.approx(0.05, rel=1e-3)
    assert not told(answer)


def test_as_many_clips_are_kept_as_memory_has_room_for() -> None:
    """All of it may be taken; the worst of a subject is kept in any case."""

    def case(engine: str, size: float, share: float) -> Any:
        whole = int(share * unexplained._KEPT)
        return SimpleNamespace(comparison=SimpleNamespace(engine=engine), size=size, bytes=whole)

    cases = [case("a", 4.0, 0.75), case("a", 3.0, 0.25), case("a", 2.0, 0.01), case("b", 1.0, 0.5)]
    left = Counter[str]()
    assert unexplained.affordable(cases[::-1], left) == [cases[0], cases[1], cases[3]]
    assert left == {"a": 1}


def test_of_a_subject_that_was_not_searched_no_clip_is_told() -> None:
    assert Explained({}, {}, Counter({"a": 2})).notes == []


@pytest.mark.parametrize(
    ("source", "generator", "searched"),
    [
        (Origin.SCENE, "Khronos glTF Blender I/O v5.0", 0),
        (Origin.SCENE, "another exporter", 1),
        (Origin.FILE, "Khronos glTF Blender I/O v5.0", 1),
        (None, "Khronos glTF Blender I/O v5.0", 1),
    ],
)
def test_no_engines_mistake_is_looked_for_in_a_file_that_blender_wrote_of_the_scene(
    many: Model, searches: list[float], source: Origin | None, generator: str, searched: int
) -> None:
    answer = judged(dataclasses.replace(many, generator=generator), by_nlerp, source=source)
    assert answer.verdict.outcome is Outcome.DIFFERS
    assert len(searches) == searched
    assert {cause.code for c in answer.comparisons for cause in c.causes} == ({"nlerp"} if searched else set())


class Changed(Computed):
    """A character of a scene that knows by itself how it was edited."""

    def changes(self, clip: int | None, time: float) -> tuple[str, ...]:
        return ("a bone was moved",)


def test_of_what_a_subject_knows_to_be_edited_no_mistake_is_looked_for(many: Model, searches: list[float]) -> None:
    answer = verify(many, {"changed": Changed(many, "changed", by_nlerp)})
    assert not searches
    assert {c.changes for c in answer.comparisons if c.verdict.differs} == {("a bone was moved",)}
    assert not any(c.causes for c in answer.comparisons)


class Posed(Changed):
    """A character that is judged in its own pose: nothing in the pose is at fault."""

    def __init__(self, model: Model, changes: tuple[str, ...]) -> None:
        super().__init__(model, "posed", without_bind_nor_slerp)
        self._changes = changes

    def posed(self, skinned: Skinned) -> Model:
        return self.model

    def changes(self, clip: int | None, time: float) -> tuple[str, ...]:
        return self._changes


@pytest.mark.parametrize(("changes", "codes"), [((), {"inverse-bind-ignored"}), (("a bone was moved",), set())])
def test_in_its_own_pose_a_mistake_is_looked_for_unless_it_knows_better(
    many: Model, changes: tuple[str, ...], codes: set[str]
) -> None:
    (found,) = verify(many, {"posed": Posed(many, changes)}, Question(clips=(None,))).comparisons
    assert {cause.code for cause in found.causes} == codes


def test_what_a_clip_was_searched_for_in_vain_explains_no_other(many: Model, searches: list[float]) -> None:
    def skin(model: Model, clip: int | None, times: np.ndarray, **_asked: object) -> Skinned:
        return moved(model, clip, times) if clip == 2 else pushed_by({1: 0.5})(model, clip, times)

    answer = judged(many, skin, clips=(1, 2))
    assert {c.clip: [cause.code for cause in c.causes] for c in answer.comparisons} == {1: [], 2: ["moved"]}
    assert len(searches) == 2


def test_a_diagnosis_without_mistakes_or_of_its_own_times_is_tried_on_no_other_clip(many: Model) -> None:
    steps = posed_model(many, many.clips[0], np.zeros(1))
    right = skin_model(many, 0, np.zeros(1), variants=False)
    cause = judged(many, by_nlerp).comparison.causes[0]
    (edited, *_) = [mistake for mistake in MISTAKES if mistake.code == "nlerp"]
    of_its_times = dataclasses.replace(edited, code="joint-edited")
    for known in (
        Diagnosis(()),
        Diagnosis((), mistakes=()),
        Diagnosis((cause,)),
        Diagnosis((cause,), mistakes=(of_its_times,)),
    ):
        assert explanation._again(known, steps, right, right) is None


@pytest.mark.parametrize("skin", [without_matrices(by_nlerp), without_matrices(moved)])
def test_without_matrices_the_share_of_the_pose_is_recovered(many: Model, skin: SkinFunction) -> None:
    """In a clip that is searched and in one that another explains; all of it is the pose's, a place too."""
    shares = [c.attribution for c in judged(many, skin).comparisons if c.verdict.differs]
    assert all(share is not None and share.recovered for share in shares)
    assert [share.deformation_share for share in shares if share is not None] == pytest.approx(
        [0.0] * len(shares), abs=1e-3
    )


def test_without_asking_why_nothing_is_looked_for(many: Model, searches: list[float]) -> None:
    answer = Inquiry(many, subjects(many, {"tried": by_nlerp}), Question()).answer(why=False)
    assert answer.verdict.outcome is Outcome.DIFFERS
    assert not searches


def test_clips_that_memory_has_no_room_for_are_told_of(
    many: Model, searches: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unexplained, "_KEPT", 0)
    answer = judged(many, by_nlerp)
    assert len(searches) == 1
    assert "looked for in turn 3" in told(answer)[0]
    assert "4 clips" in told(answer)[0]
    assert {c.clip for c in answer.comparisons if c.verdict.differs} == set(range(len(TURNS)))
