"""The forms as engines: whole models, every choice, through the command line too; expected values by plain loops."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model, skin_model
from skinning_core.cli import main
from skinning_core.model import Influences
from skinning_core.skin.influence import with_influences
from skinning_core.subject import FORMS, NAMED, facts_of
from tests import plain
from tests.models import MODELS

EXACT = ("form:points", "form:palette", "form:skin-palette", "form:four")
BY_DESIGN = {
    "form:rigid": {"strongest-one"},
    "form:four": {"strongest-four", "first-four"},
    "form:dual-quaternion": {"dual-quaternions"},
    "form:preserve-volume": {"dual-quaternions", "preserve-volume"},
}


def far(path: Path, engine: str, time: float = 0.4, expected: list | None = None) -> float:
    """The largest distance of an engine's positions from the plain reading of the specification, per size."""
    got = FORMS[engine](load_model(path)).at(0, np.array([time])).positions
    expected = plain.skin(path, 0, [time]) if expected is None else expected
    size = np.linalg.norm(np.ptp(np.concatenate([e[0] for e in expected]), axis=0))
    return max(float(np.abs(g - e).max()) for g, e in zip(got, expected, strict=True)) / size


def test_the_linear_forms_are_the_specification(tmp_path: Path) -> None:
    for make in ("plain", "rigid_parts", "morphs"):
        path = MODELS[make](tmp_path)
        for engine in EXACT:
            assert far(path, engine) < 1e-12, (make, engine)
        assert far(path, "form:blender-linear") < 1e-6
        assert far(path, "form:transform") < 1e-6, make


def test_transforms_refuse_what_they_cannot_hold_and_report_what_they_lose(tmp_path: Path) -> None:
    model = load_model(MODELS["shear_chain"](tmp_path))
    with pytest.raises(SkinproofError, match=r"cannot hold the .* of joint \d+: its scales are .* of it is shear"):
        FORMS["form:transform"](model).at(0, np.array([0.4]))
    (note,) = FORMS["form:transform"](load_model(MODELS["plain"](tmp_path))).at(0, np.array([0.4])).notes
    assert 0.0 <= float(note.split("at most ")[1].split()[0]) < 1e-5


def test_rigid_is_the_specification_with_one_weight_left(tmp_path: Path) -> None:
    path = MODELS["twelve_influences"](tmp_path)
    model = load_model(path)
    alone = with_influences(model, _one_hot)
    reference = skin_model(alone, 0, [0.4])
    got = FORMS["form:rigid"](model).at(0, np.array([0.4]))
    assert np.allclose(got.positions[0], reference.positions[0], atol=1e-12)
    assert np.allclose(got.normals[0], reference.normals[0], atol=1e-9)


def _one_hot(stored: Influences) -> Influences:
    weights = np.zeros(stored.weights.shape)
    for v, row in enumerate(stored.weights.tolist()):
        weights[v, row.index(max(row))] = 1.0
    return Influences(stored.joints, weights)


def test_raw_weights_are_used_as_stored(tmp_path: Path) -> None:
    path = MODELS["weights_bad"](tmp_path)
    model = load_model(path)
    part = model.parts[0]
    raw = FORMS["form:points:raw"](model).at(0, np.array([0.4]))
    sums = model.influences(part).weights.sum(axis=1, dtype=np.float64)
    for engine in ("form:points:raw", "form:palette:raw", "form:skin-palette:raw", "form:transform:raw"):
        got = FORMS[engine](model).at(0, np.array([0.4])).positions[0]
        assert np.allclose(got, raw.positions[0], atol=1e-5), engine
    by_hand = skin_model(model, 0, [0.4]).positions[0][0] * sums[:, None]  # a sum of s stands at s times the place
    zero = sums == 0.0
    assert np.allclose(raw.positions[0][0][~zero], by_hand[~zero], atol=1e-9)
    assert np.array_equal(raw.positions[0][0][zero], np.zeros((zero.sum(), 3)))


def test_both_rules_for_normals(tmp_path: Path) -> None:
    """By hand on one vertex: the blended matrix times the normal, and its inverse transpose times the normal."""
    model = load_model(MODELS["shear_chain"](tmp_path))
    reference = skin_model(model, 0, [0.4])
    part = model.parts[0]
    influences, normals = model.influences(part), model.primitive(part).normals
    palette = reference.skin_palettes[part.skin][1][0]
    for engine in ("form:palette", "form:points"):
        by_inverse = FORMS[engine](model).at(0, np.array([0.4])).normals[0][0]
        as_direction = FORMS[f"{engine}:directions"](model).at(0, np.array([0.4])).normals[0][0]
        for v in range(0, len(normals), 17):
            blended = np.zeros((3, 3))
            for joint, weight in zip(influences.joints[v], influences.weights[v], strict=True):
                blended += float(weight) * palette[joint][:3, :3]
            for got, matrix in ((by_inverse[v], np.linalg.inv(blended).T), (as_direction[v], blended)):
                expected = matrix @ normals[v]
                assert np.allclose(got, expected / np.linalg.norm(expected), atol=1e-6)
        assert np.abs(by_inverse - as_direction).max() > 0.05


def test_verify_names_what_differs_by_design(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, report = MODELS["twelve_influences"](tmp_path), tmp_path / "report.json"
    against = ",".join([*BY_DESIGN, "form:palette"])
    assert (
        main(["verify", str(path), "--clip", "0", "--times", "0.4", "--against", against, "--json", str(report)]) == 1
    )
    found = {c["engine"]: c for c in json.loads(report.read_text())["models"][0]["comparisons"]}
    assert found.pop("form:palette")["passed"]
    for engine, comparison in found.items():
        assert not comparison["passed"]
        (cause,) = comparison["causes"]
        assert {cause["code"], *cause["also"]} & BY_DESIGN[engine], engine
        assert cause["explained"] > 0.999
        assert any(note["text"].startswith("by design not the specification") for note in comparison["notes"])
    capsys.readouterr()


def test_every_name_says_what_it_is() -> None:
    assert len(FORMS) == 4 * sum(name.startswith("form:") for name in NAMED)
    for name in FORMS:
        assert name.startswith(facts_of(name).name)
    assert facts_of("gpu:texture").name == "gpu"
    assert facts_of("nothing:of:this") is None


@pytest.mark.parametrize(("time", "looped"), [(-0.25, 0.75), (2.25, 0.25), (0.5, 0.5)])
def test_looping_is_one_choice(root: Path, tmp_path: Path, time: float, looped: float) -> None:
    """The example's clip "walk" lasts one second; a clip held at its ends has no time outside them."""
    example, out = str(root / "examples" / "character.glb"), str(tmp_path / "a.npz")
    for words, inside in ((["--loop"], looped), ([], min(max(time, 0.0), 1.0))):
        words = [example, "--clip", "walk", "--times", str(time), "--out", out, *words]
        assert main(["skin", *words, "--engine", "fast"]) == 0
        with np.load(out) as stored:
            expected = skin_model(load_model(Path(example)), 0, [inside]).positions[0]
            assert np.allclose(stored["pos0"], expected, atol=1e-5)
            assert stored["times"].tolist() == [time]
