"""What is said about a file: of the document and of its model, each once; compressed files; what is no finding."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model
from skinning_core.check.check import check_file, said_once
from skinning_core.check.finding import Finding
from skinning_core.check.weights import check_influences
from tests.core.check import defects, documents
from tests.core.check.extension_defects import EXTENSIONS
from tests.packed.files import DRACO, stored
from tests.tiny import WEIGHTS as WEIGHTS_OF_TINY
from tests.tiny import Tiny

WEIGHTS = Finding("ACCESSOR_WEIGHTS_NON_NORMALIZED", "/meshes/0/primitives/0/attributes", "2 of 4")
SINGULAR = Finding("SKIN_IBM_SINGULAR", "/skins/0/inverseBindMatrices", "2 of 2")
EMPTY = Finding("ACCESSOR_WITHOUT_DATA", "/skins/0/inverseBindMatrices", "all zero")


def codes_of(made: Tiny, tmp_path: Path) -> list[str]:
    return [finding.code for finding in check_file(made.write_glb(tmp_path / "made.glb"))]


def changed(name: str) -> Tiny:
    made = documents.valid()
    defects.CHANGES[name](made)
    return made


def test_what_both_know_is_said_once() -> None:
    assert said_once([WEIGHTS], [WEIGHTS, SINGULAR], packed=False) == (WEIGHTS, SINGULAR)
    assert said_once([], [WEIGHTS], packed=False) == ()  # the document was asked, and is fine
    assert said_once([EMPTY], [SINGULAR], packed=False) == (EMPTY,)


def test_values_that_are_compressed_are_judged_by_the_model() -> None:
    assert said_once([], [WEIGHTS], packed=True) == (WEIGHTS,)
    assert said_once([WEIGHTS], [WEIGHTS], packed=True) == (WEIGHTS,)


@pytest.mark.parametrize("name", ["matrices without data", "weights without data"])
def test_accessors_without_data_are_told_and_no_error(name: str, tmp_path: Path) -> None:
    codes = codes_of(changed(name), tmp_path)
    assert "ACCESSOR_WITHOUT_DATA" in codes
    assert not {"SKIN_IBM_SINGULAR", "ACCESSOR_WEIGHTS_ZERO_SUM", "ACCESSOR_WEIGHTS_NON_NORMALIZED"} & set(codes)


def test_weights_that_no_skin_uses_are_no_finding(tmp_path: Path) -> None:
    made = changed("no weight")
    assert "ACCESSOR_WEIGHTS_ZERO_SUM" in codes_of(made, tmp_path)
    del made.data["nodes"][2]["skin"]
    codes = codes_of(made, tmp_path)
    assert "NODE_SKINNED_MESH_WITHOUT_SKIN" in codes
    assert not [code for code in codes if code.startswith("ACCESSOR_WEIGHTS")]


def test_all_errors_of_a_file_are_reported_not_only_the_first(tmp_path: Path) -> None:
    made = documents.valid()
    for name in ("times back", "skeleton is no ancestor", "rotation too long", "fourth row", "child twice"):
        defects.CHANGES[name](made)
    assert {
        "ACCESSOR_ANIMATION_INPUT_NON_INCREASING",
        "SKIN_SKELETON_INVALID",
        "ROTATION_NON_UNIT",
        "ACCESSOR_INVALID_IBM",
        "DUPLICATE_ELEMENTS",
    } <= set(codes_of(made, tmp_path))


def test_compressed_files_lack_nothing(root: Path) -> None:
    for path in sorted((root / "tests" / "packed").glob("*.glb")):
        codes = {finding.code for finding in check_file(path)}
        assert not codes & {"ACCESSOR_WITHOUT_DATA", "IO_ERROR", "BUFFER_MISSING_GLB_DATA"}, path.name


def test_one_sum_is_said_as_one_number(tmp_path: Path) -> None:
    findings = check_file(changed("no weight").write_glb(tmp_path / "made.glb"))
    (sentence,) = [finding.sentence for finding in findings if finding.code == "ACCESSOR_WEIGHTS_NON_NORMALIZED"]
    assert "1 of 4 vertices sum to 0, not 1" in sentence


def test_what_players_accept_all_the_same_has_one_code_each(tmp_path: Path) -> None:
    """Keys at one time, of which the last counts, and a primitive without POSITION, which is skipped."""
    made = documents.valid()
    before = set(codes_of(made, tmp_path))
    times = made.data["accessors"][made.data["animations"][0]["samplers"][0]["input"]]
    begin = made.data["bufferViews"][times["bufferView"]]["byteOffset"]
    made.buffer[begin : begin + 4] = made.buffer[begin + 4 : begin + 8]
    times["min"] = times["max"]
    shapeless = {**made.primitive, "attributes": {**made.primitive["attributes"]}}
    del shapeless["attributes"]["POSITION"], shapeless["indices"]
    made.data["meshes"][0]["primitives"].append(shapeless)
    codes = codes_of(made, tmp_path)
    for code in ("ACCESSOR_ANIMATION_INPUT_NON_INCREASING", "MESH_PRIMITIVE_NO_POSITION"):
        assert code in codes
        assert code not in before


@pytest.mark.filterwarnings("error")
def test_weights_that_are_no_numbers_are_named_by_vertex(tmp_path: Path) -> None:
    """People download such characters (Quaternius' Wasp, Crab): which vertices to mend stands in check and refusal."""
    weights = WEIGHTS_OF_TINY.copy()
    weights[[1, 3], [0, 2]] = np.nan, np.inf
    tiny = Tiny()
    tiny.primitive["attributes"]["WEIGHTS_0"] = place = tiny.add(weights)
    path = tiny.write_glb(tmp_path / "nan.glb")
    found = [(f.pointer, f.sentence) for f in check_file(path) if f.code == "ACCESSOR_INVALID_FLOAT"]
    assert found == [
        (f"/accessors/{place}", "2 of 4 elements are not finite numbers: 1, 3"),
        ("/meshes/0/primitives/0/attributes", "weights of 2 of 4 vertices are not finite numbers (vertices 1, 3)"),
    ]
    pointer = "/meshes/0/primitives/0/attributes/WEIGHTS_0"
    with pytest.raises(SkinproofError, match=f"vertex 1 of {pointer} is not a finite number \\(nor 3\\)"):
        load_model(path)


def test_weights_off_by_dracos_rounding_alone_are_no_error(root: Path) -> None:
    """Sums of 1 +- 1.8e-4 by Draco's default bits failed check, and so hook and Action, on every such character."""
    pytest.importorskip("DracoPy")
    for name in DRACO:
        path = stored(name)[0]
        weights = [p.influences.weights for m in load_model(path).meshes for p in m.primitives if p.influences]
        worst = max(float(np.abs(each.sum(axis=1) - 1.0).max()) for each in weights)
        codes = {finding.code for finding in check_file(path)}
        assert "ACCESSOR_WEIGHTS_NON_NORMALIZED" not in codes, (name, worst)
    step = 0.5 / 255
    for off, told in ((0.9 * step, False), (2.1 * step, True)):
        found = check_influences(np.array([[0, 1]]), np.array([[0.5, 0.5 + off]]), "", step)
        assert bool([*found]) == told


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8-sig", "byte order mark"),
        ("utf-16", "is not UTF-8 (byte 0)"),
        ("latin-1", "is not UTF-8 (byte "),
    ],
)
def test_an_encoding_is_told_in_our_words(tmp_path: Path, encoding: str, told: str) -> None:
    """After a byte order mark the rest of the file is judged as any other."""
    path = tmp_path / "marked.gltf"
    document = {"asset": {"version": "2.0", "generator": "Bäume"}, "nodes": [{"rotation": [0, 0, 0, 2]}]}
    path.write_text(json.dumps(document, ensure_ascii=False), encoding=encoding)
    findings = check_file(path)
    words = " ".join(str(finding.sentence) for finding in findings)
    assert told in words
    assert "codec" not in words
    assert "utf-8-sig" not in words
    assert any(f.code == "VALUE_NOT_IN_RANGE" for f in findings) is (encoding == "utf-8-sig")


