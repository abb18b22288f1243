"""Numbers for people: units, percent, pixels and words, with what each is expected to be written out by hand."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli.main import main
from skinning_core.compare.judge.level import Level, level_of_angle, level_of_error
from skinning_core.compare.judge.question import Question
from skinning_core.compare.judge.verdict import allowed_level, decided, grounds_of
from skinning_core.compare.judge.verification import verify
from skinning_core.compare.measure.difference import compare_results
from skinning_core.compare.measure.screen import Screen
from skinning_core.compare.measure.tolerance import Tolerance
from skinning_core.report.readable import (
    Reading,
    Unit,
    figures,
    in_one_sentence,
    plain,
    share_of_all,
    verdict_of,
    verdict_words,
)
from skinning_core.subject import Computed, Presence, skin_reference
from tests.models import MODELS
from tests.subjects import beside
from tests.tiny import Tiny


@pytest.mark.parametrize(
    ("metres", "said"),
    [
        (0.0, "0 mm"),
        (3e-8, "<0.001 mm"),
        (7.8e-6, "0.0078 mm"),
        (4.4e-4, "0.44 mm"),
        (9.44e-3, "9.4 mm"),
        (0.0999, "10 cm"),
        (0.41, "41 cm"),
        (1.24, "1.2 m"),
        (1234.4, "1234 m"),
    ],
)
def test_lengths(metres: float, said: str) -> None:
    assert Reading().length(metres) == said


def test_other_units_and_exponents() -> None:
    imperial = Reading(units=(Unit("in", 0.0254), Unit("ft", 0.3048)))
    assert [imperial.length(m) for m in (0.0254, 0.3, 0.3048)] == ["1.0 in", "12 in", "1.0 ft"]
    assert Reading(exponents=True).length(4.4e-4) == "4.40e-01 mm"
    assert Reading(exponents=True).share(2.3e-7) == "2.3e-07"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.0, "0"),
        (1e-9, "<0.0001"),
        (0.99e-4, "<0.0001"),
        (1e-4, "0.00010"),
        (3e-4, "0.00030"),
        (0.0213, "0.021"),
        (99.6, "100"),
        (-2.5, "-2.5"),
        (float("inf"), "infinite"),
    ],
)
def test_plain_numbers(value: float, said: str) -> None:
    assert plain(value, 1e-4) == said


def test_shares_never_round_to_all_or_none() -> None:
    least = {-1e-9: "none", 0.0: "none", 1e-9: "<0.1 %", 0.00099: "<0.1 %", 0.001: "0.1 %", 0.25: "25.0 %"}
    most = {0.9989: "99.9 %", 0.999: "99.9 %", 0.9991: ">99.9 %", 1.0 - 1e-9: ">99.9 %", 1.0: "all", 1.0 + 1e-9: "all"}
    assert {share: share_of_all(share) for share in least | most} == least | most


def test_what_is_too_small_has_a_limit_of_its_kind() -> None:
    assert [Reading().share(share) for share in (0.9e-6, 1.5e-6)] == ["<0.0001 %", "0.00015 %"]
    assert [Reading().pixels(pixels / 1080) for pixels in (0.009, 0.015)] == ["<0.01", "0.015"]


def test_pixels_follow_the_screen() -> None:
    assert Screen().pixels(1e-3) == pytest.approx(1.08)
    assert Screen(2160, 0.5).pixels(1e-3) == pytest.approx(1.08)
    assert Screen().unseen * 1080 == pytest.approx(0.1)
    levels = [level_of_error(pixels / 1080, Screen()) for pixels in (0.09, 0.11, 0.99, 1.01)]
    assert levels == [Level.UNSEEN, Level.CLOSE, Level.CLOSE, Level.VISIBLE]
    assert level_of_error(0.09 / 1080, Screen(fill=20.0)) is Level.VISIBLE  # from very near
    levels = [level_of_error(pixels / 1024, Screen(1024, 1.0)) for pixels in (0.1, 1.0)]  # to the last bit
    assert levels == [Level.CLOSE, Level.VISIBLE]


def test_turned_normals_are_seen_from_one_degree_on_and_by_anybody_from_five() -> None:
    angles = {0.99: Level.UNSEEN, 1.0: Level.CLOSE, 4.99: Level.CLOSE, 5.0: Level.VISIBLE}
    assert {degrees: level_of_angle(np.radians(degrees)) for degrees in angles} == angles


@pytest.fixture(scope="module")
def plain_model(tmp_path_factory: pytest.TempPathFactory):
    return load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))


@pytest.fixture(scope="module")
def reference(plain_model):
    return skin_reference(plain_model, 0, np.array([0.0, 0.5]))


def moved(reference, metres: float, rows: slice, turn: float = 0.0):
    """Some vertices moved, all normals turned by so many degrees."""
    positions, normals = reference.positions[0].copy(), reference.normals[0].astype(np.float64)
    positions[:, rows, 0] += metres
    axis = np.cross(normals, np.roll(normals, 1, axis=-1))
    axis /= np.linalg.norm(axis, axis=-1, keepdims=True)
    angle = np.radians(turn)
    normals = np.cos(angle) * normals + np.sin(angle) * np.cross(axis, normals)
    return dataclasses.replace(reference, engine="moved", positions=(positions,), normals=(normals,))


def level(difference, tolerance: Tolerance) -> Level:
    question = Question()
    grounds = grounds_of(difference, tolerance, question)
    return decided(grounds, allowed=allowed_level(difference, tolerance, question)).level


def test_vertices_that_somebody_might_see_are_counted(reference) -> None:
    count = reference.positions[0].shape[1]
    by = 0.2 / 1080 * reference.diagonal.max()  # a fifth of a pixel
    difference = compare_results(reference, moved(reference, by, slice(0, 10)))
    assert difference.unseen_share == pytest.approx(1 - 10 / count)
    nearer = compare_results(reference, moved(reference, by, slice(0, 10)), screen=Screen(400))
    assert nearer.unseen_share == 1.0


@pytest.mark.parametrize(("turn", "over"), [(0.5, (0.0, 0.0)), (2.0, (1.0, 0.0)), (7.0, (1.0, 1.0))])
def test_turned_normals_are_counted(reference, turn: float, over: tuple[float, float]) -> None:
    difference = compare_results(reference, moved(reference, 0.0, slice(0), turn))
    assert difference.normals_turned == over
    assert np.degrees(difference.normal_angle) == pytest.approx(turn, rel=1e-4)


def test_same_is_rounding_and_no_more(reference) -> None:
    size = float(reference.diagonal.max())
    far = compare_results(reference, moved(reference, 0.01 * size, slice(0, 3)))
    near = compare_results(reference, moved(reference, 1e-7 * size, slice(0, 3)))
    assert level(near, Tolerance(3e-6)) is Level.SAME
    assert level(near, Tolerance(0.0, asked=True)) is Level.UNSEEN
    assert level(far, Tolerance(0.5, asked=True)) is Level.VISIBLE
    assert level(near, Tolerance(0.5, asked=True)) is Level.SAME


def nudged(model, clip, times, **_asked):
    skinned = skin_reference(model, clip, times)
    positions = tuple(p + np.array([0.002, 0.0, 0.0]) for p in skinned.positions)
    return dataclasses.replace(skinned, engine="nudged", positions=positions)


def test_one_figure_for_one_thing_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page, document = (str(tmp_path / name) for name in ("tiny.glb", "r.html", "r.json"))
    Tiny().write_glb(tmp_path / "tiny.glb")
    words = ["verify", path, "--clip", "rest", "--against", "fast,nudged", "--html", page, "--json", document]
    engines = beside(nudged=nudged)
    assert main(words, engines) == 1
    said = capsys.readouterr().out
    size = 5**0.5  # one by two metres
    sentence = (
        f"nudged: visible in a close-up, at most 2.0 mm off (0.089 % of the size, {0.002 / size * 1080:.2f} pixels"
    )
    lines = said.splitlines()
    assert lines[1].strip().startswith(sentence)  # who failed comes first
    assert lines[2].strip().startswith("fast: the same but for rounding")
    assert "differs: visible in a close-up" in said
    assert "e-0" not in said
    html = Path(page).read_text()
    assert sentence in html
    assert "0.089 %" in html
    seen = json.loads(Path(document).read_text())["models"][0]["comparisons"][1]["seen"]
    assert (seen["level"], seen["viewport"], seen["unseen_share"]) == ("close", 1080, 0.0)
    assert seen["pixels"] == pytest.approx(0.002 / size * 1080, rel=1e-5)
    assert main([*words, "--screen", "2160,0.8", "--table", "exponents"], engines) == 1
    said = capsys.readouterr().out
    assert "nudged: visible," in said
    assert "8.9e-04" in said


class Moved(Computed):
    """The reference by so many metres aside, its normals turned; of ``gone`` clips no position is a number."""

    def __init__(self, model, metres: float = 0.0, turn: float = 0.0, gone: tuple = (), added: int = 0) -> None:
        def skinned(model, clip, times, **asked):
            found = skin_reference(model, clip, times, **asked)
            if clip in gone:
                return dataclasses.replace(found, positions=tuple(p + np.nan for p in found.positions))
            return moved(found, metres, slice(None), turn)

        super().__init__(model, "moved", skinned)
        self._added = added

    def presence(self) -> Presence:
        return Presence(3, (), 4, 0, self._added, 0)


#: What a subject does, what the user allows, what is said of it; 1 mm is 0.7 pixels of it.
SAID = [
    ({}, None, "the same but for rounding, at most 0 mm off"),
    ({"metres": 1e-7}, None, "the same but for rounding, less than 0.001 mm off"),
    ({"added": 2}, None, "the same as far as judged, at most 0 mm off; 2 faces are not of the file"),
    ({"metres": 0.001}, None, "visible in a close-up, at most 1.0 mm off ({measures})"),
    ({"metres": 0.001}, 0.01, "visible in a close-up, at most 1.0 mm off ({measures}); your tolerance allows it"),
    (
        {"metres": 0.001, "added": 2},
        0.01,
        "visible in a close-up, at most 1.0 mm off ({measures}); 2 faces are not of the file; your tolerance allows it",
    ),
    (
        {"turn": 7.0},
        None,
        "visible: normals are off by up to 7 degrees (tolerance 1); "
        "positions are at most 0 mm off (0 % of the size, 0 pixels on 1080 lines)",
    ),
    (
        {"metres": 0.001, "turn": 7.0},
        None,
        "visible, at most 1.0 mm off ({measures}); normals are off by up to 7 degrees (tolerance 1)",
    ),
]


@pytest.mark.parametrize(("does", "tolerance", "said"), SAID)
def test_one_sentence_says_the_level_first(plain_model, does: dict, tolerance: float | None, said: str) -> None:
    question = Question(clips=(None,), tolerance=tolerance)
    found = verify(plain_model, {"moved": Moved(plain_model, **does)}, question)
    told = str(in_one_sentence(found.comparisons, Reading()))
    size = float(found.comparisons[0].difference.scale[0])
    measures = f"{Reading().share(0.001 / size)} of the size, {Reading().pixels(0.001 / size)} pixels on 1080 lines"
    said = said.format(measures=measures)
    assert told == said


def test_what_was_asked_for_and_not_judged_is_not_the_same(plain_model) -> None:
    found = verify(plain_model, {"moved": Moved(plain_model)}, Question(clips=(None,)))
    told = str(in_one_sentence(found.comparisons, Reading(), whole=False))
    assert told == "the same as far as judged, at most 0 mm off"


def test_a_clip_without_a_position_has_no_length(plain_model) -> None:
    found = verify(plain_model, {"moved": Moved(plain_model, 0.002, gone=(0,))}, Question(clips=(None, 0)))
    there, gone = found.comparisons
    assert "at most 2.0 mm off" in str(in_one_sentence(found.comparisons, Reading()))
    assert "off" not in str(in_one_sentence([gone], Reading()))
    assert (figures(there, Reading())[0], figures(gone, Reading())[0]) == ("2.0 mm", "-")


def test_few_words_for_a_table(plain_model) -> None:
    found = verify(plain_model, {"moved": Moved(plain_model, added=1)}, Question(clips=(None,)))
    assert str(verdict_words(found.verdict, [])) == "same as far as judged: FACES_ADDED"
    (at,) = found.comparisons
    told = [str(verdict_of(dataclasses.replace(at, decides=decides))) for decides in (True, False)]
    assert told[1] == f"between frames: {told[0]}"


@pytest.mark.parametrize("words", [["--screen", screen] for screen in ("0", "x", "1080,0", "1080,nan")])
def test_a_screen_that_is_none_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "x.glb", *words]) == 2
    assert words[0] in capsys.readouterr().err
