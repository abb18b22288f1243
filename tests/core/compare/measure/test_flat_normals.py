"""Normals that only rounding gives a direction, as half a turn with weights of one half each: left out, and told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skinning_core import SUBJECTS, Question, compare_results, load_model, skin_model, skin_model_fast, verify
from skinning_core.report.document import verify_document
from skinning_core.report.table import notes
from tests.models.random_character import random_character
from tests.tiny import Tiny

VERTICES = 40


def wrist(path: Path, seed: int, *, halved: int = VERTICES) -> Path:
    """Forty vertices on two joints, the second of which makes half a turn in a second; so many weigh one half each."""
    rng, tiny = np.random.default_rng(seed), Tiny()
    first = rng.uniform(0.6, 0.9, VERTICES)
    first[:halved] = 0.5
    weights = np.stack([first, 1 - first, 0 * first, 0 * first], axis=1)
    attributes = tiny.primitive["attributes"]
    for name, values in {"POSITION": directions(rng), "NORMAL": directions(rng), "WEIGHTS_0": weights}.items():
        attributes[name] = tiny.add(values.astype(np.float32))
    attributes["JOINTS_0"] = tiny.add(np.tile(np.array([0, 1, 0, 0], np.uint8), (VERTICES, 1)))
    del tiny.primitive["indices"]
    turn, above = np.append(directions(rng)[0], 0.0), rng.normal(size=4)
    tiny.data["nodes"][0]["rotation"] = (above / np.linalg.norm(above)).tolist()
    output = tiny.add(np.stack([[0, 0, 0, 1], turn]).astype(np.float32))
    tiny.data["animations"][0]["samplers"] = [{"input": tiny.add(np.array([0, 1], np.float32)), "output": output}]
    return tiny.write_glb(path)


def directions(rng: np.random.Generator) -> np.ndarray:
    values = rng.normal(size=(VERTICES, 3))
    return values / np.linalg.norm(values, axis=1, keepdims=True)


@pytest.mark.parametrize("seed", range(8))
def test_half_a_turn_is_no_fault_of_an_engine(tmp_path: Path, seed: int) -> None:
    """All forty were "differs: visible: normals are off by up to 180 degrees" for engines in float32 that are right."""
    model = load_model(wrist(tmp_path / "wrist.glb", seed))
    found = verify(model, {"fast": SUBJECTS["fast"](model)}, Question())
    assert str(found.verdict.words) == "the same"
    (bend,) = [c.difference for c in found.comparisons if c.clip == 0]
    assert 0 < bend.normals_flat <= VERTICES
    assert bend.parts[0].normals.flat.tolist()[:-1] == [0] * (len(bend.times) - 1)  # at the last time only
    assert f"fast: {bend.normals_flat} normals not compared" in "; ".join(notes(found))
    (document,) = verify_document([("wrist.glb", found)], {})["models"]
    assert [c["normals_flat"] for c in document["comparisons"]] == [0, bend.normals_flat]


def test_only_what_nobody_can_know_is_left_out(tmp_path: Path) -> None:
    model = load_model(wrist(tmp_path / "wrist.glb", 1, halved=10))
    times = np.array([0.0, 0.5, 1.0])
    reference, fast = skin_model(model, 0, times), skin_model_fast(model, 0, times)
    (normals,) = fast.normals
    turned = replace(fast, normals=(-normals,))
    (part,) = compare_results(reference, turned, model=model).parts
    assert part.normals.flat.tolist() == [0, 0, 10]
    assert part.normals.compared.tolist() == [VERTICES, VERTICES, VERTICES - 10]
    assert part.normals.turned[:, 0].tolist() == [VERTICES, VERTICES, VERTICES - 10]
    lost = replace(fast, normals=(np.full_like(normals, np.nan),))
    (part,) = compare_results(reference, lost, model=model).parts
    assert part.normals.gone.tolist() == [VERTICES, VERTICES, VERTICES - 10]


def test_a_node_that_is_flat_has_normals_of_either_sign(tmp_path: Path) -> None:
    """A node squashes a part that has no skin to a plane. Rounding alone decides to which side its normals point."""
    tiny = Tiny()
    tiny.primitive["attributes"] = {
        "POSITION": tiny.primitive["attributes"]["POSITION"],
        "NORMAL": tiny.add(np.tile(np.array([0, 0, 1], np.float32), (4, 1))),
    }
    del tiny.data["animations"], tiny.data["skins"], tiny.data["nodes"][2]["skin"]
    tiny.data["nodes"][2] |= {"scale": [1, 1, 1e-8], "rotation": [0.5, 0.5, 0.5, 0.5]}
    model = load_model(tiny.write_glb(tmp_path / "flat.glb"))
    reference = skin_model(model, None, 0.0)
    other = replace(reference, normals=tuple(-n for n in reference.normals))
    assert compare_results(reference, other, model=model).normals_flat == 4


@pytest.mark.parametrize("seed", [134, 141, 252, 263, 271])
def test_thin_blends_keep_their_sign_in_float32(seed: int, tmp_path: Path) -> None:
    """A thickness of 3e-7 to 9e-7 of the largest joint, which float32 tells from zero, had counted as positive."""
    model = load_model(random_character(seed, tmp_path))
    assert str(verify(model, {"fast": SUBJECTS["fast"](model)}, Question()).verdict.words) == "the same"
