"""``explain``: what is printed can be worked out again from what is printed, and agrees with the engines."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.fast.exact_engine import skin_model
from tests import golden, plain
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


def labelled(line: str) -> np.ndarray:
    """The numbers of a line behind its label, which may hold some itself."""
    return numbers(line[30:])


def between_keys(block: list[str]) -> dict[str, np.ndarray]:
    """Translation, rotation and scale of a node from its printed keys and fractions alone (appendix C)."""
    found: dict[str, np.ndarray] = {}
    for at, line in enumerate(block):
        path = line.split(",")[0].strip()
        if path not in ("translation", "rotation", "scale"):
            continue
        if "at rest" in line:
            found[path] = labelled(line)
            continue
        rows = [labelled(row) for row in block[at + 1 :] if row.startswith("    key ")][: 2 if "keys" in line else 1]
        if len(rows) == 1:
            value = rows[0]
        else:
            first, second, u = (
                float(x) for x in re.findall(rf"at ({NUMBER}) and ({NUMBER}) s, u = ({NUMBER})", line)[0]
            )
            how = line.split(",")[1].strip()
            if how == "CUBICSPLINE":
                leaving, arriving = (labelled(row) for row in block[at + 3 : at + 5])
                d = second - first
                value = (2 * u**3 - 3 * u**2 + 1) * rows[0] + (u**3 - 2 * u**2 + u) * d * leaving
                value = value + (3 * u**2 - 2 * u**3) * rows[1] + (u**3 - u**2) * d * arriving
            elif how == "STEP":
                value = rows[1] if u >= 1 else rows[0]
            else:
                value = plain.slerp(*rows, u) if path == "rotation" else (1 - u) * rows[0] + u * rows[1]
        found[path] = value / np.linalg.norm(value) if path == "rotation" else value
    return found


def worked_out(lines: list[str]) -> np.ndarray:
    """The place in the world from the printed lines alone, as a person with a calculator would find it."""
    place = numbers(next(line for line in lines if line.startswith(("stored in the file", "bind pose")))[34:])
    for line in lines:
        if line.startswith("with morph targets"):
            place = numbers(line)
            break
    middle, mean, weight, worlds = np.zeros(3), np.zeros((3, 4)), 0.0, {}
    block: list[str] = []
    for at, line in enumerate(lines):
        block = [] if not line else [*block, line]
        if line.startswith("joint "):
            weight = float(re.search(rf"weight ({NUMBER})", line)[1])
        elif line == "  local":
            head, local = block[0], matrix_after(lines, at)
            if "its local matrix is stored as one" not in block[1]:
                trs = between_keys(block)
                turned = plain.quaternion_matrix(trs["rotation"]) * trs["scale"]
                made = np.column_stack([turned, trs["translation"]])
                assert np.allclose(made, local, atol=1e-7 * (1 + np.abs(local).max())), head
            name, _, above = head.partition(", under ")
            world = worlds[above] if above else np.eye(3, 4)
            world = np.column_stack([world[:, :3] @ local[:, :3], world[:, :3] @ local[:, 3] + world[:, 3]])
            assert np.allclose(world, matrix_after(lines, at + 4), rtol=1e-6, atol=1e-6 * np.abs(world).max())
            worlds[name.removesuffix(", a root")] = world
        elif line.startswith("  inverse bind matrix"):
            world, inverse_bind = worlds[lines[at - 1].split(" > ")[-1].strip()], matrix_after(lines, at)
            inside = inverse_bind[:, :3] @ place + inverse_bind[:, 3]
            scale = np.abs(inverse_bind).max() * (1.0 + np.abs(place).max())
            assert np.allclose(inside, numbers(lines[at + 4]), atol=1e-7 * scale)
            skin = matrix_after(lines, at + 6)
            product = np.column_stack([world[:, :3] @ inverse_bind[:, :3], world @ [*inverse_bind[:, 3], 1.0]])
            assert np.allclose(product, skin, atol=1e-6 * np.abs(world).max() * np.abs(inverse_bind).max())
            mean += weight * skin
            middle += weight * (world[:, :3] @ inside + world[:, 3])
    at = next(k for k, line in enumerate(lines) if line.startswith("the same by the mean of the matrices"))
    assert np.allclose(mean, matrix_after(lines, at), atol=1e-7 * (1 + np.abs(mean).max()))
    assert len(worlds) == sum(line == "  local" for line in lines)  # each node once
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


def test_every_kind_of_key_can_be_worked_out(shared: Path, root: Path, capsys) -> None:
    """Splines, the short path, nodes that store a matrix, shear; before the first key and after the last."""
    hard = [golden.sheet(shared, f"hard/{name}").model for name in ("h11_cubic_all", "h13_slerp_short_path")]
    hard += [golden.sheet(shared, f"hard/{name}").model for name in ("h21_matrix_nodes", "h01_shear_chain")]
    cases = [(path, 3, time) for path in hard for time in ("0.3", "0.77")]
    cases += [(root / "examples" / "arm.glb", 300, time) for time in ("-1.0", "0.4", "99.0")]
    for path, vertex, time in cases:
        lines = printed(capsys, str(path), "--vertex", str(vertex), "--clip", "0", f"--time={time}")
        expected = plain.skin(path, 0, [float(time)])[0][0, vertex]
        assert np.allclose(worked_out(lines), expected, atol=1e-6 * (1 + np.abs(expected).max())), path
        assert np.allclose(result(lines), expected, atol=1e-6 * (1 + np.abs(expected).max())), path


def test_a_joint_named_twice_is_one_joint(shared: Path, capsys) -> None:
    path = golden.sheet(shared, "hard/h31_joint_twice").model
    file = plain.PlainFile(path)
    joints, weights = plain.influences(file, file.json["meshes"][0]["primitives"][0]["attributes"])
    twice = next(v for v in range(len(joints)) if 1 < (weights[v] > 0).sum() > len(set(joints[v][weights[v] > 0])))
    lines = printed(capsys, str(path), "--vertex", str(twice), "--clip", "0", "--time", "0.4")
    heads = [line for line in lines if line.startswith("joint ")]
    assert len(heads) == len(set(joints[twice][weights[twice] > 0]))
    assert any("added up" in line for line in heads)
    for line in heads:
        weight, *stored = (float(x) for x in re.findall(NUMBER, line.split("weight")[1]))
        assert weight == pytest.approx(sum(stored) / weights[twice].sum(), rel=1e-6) or not stored
    assert np.allclose(worked_out(lines), plain.skin(path, 0, [0.4])[0][0, twice], atol=1e-6)


def test_normals_by_both_rules(shared: Path, root: Path, capsys) -> None:
    paths = [(root / "examples" / "arm.glb", 300), (golden.sheet(shared, "hard/h03_ibm_shear").model, 20)]
    for path, vertex in paths:
        lines = printed(capsys, str(path), "--vertex", str(vertex), "--clip", "0", "--time", "0.7")
        carried = labelled(next(line for line in lines if line.startswith("= normal in the world")))
        assert np.allclose(carried, plain.normals(path, 0, [0.7])[0][0, vertex], atol=1e-6), path
        at = next(k for k, line in enumerate(lines) if line.startswith("the same by the mean"))
        mean = matrix_after(lines, at)[:, :3]
        stored = labelled(next(line for line in lines if line.startswith("normal in the file")))
        by_hand = np.linalg.inv(mean).T @ stored
        assert np.allclose(carried, by_hand / np.linalg.norm(by_hand), atol=1e-5)
        direction = labelled(next(line for line in lines if line.startswith("as a direction")))
        assert np.allclose(direction, mean @ stored / np.linalg.norm(mean @ stored), atol=1e-5)


def test_an_md5_vertex_is_its_own_sum(root: Path, capsys) -> None:
    """Read here by its lines: the weights of vertex 100 stand in the file as ``weight n joint bias ( x y z )``."""
    path = root / "examples" / "octopus.md5mesh"
    words = [str(path), "--anim", str(root / "examples" / "octopus swim.md5anim"), "--clip", "0", "--time", "0.5"]
    lines = printed(capsys, *words, "--vertex", "100")
    assert not any("in the file" in line for line in lines)
    text = path.read_text()
    mesh = text.split("mesh {")[1]
    first, count = re.search(r"vert 100 \(.*?\) (\d+) (\d+)", mesh).groups()
    total = np.zeros(3)
    starts = [k for k, line in enumerate(lines) if ", point " in line]
    assert len(starts) == int(count)
    for k, at in enumerate(starts):
        row = re.search(rf"weight {int(first) + k} (\d+) ({NUMBER}) \( ({NUMBER}) ({NUMBER}) ({NUMBER}) \)", mesh)
        x, y, z = (float(v) for v in row.groups()[2:])
        assert np.allclose(numbers(lines[at].split(", point ")[1]), [x, z, -y], atol=1e-7)
        bias, *place = numbers(lines[at + 1].replace(" x ", " "))
        assert bias == pytest.approx(float(row[2]), abs=1e-6)
        total += bias * np.array(place)
    own = [line for line in lines if line.startswith("= place in the world")]
    assert len(own) == 2
    assert np.allclose(numbers(own[1]), total, atol=1e-6)
    assert np.allclose(numbers(own[0]), numbers(own[1]), atol=1e-6 * np.abs(total).max())


def test_on_to_the_screen(root: Path, tmp_path: Path, capsys) -> None:
    """View, projection, division by w and the pixel, by the printed matrices; and the camera sees all of the model."""
    path, target = root / "examples" / "arm.glb", tmp_path / "vertex.json"
    words = [str(path), "--vertex", "300", "--clip", "bend", "--time", "1", "--view", "640x480", "--json", str(target)]
    lines = printed(capsys, *words)
    at = {line.split("  ")[0]: k for k, line in enumerate(lines)}
    view = matrix_after(lines, at["view matrix (world -> camera)"])
    first = at["projection matrix (camera -> clip space)"]
    projection = np.array([numbers(line) for line in lines[first + 1 : first + 5]])
    before = view @ [*result(lines), 1.0]
    clip = projection @ [*before, 1.0]
    assert np.allclose(clip, labelled(lines[at["place in clip space"]]), atol=1e-6)
    pixel = (clip[0] / clip[3] + 1) * 320, (1 - clip[1] / clip[3]) * 240
    assert np.allclose(pixel, labelled(lines[at["pixel, from the upper left"]]), atol=1e-4)
    document = json.loads(target.read_text())
    assert document["screen"]["pixel"] == pytest.approx(pixel, abs=1e-4)
    for point in plain.skin(path, 0, [1.0])[0][0]:
        x, y, _, w = projection @ [*(view @ [*point, 1.0]), 1.0]
        assert abs(x) < w
        assert (2 * 0.0624 - 1) * w < y < w  # the label stands below: 2.4 letters of 0.026 of the height


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
    assert printed(capsys, example, "--vertex", "5:0")


def test_parts_without_influences_move_with_their_node(tmp_path: Path, capsys) -> None:
    path = MODELS["rigid_parts"](tmp_path)
    model = load_model(path)
    part = next(k for k, drawn in enumerate(model.parts) if not model.is_skinned(drawn))
    lines = printed(capsys, str(path), "--vertex", f"{part}:1", "--clip", "0", "--time", "0.5")
    assert any("follows no joint" in line for line in lines)
    expected = skin_model(model, 0, np.array([0.5])).positions[part][0, 1]
    assert np.allclose(result(lines), expected, rtol=1e-8)


@pytest.mark.parametrize(
    "words",
    [
        ["--vertex", "99999999"],
        ["--vertex", "-1"],
        ["--vertex", "99:0"],
        ["--vertex", "1:2:3"],
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


@pytest.mark.parametrize(("time", "looped"), [(-0.25, 0.75), (2.25, 0.25), (0.5, 0.5)])
def test_looping_is_the_same_choice_as_for_skin(root: Path, time: float, looped: float, capsys) -> None:
    """The example's clip "walk" lasts one second."""
    example = str(root / "examples" / "character.glb")
    assert main(["explain", example, "--clip", "walk", "--time", str(time), "--loop"]) == 0
    assert f"at {looped:g} s" in capsys.readouterr().out
