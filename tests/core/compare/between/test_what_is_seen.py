"""A file whose vertices are all in another is not the same as that if faces are gone, or if no viewer shows them."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.gltf.load import load_gltf
from skinning_core.skeleton.faces import topology_of
from tests import golden, npm
from tests.tiny import Tiny

TRIANGLES, POINTS, STRIP = 4, 0, 5


class Sheet:
    """A bent sheet of 9 by 9 quads over two joints, each quad two triangles; every number of it is another."""

    def __init__(self) -> None:
        rng = np.random.default_rng(4)
        across, up = np.meshgrid(np.arange(10.0), np.arange(10.0))
        self.positions = np.stack([across, up, np.zeros((10, 10))], axis=2).reshape(-1, 3) / 9.0
        self.positions += rng.normal(0.0, 0.01, self.positions.shape)
        upper = np.clip(self.positions[:, 1], 0.0, 1.0)
        self.weights = np.stack([1.0 - upper, upper], axis=1)
        corner = (np.arange(9)[:, None] * 10 + np.arange(9)).reshape(-1)
        quads = np.stack([corner, corner + 1, corner + 11, corner + 10], axis=1)
        self.triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
        self.quads, self.mode = quads, TRIANGLES
        self.change: Callable[[dict[str, Any]], object] = lambda data: None

    def write(self, path: Path) -> Path:
        made = Tiny()
        count = len(self.positions)
        attributes = {
            "POSITION": made.add(self.positions.astype(np.float32)),
            "JOINTS_0": made.add(np.tile(np.array([0, 1, 0, 0], np.uint8), (count, 1))),
            "WEIGHTS_0": made.add(np.pad(self.weights, ((0, 0), (0, 2))).astype(np.float32)),
        }
        indices = made.add(self.triangles.reshape(-1).astype(np.uint16))
        made.data["meshes"][0]["primitives"] = [{"attributes": attributes, "indices": indices, "mode": self.mode}]
        self.change(made.data)
        return made.write_glb(path)


def none(sheet: Sheet) -> None:
    pass


def turned(sheet: Sheet) -> None:
    sheet.triangles = np.roll(sheet.triangles[::-1], 1, axis=1)


def other_diagonals(sheet: Sheet) -> None:
    sheet.triangles = np.concatenate([sheet.quads[:, [0, 1, 3]], sheet.quads[:, [1, 2, 3]]])


def without_area_as_well(sheet: Sheet) -> None:
    sheet.triangles = np.concatenate([sheet.triangles, [[3, 3, 4], [7, 7, 7]]])


def unwelded(sheet: Sheet) -> None:
    flat = sheet.triangles.reshape(-1)
    sheet.positions, sheet.weights = sheet.positions[flat], sheet.weights[flat]
    sheet.triangles = np.arange(len(flat)).reshape(-1, 3)


def shuffled(sheet: Sheet) -> None:
    to = np.random.default_rng(1).permutation(len(sheet.positions))
    sheet.positions, sheet.weights = sheet.positions[to], sheet.weights[to]
    sheet.triangles = np.argsort(to)[sheet.triangles]


@pytest.mark.parametrize("change", [none, turned, without_area_as_well, unwelded, shuffled])
def test_the_same_faces_otherwise_told_are_there(tmp_path: Path, change: Callable[[Sheet], None]) -> None:
    sheet = Sheet()
    first = sheet.write(tmp_path / "a.glb")
    change(sheet)
    assert main(["compare", str(first), str(sheet.write(tmp_path / "b.glb"))]) == 0


def test_a_surface_that_is_cut_otherwise_is_there(tmp_path: Path) -> None:
    sheet = Sheet()
    first = load_model(sheet.write(tmp_path / "a.glb"))
    other_diagonals(sheet)
    path = sheet.write(tmp_path / "b.glb")
    assert OtherFile(path, first, load_model(path)).presence().faces_lost == 0


def poked(lift: float = 0.0, weights: tuple[float, float] | None = None) -> Callable[[Sheet], None]:
    """A triangle around a new vertex in its middle, lifted by this, with these weights instead of the corners' mean."""

    def change(sheet: Sheet) -> None:
        a, b, c = corners = sheet.triangles[30]
        middle = sheet.positions[corners].mean(axis=0) + np.array([0.0, 0.0, lift])
        own = sheet.weights[corners].mean(axis=0) if weights is None else np.array(weights)
        sheet.positions, sheet.weights = np.vstack([sheet.positions, middle]), np.vstack([sheet.weights, own])
        fan = [[a, b, 100], [b, c, 100], [c, a, 100]]
        sheet.triangles = np.vstack([np.delete(sheet.triangles, 30, axis=0), fan])

    return change


def hole_filled(sheet: Sheet) -> None:
    sheet.triangles = np.vstack([sheet.triangles, [[0, 9, 99]]])


