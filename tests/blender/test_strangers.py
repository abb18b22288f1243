"""Vertices that only the scene or only the file has: where they are drawn, against what Blender itself says of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.blender.test_attach import EXAMPLE, attached, mesh_object, stock_import
from tests.blender.test_attach_undone import panels_drawn

bpy = pytest.importorskip("bpy")
bmesh = pytest.importorskip("bmesh")


@pytest.fixture
def example(extension: str) -> Path:
    stock_import(EXAMPLE)
    attached(EXAMPLE)
    return EXAMPLE


def drawn(extension: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[np.ndarray, tuple]]:
    """Per draw call: the middles (n, 3) of its crosses, and its colour."""
    renderer = module(extension, "addon.draw.overlay_renderer")
    calls: list[tuple[np.ndarray, tuple]] = []

    def draw_lines(segments, color, world_to_clip, **_look) -> None:
        middles = np.asarray(segments).mean(axis=1).reshape(-1, 3, 3)
        assert np.allclose(middles, middles[:, :1])  # three lines cross in each
        assert np.array_equal(world_to_clip, np.eye(4))
        calls.append((middles[:, 0], color))

    monkeypatch.setattr(renderer, "draw_lines", draw_lines)
    shown = module(extension, "addon.draw.overlay").shown_overlay(bpy.context)
    if shown is not None:
        renderer.draw_strangers(shown, 1.0, np.eye(4), (100, 100), 1.0)
    return calls


def edit(select: np.ndarray, operator: str, **options: object) -> None:
    """Run an operator of bpy.ops.mesh on some vertices (V,) of the character's mesh."""
    mesh = mesh_object()
    bpy.context.view_layer.objects.active = mesh
    for kind in ("edges", "polygons"):
        getattr(mesh.data, kind).foreach_set("select", np.zeros(len(getattr(mesh.data, kind)), bool))
    mesh.data.vertices.foreach_set("select", select)
    bpy.context.tool_settings.mesh_select_mode = (True, False, False)
    bpy.ops.object.mode_set(mode="EDIT")
    getattr(bpy.ops.mesh, operator)(**options)
    bpy.ops.object.mode_set(mode="OBJECT")


def world_places() -> np.ndarray:
    """(V, 3) where Blender has the vertices of the character's mesh now."""
    ob = mesh_object().evaluated_get(bpy.context.evaluated_depsgraph_get())
    return np.array([ob.matrix_world @ vertex.co for vertex in ob.data.vertices])


def as_set(points: np.ndarray) -> set[tuple[float, ...]]:
    return {tuple(np.round(point.astype(float), 4).tolist()) for point in points}


