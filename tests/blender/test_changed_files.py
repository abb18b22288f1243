"""A file that changes behind an imported character: nobody is harmed, everybody is told, and Reload reads it again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.binary.changing import CHANGING, prepare_changing_files
from tests.blender.module import module
from tests.models import MODELS
from tests.tiny import Tiny
from tools.build_extension import build_extension

bpy = pytest.importorskip("bpy")


@pytest.fixture
def settings(extension: str):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    module(extension, "addon.state.session").session.forget()
    return bpy.context.scene.skinproof


@pytest.fixture
def state(extension: str):
    """What the panel says of the active character's files."""

    def look() -> str:
        module(extension, "addon.state.file_watch").look()
        session = module(extension, "addon.state.session").session
        return session.changed.get(bpy.context.scene.skinproof.character.key, "")

    return look


def imported(path: Path) -> Path:
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    return path


def recorded() -> set[str]:
    """What the objects remember of their file."""
    return {ob["skinproof_notes"]["skinproof_record"] for ob in bpy.data.collections["tiny"].objects}


def as_version_1_saved_it(collection, *unknown: str) -> None:
    """Put on the collection what is on the objects now, and places in parts where numbers in the file are."""
    record = json.loads(collection.objects[0]["skinproof_notes"]["skinproof_record"])
    collection["skinproof"] = json.dumps({key: value for key, value in record.items() if key not in unknown})
    del collection["skinproof_notes"]
    for ob in collection.objects:
        for name in ("id", "role", "record"):
            del ob["skinproof_notes"][f"skinproof_{name}"]
        if ob.type == "MESH":
            for name in ("vertex_id", "place"):
                ob.data.attributes.remove(ob.data.attributes[f"skinproof_{name}"])
            count = len(ob.data.vertices)
            for name, values in (("part", np.zeros(count, np.int32)), ("vertex", np.arange(count, dtype=np.int32))):
                ob.data.attributes.new(f"skinproof_{name}", "INT", "POINT").data.foreach_set("value", values)


def compare() -> str:
    """Compare; the notes of the result."""
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    return bpy.context.scene.skinproof.result.notes


def refused(operator, **words) -> str:
    with pytest.raises(RuntimeError) as caught:
        operator(**words)
    sentence = str(caught.value).strip().removeprefix("Error: ")
    assert len(sentence.splitlines()) == 1
    return sentence


def bent(folder: Path, name: str = "tiny.glb", turn: float = 0.5**0.5) -> Path:
    """The smallest character; its clip ends with joint 1 turned to another angle than usual."""
    tiny = Tiny()
    last = tiny.data["bufferViews"][-1]
    end = last["byteOffset"] + last["byteLength"]
    tiny.buffer[end - 8 : end] = np.array([turn, (1 - turn * turn) ** 0.5], np.float32).tobytes()
    return tiny.write_glb(folder / name)


@pytest.mark.usefixtures("settings")
def test_nothing_is_said_of_files_that_stay(state, tmp_path: Path) -> None:
    path = imported(MODELS["external_buffer"](tmp_path))
    assert state() == ""
    os.utime(path)
    shutil.copyfile(path.with_suffix(".bin"), tmp_path / "copy")
    (tmp_path / "copy").replace(path.with_suffix(".bin"))
    assert state() == ""
    assert "import" not in compare()


@pytest.mark.parametrize("which", [".gltf", ".bin"])
@pytest.mark.parametrize("fate", ["shortened", "rewritten", "deleted"])
def test_a_comparison_says_that_a_file_has_changed(settings, state, tmp_path: Path, which: str, fate: str) -> None:
    path = imported(MODELS["external_buffer"](tmp_path)).with_suffix(which)
    before = compare(), settings.result.largest
    if fate == "deleted":
        path.unlink()
    else:
        path.write_bytes(b"" if fate == "shortened" else path.read_bytes()[::-1])
    sentence = f"external{which} " + (
        "is no longer where it was at the import" if fate == "deleted" else "has changed since the import"
    )
    assert state() == sentence
    assert f"{sentence}; the comparison is with what was imported" in compare()
    assert settings.result.largest == before[1], "the reference is the file as it was"
    for form in ("HTML", "JSON"):
        report = tmp_path / f"report.{form.lower()}"
        bpy.ops.skinproof.write_report(filepath=str(report), format=form)
        assert sentence in report.read_text(encoding="utf-8")
    settings.engine = "stock"
    assert f"external{which} has changed since it was read" in refused(bpy.ops.skinproof.compare, scope="FRAME")


@pytest.mark.usefixtures("settings", "state")
def test_what_is_not_in_memory_is_not_made_up(extension, tmp_path: Path) -> None:
    path = imported(bent(tmp_path))
    module(extension, "addon.state.session").session.forget()
    compare()  # from the file, which is the same
    module(extension, "addon.state.session").session.forget()
    path.write_bytes(b"glTF")
    sentence = refused(bpy.ops.skinproof.compare, scope="FRAME")
    assert sentence == "tiny.glb has changed since the import (put it back, Reload, or import it again)"


