"""What a modifier of Blender makes of the import is named from the positions alone, which nothing of the scene is with.

Each scene is set by Blender's own means, its vertices are stored as any program would store them, and the command that
is asked knows the file and these positions only.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")

from skinning_core import load_model  # noqa: E402 -- only where there is bpy
from skinning_core.annexes import modules_named  # noqa: E402
from skinning_core.cli.main import main  # noqa: E402

EXAMPLES = Path(__file__).parents[2] / "examples"
#: Causes that an annex finds.
rare = pytest.mark.skipif(not modules_named("EXPLAINERS"), reason="the annex engines is not here")
FRAMES = 12


def stored(mesh: Any, frames: np.ndarray) -> np.ndarray:
    """(T, V, 3) float32 vertices of an object as they are seen at frames, glTF's axes."""
    seen = []
    for frame in frames:
        bpy.context.scene.frame_set(int(frame), subframe=float(frame % 1.0))
        evaluated = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
        places = np.empty(3 * len(evaluated.data.vertices), np.float32)
        evaluated.data.vertices.foreach_get("co", places)
        world = np.array(evaluated.matrix_world)
        x, y, z = (places.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]).T
        seen.append(np.stack([x, z, -y], axis=1))
    return np.array(seen, np.float32)


@pytest.fixture(params=["arm", pytest.param("character", marks=pytest.mark.nightly)])
def told(request: Any, extension: str, tmp_path: Path) -> Callable[[Callable[[Any, Any], None]], dict[str, Any]]:
    """What `compare` with a FILE.npz says of a character that something is done to: armature and mesh."""

    def asked(change: Callable[[Any, Any], None]) -> dict[str, Any]:
        path = EXAMPLES / f"{request.param}.glb"
        model = load_model(path)
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        bpy.ops.skinproof.import_skin(filepath=str(path))
        scene, clip = bpy.context.scene, model.clips[0]
        listed = scene.skinproof.character
        listed.clip = str([item.name for item in listed.clips].index(clip.name))
        armature = next(ob for ob in scene.objects if ob.type == "ARMATURE")
        counts = [model.primitive(part).vertex_count for part in model.parts]
        nodes = dict.fromkeys(part.node for part in model.parts)
        sizes = [sum(c for c, p in zip(counts, model.parts, strict=True) if p.node == node) for node in nodes]
        objects = {len(ob.data.vertices): ob for ob in scene.objects if ob.type == "MESH"}
        meshes = [objects[size] for size in sizes]
        for mesh in meshes:
            if mesh.vertex_groups:
                change(armature, mesh)
        rate = scene.render.fps / scene.render.fps_base
        times = np.linspace(clip.start, clip.start + 0.97 * (clip.end - clip.start), FRAMES)
        whole = np.concatenate([stored(mesh, scene.frame_start + times * rate) for mesh in meshes], axis=1)
        parts = np.split(whole, np.cumsum(counts)[:-1], axis=1)
        np.savez(tmp_path / "mine.npz", times=times, **{f"pos{k}": part for k, part in enumerate(parts)})
        words = ["compare", str(path), str(tmp_path / "mine.npz"), "--clip", "0", "--normals", "out"]
        main([*words, "--json", str(tmp_path / "o.json")])
        (comparison,) = json.loads((tmp_path / "o.json").read_text(encoding="utf-8"))["models"][0]["comparisons"]
        return comparison

    return asked


def test_untouched_it_is_the_same(told) -> None:
    comparison = told(lambda armature, mesh: None)
    assert comparison["causes"] == []
    assert comparison["max"] < 1e-6


@pytest.mark.parametrize(("factor", "repeat"), [(0.5, 1), (0.5, 10), (1.0, 30)])
def test_the_modifier_smooth_is_named(told, factor: float, repeat: int) -> None:
    def smooth(_armature: Any, mesh: Any) -> None:
        modifier = mesh.modifiers.new("Smooth", "SMOOTH")
        modifier.factor, modifier.iterations = factor, repeat

    comparison = told(smooth)
    (cause,) = comparison["causes"]
    assert (cause["code"], cause["also"]) == ("smoothed", [])
    assert f"(iterations: {repeat}, factor: {factor:g})" in cause["sentence"]["text"]
    assert cause["size"] == pytest.approx(comparison["max"], rel=0.01)
    assert cause["explained"] > 0.999


@rare
def test_bone_envelopes_are_other_weights(told) -> None:
    def by_envelopes(_armature: Any, mesh: Any) -> None:
        mesh.modifiers[0].use_vertex_groups, mesh.modifiers[0].use_bone_envelopes = False, True

    comparison = told(by_envelopes)
    (cause,) = comparison["causes"]
    assert cause["code"] == "other-weights"
    assert cause["size"] == pytest.approx(comparison["max"], rel=0.01)
    assert cause["explained"] > 0.999


@rare
def test_painted_weights_are_other_weights(told) -> None:
    def painted(_armature: Any, mesh: Any) -> None:
        groups = list(mesh.vertex_groups)
        for vertex in list(mesh.data.vertices)[::3]:
            for group in groups:
                group.remove([vertex.index])
            groups[vertex.index % len(groups)].add([vertex.index], 0.6, "REPLACE")
            groups[(vertex.index + 1) % len(groups)].add([vertex.index], 0.4, "REPLACE")

    comparison = told(painted)
    (cause,) = comparison["causes"]
    assert cause["code"] == "other-weights"
    assert cause["explained"] > 0.999


@rare
@pytest.mark.parametrize("interpolation", ["KEY_BSPLINE", "KEY_LINEAR"])
def test_a_lattice_around_all_that_moves_is_a_map_of_space(told, interpolation: str) -> None:
    def bent(_armature: Any, mesh: Any) -> None:
        lattice = next(iter(bpy.data.lattices), None) or bpy.data.lattices.new("Lattice")
        if not lattice.users:
            around = bpy.data.objects.new("Lattice", lattice)
            bpy.context.scene.collection.objects.link(around)
            around.scale = [4.0 * max(mesh.dimensions)] * 3
            for axis in "uvw":
                setattr(lattice, f"interpolation_type_{axis}", interpolation)
            for point, pull in zip(lattice.points, np.random.default_rng(5).normal(size=(8, 3)), strict=True):
                point.co_deform = np.array(point.co_deform) + 0.1 * pull
        mesh.modifiers.new("Lattice", "LATTICE").object = bpy.data.objects["Lattice"]

    comparison = told(bent)
    (cause,) = comparison["causes"]
    assert cause["code"] == "space-bent"
    assert cause["size"] == pytest.approx(comparison["max"], rel=0.01)
    assert cause["explained"] > 0.999


@rare
@pytest.mark.parametrize("setting", ["bbone_curveinx", "bbone_rollin"])
def test_bendy_bones_are_bones_that_bend(told, setting: str) -> None:
    def bent(armature: Any, _mesh: Any) -> None:
        for bone in armature.pose.bones:
            bone.bone.bbone_segments = 8
            setattr(bone, setting, 0.4)

    comparison = told(bent)
    (cause,) = comparison["causes"]
    assert cause["code"] == "bones-bend"
    assert cause["size"] == pytest.approx(comparison["max"], rel=0.01)
    assert cause["explained"] > 0.98
