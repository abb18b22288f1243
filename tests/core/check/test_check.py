"""Checks: each code is found where it should be, with numbers, and not where it should not."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.check.check import check_file, check_model
from skinning_core.check.finding import CODES, Finding
from skinning_core.cli import main
from skinning_core.model import Model
from tests.core.check import defects, documents
from tests.models import MODELS
from tests.tiny import Tiny


def found(model: Model) -> dict[str, Finding]:
    return {finding.code: finding for finding in check_model(model)}


def tiny(tmp_path: Path, change) -> Model:
    """The smallest model, changed by ``change(tiny)``."""
    made = Tiny()
    change(made)
    return load_model(made.write_glb(tmp_path / "tiny.glb"))


def attribute(name: str, values: np.ndarray):
    def change(made: Tiny) -> None:
        made.primitive["attributes"][name] = made.add(values)

    return change


def weights(*rows) -> np.ndarray:
    return np.array(rows, np.float32)


FINE = [1, 0, 0, 0]

CASES = {
    "ACCESSOR_WEIGHTS_NON_NORMALIZED": (
        attribute("WEIGHTS_0", weights(FINE, [0.5, 0.25, 0, 0], FINE, [1, 1, 0, 0])),
        "2 of 4 vertices sum to 0.75 to 2",
    ),
    "ACCESSOR_WEIGHTS_ZERO_SUM": (attribute("WEIGHTS_0", weights(FINE, FINE, [0, 0, 0, 0], FINE)), "1 of 4 vertices"),
    "ACCESSOR_WEIGHTS_NEGATIVE": (attribute("WEIGHTS_0", weights([1.5, -0.5, 0, 0], FINE, FINE, FINE)), "1 of 4"),
    "ACCESSOR_JOINTS_INDEX_DUPLICATE": (
        lambda made: (
            attribute("WEIGHTS_0", weights([0.5, 0.5, 0, 0], FINE, FINE, FINE))(made),
            attribute("JOINTS_0", np.ones((4, 4), np.uint8))(made),
        ),
        "a joint named twice on 1 of 4 vertices",
    ),
    "ACCESSOR_JOINTS_USED_ZERO_WEIGHT": (
        attribute("WEIGHTS_0", weights(FINE, FINE, FINE, FINE)),
        "joints named without weight on 2 of 4 vertices",
    ),
    "ROTATION_NON_UNIT": (lambda made: made.data["nodes"][1].update(rotation=[0, 0, 0, 0.9]), "length 0.9"),
    "NODE_SCALE_ZERO": (lambda made: made.data["nodes"][1].update(scale=[1, 0, 1]), "'tip'"),
    "NODE_SKINNED_MESH_LOCAL_TRANSFORMS": (
        lambda made: made.data["nodes"][2].update(translation=[1, 0, 0]),
        "'body'",
    ),
    "NODE_SKINNED_MESH_WITHOUT_SKIN": (lambda made: made.data["nodes"][2].pop("skin"), "go unused"),
    "SKIN_IBM_SINGULAR": (lambda made: bind(made, np.diag([1, 0, 1, 1])), "1 of 2"),
    "SKIN_IBM_SCALED": (lambda made: bind(made, np.diag([2, 1, 1, 1])), "1 to 2"),
    "SKIN_IBM_MIRRORED": (lambda made: bind(made, np.diag([-1, 1, 1, 1])), "1 of 2"),
    "SKIN_IBM_SHEARED": (
        lambda made: bind(made, [[1, 0.5, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
        "1 of 2",
    ),
    "SKIN_REST_IS_NOT_BIND": (lambda made: made.data["nodes"][1].update(translation=[0, 1.5, 0]), "1 of 2 joints"),
    "ANIMATION_WIDE_ROTATION_STEP": (lambda _made: None, "by 90.0"),
}


def bind(made: Tiny, second) -> None:
    """Another inverse bind matrix (rows given) for the second joint."""
    matrices = np.array([np.eye(4), np.array(second, np.float32).T], np.float32)
    made.data["skins"][0]["inverseBindMatrices"] = made.add(matrices.reshape(2, 16))


@pytest.mark.parametrize("code", CASES)
def test_a_code_is_found_with_its_numbers(code, tmp_path) -> None:
    change, words = CASES[code]
    finding = found(tiny(tmp_path, change))[code]
    assert words in finding.sentence
    assert finding.pointer.startswith("/")
    assert finding.severity == CODES[code]


def test_pointers_lead_to_what_is_meant(tmp_path) -> None:
    model = tiny(tmp_path, lambda made: made.data["nodes"][1].update(rotation=[0, 0, 0, 2]))
    assert found(model)["ROTATION_NON_UNIT"].pointer == "/nodes/1/rotation"
    model = tiny(tmp_path, CASES["ACCESSOR_WEIGHTS_ZERO_SUM"][0])
    assert found(model)["ACCESSOR_WEIGHTS_ZERO_SUM"].pointer == "/meshes/0/primitives/0/attributes"


def test_a_plain_model_has_nothing_wrong(tmp_path) -> None:
    assert not [f for f in check_model(load_model(MODELS["plain"](tmp_path))) if f.severity != "information"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("twelve_influences", "INFLUENCES_ABOVE_FOUR"),
        ("two_skins", "SKIN_IBM_DISAGREES"),
        ("moved_mesh_node", "NODE_SKINNED_MESH_LOCAL_TRANSFORMS"),
        ("weights_bad", "ACCESSOR_WEIGHTS_NON_NORMALIZED"),
        ("weights_bad", "ACCESSOR_WEIGHTS_ZERO_SUM"),
        ("weights_bad", "ACCESSOR_JOINTS_INDEX_DUPLICATE"),
        ("bind_shear", "SKIN_IBM_SHEARED"),
        ("slerp", "ANIMATION_WIDE_ROTATION_STEP"),
    ],
)
def test_models_made_for_it_show_it(name, code, tmp_path) -> None:
    assert code in found(load_model(MODELS[name](tmp_path)))


def test_unused_and_repeated_joints(tmp_path) -> None:
    model = tiny(tmp_path, attribute("WEIGHTS_0", weights(FINE, FINE, FINE, FINE)))
    model = dataclasses.replace(
        model, skins=(dataclasses.replace(model.skins[0], joints=np.array([0, 0], np.int32)),), clips=()
    )
    assert "1 joint is listed more than once" in found(model)["SKIN_JOINT_REPEATED"].sentence


def test_errors_are_where_the_khronos_validator_has_them(shared: Path) -> None:
    """The README of the hard models says for each what the validator says: clean, warnings or errors."""
    text = (shared / "models" / "hard" / "README.md").read_text(encoding="utf-8")
    verdicts = dict(re.findall(r"^\| `(\w+)` .*\| (\w+) \|$", text, re.MULTILINE))
    assert len(verdicts) == 18
    for name, verdict in verdicts.items():
        (path,) = [p for p in (shared / "models" / "hard" / name).iterdir() if p.suffix in {".glb", ".gltf"}]
        severities = {finding.severity for finding in check_model(load_model(path))}
        assert ("error" in severities) == (verdict == "errors"), name
        if verdict == "warnings":
            assert "warning" in severities


def test_command_line(tmp_path, capsys) -> None:
    good, bad, broken = MODELS["plain"](tmp_path), MODELS["weights_bad"](tmp_path), tmp_path / "broken.glb"
    broken.write_bytes(b"glTF\x02\x00\x00\x00")
    report = tmp_path / "findings.json"
    assert main(["check", str(good)]) == 0
    assert main(["check", str(good), str(bad), str(broken), "--json", str(report)]) == 1
    out, err = capsys.readouterr()
    assert "ACCESSOR_WEIGHTS_ZERO_SUM" in out
    assert "UNREADABLE" in out
    assert err == ""
    document = json.loads(report.read_text(encoding="utf-8"))
    assert document["schema"] == "skinproof.check/1"
    assert [f["code"] for f in document["models"][2]["findings"]] == ["GLB_UNEXPECTED_END_OF_HEADER", "UNREADABLE"]
    assert main(["check", "missing.glb"]) == 2


def test_codes_are_fit_for_scripts() -> None:
    assert all(re.fullmatch(r"[A-Z0-9_]+", code) for code in CODES)


@pytest.mark.parametrize(
    "name", ["second joints only", "third set", "joints without weights", "weights without joints"]
)
def test_a_mesh_with_half_a_set_is_not_said_to_have_none(name: str, tmp_path: Path) -> None:
    """The validator has the same code for both; the sentence tells them apart."""
    made = documents.valid()
    defects.CHANGES[name](made)
    told = {finding.code: finding.sentence for finding in check_file(made.write_glb(tmp_path / "half.glb"))}
    assert told["NODE_SKIN_WITH_NON_SKINNED_MESH"].endswith(
        "its mesh has no joints and weights in whole pairs from 0 up"
    )
