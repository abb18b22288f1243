"""A file that was moved: found by hand, known again by its bytes; another one is taken only where it is wanted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.blender.module import module
from tests.blender.test_changed_files import bent, refused, with_a_vertex_less
from tests.models import MODELS
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")


@pytest.fixture
def folder(tmp_path: Path, extension: str) -> Path:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    module(extension, "addon.state.session").session.forget()
    (tmp_path / "moved").mkdir()
    return tmp_path


@pytest.fixture
def said(extension: str):
    """What the panel says of the active character's file."""

    def sentence() -> str:
        module(extension, "addon.state.file_watch").look()
        session = module(extension, "addon.state.session").session
        return session.changed.get(bpy.context.scene.skinproof.character.key, "")

    return sentence


def imported(path: Path) -> Path:
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    bpy.ops.ed.undo_push(message="Imported")
    return path


def moved(path: Path, name: str = "") -> Path:
    return path.rename(path.parent / "moved" / (name or path.name))


def path_now() -> str:
    return bpy.context.scene.skinproof.character.path


def verdict():
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    return bpy.context.scene.skinproof.result


def test_the_same_file_elsewhere_under_another_name(folder: Path, said, extension: str) -> None:
    path = imported(bent(folder))
    new = moved(path, "renamed.glb")
    assert said() == "tiny.glb is no longer where it was at the import"
    module(extension, "addon.state.session").session.forget()
    assert "is no longer where it was" in refused(bpy.ops.skinproof.compare, scope="CLIP")
    assert bpy.ops.skinproof.find_file(filepath=str(new)) == {"FINISHED"}
    assert said() == ""
    assert path_now() == str(new)
    assert verdict().same
    bpy.ops.ed.undo_push(message="Found")
    bpy.ops.ed.undo()
    assert path_now() == str(path)
    assert said()
    bpy.ops.ed.redo()
    assert path_now() == str(new)
    assert not said()


def test_buffers_come_along(folder: Path, said) -> None:
    path = imported(MODELS["external_buffer"](folder))
    buffer = moved(path.with_suffix(".bin"))
    new = moved(path)
    assert said()
    assert bpy.ops.skinproof.find_file(filepath=str(new)) == {"FINISHED"}
    assert said() == ""
    assert verdict().same
    record = json.loads(bpy.context.scene.objects[0]["skinproof_notes"]["skinproof_record"])
    names = [name for name, *_ in record["sources"]]
    assert set(names) == {str(new), str(buffer)}


def test_another_file_is_taken_only_when_asked_for(folder: Path, said) -> None:
    path = imported(bent(folder))
    path.unlink()
    new = bent(folder / "moved", turn=0.6)
    before = bpy.context.scene.objects[0]["skinproof_notes"]["skinproof_record"]
    assert refused(bpy.ops.skinproof.find_file, filepath=str(new)) == "tiny.glb is another file than at the import"
    assert bpy.context.scene.objects[0]["skinproof_notes"]["skinproof_record"] == before
    assert said()
    assert bpy.ops.skinproof.find_file(filepath=str(new), another=True) == {"FINISHED"}
    assert said() == ""
    assert path_now() == str(new)
    assert not verdict().same, "it is bent otherwise"


@pytest.mark.usefixtures("said")
def test_what_cannot_be_taken_changes_nothing(folder: Path) -> None:
    path = imported(bent(folder))
    path.unlink()
    before = bpy.context.scene.objects[0]["skinproof_notes"]["skinproof_record"]
    tiny = Tiny()
    with_a_vertex_less(tiny)
    other = tiny.write_glb(folder / "moved" / "other.glb")
    broken = folder / "moved" / "broken.glb"
    broken.write_bytes(b"glTF")
    assert "meshes and vertices have changed" in refused(bpy.ops.skinproof.find_file, filepath=str(other), another=True)
    confirmed = refused(bpy.ops.skinproof.use_another_file, filepath=str(other))  # the button of the question
    assert "meshes and vertices have changed" in confirmed
    assert "broken.glb" in refused(bpy.ops.skinproof.find_file, filepath=str(broken), another=True)
    assert "no such file" in refused(bpy.ops.skinproof.find_file, filepath=str(folder / "nowhere.glb"))
    assert bpy.context.scene.objects[0]["skinproof_notes"]["skinproof_record"] == before


def test_it_says_why_it_is_grey(folder: Path) -> None:
    with pytest.raises(RuntimeError, match="Import a character first"):
        bpy.ops.skinproof.find_file(filepath=str(folder / "a.glb"))


def test_found_again_beside_a_saved_file(folder: Path, said) -> None:
    path = imported(bent(folder))
    new = moved(path, "renamed.glb")
    bpy.ops.skinproof.find_file(filepath=str(new))
    (folder / "project").mkdir()
    blend = folder / "project" / "work.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    bpy.ops.wm.open_mainfile(filepath=str(blend))
    assert path_now() == str(new)
    assert said() == ""
    assert verdict().same
