"""Hostile files in Blender: a folder of them through the importer, .blend files through ``scene`` and ``preflight``.

None freezes, none leaves half a character, nothing that a .blend brings along is executed, each is told in a sentence.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.blender.smallest import import_smallest
from tests.blender.test_broken_files import scene_with_an_object, state
from tests.blender.test_strange_blend import BAD
from tests.hostile import hostile
from tests.night import NIGHT

bpy = pytest.importorskip("bpy")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pipes, devices, links")

#: Seconds of processor for any one file.
FREEZE = 1.0


def test_each_file_is_imported_whole_or_not_at_all(extension: str, tmp_path: Path, capfd) -> None:
    files = hostile(tmp_path, 330)
    scene = scene_with_an_object()
    slow, wrong = [], []
    before = state(scene)
    for path in files if NIGHT else files[::9]:
        capfd.readouterr()
        begin, told = time.process_time(), ""
        try:
            bpy.ops.skinproof.import_skin(filepath=str(path))
        except RuntimeError as error:
            told = str(error).strip()
        if time.process_time() - begin > FREEZE:
            slow.append((path.name[:60], time.process_time() - begin))
        out = "".join(capfd.readouterr())
        if "Traceback" in out + told or "RuntimeWarning" in out or len(told.splitlines()) > 1:
            wrong.append((path.name[:60], told[:300], out[-300:]))
        while len(scene.skinproof.characters):
            assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
        bpy.context.view_layer.objects.active = scene.objects["own"]
        scene.objects["own"].select_set(True)
        now = state(scene)
        if {**now, "frames": before["frames"]} != before:
            wrong.append((path.name[:60], "left", str(now)[:300]))
            scene = scene_with_an_object()
            before = state(scene)
    assert slow == []
    assert wrong == []


def _driver(body: object, marker: Path) -> None:
    curve = body.driver_add("location", 0)
    curve.driver.expression = f"(__import__('pathlib').Path({str(marker)!r}).touch(), 0.0)[1]"


def _registered_text(_body: object, marker: Path) -> None:
    text = bpy.data.texts.new("run me.py")
    text.from_string(f"import pathlib\npathlib.Path({str(marker)!r}).touch()\n")
    text.use_module = True


def _driver_of_a_bone(body: object, marker: Path) -> None:
    curve = body.parent.pose.bones[0].driver_add("scale", 1)
    curve.driver.expression = f"open({str(marker)!r}, 'w').close() or 1.0"


def _driver_of_a_modifier(body: object, marker: Path) -> None:
    modifier = body.modifiers.new("Bevel", "BEVEL")
    curve = modifier.driver_add("width")
    curve.driver.expression = f"exec(\"open({str(marker)!r}, 'w')\") or 0.0"


def _handler(_body: object, marker: Path) -> None:
    text = bpy.data.texts.new("handler.py")
    text.write(
        "import bpy\n"
        "@bpy.app.handlers.persistent\n"
        f"def run(*_):\n    open({str(marker)!r}, 'w')\n"
        "for name in ('load_post', 'frame_change_pre', 'depsgraph_update_post', 'save_pre'):\n"
        "    getattr(bpy.app.handlers, name).append(run)\n"
    )
    text.use_module = True


#: What Blender would execute of a file that it trusts.
EXECUTED: dict[str, Callable[[object, Path], None]] = {
    "driver": _driver,
    "text with register": _registered_text,
    "text with handlers": _handler,
    "driver of a bone": _driver_of_a_bone,
    "driver of a modifier": _driver_of_a_modifier,
}


@pytest.fixture
def run(extension: str):
    return importlib.import_module(f"{extension}.addon.command.commands").run


@pytest.mark.parametrize("name", EXECUTED)
def test_nothing_of_a_scene_is_executed(name: str, run, tmp_path: Path, capfd) -> None:
    """Scripts of files are off in Blender's preferences unless the user wants them; the commands turn nothing on."""
    import_smallest(tmp_path)
    model = next(path for path in tmp_path.iterdir() if path.suffix in (".glb", ".gltf"))
    blend, marker = tmp_path / "hostile.blend", tmp_path / "executed"
    scripts = bpy.context.preferences.filepaths.use_scripts_auto_execute
    bpy.context.preferences.filepaths.use_scripts_auto_execute = False
    try:
        EXECUTED[name](next(ob for ob in bpy.context.scene.objects if ob.type == "MESH"), marker)
        bpy.ops.wm.save_as_mainfile(filepath=str(blend), check_existing=False)
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        marker.unlink(missing_ok=True)
        rows = tmp_path / "rows.json"
        spelt = ["verify", str(model), "--scene", str(blend)]
        for words in (["scene", str(blend), str(model), "--json", str(rows)], ["preflight", str(blend)], spelt):
            assert run(words) in range(4)
            assert "Traceback" not in "".join(capfd.readouterr())
            assert not marker.exists(), words[0]
            if words[0] == "scene":
                assert "Python in this .blend was not run" in rows.read_text(encoding="utf-8")
            assert not bpy.context.preferences.filepaths.use_scripts_auto_execute
    finally:
        bpy.context.preferences.filepaths.use_scripts_auto_execute = scripts


@pytest.mark.parametrize("name", [name for k, name in enumerate(BAD) if NIGHT or k % 10 == 0])
def test_a_scene_with_bad_notes_is_answered_by_commands(name: str, run, tmp_path: Path, capfd) -> None:
    import_smallest(tmp_path)
    model = next(path for path in tmp_path.iterdir() if path.suffix in (".glb", ".gltf"))
    for ob in bpy.context.scene.objects:
        BAD[name](ob, tmp_path)
    blend, rows = tmp_path / "strange.blend", tmp_path / "rows.json"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend), check_existing=False)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    for words in (["scene", str(blend), str(model), "--json", str(rows)], ["preflight", str(blend)]):
        begin = time.process_time()
        status = run(words)
        spent = time.process_time() - begin
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        assert status in range(4), words
        assert status != 2 or len(err.splitlines()) == 1, err
        assert words[0] != "scene" or spent < 2.0 * FREEZE  # opens the .blend and imports the file
    assert not rows.exists() or json.loads(rows.read_text(encoding="utf-8"))
