"""Faces that replace others of the file: how far the surface is off decides, and a hole stays a hole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.animated_tube import judged, made, written

bpy = pytest.importorskip("bpy")
bmesh = pytest.importorskip("bmesh")


def poked(mesh: Any, face: int = 20) -> Any:
    mesh.faces.ensure_lookup_table()
    return bmesh.ops.poke(mesh, faces=[mesh.faces[face]])


def all_poked(mesh: Any) -> None:
    bmesh.ops.poke(mesh, faces=list(mesh.faces))


def some_subdivided(mesh: Any) -> None:
    mesh.faces.ensure_lookup_table()
    edges = {edge for face in mesh.faces[20:30] for edge in face.edges}
    bmesh.ops.subdivide_edges(mesh, edges=list(edges), cuts=2, use_grid_fill=True)


def all_subdivided(mesh: Any) -> None:
    bmesh.ops.subdivide_edges(mesh, edges=list(mesh.edges), cuts=1, use_grid_fill=True)


def other_diagonals(mesh: Any) -> None:
    """Quads as two triangles each, cut otherwise than the exporter does."""
    usual = bmesh.ops.triangulate(mesh, faces=list(mesh.faces), quad_method="FIXED")["edges"]
    bmesh.ops.rotate_edges(mesh, edges=usual)


def beside_a_hole(mesh: Any) -> None:
    poked(mesh)
    mesh.faces.ensure_lookup_table()
    bmesh.ops.delete(mesh, geom=[mesh.faces[5]], context="FACES_ONLY")


def a_third_gone(mesh: Any) -> None:
    made_of_it = poked(mesh)["faces"]
    bmesh.ops.delete(mesh, geom=[made_of_it[0]], context="FACES_ONLY")


def a_small_one_gone(mesh: Any) -> None:
    all_subdivided(mesh)
    mesh.faces.ensure_lookup_table()
    bmesh.ops.delete(mesh, geom=[mesh.faces[50]], context="FACES_ONLY")


def all_faces_gone(mesh: Any) -> None:
    bmesh.ops.delete(mesh, geom=list(mesh.faces), context="FACES_ONLY")


def spiked(by: float) -> Callable[[Any], None]:
    def step(mesh: Any) -> None:
        (tip,) = poked(mesh)["verts"]
        out = tip.co.copy()
        out.z = 0.0
        tip.co += by * out.normalized()

    return step


def edited(ob: Any, step: Callable[[Any], Any]) -> None:
    mesh = bmesh.new()
    mesh.from_mesh(ob.data)
    step(mesh)
    mesh.to_mesh(ob.data)
    mesh.free()
    ob.data.update()


@pytest.fixture
def stiff(extension: str, tmp_path: Path) -> tuple[str, Path, Any]:
    """A tube of flat faces that one bone moves as a whole, and its file."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    _, mesh = made()
    every = range(len(mesh.data.vertices))
    for group in list(mesh.vertex_groups):
        group.remove(every)
    mesh.vertex_groups["b1"].add(every, 1.0, "REPLACE")
    return extension, written(tmp_path), mesh


@pytest.mark.parametrize(
    "step", [poked, all_poked, some_subdivided, all_subdivided, other_diagonals], ids=lambda step: step.__name__
)
def test_other_faces_of_the_same_surface_are_the_same(stiff: tuple[str, Path, Any], step: Callable[..., Any]) -> None:
    extension, path, mesh = stiff
    edited(mesh, step)
    status, report = judged(extension, path)
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


@pytest.mark.parametrize(
    "step", [beside_a_hole, a_third_gone, a_small_one_gone, all_faces_gone], ids=lambda step: step.__name__
)
def test_what_no_face_covers_is_gone(stiff: tuple[str, Path, Any], step: Callable[..., Any]) -> None:
    extension, path, mesh = stiff
    edited(mesh, step)
    status, report = judged(extension, path)
    assert status == 1
    assert "FACES_GONE" in {ground["code"] for ground in report["verdict"]["grounds"]}, report["verdict"]


@pytest.mark.parametrize(("by", "level"), [(0.1, "visible"), (2e-3, "close"), (5e-5, "unseen")])
def test_the_level_is_that_of_the_distance(stiff: tuple[str, Path, Any], by: float, level: str) -> None:
    extension, path, mesh = stiff
    size = float(np.linalg.norm(np.ptp([vertex.co for vertex in mesh.data.vertices], axis=0)))
    edited(mesh, spiked(by))
    _, report = judged(extension, path)
    (ground,) = report["verdict"]["grounds"]
    assert ground["code"] == "FACES_REPLACED"
    assert ground["sentence"]["values"]["share"] == pytest.approx(100.0 * by / size, rel=0.05)
    assert level in ground["level"]


def test_in_motion_the_surface_is_measured_too(extension: str, tmp_path: Path) -> None:
    """At rest the poked faces are flat; bent, their middles go another way than the file's triangles."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    _, mesh = made()
    path = written(tmp_path)
    edited(mesh, all_poked)
    status, report = judged(extension, path)
    (ground,) = report["verdict"]["grounds"]
    assert (status, ground["code"]) == (1, "FACES_REPLACED")
    assert 0.1 < ground["sentence"]["values"]["share"] < 1.0