ADDED = {
    "faces between vertices that both have": (hole_filled, {"FACES_ADDED": 1}),
    "a vertex above a face": (poked(0.01), {"VERTICES_ADDED": 1}),
    "a vertex in a face that follows the wrong joint": (poked(0.0, (1.0, 0.0)), {"VERTICES_ADDED": 1}),
    "a vertex in a face that leaves it when it bends": (poked(), {"VERTICES_ADDED": 1}),
}


@pytest.mark.parametrize("name", ADDED)
def test_what_only_the_other_file_shows_is_not_judged(tmp_path: Path, name: str) -> None:
    change, expected = ADDED[name]
    sheet, report = Sheet(), tmp_path / "report.json"
    first = sheet.write(tmp_path / "a.glb")
    change(sheet)
    assert main(["compare", str(first), str(sheet.write(tmp_path / "b.glb")), "--json", str(report)]) == 3
    grounds = json.loads(report.read_text())["models"][0]["verdict"]["grounds"]
    assert {ground["code"]: ground["sentence"]["values"]["count"] for ground in grounds} == expected


def test_a_vertex_of_another_cut_is_measured_in_motion(tmp_path: Path) -> None:
    """Its place is a mean of places and its weights one of weights: bent, it is as far off as asked the other way."""
    sheet, report = Sheet(), tmp_path / "report.json"
    first = sheet.write(tmp_path / "a.glb")
    poked()(sheet)
    second = sheet.write(tmp_path / "b.glb")
    found = []
    for files in ((first, second), (second, first)):
        main(["compare", *map(str, files), "--clip", "bend", "--json", str(report)])
        found += json.loads(report.read_text())["models"][0]["comparisons"]
    assert found[0]["only_there"]["farthest"] == pytest.approx(found[1]["max"], rel=1e-4)
    assert found[1]["max"] > 1e-3


def hole(sheet: Sheet) -> int:
    sheet.triangles = np.delete(sheet.triangles, [40, 121], axis=0)
    return 2


def one_in_two(sheet: Sheet) -> int:
    sheet.triangles = sheet.triangles[::2]
    return 81


def points_alone(sheet: Sheet) -> int:
    sheet.mode = POINTS
    return 162


def a_strip_cut_short(sheet: Sheet) -> int:
    """The strip of the lowest row alone: 18 triangles are left."""
    sheet.triangles = np.stack([np.arange(10) + 10, np.arange(10)], axis=1)
    sheet.triangles = np.pad(sheet.triangles.reshape(-1), (0, 1), mode="edge").reshape(-1, 3)
    sheet.mode = STRIP
    return 144


def a_hole_in_shuffled_ones(sheet: Sheet) -> int:
    shuffled(sheet)
    return hole(sheet)


@pytest.mark.parametrize("change", [hole, one_in_two, points_alone, a_strip_cut_short, a_hole_in_shuffled_ones])
def test_faces_that_are_gone_are_counted(tmp_path: Path, capsys, change: Callable[[Sheet], int]) -> None:
    sheet = Sheet()
    first = sheet.write(tmp_path / "a.glb")
    gone = change(sheet)
    status = main(["compare", str(first), str(sheet.write(tmp_path / "b.glb")), "--clip", "rest"])
    said = capsys.readouterr().out
    assert status == 1
    assert f"b.glb: visible: {gone} of 162 triangles of the file are gone; positions are at most 0 mm off" in said


def all_wound_back(sheet: Sheet) -> int:
    sheet.triangles = sheet.triangles[:, ::-1]
    return 162


def some_wound_back(sheet: Sheet) -> int:
    sheet.triangles[5:12] = sheet.triangles[5:12, [0, 2, 1]]
    return 7


def wound_back_and_shuffled(sheet: Sheet) -> int:
    shuffled(sheet)
    return some_wound_back(sheet)


@pytest.mark.parametrize("change", [all_wound_back, some_wound_back, wound_back_and_shuffled])
def test_faces_that_are_wound_the_other_way_are_counted(tmp_path: Path, capsys, change: Callable[[Sheet], int]) -> None:
    sheet = Sheet()
    first = sheet.write(tmp_path / "a.glb")
    turned_round = change(sheet)
    assert main(["compare", str(first), str(sheet.write(tmp_path / "b.glb")), "--clip", "rest"]) == 1
    assert f"{turned_round} of 162 triangles of the file are wound the other way" in capsys.readouterr().out


def test_both_sides_in_both_orders_are_the_same(tmp_path: Path) -> None:
    sheet = Sheet()
    sheet.triangles = np.concatenate([sheet.triangles, sheet.triangles[:, ::-1]])
    first = sheet.write(tmp_path / "a.glb")
    sheet.triangles = sheet.triangles[::-1]
    assert main(["compare", str(first), str(sheet.write(tmp_path / "b.glb")), "--clip", "rest"]) == 0


