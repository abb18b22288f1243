"""MD5 characters in Blender: the same exact rig; files chosen or dropped together; given clips found again."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.core.md5.md5_text import ANIM, write

bpy = pytest.importorskip("bpy")


@pytest.fixture
def scene(extension: str) -> bpy.types.Scene:
    """An empty file with the add-on enabled."""
    bpy.ops.wm.read_homefile(use_empty=True)
    assert extension in bpy.context.preferences.addons
    return bpy.context.scene


def module(extension: str, name: str) -> ModuleType:
    return import_module(f"{extension}.{name}")


def names_of(*paths: Path) -> dict[str, object]:
    """The operator's properties for files of one folder chosen together."""
    return {"directory": str(paths[0].parent), "files": [{"name": path.name} for path in paths]}


def test_the_octopus_is_deformed_as_the_reference_says(extension: str, root: Path):
    """Every tenth frame and between frames, within 3e-6 of the diagonal."""
    model = module(extension, "skinning_core").load_model(root / "examples" / "octopus.md5mesh")
    times = np.concatenate([np.arange(0, 100, 10) / 25, [0.02, 1.99, 3.3333, 3.96]])
    expected = module(extension, "skinning_core.fast.exact_engine").skin_model(model, 0, times)
    found = module(extension, "addon.subjects.blender").make("blender", model).at(0, times)
    for ours, theirs in zip(found.positions, expected.positions, strict=True):
        error = np.linalg.norm(ours - theirs, axis=-1).max(axis=1) / expected.diagonal
        assert error.max() < 3e-6


def test_files_chosen_together(extension: str, scene: bpy.types.Scene, tmp_path: Path):
    """The mesh takes the animations chosen with it, not the others beside it, and is read again with the same."""
    mesh, anim = write(tmp_path)
    other = tmp_path / "other.md5anim"
    other.write_text(ANIM)
    assert bpy.ops.skinproof.import_skin(**names_of(other, mesh)) == {"FINISHED"}
    (character,) = module(extension, "addon.scene.identity.character").characters(scene)
    assert character.clips == ("other",)
    assert character.clip_files == (other,)
    assert [c.name for c in module(extension, "addon.compare.inquiry").character_model(character).clips] == ["other"]
    anim.rename(tmp_path / "another.md5anim")
    assert bpy.ops.skinproof.import_skin(**names_of(mesh)) == {"FINISHED"}
    assert module(extension, "addon.scene.identity.character").characters(scene)[-1].clips == ("another", "other")


@pytest.mark.usefixtures("extension", "scene")
def test_an_animation_alone_is_refused(tmp_path: Path):
    _, anim = write(tmp_path)
    with pytest.raises(RuntimeError, match=r"no mesh in an \.md5anim file"):
        bpy.ops.skinproof.import_skin(**names_of(anim))
    assert not bpy.data.objects


@pytest.mark.usefixtures("extension", "scene")
def test_a_broken_mesh_leaves_the_scene_alone(tmp_path: Path):
    mesh, _ = write(tmp_path)
    mesh.write_text(mesh.read_text().replace("weight 2 1", "weight 2 9"))
    with pytest.raises(RuntimeError, match=r"arm\.md5mesh:31: joint index 9 is out of range"):
        bpy.ops.skinproof.import_skin(**names_of(mesh))
    assert not bpy.data.objects
    assert not bpy.data.meshes


@pytest.mark.usefixtures("extension")
def test_dropped_files_come_to_the_operator():
    (handler,) = (c for c in bpy.types.FileHandler.__subclasses__() if c.bl_idname == "SKINPROOF_FH_skin")
    assert {".md5mesh", ".md5anim"} <= set(handler.bl_file_extensions.split(";"))


@pytest.mark.parametrize("scale", [1.0, 0.0254])
def test_the_scale_is_that_of_the_scene_and_no_error(extension: str, scene: bpy.types.Scene, root: Path, scale: float):
    """The octopus as its file has it, and in metres where its units are inches: the same verdict."""
    octopus = root / "examples" / "octopus.md5mesh"
    model = module(extension, "skinning_core").load_model(octopus)
    first = module(extension, "skinning_core.fast.exact_engine").skin_model(model, 0, np.zeros(1))
    points = np.concatenate(first.positions, axis=1)[0]
    assert bpy.ops.skinproof.import_skin(filepath=str(octopus), scale=scale) == {"FINISHED"}
    scene.frame_set(0)
    depsgraph = bpy.context.evaluated_depsgraph_get()
    meshes = [ob.evaluated_get(depsgraph) for ob in scene.objects if ob.type == "MESH"]
    seen = np.array([tuple(ob.matrix_world @ vertex.co) for ob in meshes for vertex in ob.data.vertices])
    np.testing.assert_allclose(np.ptp(seen, axis=0), scale * np.ptp(points, axis=0)[[0, 2, 1]], rtol=1e-4)
    np.testing.assert_allclose(seen.min(axis=0)[2], scale * points.min(axis=0)[1], atol=1e-4 * scale * np.ptp(points))
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert scene.skinproof.result.same, scene.skinproof.result.notes
    assert ("scaled by 0.0254: taken off" in scene.skinproof.result.notes) == (scale != 1.0)
