"""The command line inside Blender: its engines, its exit status, and that nothing is left in the file."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")

KINDS = ("objects", "meshes", "armatures", "actions", "shape_keys", "materials", "collections", "scenes", "images")


@pytest.fixture
def run(extension: str):
    """``run(argv)`` as Blender calls it for ``blender --command skinproof argv``."""
    return importlib.import_module(f"{extension}.addon.command.commands").run


@pytest.fixture
def example(root: Path) -> str:
    return str(root / "examples" / "character.glb")


def names_in_file() -> dict[str, list[str]]:
    return {kind: sorted(thing.name for thing in getattr(bpy.data, kind)) for kind in KINDS}


def test_verify_in_blender_compares_blender_and_leaves_nothing(run, example, tmp_path, capfd) -> None:
    before = names_in_file()
    report = tmp_path / "out.json"
    assert run(["verify", example, "--json", str(report), "--html", str(tmp_path / "out.html")]) == 0
    assert names_in_file() == before
    document = json.loads(report.read_text(encoding="utf-8"))
    (model,) = document["models"]
    found = {(c["clip_name"], c["engine"]): c for c in model["comparisons"]}
    assert {clip for clip, _ in found} == {"rest", "walk", "wave", "idle"}
    for clip, _ in found:
        assert found[clip, "blender"]["max"] <= 3e-6
        assert found[clip, "blender"]["lost"] == 0
    assert "same" in capfd.readouterr().out


def test_skin_by_blender_is_near_the_reference(run, example, tmp_path) -> None:
    words = ["skin", example, "--clip", "wave", "--times", "0.1,0.77,1.5"]
    assert run([*words, "--out", str(tmp_path / "reference.npz")]) == 0
    assert run([*words, "--engine", "blender", "--out", str(tmp_path / "blender.npz")]) == 0
    with np.load(tmp_path / "reference.npz") as reference, np.load(tmp_path / "blender.npz") as blender:
        positions = [name for name in reference.files if name.startswith("pos")]
        assert len(positions) == len(reference["prims"]) > 1
        np.testing.assert_array_equal(blender["prims"], reference["prims"])
        for name in positions:
            error = np.linalg.norm(blender[name] - reference[name], axis=-1) / reference["diag"][:, None]
            assert error.max() <= 3e-6, name


@pytest.mark.parametrize(
    ("builder", "clip", "name", "sentence"),
    [
        ("slerp", "0", "nlerp", "by component, not by slerp"),
        ("morphs", "breathe", "morphs-clamped", "kept between 0 and 1"),  # it looks at the first key's weight only
        ("bind_shear", "rest", "bind-scale-dropped", "guessed bind pose without scale"),
        ("part_on_scaled_bone", "rest", "parts-along-bones", "hang on bones of a scaled armature"),
    ],
)
def test_stock_importer_is_seen_to_differ_and_why(run, tmp_path, capfd, builder, clip, name, sentence) -> None:
    from tests.models import MODELS

    model = MODELS[builder](tmp_path)
    report = tmp_path / "out.json"
    assert run(["verify", str(model), "--clip", clip, "--against", "blender,stock", "--json", str(report)]) == 1
    document = json.loads(report.read_text(encoding="utf-8"))
    ours, stock = document["models"][0]["comparisons"]
    assert ours["passed"]
    assert not stock["passed"]
    assert name in {code for cause in stock["causes"] for code in (cause["code"], *cause["also"])}
    assert sentence in capfd.readouterr().out


def test_bad_input_is_one_sentence_and_leaves_nothing(run, tmp_path, capfd) -> None:
    before = names_in_file()
    broken = tmp_path / "broken.glb"
    broken.write_bytes(b"glTF" + bytes(20))
    assert run(["verify", str(broken)]) == 2
    out, err = capfd.readouterr()
    assert [line for line in err.splitlines() if line.startswith("skinproof")] != []
    assert "Traceback" not in out + err
    assert names_in_file() == before


def test_a_picture_is_not_drawn_over_its_model(run, example, tmp_path, capfd) -> None:
    model = tmp_path / "model.glb"
    model.write_bytes(Path(example).read_bytes())
    assert run(["picture", str(model), "--out", str(model)]) == 2
    assert "this would overwrite model.glb, which is read" in capfd.readouterr().err
    assert model.read_bytes() == Path(example).read_bytes()