@pytest.mark.usefixtures("settings")
def test_the_state_is_known_in_a_saved_file(extension, state, tmp_path: Path) -> None:
    path = imported(bent(tmp_path))
    blend = tmp_path / "saved.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    bent(tmp_path, turn=0.6)
    module(extension, "addon.state.session").session.forget()
    bpy.ops.wm.open_mainfile(filepath=str(blend))
    assert state() == ""  # nobody has asked: the file may be anybody's
    with pytest.raises(RuntimeError, match="has changed since the import"):
        bpy.ops.skinproof.compare(scope="FRAME")
    assert state() == "tiny.glb has changed since the import"
    bent(tmp_path)
    assert path.exists()
    assert state() == ""


def test_reload_compares_with_what_the_file_holds_now(settings, state, tmp_path: Path) -> None:
    imported(bent(tmp_path))
    bpy.context.scene.frame_set(round(bpy.context.scene.render.fps))
    compare()
    assert settings.result.same
    bent(tmp_path, turn=0.6)
    compare()
    assert settings.result.same
    assert bpy.ops.skinproof.reload_character() == {"FINISHED"}
    assert state() == ""
    assert "since the import" not in compare()
    assert not settings.result.same
    bent(tmp_path)
    bpy.ops.skinproof.reload_character()
    compare()
    assert settings.result.same


def without_the_clip(tiny: Tiny) -> None:
    del tiny.data["animations"]


def with_another_node(tiny: Tiny) -> None:
    tiny.data["nodes"].append({"name": "other"})


def with_a_vertex_less(tiny: Tiny) -> None:
    for name in ("POSITION", "JOINTS_0", "WEIGHTS_0"):
        tiny.data["accessors"][tiny.primitive["attributes"][name]]["count"] = 3
    tiny.primitive["indices"] = tiny.add(np.array([0, 1, 2], np.uint16))


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("change", "what"),
    [
        (without_the_clip, "clips"),
        (with_another_node, "nodes and joints"),
        (with_a_vertex_less, "meshes and vertices"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_reload_says_what_no_longer_fits(state, tmp_path: Path, change, what: str) -> None:
    imported(bent(tmp_path))
    tiny = Tiny()
    change(tiny)
    tiny.write_glb(tmp_path / "tiny.glb")
    sentence = refused(bpy.ops.skinproof.reload_character)
    assert f"tiny.glb: its {what} have changed since the import (import it again)" in sentence
    assert state() == "tiny.glb has changed since the import"
    assert "with what was imported" in compare()


@pytest.mark.usefixtures("settings", "state")
def test_reload_of_a_broken_or_missing_file_changes_nothing(tmp_path: Path) -> None:
    path = imported(bent(tmp_path))
    record = recorded()
    path.write_bytes(path.read_bytes()[:100])
    assert "truncated GLB" in refused(bpy.ops.skinproof.reload_character)
    path.unlink()
    assert "there is no such file" in refused(bpy.ops.skinproof.reload_character)
    assert recorded() == record
    assert "with what was imported" in compare()


@pytest.mark.usefixtures("settings")
def test_reload_says_why_it_is_grey() -> None:
    assert "Import a character first" in refused(bpy.ops.skinproof.reload_character)


@pytest.mark.usefixtures("settings")
def test_a_character_of_an_older_version_is_compared_with_its_file(state, tmp_path: Path) -> None:
    imported(bent(tmp_path))
    as_version_1_saved_it(bpy.data.collections["tiny"], "sources", "joints", "vertices")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "saved.blend"))
    bent(tmp_path, turn=0.6)
    assert state() == ""
    bpy.context.scene.frame_set(round(bpy.context.scene.render.fps))
    compare()
    result = bpy.context.scene.skinproof.result
    assert not result.same
    assert not result.lost


def test_the_same_file_imported_before_and_after_a_change(settings, state, tmp_path: Path) -> None:
    imported(bent(tmp_path))
    bpy.context.scene.frame_set(round(bpy.context.scene.render.fps))
    imported(bent(tmp_path, turn=0.6))
    for active, name, says in ((0, "tiny", "tiny.glb has changed since the import"), (1, "tiny.001", "")):
        settings.active = active
        assert settings.character.name == name
        assert state() == says
        compare()
        assert settings.result.same, f"{name} is what it was imported from"


@pytest.mark.nightly  # all 51 sessions take 20 s of processor; of some each step meets one of the changes, or two
@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("changes", ["", "1"], ids=["some", "all"])
def test_no_process_dies_of_files_that_change_between_every_two_operators(tmp_path: Path, changes: str) -> None:
    prepare_changing_files(tmp_path)
    package = build_extension(tmp_path)
    env = {**os.environ, "BLENDER_USER_RESOURCES": str(tmp_path / "resources"), "SKINPROOF_CHANGES": changes}
    done = subprocess.run(
        [sys.executable, str(CHANGING), "--", str(tmp_path), str(package)],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert "changing files:" in done.stdout