@pytest.mark.usefixtures("example")
def test_crosses_are_on_the_vertices_of_either_side(extension: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(extension, monkeypatch) == []  # nothing is asked for
    settings = bpy.context.scene.skinproof_overlay
    settings.unmatched = True
    assert settings.anything
    (strangers, first), (absent, second) = drawn(extension, monkeypatch)
    assert not len(strangers)
    assert not len(absent)
    assert first != second
    whole, places = world_places(), [vertex.co.copy().freeze() for vertex in mesh_object().data.vertices]
    some = np.zeros(len(whole), bool)
    some[20:60] = True
    edit(some, "delete", type="VERT")
    mesh = mesh_object().data
    kept = len(mesh.vertices)
    mesh.vertices.add(3)
    for k in range(3):
        mesh.vertices[kept + k].co = (0.1 * k, 2.0, 1.0)
    bpy.context.view_layer.update()
    (strangers, _), (absent, _) = drawn(extension, monkeypatch)
    assert as_set(strangers) == as_set(world_places()[kept:])
    assert len(strangers) == 3
    # a deleted vertex that has a twin at its very place is still there in the twin
    left = {places[k] for k in np.flatnonzero(~some)}
    gone = [k for k in np.flatnonzero(some) if places[k] not in left]
    assert as_set(absent) == as_set(whole[gone])
    assert len(gone) > 10
    bpy.ops.skinproof.hide_overlays()
    assert drawn(extension, monkeypatch) == []


@pytest.mark.usefixtures("example")
def test_they_follow_the_character(extension: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bpy.context.scene.skinproof_overlay.unmatched = True
    mesh = mesh_object().data
    kept = len(mesh.vertices)
    mesh.vertices.add(1)
    bpy.context.view_layer.update()
    (before, _), _ = drawn(extension, monkeypatch)
    mesh_object().parent.location.x += 2.0
    bpy.context.view_layer.update()
    (after, _), _ = drawn(extension, monkeypatch)
    assert np.allclose(after, world_places()[kept:], atol=1e-5)
    assert np.allclose(after - before, [2.0, 0.0, 0.0], atol=1e-5)


def lose(ob, rows) -> None:
    """Delete vertices of a mesh, as Edit Mode does."""
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    edited = bmesh.from_edit_mesh(ob.data)
    edited.verts.ensure_lookup_table()
    bmesh.ops.delete(edited, geom=[edited.verts[row] for row in rows], context="VERTS")
    bmesh.update_edit_mesh(ob.data)
    bpy.ops.object.mode_set(mode="OBJECT")


def test_the_rim_of_lost_vertices_is_selected(settings, body):
    wanted = {corner for face in body.data.polygons if 3 in face.vertices for corner in face.vertices} - {3}
    positions = sorted(tuple(body.data.vertices[row].co) for row in wanted)
    assert 0 < len(wanted) < len(body.data.vertices) - 1 or len(body.data.vertices) == 4
    lose(body, [3])
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    assert settings.result.lost == 1
    assert bpy.ops.skinproof.select_around_lost() == {"FINISHED"}
    assert (bpy.context.mode, bpy.context.object) == ("EDIT_MESH", body)
    body.update_from_editmode()
    assert sorted(tuple(vertex.co) for vertex in body.data.vertices if vertex.select) == positions


@pytest.mark.usefixtures("settings")
def test_in_edit_mode_the_crosses_stay_where_the_mesh_is_posed(
    body, extension: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body.modifiers["Armature"].show_in_editmode = True
    lose(body, [3])
    bpy.context.scene.skinproof_overlay.unmatched = True
    (_, _), (before, _) = drawn(extension, monkeypatch)
    assert len(before) == 1
    bpy.ops.skinproof.compare(scope="FRAME")
    bpy.ops.skinproof.select_around_lost()
    assert bpy.context.mode == "EDIT_MESH"
    (_, _), (after, _) = drawn(extension, monkeypatch)
    assert np.array_equal(before, after)
    session = module(extension, "addon.state.session").session
    session.strangers = None  # a file that was opened in Edit Mode: nothing is known yet
    assert drawn(extension, monkeypatch) == []


@pytest.mark.usefixtures("settings")
def test_over_a_mesh_that_is_edited_at_rest_there_are_no_crosses_and_the_panel_says_why(
    body, extension: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They stand in the pose, the vertices beside them do not."""
    lose(body, [3])
    bpy.context.scene.skinproof_overlay.unmatched = True
    assert len(drawn(extension, monkeypatch)) == 2
    assert "No crosses" not in " ".join(panels_drawn(extension))
    bpy.ops.object.mode_set(mode="EDIT")
    assert drawn(extension, monkeypatch) == []
    why = f"No crosses: {body.name!r} is edited at rest. Turn on Edit Mode in its Armature modifier to see it posed"
    assert why in " ".join(panels_drawn(extension))
    body.modifiers["Armature"].show_in_editmode = True
    assert len(drawn(extension, monkeypatch)) == 2
    assert "No crosses" not in " ".join(panels_drawn(extension))
    body.modifiers["Armature"].show_in_editmode = False
    bpy.ops.object.mode_set(mode="OBJECT")
    assert len(drawn(extension, monkeypatch)) == 2


@pytest.mark.usefixtures("settings")
def test_another_mesh_in_edit_mode_takes_no_crosses_away(body, extension: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lose(body, [3])
    bpy.context.scene.skinproof_overlay.unmatched = True
    before = drawn(extension, monkeypatch)
    bpy.ops.mesh.primitive_plane_add()
    bpy.ops.object.mode_set(mode="EDIT")
    after = drawn(extension, monkeypatch)
    assert [len(points) for points, _ in before] == [len(points) for points, _ in after] == [0, 1]


@pytest.mark.usefixtures("settings")
def test_lost_vertices_are_no_file_that_was_not_read(body, capfd: pytest.CaptureFixture[str]) -> None:
    lose(body, [3])
    capfd.readouterr()
    bpy.ops.skinproof.compare(scope="FRAME")
    assert "blender: differs: visible (1 vertex is gone), largest error" in capfd.readouterr().out


@pytest.mark.usefixtures("settings")
def test_where_nothing_is_left_around_lost_vertices_it_is_said(body):
    lose(body, range(len(body.data.vertices)))
    with pytest.raises(RuntimeError, match="no vertex is left that shared a face with a lost one"):
        bpy.ops.skinproof.select_around_lost()
