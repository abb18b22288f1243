"""No false pass: what could move a vertex and is not read keeps a model from being called the same, until allowed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.check.check import check_model
from skinning_core.check.finding import CODES
from skinning_core.cli.main import main
from skinning_core.fast.exact_engine import skin_model
from skinning_core.files.limits import DEFAULT, MEANINGS, option_name
from skinning_core.gltf.extensions import EXTENSIONS, Treatment
from skinning_core.model import FORBIDDEN, UNJUDGED
from tests.core.sizes import as_if_large
from tests.models import MODELS
from tests.tiny import Tiny

Change = Callable[[Tiny], object]
SPRING = {"springs": [{"joints": [{"node": 1}]}]}


def _channel(**target: object) -> Change:
    return lambda tiny: tiny.data["animations"][0]["channels"].append({"sampler": 0, "target": target})


def _pointer(pointer: object) -> Change:
    return _channel(path="pointer", extensions={"KHR_animation_pointer": {"pointer": pointer}})


def _on(*path: str | int, **extensions: object) -> Change:
    def change(tiny: Tiny) -> None:
        place = tiny.data
        for step in path:
            place = place[step]  # type: ignore[index]
        place["extensions"] = extensions

    return change


#: What is done to a file, the code that comes of it, and where it is.
UNREAD: dict[str, tuple[Change, str, str]] = {
    "required": (
        lambda t: t.data.update(extensionsRequired=["ACME_bend"]),
        "EXTENSION_UNKNOWN",
        "/extensionsRequired/0",
    ),
    "moves the model": (
        lambda t: t.data.update(extensionsRequired=["CESIUM_RTC"]),
        "EXTENSION_UNKNOWN",
        "/extensionsRequired/0",
    ),
    "unknown on a node": (_on("nodes", 1, ACME_bend={}), "EXTENSION_UNKNOWN", "/nodes/1/extensions/ACME_bend"),
    "unknown on a mesh": (_on("meshes", 0, ACME_bend={}), "EXTENSION_UNKNOWN", "/meshes/0/extensions/ACME_bend"),
    "unknown on a primitive": (
        _on("meshes", 0, "primitives", 0, ACME_bend={}),
        "EXTENSION_UNKNOWN",
        "/meshes/0/primitives/0/extensions/ACME_bend",
    ),
    "unknown on a skin": (_on("skins", 0, ACME_bend={}), "EXTENSION_UNKNOWN", "/skins/0/extensions/ACME_bend"),
    "unknown on an accessor": (_on("accessors", 0, ACME_x={}), "EXTENSION_UNKNOWN", "/accessors/0/extensions/ACME_x"),
    "unknown on the document": (_on(ACME_bend=1), "EXTENSION_UNKNOWN", "/extensions/ACME_bend"),
    "instances": (
        _on("nodes", 2, EXT_mesh_gpu_instancing={"attributes": {}}),
        "INSTANCES_NOT_READ",
        "/nodes/2/extensions/EXT_mesh_gpu_instancing",
    ),
    "springs": (_on(VRMC_springBone=SPRING), "SPRINGS_NOT_READ", "/extensions/VRMC_springBone"),
    "springs of VRM 0": (
        _on(VRM={"secondaryAnimation": {"boneGroups": [{"bones": [1]}]}}),
        "SPRINGS_NOT_READ",
        "/extensions/VRM",
    ),
    "constraint": (
        _on("nodes", 1, VRMC_node_constraint={"constraint": {"roll": {"source": 0}}}),
        "CONSTRAINTS_NOT_READ",
        "/nodes/1/extensions/VRMC_node_constraint",
    ),
    "physics": (
        _on("nodes", 0, KHR_physics_rigid_bodies={}),
        "PHYSICS_NOT_READ",
        "/nodes/0/extensions/KHR_physics_rigid_bodies",
    ),
    "programs": (_on(KHR_interactivity={}), "BEHAVIOUR_NOT_READ", "/extensions/KHR_interactivity"),
    "path": (_channel(node=1, path="shear"), "ANIMATION_PATH_UNKNOWN", "/animations/0/channels/1"),
    "pointer without a pointer": (_channel(path="pointer"), "ANIMATION_POINTER_NOT_READ", "/animations/0/channels/1"),
    "pointer to a matrix": (_pointer("/nodes/1/matrix"), "ANIMATION_POINTER_NOT_READ", "/animations/0/channels/1"),
    "pointer to one weight": (_pointer("/nodes/2/weights/0"), "ANIMATION_POINTER_NOT_READ", "/animations/0/channels/1"),
    "pointer to a skin": (_pointer("/skins/0/skeleton"), "ANIMATION_POINTER_NOT_READ", "/animations/0/channels/1"),
    "pointer to an extension": (
        _pointer("/nodes/1/extensions/ACME_bend/angle"),
        "ANIMATION_POINTER_NOT_READ",
        "/animations/0/channels/1",
    ),
    "pointer that is none": (_pointer(7), "ANIMATION_POINTER_NOT_READ", "/animations/0/channels/1"),
    "target of an extension": (
        _channel(path="rotation", extensions={"ACME_target": {}}),
        "EXTENSION_UNKNOWN",
        "/animations/0/channels/1/target",
    ),
}

HARMLESS: dict[str, Change] = {
    "Hubs": _on("nodes", 1, MOZ_hubs_components={"audio": {}}),  # on 535 wild avatars of one repository
    "Basis": lambda t: t.data.update(extensionsRequired=["GOOGLE_texture_basis"]),
    "looks": _on("materials", 0, KHR_materials_unlit={}, ACME_glitter={}),
    "required looks": lambda t: t.data.update(extensionsRequired=["KHR_materials_ior", "VRMC_materials_mtoon"]),
    "visibility": _on("nodes", 1, KHR_node_visibility={"visible": False}),
    "a human": _on(VRMC_vrm={"humanoid": {}}),
    "VRM without springs": _on(VRM={"secondaryAnimation": {"boneGroups": [{"bones": []}]}}),
    "no springs": _on(VRMC_springBone={"colliders": []}),
    "required VRM": lambda t: t.data.update(extensionsRequired=["VRMC_vrm"]),
    "levels": _on("nodes", 2, MSFT_lod={"ids": [0]}),
    "pointer to a colour": _pointer("/materials/0/pbrMetallicRoughness/baseColorFactor"),
    "pointer to a light": _pointer("/extensions/KHR_lights_punctual/lights/0/intensity"),
    "pointer to a custom property": _pointer("/nodes/2/extras/ik"),
    "pointer to a custom property of the file": _pointer("/extras/wind"),
    "pointer to visibility": _pointer("/nodes/1/extensions/KHR_node_visibility/visible"),
    "a channel without a target": _channel(path="rotation"),
}


def _written(change: Change, path: Path) -> Path:
    tiny = Tiny()
    tiny.data["materials"] = [{}]
    change(tiny)
    return tiny.write_glb(path)


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_not_read_is_a_reason_not_to_judge(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, code, pointer = UNREAD[name]
    path = _written(change, tmp_path / "unread.glb")
    model = load_model(path)
    (reason,) = model.unjudged
    assert reason.code == code
    assert reason.pointer.startswith(pointer)
    assert [f.code for f in check_model(model)].count(code) == 1
    target = tmp_path / "report.json"
    words = ["verify", str(path), "--against", "fast", "--clip", "0"]
    assert main([*words, "--json", str(target)]) == 3
    assert f"--accept {code} allows it" in capsys.readouterr().out
    (written,) = json.loads(target.read_text())["models"]
    assert not written["passed"]
    assert [reason["code"] for reason in written["unjudged"]] == [code]
    other = next(known for known in UNJUDGED if known != code)
    assert main([*words, "--accept", other]) == 3
    assert main([*words, "--accept", other, "--accept", code]) == 0
    assert pointer in capsys.readouterr().out  # still said


@pytest.mark.parametrize("name", HARMLESS)
def test_what_cannot_move_a_vertex_is_no_reason(name: str, tmp_path: Path) -> None:
    path = _written(HARMLESS[name], tmp_path / "harmless.glb")
    assert load_model(path).unjudged == ()
    assert main(["verify", str(path), "--against", "fast", "--clip", "0"]) == 0


def test_a_difference_is_a_difference_whatever_was_not_read(tmp_path: Path) -> None:
    path = _written(UNREAD["springs"][0], tmp_path / "springs.glb")
    assert main(["skin", str(path), "--clip", "0", "--out", str(tmp_path / "other.npz"), "--times", "0"]) == 0
    with np.load(tmp_path / "other.npz") as stored:
        moved = {name: stored[name] for name in stored.files} | {"pos0": stored["pos0"] + 1}
    np.savez(tmp_path / "other.npz", **moved)
    assert main(["compare", str(path), str(tmp_path / "other.npz"), "--clip", "0"]) == 1


def test_what_is_not_read_of_another_file_counts_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, other = Tiny().write_glb(tmp_path / "plain.glb"), _written(UNREAD["springs"][0], tmp_path / "other.glb")
    words = ["compare", str(plain), str(other), "--clip", "0"]
    assert main(words) == 3
    assert "--accept SPRINGS_NOT_READ allows it" in capsys.readouterr().out
    assert main([*words, "--accept", "SPRINGS_NOT_READ"]) == 0


def test_one_reason_per_extension(tmp_path: Path) -> None:
    tiny = Tiny()
    for node in tiny.data["nodes"]:
        node["extensions"] = {"ACME_bend": {}}
    (reason,) = load_model(tiny.write_glb(tmp_path / "thrice.glb")).unjudged
    assert "in 3 places" in reason.sentence


def test_accept_takes_known_codes_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(Tiny().write_glb(tmp_path / "tiny.glb"))
    assert main(["verify", path, "--against", "fast", "--accept", "EVERYTHING"]) == 2
    assert "SPRINGS_NOT_READ" in capsys.readouterr().err


def test_a_library_with_a_pointer_does_not_wait(tmp_path: Path) -> None:
    with as_if_large():
        model = load_model(_written(UNREAD["pointer to a matrix"][0], tmp_path / "pointer.glb"))
    assert [reason.code for reason in model.unjudged] == ["ANIMATION_POINTER_NOT_READ"]


def test_codes_are_known_and_used() -> None:
    used = {row.code for row in EXTENSIONS if row.treatment is Treatment.NOT_JUDGED}
    assert used <= set(UNJUDGED)
    assert all(not row.code for row in EXTENSIONS if row.treatment is not Treatment.NOT_JUDGED)
    assert {CODES[code] for code in UNJUDGED if code not in FORBIDDEN} == {"warning"}
    assert {CODES[code] for code in FORBIDDEN} == {"error"}
    assert len({row.name for row in EXTENSIONS}) == len(EXTENSIONS)


def _tables(text: str) -> dict[str, list[list[str]]]:
    """The rows of the table below each heading, without the code marks."""
    tables: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        if line.startswith("## "):
            rows = tables[line[3:]] = []
        elif line.startswith("| ") and not line.startswith(("| extension", "| code", "| limit", "| file")):
            rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return tables


def test_the_page_shows_what_the_code_does(root: Path) -> None:
    tables = _tables((root / "docs" / "extensions.md").read_text(encoding="utf-8"))
    for heading, treatment in (
        ("Read", Treatment.READ),
        ("Cannot matter to deformation", Treatment.HARMLESS),
        ("Not judged", Treatment.NOT_JUDGED),
    ):
        rows = [row for row in EXTENSIONS if row.treatment is treatment]
        assert tables[heading] == [[r.name, r.reason, r.code] if r.code else [r.name, r.reason] for r in rows]
    assert tables["Codes"] == [[code, meaning] for code, meaning in UNJUDGED.items()]
    assert tables["Limits"] == [[option_name(n), f"{getattr(DEFAULT, n):,}", what] for n, what in MEANINGS.items()]


def _pointed(document: dict) -> int:
    """Every channel that names a node points to it instead; how many there are."""
    count = 0
    for animation in document.get("animations", []):
        for channel in animation["channels"]:
            target = channel["target"]
            pointer = f"/nodes/{target.pop('node')}/{target['path']}"
            target |= {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}
            count += 1
    document["extensionsUsed"] = [*document.get("extensionsUsed", []), "KHR_animation_pointer"]
    return count


def _rewritten(path: Path, target: Path) -> Path:
    """A copy of a .glb whose tracks are pointers."""
    data = path.read_bytes()
    size = int.from_bytes(data[12:16], "little")
    document = json.loads(data[20 : 20 + size])
    assert _pointed(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + size :]
    lengths = [(20 + len(text) + len(rest)).to_bytes(4, "little"), len(text).to_bytes(4, "little")]
    target.write_bytes(data[:8] + lengths[0] + lengths[1] + b"JSON" + text + rest)
    return target


@pytest.mark.parametrize("name", MODELS)
def test_the_pointer_copy_of_a_model_gives_the_same_numbers(name: str, tmp_path: Path) -> None:
    path = MODELS[name](tmp_path)
    plain = load_model(path)
    if path.suffix != ".glb" or not plain.clips:
        pytest.skip("no animations in a .glb")
    twin = load_model(_rewritten(path, tmp_path / "twin.glb"))
    assert twin.unjudged == ()
    for c, clip in enumerate(plain.clips):
        times = np.linspace(clip.start, clip.end, 5)
        one, other = skin_model(plain, c, times), skin_model(twin, c, times)
        for a, b in zip(one.positions, other.positions, strict=True):
            np.testing.assert_array_equal(a, b)


def _morphed(tmp_path: Path, *targets: dict, own: bool = False) -> np.ndarray:
    """How far a mesh of one morph target moves under two nodes, at time 1 of a clip with a channel for each target."""
    tiny = Tiny()
    tiny.primitive["targets"] = [{"POSITION": tiny.add(np.ones((4, 3), np.float32))}]
    del tiny.data["nodes"][2]["skin"]
    tiny.data["nodes"].append({"mesh": 0} | ({"weights": [0.25]} if own else {}))
    tiny.data["scenes"][0]["nodes"].append(3)
    times = tiny.data["animations"][0]["samplers"][0]["input"]
    samplers = [{"input": times, "output": tiny.add(np.float32([0, 0.5 + k]))} for k in range(len(targets))]
    channels = [{"sampler": k, "target": target} for k, target in enumerate(targets)]
    tiny.data["animations"] = [{"samplers": samplers, "channels": channels}]
    model = load_model(tiny.write_glb(tmp_path / "morphed.glb"))
    skinned = skin_model(model, 0, np.array([1.0]))
    plain = model.primitive(model.parts[0]).positions
    return np.array([np.mean(positions[0] - plain) for positions in skinned.positions])


_MESH = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/meshes/0/weights"}}}
_NODE = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/2/weights"}}}


def test_weights_of_a_mesh_move_all_nodes_without_their_own(tmp_path: Path) -> None:
    np.testing.assert_allclose(_morphed(tmp_path, _MESH), [0.5, 0.5])
    np.testing.assert_allclose(_morphed(tmp_path, _MESH, own=True), [0.5, 0.25])
    np.testing.assert_allclose(_morphed(tmp_path, _NODE), [0.5, 0.0])
    np.testing.assert_allclose(_morphed(tmp_path, _NODE, _MESH), [0.5, 1.5])
    np.testing.assert_allclose(_morphed(tmp_path, _MESH, {"node": 2, "path": "weights"}), [1.5, 0.5])
