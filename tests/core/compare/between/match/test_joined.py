"""Meshes joined, split, hung elsewhere by a tool: lossless is the same, and what is gone stays gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pygltflib as g
import pytest

from examples.gltf_writer import GltfWriter
from skinning_core import SkinproofError, load_model
from skinning_core.cli import main
from skinning_core.fast.exact_engine import skin_model
from tests import npm
from tests.models.tube import (
    LENGTH,
    add_clip,
    add_mesh,
    add_skin,
    attributes,
    bend,
    chain,
    straight_bind,
    tube,
    turn,
    turns,
    writer,
)

SIZE = 0.05
#: A box is this many vertices: four on each of six sides.
COUNT = 24
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
#: From a joint to the next one.
UP = np.array([0.0, LENGTH, 0.0])
#: Centres of the boxes on the middle joint: two that touch, one apart.
PLACES = np.array([[0.3, 0.1, 0.0], [0.3 + 2 * SIZE, 0.1, 0.0], [0.7, 0.0, 0.2]])

#: Of three instances.
SCALES = np.diag([1.0, 2.0, 3.0]) + 1.0

Boxes = tuple[np.ndarray, np.ndarray, np.ndarray]


def boxes(places: Sequence[Sequence[float]] | np.ndarray) -> Boxes:
    """Points, normals (V, 3) and triangles of axis-aligned boxes around some places."""
    points, normals, triangles = [], [], []
    for place in np.asarray(places, float):
        for axis in range(3):
            for sign in (-1.0, 1.0):
                a, b = np.roll(np.eye(3), -axis - 1, axis=0)[:2]
                normal = np.eye(3)[axis] * sign
                start = sum(map(len, points))
                points.append(
                    [place + SIZE * (normal + x * a + y * b) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
                )
                normals.append([normal] * 4)
                each = np.array([[start, start + 1, start + 2], [start, start + 2, start + 3]])
                triangles.append(each if sign > 0.0 else each[:, ::-1])  # every side shows its front
    return np.concatenate(points), np.concatenate(normals), np.concatenate(triangles)


def add_boxes(w: GltfWriter, shape: Boxes, *, normals: bool = True, joint: int | None = None) -> int:
    """A mesh of boxes; with a joint, all of its weights are that joint's."""
    points, directions, triangles = shape
    attrs = g.Attributes(POSITION=w.accessor(points.astype(np.float32), bounds=True))
    if normals:
        attrs.NORMAL = w.accessor(directions.astype(np.float32))
    if joint is not None:
        attrs.JOINTS_0 = w.accessor(np.tile(np.array([joint, 0, 0, 0], np.uint8), (len(points), 1)))
        attrs.WEIGHTS_0 = w.accessor(np.tile(np.array([1, 0, 0, 0], np.float32), (len(points), 1)))
    indices = w.accessor(triangles.reshape(-1).astype(np.uint16), target=g.ELEMENT_ARRAY_BUFFER)
    w.gltf.meshes.append(g.Mesh(primitives=[g.Primitive(attributes=attrs, indices=indices)]))
    return len(w.gltf.meshes) - 1


def character(
    path: Path, put: Callable[[GltfWriter, list[int], int], None], *, clip: bool = True, still: bool = False
) -> Path:
    """A bent tube; ``put`` adds boxes for its joints and its skin. still: the clip leaves the middle joint at rest."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    skin = add_skin(w, nodes, straight_bind(3))
    w.node(name="tube", mesh=add_mesh(w, shape, attributes(w, shape)), skin=skin)
    put(w, nodes, skin)
    if clip and not still:
        bend(w, nodes)
    elif clip:
        add_clip(w, "bend", (nodes[1], "rotation", (0, 1), turns(0, 0)), (nodes[2], "rotation", (0, 1), turns(0, 60)))
    return w.save(path)


def apart(w: GltfWriter, nodes: list[int], _skin: int, *, normals: bool = True, named: bool = True) -> None:
    """Each box on a node of its own, turned and scaled, on the middle joint."""
    for k, place in enumerate(PLACES):
        mesh = add_boxes(w, boxes([[0, 0, 0]]), normals=normals)
        where = {"translation": place.tolist(), "rotation": turn((0, 1, 0), 180), "scale": [1.0, 1.0, 1.0]}
        w.node(parent=nodes[1], name=f"box {k}" if named else None, mesh=mesh, **where)


def joined(w: GltfWriter, nodes: list[int], _skin: int, *, joint: int = 1, normals: bool = True) -> None:
    """All boxes in one mesh, on the node of the first."""
    shape = boxes(PLACES - PLACES[0])
    place = PLACES[0] - UP * (joint - 1)
    w.node(parent=nodes[joint], name="box 0", mesh=add_boxes(w, shape, normals=normals), translation=place.tolist())


def unnamed(w: GltfWriter, nodes: list[int], skin: int) -> None:
    """Each box on a node without a name."""
    apart(w, nodes, skin, named=False)


def skinned(w: GltfWriter, _nodes: list[int], skin: int) -> None:
    """All boxes in one mesh that is skinned to the middle joint."""
    mesh = add_boxes(w, boxes(PLACES + UP), joint=1)
    w.node(name="boxes", mesh=mesh, skin=skin)


def in_scene(w: GltfWriter, _nodes: list[int], _skin: int) -> None:
    """All boxes in one mesh that stands still in the scene."""
    w.node(name="rest of it", mesh=add_boxes(w, boxes(PLACES + UP)))


def two_of_three(w: GltfWriter, nodes: list[int], _skin: int) -> None:
    """The first two boxes in one mesh; the third is gone."""
    w.node(parent=nodes[1], name="box 0", mesh=add_boxes(w, boxes(PLACES[:2])))


def instanced(w: GltfWriter, _nodes: list[int], _skin: int, **other: np.ndarray) -> None:
    """All boxes as instances of one, which stand still in the scene."""
    values = {"TRANSLATION": PLACES, "ROTATION": np.tile(turn((0, 0, 1), 90), (3, 1)), **other}
    attributes = {name: w.accessor(rows.astype(np.float32)) for name, rows in values.items()}
    node = w.node(name="box", mesh=add_boxes(w, boxes([[0, 0, 0]])), translation=UP.tolist())
    w.gltf.nodes[node].extensions = {"EXT_mesh_gpu_instancing": {"attributes": attributes}}
    w.gltf.extensionsUsed.append("EXT_mesh_gpu_instancing")


def verdict(first: Path, second: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(["compare", str(first), str(second)])
    return status, capsys.readouterr().out


LOSSLESS = {
    "joined": (apart, joined, {}),
    "split": (joined, apart, {}),
    "without names": (unnamed, joined, {}),
    "made skinned": (apart, skinned, {}),
    "no clip": (apart, in_scene, {"clip": False}),
    "on a joint that stands still": (apart, in_scene, {"still": True}),
    "made instances": (in_scene, instanced, {}),
    "instances made meshes": (instanced, in_scene, {}),
    "skinned, on a joint that stands still": (skinned, in_scene, {"still": True}),
}


@pytest.mark.parametrize("case", LOSSLESS)
def test_what_moves_as_before_is_the_same(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, options = LOSSLESS[case]
    files = character(tmp_path / "a.glb", first, **options), character(tmp_path / "b.glb", second, **options)
    status, told = verdict(*files, capsys)
    assert status == 0, told
    assert "the same" in told
    assert "only the other file" not in told


def test_touching_sides_without_normals_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two vertices at one place that follow one node may be either of two there."""
    first = character(tmp_path / "a.glb", lambda *rig: apart(*rig, normals=False))
    second = character(tmp_path / "b.glb", lambda *rig: joined(*rig, normals=False))
    for files in ((first, second), (second, first)):
        status, told = verdict(*files, capsys)
        assert status == 0, told