def test_where_a_node_mirrors_the_side_is_not_counted(tmp_path: Path) -> None:
    """As a tool bakes the mirror into the vertices, and winds the faces so that they show the same side."""
    sheet = Sheet()
    sheet.change = lambda data: data["nodes"][0].update(scale=[-1, 1, 1])
    first = load_model(sheet.write(tmp_path / "a.glb"))
    all_wound_back(sheet)
    path = sheet.write(tmp_path / "b.glb")
    assert OtherFile(path, first, load_model(path)).presence().faces_turned == 0


@pytest.mark.parametrize("tool", [["-cc"], ["-vp", "5"], ["-noq"]])
def test_what_a_tool_packs_keeps_its_faces(shared: Path, tmp_path: Path, tool: list[str]) -> None:
    source = golden.sheet(shared, "fox").model
    packed = npm.gltfpack(source, tmp_path / "b.glb", *tool)
    found = OtherFile(packed, load_model(source), load_model(packed)).presence()
    assert (found.faces, found.faces_lost, found.faces_turned) == (576, 0, 0)


def test_a_real_character_without_an_ear(shared: Path, tmp_path: Path) -> None:
    source = golden.sheet(shared, "fox").model
    model = load_model(source)
    count = len(topology_of([model.primitive(model.parts[0])]).triangles)
    data = bytearray(source.read_bytes())
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + length])
    (primitive,) = document["meshes"][0]["primitives"]
    accessors = document["accessors"]
    assert "indices" not in primitive
    kept = np.arange(accessors[primitive["attributes"]["POSITION"]]["count"], dtype=np.uint16)[:-30]
    views = document["bufferViews"]
    views.append({"buffer": 0, "byteOffset": document["buffers"][0]["byteLength"], "byteLength": kept.nbytes})
    accessors.append({"bufferView": len(views) - 1, "componentType": 5123, "count": len(kept), "type": "SCALAR"})
    primitive["indices"] = len(accessors) - 1
    document["buffers"][0]["byteLength"] += kept.nbytes
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary = bytes(data[28 + length :]) + kept.tobytes()
    whole = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    path = tmp_path / "b.glb"
    path.write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(whole)) + whole)
    assert OtherFile(path, model, load_model(path)).presence().faces_lost == 10
    assert count == 576


# what a viewer shows


def other_scene(data: dict[str, Any]) -> None:
    data["scenes"] = [{"nodes": [0]}, {"nodes": [0, 2]}]


def off(data: dict[str, Any]) -> None:
    data["extensionsUsed"] = ["KHR_node_visibility"]
    data["nodes"][2]["extensions"] = {"KHR_node_visibility": {"visible": False}}


def parent_off(data: dict[str, Any]) -> None:
    data["extensionsUsed"] = ["KHR_node_visibility"]
    data["nodes"].append({"extensions": {"KHR_node_visibility": {"visible": False}}, "children": [2]})
    data["scenes"] = [{"nodes": [0, 3]}]


def with_hat(change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], None]:
    """With a second mesh, which stays."""

    def both(data: dict[str, Any]) -> None:
        change(data)
        attributes = {"POSITION": data["meshes"][0]["primitives"][0]["attributes"]["POSITION"]}
        data["meshes"].append({"primitives": [{"attributes": attributes}]})
        data["nodes"].append({"name": "hat", "mesh": 1, "translation": [0, 3, 0]})
        data["nodes"][0]["children"] = [1, len(data["nodes"]) - 1]

    return both


@pytest.mark.parametrize("change", [other_scene, off, parent_off])
def test_what_no_viewer_shows_is_gone(tmp_path: Path, capsys, change: Callable[[dict[str, Any]], None]) -> None:
    sheet = Sheet()
    sheet.change = with_hat(lambda data: None)
    first = sheet.write(tmp_path / "a.glb")
    sheet.change = with_hat(change)
    second = sheet.write(tmp_path / "b.glb")
    assert main(["compare", str(first), str(second)]) == 1
    said = capsys.readouterr().out
    assert "nothing is left of 'body': 100 vertices are gone" in said
    assert "not shown by a viewer of the other file, which has it hidden or in another scene: 'body'" in said
    assert main(["compare", str(second), str(second)]) == 0


def by_clip(data: dict[str, Any]) -> None:
    off(data)
    data["extensionsUsed"].append("KHR_animation_pointer")
    pointer = {"pointer": "/nodes/2/extensions/KHR_node_visibility/visible"}
    data["animations"][0]["channels"].append(
        {"sampler": 0, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": pointer}}}
    )


def no_scene_named(data: dict[str, Any]) -> None:
    other_scene(data)
    del data["scene"]


@pytest.mark.parametrize(
    ("change", "hidden"),
    [
        (lambda data: None, set()),
        (other_scene, {2}),
        (off, {2}),
        (parent_off, {2, 3}),
        (by_clip, set()),
        (no_scene_named, set()),
    ],
)
def test_which_nodes_are_hidden(tmp_path: Path, change: Callable[[dict[str, Any]], None], hidden: set[int]) -> None:
    sheet = Sheet()
    sheet.change = change
    assert load_gltf(sheet.write(tmp_path / "a.glb")).hidden == hidden
