"""``explain``: what is printed can be worked out again from what is printed, and agrees with the engines."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.skin.reference import skin_model
from tests import golden
from tests.models import MODELS
from tests.tiny import Tiny

NUMBER = r"-?\d+(?:\.\d+)?(?:e[-+]\d+)?"


def numbers(line: str) -> np.ndarray:
    return np.array([float(text) for text in re.findall(rf"(?<![\w.]){NUMBER}(?![\w.])", line)])


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    assert main(["explain", *argv]) == 0
    return capsys.readouterr().out.splitlines()


def matrix_after(lines: list[str], start: int) -> np.ndarray:
    return np.array([numbers(line) for line in lines[start + 1 : start + 4]])


def worked_out(lines: list[str]) -> np.ndarray:
    """The place in the world from the printed lines alone, as a person with a calculator would find it."""
    place = numbers(next(line for line in lines if line.startswith("stored in the file")))
    for line in lines:
        if line.startswith("with morph targets"):
            place = numbers(line)
    middle, world, weight = np.zeros(3), np.zeros((3, 4)), 0.0
    for at, line in enumerate(lines):
        if line.startswith("joint "):
            weight = float(re.search(rf"weight ({NUMBER})", line)[1])
            world = np.eye(3, 4)
        elif line.endswith(": local"):
            local = matrix_after(lines, at)
            world = np.column_stack([world[:, :3] @ local[:, :3], world[:, :3] @ local[:, 3] + world[:, 3]])
            assert np.allclose(world, matrix_after(lines, at + 4), rtol=1e-6, atol=1e-6 * np.abs(world).max())
        elif line.startswith("  inverse bind matrix"):
            inverse_bind = matrix_after(lines, at)
            inside = inverse_bind[:, :3] @ place + inverse_bind[:, 3]
            scale = np.abs(inverse_bind).max() * (1.0 + np.abs(place).max())
            assert np.allclose(inside, numbers(lines[at + 4]), atol=1e-7 * scale)
            wanted = world[:, :3] @ inside + world[:, 3]
            middle += weight * wanted
    return middle


def result(lines: list[str]) -> np.ndarray:
    return numbers(next(line for line in lines if line.startswith("= place in the world")))


@pytest.mark.usefixtures("tmp_path")
def test_it_can_be_worked_out_again(shared: Path, root: Path, capsys) -> None:
    """Fox, the octopus, a vertex with eight influences and one under a sheared bind."""
    octopus = [str(root / "examples" / "octopus.md5mesh"), "--anim", str(root / "examples" / "octopus swim.md5anim")]
    cases = [
        ([str(golden.sheet(shared, "fox").model), "--clip", "1", "--time", "0.3"], 700),
        ([*octopus, "--clip", "0", "--time", "0.5"], 100),
        ([str(golden.sheet(shared, "hard/h05_influences8").model), "--clip", "0", "--time", "0.4"], 30),
        ([str(golden.sheet(shared, "hard/h03_ibm_shear").model), "--clip", "0", "--time", "0.4"], 20),
    ]
    for words, vertex in cases:
        lines = printed(capsys, *words, "--vertex", str(vertex))
        model = load_model(Path(words[0]), [Path(words[2])] if words[1] == "--anim" else [])
        clip, time = int(words[words.index("--clip") + 1]), float(words[words.index("--time") + 1])
        expected = skin_model(model, clip, np.array([time])).positions[0][0, vertex]
        size = np.abs(expected).max()
        assert [f"{x:.9g}" for x in result(lines)] == [f"{x:.9g}" for x in expected], words
        assert np.allclose(worked_out(lines), expected, atol=1e-6 * size), words
        assert any(line.startswith("fast") for line in lines)


def test_eight_influences_are_eight(shared: Path, tmp_path: Path, capsys) -> None:
    words = [str(golden.sheet(shared, "hard/h05_influences8").model), "--vertex", "30", "--clip", "0", "--time", "0.4"]
    target = tmp_path / "vertex.json"
    lines = printed(capsys, *words, "--json", str(target))
    document = json.loads(target.read_text())
    assert len(document["joints"]) == sum(line.startswith("joint ") for line in lines) > 4
    assert sum(joint["weight"] for joint in document["joints"]) == pytest.approx(1.0)
    forms = {answer["name"]: answer["relative"] for answer in document["answers"]}
    assert forms["form:points"] < 1e-15 < 1e-9 < forms["form:dual-quaternion"]


def test_by_joint_and_by_the_worst_vertex(root: Path, capsys) -> None:
    example = str(root / "examples" / "character.glb")
    lines = printed(capsys, example, "--joint", "hand.L", "--clip", "walk", "--time", "0.3")
    assert any(line.startswith("joint hand.L") for line in lines)
    assert printed(capsys, example, "--worst", "fast", "--clip", "walk", "--time", "0.3")
    assert printed(capsys, example, "--part", "5")


def test_parts_without_influences_move_with_their_node(tmp_path: Path, capsys) -> None:
    path = MODELS["rigid_parts"](tmp_path)
    model = load_model(path)
    part = next(k for k, drawn in enumerate(model.parts) if not model.is_skinned(drawn))
    lines = printed(capsys, str(path), "--part", str(part), "--vertex", "1", "--clip", "0", "--time", "0.5")
    assert any("follows no joint" in line for line in lines)
    expected = skin_model(model, 0, np.array([0.5])).positions[part][0, 1]
    assert np.allclose(result(lines), expected, rtol=1e-8)


@pytest.mark.parametrize(
    "words",
    [
        ["--vertex", "99999999"],
        ["--vertex", "-1"],
        ["--part", "99"],
        ["--joint", "nobody"],
        ["--joint", "root"],
        ["--against", "nothing"],
        ["--time", "soon"],
        ["--time", "nan"],
        ["--clip", "none"],
    ],
)
def test_bad_usage_is_one_sentence(root: Path, words: list[str], capsys) -> None:
    assert main(["explain", str(root / "examples" / "character.glb"), *words]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_forms_that_need_an_inverse_say_that_they_cannot(tmp_path: Path, capsys) -> None:
    """A singular inverse bind matrix is a refusal of some forms, no fault of the program (found by the fuzzer)."""
    tiny = Tiny()
    flat = np.zeros((2, 4, 4), np.float32)
    flat[:, 3, 3] = 1.0
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(flat.reshape(2, 16))
    lines = printed(capsys, str(tiny.write_glb(tmp_path / "flat.glb")), "--vertex", "0")
    refused = [line.split()[0] for line in lines if "cannot hold a joint's matrix" in line]
    assert {"form:transform", "form:preserve-volume"} <= set(refused)
