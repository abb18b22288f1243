"""Clips of other files on an imported character: files without a mesh chosen along with it, or by "One Character"."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.gltf.test_other_clips import dancer
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")


@pytest.fixture
def folder(extension: str, tmp_path: Path) -> Path:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    Tiny().write_glb(tmp_path / "body.glb")
    dancer(tmp_path, root="Hips")
    return tmp_path


def imported(folder: Path, *names: str, **options: object) -> None:
    files = [{"name": name} for name in names]
    assert bpy.ops.skinproof.import_skin(directory=str(folder), files=files, **options) == {"FINISHED"}


def clips() -> list[str]:
    return [clip.name for clip in bpy.context.scene.skinproof.character.clips]


def require_same(clip: int) -> None:
    bpy.context.scene.skinproof.character.clip = str(clip)
    bpy.ops.skinproof.compare(scope="CLIP")
    assert bpy.context.scene.skinproof.result.same


def test_a_file_without_a_mesh_brings_its_clips(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    imported(folder, "dance.glb", "body.glb")
    assert "dance.glb: nodes that its clips move and that are not here are left out: Hips" in "".join(
        capfd.readouterr()
    )
    assert len(bpy.context.scene.skinproof.characters) == 1
    assert clips() == ["bend", "bend (dance)"]
    require_same(1)
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "saved.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(folder / "saved.blend"))
    assert bpy.ops.skinproof.reload_character() == {"FINISHED"}
    require_same(1)


def test_one_character_of_several_that_have_meshes(folder: Path) -> None:
    Tiny().write_glb(folder / "other.glb")
    imported(folder, "other.glb", "body.glb", one_character=True, filepath=str(folder / "body.glb"))
    assert [item.name for item in bpy.context.scene.skinproof.characters] == ["body"]
    assert clips() == ["bend", "bend (other)"]


def test_clips_for_nobody_or_for_two_are_refused(folder: Path) -> None:
    Tiny().write_glb(folder / "other.glb")
    for names in (["dance.glb"], ["dance.glb", "body.glb", "other.glb"]):
        with pytest.raises(RuntimeError, match="no mesh in this file"):
            imported(folder, *names)
    assert not bpy.context.scene.skinproof.characters