@pytest.mark.parametrize(
    ("pointed", "missing"),
    [
        ("/nodes/0/rotation", False),
        ("/nodes/77/rotation", True),
        ("/meshes/9/weights", True),
        ("/materials/1/pbrMetallicRoughness/baseColorFactor", True),
        ("/extras/anything/4", False),
        ("/nodes/0/extras/7", False),
        ("/extensions/KHR_lights_punctual/lights/0/intensity", False),
    ],
)
def test_a_pointer_to_an_element_that_is_not_there_is_an_error(pointed: str, missing: bool, tmp_path: Path) -> None:
    made = documents.valid()
    EXTENSIONS["pointer"](made)
    made.data["animations"][0]["channels"][0]["target"]["extensions"]["KHR_animation_pointer"]["pointer"] = pointed
    assert ("UNRESOLVED_REFERENCE" in codes_of(made, tmp_path)) == missing


@pytest.mark.parametrize(
    ("kind", "normalized", "skinned", "told"),
    [
        (np.uint16, True, True, True),
        (np.int8, True, False, True),
        (np.uint16, False, True, True),
        (np.int16, False, False, False),
        (np.float32, False, True, False),
    ],
)
def test_bounds_of_packed_positions_are_told(
    kind: type, normalized: bool, skinned: bool, told: bool, tmp_path: Path
) -> None:
    """Integers that a node's matrix unpacks are framed rightly, with that matrix; those of a skin are not."""
    made = documents.valid()
    values = kind([[0, 0, 0, 0], [1, 0, 0, 0], [0, 2, 0, 0], [1, 2, 100, 0]])
    index = made.add(
        values, type="VEC3", min=[0, 0, 0], max=[1, 2, 100], **({"normalized": True} if normalized else {})
    )
    made.data["bufferViews"][-1]["byteStride"] = values.strides[0]
    made.primitive["attributes"]["POSITION"] = index
    made.data["extensionsUsed"].append("KHR_mesh_quantization")
    made.data["extensionsRequired"] = ["KHR_mesh_quantization"]
    if not skinned:
        del made.data["nodes"][2]["skin"]
    found = [f for f in check_file(made.write_glb(tmp_path / "made.glb")) if f.code == "ACCESSOR_BOUNDS_PACKED"]
    assert bool(found) == told
    assert all("up to 100" in f.sentence and f.pointer == f"/accessors/{index}" for f in found)