LOST = {"deleted": two_of_three, "on the next joint": lambda *rig: joined(*rig, joint=2), "left behind": in_scene}


@pytest.mark.parametrize("case", LOST)
def test_what_is_lost_stays_lost(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = character(tmp_path / "a.glb", apart), character(tmp_path / "b.glb", LOST[case])
    status, told = verdict(first, second, capsys)
    assert status == 1
    assert "b.glb: visible" in told
    if case == "deleted":
        assert f"{COUNT} vertices are gone" in told


@pytest.mark.parametrize("steps", [("join",), ("flatten", "join"), ("dedup", "join", "prune")], ids="+".join)
@pytest.mark.parametrize("put", [apart, unnamed, joined], ids=lambda put: put.__name__)
def test_transform_joins_without_loss(
    put: Callable[..., None], steps: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = character(tmp_path / "a.glb", put)
    npm.transform((first, tmp_path / "b.glb", steps))
    status, told = verdict(first, tmp_path / "b.glb", capsys)
    assert status == 0, told


def test_transform_makes_instances_without_loss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It does so only in files without clips."""
    first = character(tmp_path / "a.glb", apart, clip=False)
    npm.transform((first, tmp_path / "b.glb", ("dedup", "instance")))
    assert "EXT_mesh_gpu_instancing" in load_model(tmp_path / "b.glb").extensions
    status, told = verdict(first, tmp_path / "b.glb", capsys)
    assert status == 0, told


@pytest.mark.parametrize("options", ["-noq -mm", "-noq -kn -mm", "-noq -mi"])
def test_gltfpack_merges_without_loss(options: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rest alone, as its keys are always made anew and its weights have eight bits."""
    first = character(tmp_path / "a.glb", unnamed, clip=False)
    npm.gltfpack(first, tmp_path / "b.glb", *options.split())
    status, told = verdict(first, tmp_path / "b.glb", capsys)
    assert "gone" not in told
    assert status in (0, 1)


def test_instances_are_boxes_at_their_places(tmp_path: Path) -> None:
    model = load_model(
        character(tmp_path / "a.glb", lambda *rig: instanced(*rig, SCALE=np.diag([1.0, 2.0, 3.0]) + 1.0))
    )
    assert not model.unjudged
    assert model.nodes.names[-3:] == ("box instance 0", "box instance 1", "box instance 2")
    skinned = skin_model(model, None, np.zeros(1))
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    for k, points in enumerate(skinned.positions[-3:]):
        expected = boxes([[0, 0, 0]])[0] * SCALES[k] @ quarter.T + PLACES[k] + UP
        np.testing.assert_allclose(points[0], expected, atol=1e-6)


def test_instances_of_a_skinned_mesh_are_not_judged(tmp_path: Path) -> None:
    def of_the_tube(w: GltfWriter, *rig: Any) -> None:
        instanced(w, *rig)
        extensions = w.gltf.nodes[-1].extensions
        w.gltf.nodes[3].extensions = extensions

    model = load_model(character(tmp_path / "a.glb", of_the_tube))
    assert [each.code for each in model.unjudged] == ["INSTANCES_NOT_READ"]
    assert len(model.parts) == 4


def test_attributes_of_unlike_counts_are_refused(tmp_path: Path) -> None:
    path = character(tmp_path / "a.glb", lambda *rig: instanced(*rig, SCALE=np.ones((2, 3))))
    with pytest.raises(SkinproofError, match="2 elements, but another attribute has 3") as raised:
        load_model(path)
    assert raised.value.where.endswith("/EXT_mesh_gpu_instancing/attributes/SCALE")
