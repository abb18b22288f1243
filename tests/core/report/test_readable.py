"""Numbers for people: units, percent, pixels and words, with what each is expected to be written out by hand."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli.main import main
from skinning_core.compare.judge.level import Level, level_of_error
from skinning_core.compare.judge.question import Question
from skinning_core.compare.judge.verdict import allowed_level, decided, grounds_of
from skinning_core.compare.measure.difference import compare_results
from skinning_core.compare.measure.screen import Screen
from skinning_core.compare.measure.tolerance import Tolerance
from skinning_core.report.readable import Reading, Unit, plain, share_of_all
from skinning_core.subject import skin_reference
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
    shares = [-1e-9, 0.0, 1e-9, 0.00099, 0.00101, 0.25, 0.9989, 0.9991, 1.0 - 1e-9, 1.0, 1.0 + 1e-9]
    told = ["none", "none", "<0.1 %", "<0.1 %", "0.1 %", "25.0 %", "99.9 %", ">99.9 %", ">99.9 %", "all", "all"]
    assert [share_of_all(share) for share in shares] == told


def test_pixels_follow_the_screen() -> None:
    assert Screen().pixels(1e-3) == pytest.approx(1.08)
    assert Screen(2160, 0.5).pixels(1e-3) == pytest.approx(1.08)
    assert Screen().unseen * 1080 == pytest.approx(0.1)
    levels = [level_of_error(pixels / 1080, Screen()) for pixels in (0.09, 0.11, 0.99, 1.01)]
    assert levels == [Level.UNSEEN, Level.CLOSE, Level.CLOSE, Level.VISIBLE]
    assert level_of_error(0.09 / 1080, Screen(fill=20.0)) is Level.VISIBLE  # from very near


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory):
    model = load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))
    return skin_reference(model, 0, np.array([0.0, 0.5]))


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


@pytest.mark.parametrize("words", [["--screen", screen] for screen in ("0", "x", "1080,0", "1080,nan")])
def test_a_screen_that_is_none_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "x.glb", *words]) == 2
    assert words[0] in capsys.readouterr().err
