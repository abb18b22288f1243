"""The panel's explanation of one vertex: the vertex that is selected, the numbers of the command line, one sentence."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core import load_model, skin_model

bpy = pytest.importorskip("bpy")

from tests.blender.example_scene import EXAMPLE, move_vertex, skinned_mesh, values  # noqa: E402 -- it needs bpy


@pytest.fixture
def scene(extension):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return bpy.context.scene


@pytest.fixture
def settings(scene):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    return scene.skinproof


ROW = 5530


def part_of_size(line: str) -> float:
    """The figure in the second cell of an answer's line, such as "<0.0001 %"."""
    return float(line.split("\t")[1].removesuffix(" %").removeprefix("<")) / 100.0


def select_only(mesh, *rows: int) -> None:
    mesh.vertices.foreach_set("select", np.isin(np.arange(len(mesh.vertices)), rows))


def test_the_selected_vertex_is_explained(settings):
    ob = skinned_mesh()
    bpy.context.view_layer.objects.active = ob
    select_only(ob.data, ROW)
    bpy.context.scene.frame_set(6)
    before = bpy.context.scene.frame_current_final
    assert bpy.ops.skinproof.explain_vertex(which="SELECTED") == {"FINISHED"}
    vertex, clip = int(values(ob.data, "skinproof_vertex_id")[ROW]) - 1, settings.character.clip_index
    lines = settings.explained.split("\n")
    assert lines[0].startswith(f"vertex {vertex} of ")
    time = float(lines[0].split(" at ")[1].split()[0])
    expected = skin_model(load_model(EXAMPLE), clip, [time]).positions
    text = bpy.data.texts["Skinproof Vertex"].as_string()
    told = next(line for line in text.splitlines() if line.startswith("= place in the world"))
    place = np.array([float(word) for word in told.split()[-3:]])
    assert min(np.abs(p[0] - place).max(axis=1).min() for p in expected) < 1e-7
    answers = {line.split("\t")[0]: line for line in lines if "\t" in line}
    assert "fast" in answers
    assert "blender" in answers
    assert part_of_size(answers["blender"]) < 3e-6
    assert bpy.context.scene.frame_current_final == before


def test_the_worst_vertex_is_explained(settings):
    ob = skinned_mesh()
    move_vertex(ob.data, ROW)
    bpy.ops.skinproof.compare(scope="FRAME")
    assert bpy.ops.skinproof.explain_vertex(which="WORST", as_text=False) == {"FINISHED"}
    lines = settings.explained.split("\n")
    assert lines[0].startswith(f"vertex {settings.result.worst_vertex} of ")
    seen = next(line for line in lines if line.startswith("blender\t"))
    assert part_of_size(seen) > 1e-3
    assert int(seen.split("\t")[2]) < 9
    assert "Skinproof Vertex" not in bpy.data.texts


def test_what_blender_shows_at_another_time_is_not_held_against_the_worst(settings, scene):
    move_vertex(skinned_mesh().data, ROW)
    bpy.ops.skinproof.compare(scope="FRAME")
    bpy.ops.skinproof.explain_vertex(which="WORST", as_text=False)
    assert "\nblender\t" in settings.explained
    assert "another time" not in settings.explained
    scene.frame_set(scene.frame_current + 5)
    bpy.ops.skinproof.explain_vertex(which="WORST", as_text=False)
    assert "\nblender\t" not in settings.explained
    assert "another time" in settings.explained
    bpy.ops.skinproof.jump_to_worst()
    bpy.ops.skinproof.explain_vertex(which="WORST", as_text=False)
    assert "\nblender\t" in settings.explained


def test_what_cannot_be_explained_is_one_sentence(settings):
    ob = skinned_mesh()
    bpy.context.view_layer.objects.active = ob
    for rows, sentence in (((), "0 vertices are selected"), ((1, 2), "2 vertices are selected")):
        select_only(ob.data, *rows)
        with pytest.raises(RuntimeError, match=sentence):
            bpy.ops.skinproof.explain_vertex(which="SELECTED")
    with pytest.raises(RuntimeError, match="there is no worst vertex yet"):
        bpy.ops.skinproof.explain_vertex(which="WORST")
    assert not settings.explained
