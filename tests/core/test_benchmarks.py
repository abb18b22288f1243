"""That the benchmarks measure what they say: the meshes, the methods' results, the table, the chart. No times."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from benchmarks import textbook
from benchmarks.bars import bars
from benchmarks.command import main
from benchmarks.glb import write_character
from benchmarks.meshes import body, neighbours, scattered, skeleton_parents, skin_palettes
from benchmarks.real import real_mesh
from benchmarks.row import Row
from skinning_core import load_model


@pytest.mark.parametrize("influences", [1, 2, 4, 8])
def test_the_body_is_like_a_character(influences: int) -> None:
    mesh = body(20_000, influences=influences)
    used = mesh.weights > 0
    np.testing.assert_allclose(mesh.weights.sum(axis=1), 1.0)
    assert used.sum(axis=1).max() == influences
    assert 1.0 <= used.sum(axis=1).mean() <= 3.0
    sets = np.unique(np.sort(np.where(used, mesh.joints, -1), axis=1), axis=0)
    assert len(sets) < 10 * mesh.joint_count
    assert mesh.positions.dtype == np.float32


def test_no_joint_is_a_neighbour_twice() -> None:
    table = neighbours(skeleton_parents(41), 8)
    assert all(len(set(row)) == 8 for row in table.reshape(-1, 8).tolist())


@pytest.mark.parametrize("way", [textbook.python_loop, textbook.gathered_einsum, textbook.take_accumulate])
@pytest.mark.parametrize("mesh", [body(500), scattered(3000)], ids=["body", "scattered"])
def test_the_textbook_ways_skin(way, mesh) -> None:
    palette = skin_palettes(mesh.joint_count)[0]
    points = np.c_[mesh.positions, np.ones(len(mesh.positions))]
    expected = np.zeros((len(points), 3))
    for slot in range(4):
        matrices = palette[mesh.joints[:, slot]]
        expected += mesh.weights[:, slot, None] * (matrices @ points[:, :, None])[..., 0]
    np.testing.assert_allclose(way(mesh, palette)(), expected, atol=1e-5)


def test_the_written_character_loads(tmp_path: Path) -> None:
    mesh = body(3000, 20)
    model = load_model(write_character(tmp_path / "c.glb", mesh, clips=2))
    (primitive,) = model.meshes[0].primitives
    np.testing.assert_array_equal(primitive.positions, mesh.positions)
    np.testing.assert_array_equal(primitive.influences.joints, mesh.joints)
    assert len(model.clips) == 2
    assert len(model.clips[0].tracks) == 20


def test_a_real_mesh_is_cut_into_more_triangles(tmp_path: Path) -> None:
    """Vertices of the file first, as they are; those in the middle of edges between their ends; weights sum to one."""
    model = load_model(write_character(tmp_path / "small.glb", body(500, 8), clips=1))
    whole, cut = real_mesh(model, 1), real_mesh(model, 5000)
    assert whole is not None
    assert cut is not None
    assert len(cut.positions) >= 5000 > len(whole.positions) == 500
    np.testing.assert_array_equal(cut.positions[:500], whole.positions)
    np.testing.assert_allclose(cut.weights.sum(axis=1), 1.0, atol=1e-12)
    assert cut.positions.min() == whole.positions.min()


@pytest.mark.parametrize(
    ("sections", "sizes"),
    [(["skin"], ["300"]), pytest.param(["skin", "pose"], ["300", "1000"], marks=pytest.mark.nightly)],
)
def test_one_command_prints_and_writes(sections, sizes, tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr("benchmarks.timing._TURN", 0.0)  # no figure is looked at: turns of eight calls, not of 20 ms
    out, picture = tmp_path / "b.json", tmp_path / "b.svg"
    argv = ["--sections", *sections, "--sizes", *sizes, "--influences", "4", "--seconds", "0"]
    assert main([*argv, "--json", str(out), "--chart", str(picture)]) == 0
    document = json.loads(out.read_text())
    methods = {row["method"] for row in document["rows"]}
    assert {"tiles", "tiles without BLAS", "take-accumulate", "einsum", "Python loop", "copy of output"} <= methods
    assert {"plain reference", "plain reference with normals"} <= methods
    assert ET.parse(picture).getroot().tag.endswith("svg")
    assert "bars" in capsys.readouterr().out


def test_a_bar_that_was_not_measured_is_neither_met_nor_missed() -> None:
    rows = [
        Row("skin", "body of 41 joints", 100_000, 4, "einsum", 60.0, "ns/vertex"),
        Row("skin", "body of 41 joints", 100_000, 4, "tiles", 2.5, "ns/vertex"),
    ]
    found = bars(rows)
    assert found[0].value == 24.0
    assert found[0].met is True
    assert found[2].met is None


def test_a_character_in_parts_has_the_same_vertices(tmp_path: Path) -> None:
    mesh = body(3000, 20)
    model = load_model(write_character(tmp_path / "c.glb", mesh, clips=1, parts=40))
    assert len(model.parts) == len(model.meshes) == 40
    positions = np.concatenate([model.primitive(part).positions for part in model.parts])
    np.testing.assert_array_equal(positions, mesh.positions)


def test_each_figure_of_the_job_has_its_bar() -> None:
    rows = [
        Row("job", "a.glb", 1, 0, "floor", 1.0, "s"),
        Row("job", "a.glb", 1, 0, "floor twice", 2.0, "s"),
        Row("job", "a.glb", 1, 0, "all three", 3.5, "s"),
        Row("parts", "body", 1, 4, "1 part", 0.5, "s"),
        Row("parts", "body", 1, 4, "400 parts", 1.25, "s"),
        Row("parts' memory", "body", 1, 4, "1 part", 100.0, "MB"),
        Row("parts' memory", "body", 1, 4, "400 parts", 150.0, "MB"),
        Row("million", "ten clips", 1, 4, "without Blender", 19.0, "s"),
        Row("start", "c.glb", 1, 0, "NumPy", 0.1, "s"),
        Row("start", "c.glb", 1, 0, "inspect", 0.15, "s"),
        Row("start", "c.glb", 1, 0, "check", 0.2, "s"),
    ]
    found = {bar.name: (bar.value, bar.met) for bar in bars(rows) if bar.value is not None}
    assert found == {
        "against all three, floor with a second import, worst": (1.75, False),
        "400 parts against one, time": (2.5, False),
        "400 parts against one, memory": (1.5, True),
        "a million vertices, ten clips, s": (19.0, True),
        "inspect against a bare NumPy": (pytest.approx(1.5), True),
        "check against a bare NumPy": (2.0, False),
    }
