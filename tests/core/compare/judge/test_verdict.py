"""The verdict: which grounds lead to which outcome, level and exit status; what was not judged is never the same."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np
import pytest

from skinning_core import Model, Skinned, load_model, skin_model
from skinning_core.compare.judge.level import Level
from skinning_core.compare.judge.question import Origin, Question, Times, When
from skinning_core.compare.judge.verdict import (
    ACCEPTABLE,
    Ground,
    Outcome,
    combined,
    decided,
    missing_in_file,
    refusal,
    unseen,
    without_clips,
    worst_status,
)
from skinning_core.compare.judge.verification import Verification, verify
from skinning_core.compare.measure.tolerance import ORDINARY
from skinning_core.model import Clip, Float64
from skinning_core.report.document import verify_document
from skinning_core.report.readable import Reading, between_frames
from skinning_core.report.table import verification_lines
from skinning_core.skinned import Progress, SetAside, no_progress
from skinning_core.subject import Computed, Presence, Subject
from tests.models import MODELS

POSITIONS = Ground(Outcome.DIFFERS, "POSITIONS", "positions differ", Level.CLOSE, 1e-3)
NORMALS = Ground(Outcome.DIFFERS, "NORMALS", "normals are off", Level.VISIBLE, 0.5)
MODIFIER = Ground(Outcome.PARTLY, "MODIFIER", "it adds vertices")
NOTHING = Ground(Outcome.NOT_JUDGED, "NOTHING_COMPARED", "nothing")
REFUSAL = refusal("fast", "it is broken")
SAME, UNSEEN, CLOSE, VISIBLE = Level


@pytest.mark.parametrize(
    ("grounds", "accept", "outcome", "level", "status"),
    [
        ([], "", Outcome.SAME, SAME, 0),
        ([MODIFIER], "", Outcome.PARTLY, SAME, 3),
        ([MODIFIER], "MODIFIER", Outcome.SAME, SAME, 0),
        ([MODIFIER], "SPRINGS_NOT_READ", Outcome.PARTLY, SAME, 3),
        ([NOTHING], "", Outcome.NOT_JUDGED, SAME, 3),
        ([NOTHING, MODIFIER], "MODIFIER", Outcome.NOT_JUDGED, SAME, 3),
        ([NOTHING], "NOTHING_COMPARED", Outcome.NOT_JUDGED, SAME, 3),
        ([POSITIONS], "", Outcome.DIFFERS, CLOSE, 1),
        ([POSITIONS], "POSITIONS", Outcome.DIFFERS, CLOSE, 1),
        ([MODIFIER, POSITIONS, NORMALS], "", Outcome.DIFFERS, VISIBLE, 1),
        ([REFUSAL], "", Outcome.NOT_JUDGED, SAME, 2),
        ([REFUSAL, MODIFIER], "REFUSED", Outcome.NOT_JUDGED, SAME, 2),
        ([REFUSAL, POSITIONS], "", Outcome.DIFFERS, CLOSE, 2),
    ],
)
def test_the_worst_ground_decides(
    grounds: list[Ground], accept: str, outcome: Outcome, level: Level, status: int
) -> None:
    for ordered in itertools.permutations(grounds):
        verdict = decided(ordered, frozenset({accept}))
        assert (verdict.outcome, verdict.level, verdict.status) == (outcome, level, status)
        assert verdict.same == (status == 0)


def test_what_is_allowed_keeps_its_level() -> None:
    verdict = decided([], allowed=Level.CLOSE)
    assert (verdict.status, verdict.words) == (0, "allowed: visible in a close-up")


def test_of_one_measure_the_largest_is_told_and_of_names_each() -> None:
    larger = dataclasses.replace(NORMALS, sentence="by more", amount=0.9)
    other = dataclasses.replace(MODIFIER, sentence="another adds some, too")
    verdict = combined([decided([NORMALS, MODIFIER]), decided([larger, other])])
    assert [str(ground.sentence) for ground in verdict.grounds] == ["by more", "it adds vertices", str(other.sentence)]


def test_several_answers_end_in_the_worst_status() -> None:
    same, partly, different, refused = map(decided, ([], [MODIFIER], [POSITIONS], [REFUSAL]))
    assert worst_status([]) == worst_status([same]) == 0
    assert worst_status([partly, same]) == 3
    assert worst_status([different, partly, same]) == 1
    assert worst_status([different, refused]) == 2


@pytest.mark.parametrize(("missing", "outcome"), [(0, Outcome.SAME), (1, Outcome.PARTLY), (3, Outcome.NOT_JUDGED)])
def test_clips_that_are_not_there(missing: int, outcome: Outcome) -> None:
    names = ["run", "walk", "wave"]
    verdict = decided(without_clips(names[:missing], 3))
    assert verdict.outcome is outcome
    accepted = decided(without_clips(names[:missing], 3), frozenset({"CLIPS_MISSING"}))
    assert accepted.outcome is (outcome if missing == 3 else Outcome.SAME)


class Character(Subject):
    """The reference in a scene of 24 frames per second, with what the test takes away from it."""

    name = "character"

    def __init__(
        self,
        model: Model,
        there: Sequence[int] | None = None,
        presence: Presence | None = None,
        moves: float = 0.0,  # of the size, by a modifier
    ) -> None:
        self.model, self._there, self._presence, self._moves = model, there, presence, moves

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        del progress
        skinned = skin_model(self.model, clip, times, normals=normals, variants=False)
        off = np.abs(times * 24.0 - np.round(times * 24.0))[:, None, None]  # as a sampled curve is between its samples
        positions = tuple(p + 0.01 * skinned.diagonal[:, None, None] * off for p in skinned.positions)
        aside = (SetAside("'Smooth'", self._moves * skinned.diagonal, 0),) if self._moves else ()
        return dataclasses.replace(skinned, positions=positions, set_aside=aside)

    @property
    def clips(self) -> Sequence[int] | None:
        return self._there

    def frames(self, clip: int | None) -> Float64:
        return np.arange(5) / 24.0 if clip is not None else np.zeros(1)

    @property
    def frame_rate(self) -> float:
        return 24.0

    def presence(self) -> Presence | None:
        return self._presence


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    made = load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))
    return dataclasses.replace(made, clips=tuple(Clip(name, made.clips[0].tracks) for name in ("run", "walk")))


def answer(model: Model, subject: Subject, question: Question | None = None) -> Verification:
    return verify(model, {subject.name: subject}, question)


def test_half_of_the_clips_is_not_the_same_and_none_is_not_judged(model: Model) -> None:
    all_there = answer(model, Character(model, (0, 1)))
    assert (all_there.verdict.status, all_there.coverage.clips.judged) == (0, 2)
    half = answer(model, Character(model, (1,)))
    assert (half.verdict.status, half.verdict.outcome) == (3, Outcome.PARTLY)
    assert str(half.coverage.sentence).startswith("1 of 2 clips, 6 of 6 frames")
    assert "character has no clip 'run'" in "\n".join(verification_lines(half))
    none = answer(model, Character(model, ()))
    assert (none.verdict.status, none.verdict.outcome) == (3, Outcome.NOT_JUDGED)
    accepted = Question(accept=frozenset({"CLIPS_MISSING"}))
    assert answer(model, Character(model, (1,)), accepted).verdict.status == 0
    assert answer(model, Character(model, ()), accepted).verdict.status == 3


@pytest.mark.parametrize(
    ("presence", "outcome", "code"),
    [
        (Presence(3, (), 4, 0, 0, 0), Outcome.SAME, ""),
        (Presence(3, (), 4, 1, 0, 0), Outcome.DIFFERS, "FACES_GONE"),
        (Presence(3, (), 4, 0, 2, 0), Outcome.PARTLY, "FACES_ADDED"),
        (Presence(3, ("hip",), 4, 0, 0, 0), Outcome.PARTLY, "JOINTS_MISSING"),
        (Presence(3, ("hip", "knee", "toe"), 4, 0, 0, 0), Outcome.NOT_JUDGED, "JOINTS_MISSING"),
    ],
)
def test_what_a_character_lacks(model: Model, presence: Presence, outcome: Outcome, code: str) -> None:
    found = answer(model, Character(model, presence=presence))
    assert found.verdict.outcome is outcome
    assert [ground.code for ground in found.verdict.grounds] == [code] * bool(code)
    assert not code or code in ACCEPTABLE or outcome is Outcome.DIFFERS


@pytest.mark.parametrize(("moves", "status"), [(0.9 * ORDINARY, 0), (1.1 * ORDINARY, 1), (9.0 * ORDINARY, 1)])
def test_a_modifier_may_move_what_rounding_may(model: Model, moves: float, status: int) -> None:
    found = answer(model, Character(model, moves=moves), Question(modifiers=True))
    assert found.verdict.status == status
    assert [ground.code for ground in found.verdict.grounds] == ["MODIFIER"] * status
    assert all("the same before 'Smooth'" in str(ground.sentence) for ground in found.verdict.grounds)


def test_between_frames_never_decides_and_comes_with_a_remedy(model: Model) -> None:
    question = Question(clips=(0,), times=Times(When.COUNT, count=8))
    found = answer(model, Character(model), question)
    at, between = found.comparisons
    assert (at.decides, between.decides) == (True, False)
    assert between.verdict.differs
    assert found.verdict.status == 0
    told = between_frames(between, Reading())
    largest = 100.0 * between.difference.max_relative
    assert told == f"between frames: {largest:.2g} % of the size (a viewer at 60 Hz shows it): export at 48 fps"
    lines = verification_lines(found)
    assert lines[1].strip().startswith("character: the same but for rounding")
    assert any(told in line for line in lines)
    document = verify_document([("m.glb", found)], {})["models"][0]
    assert document["passed"]
    assert [c["decides"] for c in document["comparisons"]] == [True, False]


@pytest.mark.usefixtures("tmp_path")
def test_every_answer_begins_with_what_was_judged(model: Model) -> None:
    found = answer(model, Character(model))
    told = "2 of 2 clips, 11 of 11 frames, 104 of 104 vertices, 3 of 3 deform bones"
    assert str(found.coverage.sentence) == told
    assert verification_lines(found)[0] == f"{model.name}: {told}"
    (entry,) = verify_document([("m.glb", found)], {})["models"]
    assert entry["coverage"]["sentence"]["text"] == told
    assert list(entry).index("coverage") < list(entry).index("verdict")


@pytest.mark.parametrize(
    ("times", "words"),
    [
        (Times(), ""),
        (Times(When.FRAMES), "frames"),
        (Times(When.EVERY_KEY), "every-key"),
        (Times(When.EVERY_KEY, seconds=np.zeros(1)), "every-key"),
        (Times(When.COUNT, count=25), "25"),
        (Times(When.GIVEN), "given"),
        (Times.at([0.25]), "0.25,"),  # a number alone would be a count
        (Times.at([0.5, 0.0]), "0.0,0.5"),
    ],
)
def test_times_in_the_words_of_the_command_line(times: Times, words: str) -> None:
    assert times.words == words
    assert Question(times=times).every_normal == (times.when is When.EVERY_KEY)


@pytest.mark.parametrize(("degrees", "status"), [(0.9, 0), (1.1, 1)])
def test_normals_may_be_off_by_a_degree(model: Model, degrees: float, status: int) -> None:
    turn = np.radians(degrees)

    def turned(model: Model, clip: int | None, times: Float64, **asked: object) -> Skinned:
        found = skin_model(model, clip, times, variants=False)
        return dataclasses.replace(found, normals=tuple(about_some_axis(each, turn) for each in found.normals))

    found = verify(model, {"turned": Computed(model, "turned", turned)}, Question(clips=(None,)))
    assert found.verdict.status == status


def about_some_axis(normals: Float64, angle: float) -> Float64:
    """Unit vectors (T, V, 3), each turned by an angle about an axis across it."""
    axis = np.cross(normals, np.roll(normals, 1, axis=-1))
    axis /= np.linalg.norm(axis, axis=-1, keepdims=True)
    turned: Float64 = np.cos(angle) * normals + np.sin(angle) * np.cross(axis, normals)
    return turned


class Aside(Character):
    """The reference, and a modifier that adds or takes away something, in parts of the size."""

    def __init__(self, model: Model, share: float, added: int = 0, faces: int = 0, keyed: bool = False) -> None:
        super().__init__(model)
        self._aside = share, added, faces, keyed

    def at(self, clip: int | None, times: Float64, **asked: object) -> Skinned:
        skinned = super().at(clip, times, **asked)
        share, *rest = self._aside
        return dataclasses.replace(skinned, set_aside=(SetAside("'Made'", share * skinned.diagonal, *rest),))


#: What a modifier does, whether the scene was there first, the codes of the grounds, the outcome and words of it.
MADE = [
    ({"share": 0.0}, False, [], Outcome.SAME, ""),
    ({"share": 0.0, "added": -1}, False, ["MODIFIER"], Outcome.DIFFERS, "takes away 1 vertices"),
    ({"share": np.nan}, False, ["MODIFIER"], Outcome.PARTLY, "no vertex can be told from another"),
    ({"share": 0.02}, False, ["MODIFIER"], Outcome.DIFFERS, "(2 % of the size)"),
    ({"share": 0.0, "added": 1}, False, ["MODIFIER"], Outcome.PARTLY, "adds 1 vertices: not judged"),
    ({"share": 0.0, "added": 1}, True, ["SCENE_FACES"], Outcome.DIFFERS, "turn on Apply Modifiers"),
    ({"share": 0.0, "added": 1, "keyed": True}, True, ["SCENE_FACES"], Outcome.DIFFERS, "apply it to the shape keys"),
    ({"share": 0.0, "added": -1}, True, ["MODIFIER"], Outcome.DIFFERS, "takes away 1 vertices"),
    ({"share": 0.0}, True, [], Outcome.SAME, ""),
    ({"share": 0.0, "faces": 1}, False, ["MODIFIER"], Outcome.PARTLY, "adds 1 triangles: not judged"),
    ({"share": 0.0, "faces": -1}, False, ["MODIFIER"], Outcome.DIFFERS, "takes away 1 triangles"),
]


@pytest.mark.parametrize(("does", "scene_first", "codes", "outcome", "said"), MADE)
def test_what_a_modifier_makes(
    model: Model, does: dict[str, float], scene_first: bool, codes: list[str], outcome: Outcome, said: str
) -> None:
    source = Origin.SCENE if scene_first else Origin.FILE
    (comparison,) = answer(model, Aside(model, **does), Question(clips=(0,), source=source)).comparisons
    found = comparison.verdict
    assert ([ground.code for ground in found.grounds], found.outcome) == (codes, outcome)
    assert found.level is (Level.VISIBLE if outcome is Outcome.DIFFERS else Level.SAME)
    assert all(said in str(ground.sentence) for ground in found.grounds)
    assert comparison.largest[0] == pytest.approx(np.nan_to_num(does["share"]))  # which the panel shows


class Moved(Aside):
    """The reference, a modifier that moves it by a hundredth, and a first vertex that is elsewhere before that."""

    def __init__(self, model: Model, off: float) -> None:
        super().__init__(model, 0.01)
        self._off = off

    def at(self, clip: int | None, times: Float64, **asked: object) -> Skinned:
        skinned = super().at(clip, times, **asked)
        first, *rest = skinned.positions
        there = first.copy()
        there[:, 0, 0] += self._off * skinned.diagonal
        return dataclasses.replace(skinned, positions=(there, *rest))


@pytest.mark.parametrize(
    ("off", "same_before"), [(0.0, True), (0.9 * ORDINARY, True), (1.1 * ORDINARY, False), (np.nan, False)]
)
def test_the_same_before_a_modifier_is_said_only_of_what_is(model: Model, off: float, same_before: bool) -> None:
    found = answer(model, Moved(model, off), Question(clips=(None,))).verdict
    assert found.status == 1
    (told,) = [str(ground.sentence) for ground in found.grounds if ground.code == "MODIFIER"]
    assert told.startswith("the same before 'Made'") == same_before


def test_what_nobody_would_see_and_what_a_file_lacks() -> None:
    near = dataclasses.replace(POSITIONS, level=Level.UNSEEN)
    assert unseen(decided([]))
    assert unseen(decided([near]))
    assert not unseen(decided([POSITIONS]))
    assert not unseen(decided([near, MODIFIER]))
    lost = Ground(Outcome.DIFFERS, "SCENE_FACES", "faces are not in the file", Level.VISIBLE, 1.0)
    assert missing_in_file(decided([POSITIONS, lost])) == (lost,)
