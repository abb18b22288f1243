"""A preflight that is cancelled, whenever and by whatever means: no process, no file, and the scene as it was.

The moments are seen from outside: by what is among the temporary files, and by a pipe that nobody reads.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender.module import module
from tests.blender.test_preflight import run, saved, two_at_fault
from tests.blender.whole_scene import whole_scene
from tests.disks import fill, small_disk

bpy = pytest.importorskip("bpy")
__all__ = ["run"]  # a fixture

needs_signals = pytest.mark.skipif(os.name != "posix", reason="signals and named pipes of POSIX")


def _starts(folder: Path) -> bool:
    return bool(list(folder.iterdir()))


def _opens(folder: Path) -> bool:
    return bool(list(folder.glob("skinproof-*")))


def _exports(folder: Path) -> bool:
    return bool(list(folder.glob("skinproof-*/trial.*")))


def _judges(folder: Path) -> bool:
    return bool(list(folder.glob("skinproof-*/progress")))


def _writes(folder: Path) -> bool:
    """After the last export its folder is gone; what is written next waits for somebody who reads the pipe."""
    _writes.seen = getattr(_writes, "seen", False) or _opens(folder)
    return _writes.seen and not _opens(folder)


MOMENTS: tuple[tuple[Callable[[Path], bool], float], ...] = (
    (_starts, 0.3),  # Blender's folder is known by then
    (_opens, 0.0),
    (_exports, 0.0),
    (_exports, 0.1),
    (_judges, 0.0),
    (_writes, 0.2),
)


@needs_signals
@pytest.mark.parametrize(
    ("moment", "later", "number"),
    [
        pytest.param(*each, number, id=f"{each[0].__name__} {each[1]} {number.name}", marks=marks)
        for k, each in enumerate(MOMENTS)
        for j, number in enumerate((signal.SIGINT, signal.SIGTERM))
        for marks in [pytest.mark.nightly if (k + j) % 4 else ()]
    ],
)
def test_a_signal_leaves_nothing(extension, tmp_path, moment, later, number) -> None:
    """Ctrl+C, and a scheduler's SIGTERM."""
    blend, folder, pipe = saved(two_at_fault, tmp_path / "scene.blend"), tmp_path / "temporary", tmp_path / "rows.json"
    folder.mkdir()
    (tmp_path / "home").mkdir()  # Blender keeps a cache there
    os.mkfifo(pipe)
    before, data = sorted(tmp_path.iterdir()), blend.read_bytes()
    root = Path(module(extension, "addon.program").__file__).parents[1]
    begin = (
        "import importlib.util, sys\n"
        f"spec = importlib.util.spec_from_file_location('skinproof', {str(root / '__init__.py')!r}, "
        f"submodule_search_locations=[{str(root)!r}])\n"
        "sys.modules['skinproof'] = module = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(module)\n"
        "from skinproof.addon.command.start import start\n"
        "sys.exit(start())\n"
    )
    words = [sys.executable, "-c", begin, "preflight", str(blend), "--json", str(pipe), "--html"]
    words.append(str(tmp_path / "page.html"))
    env = {"TMPDIR": str(folder), "PATH": "", "HOME": str(tmp_path / "home"), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until = time.monotonic() + 90.0
    while not moment(folder) and time.monotonic() < until and process.poll() is None:
        time.sleep(0.005)
    time.sleep(later)
    assert process.poll() is None
    process.send_signal(number)
    _, err = process.communicate(timeout=60.0)
    assert process.returncode in (130, -signal.SIGTERM)
    assert "Traceback" not in err
    assert process.returncode < 0 or [line for line in err.splitlines() if line] == ["skinproof: interrupted"]
    assert not list(folder.iterdir())
    assert sorted(tmp_path.iterdir()) == before
    assert blend.read_bytes() == data
    with pytest.raises(ProcessLookupError):  # all that it has started
        os.killpg(process.pid, 0)


def _copied(folder: Path) -> bool:
    return bool(list(folder.glob("skinproof-*/scene.blend")))


def _loads(folder: Path) -> bool:
    return any(file.stat().st_size for file in folder.glob("skinproof-*/log.txt"))


def _tries(folder: Path) -> bool:
    return bool(list(folder.glob("skinproof-*/skinproof-*/trial.glb")))


def _measures(folder: Path) -> bool:
    return bool(list(folder.glob("skinproof-*/skinproof-*/progress")))


def _answers(folder: Path) -> bool:
    return bool(list(folder.glob("skinproof-*/rows.json")))


@pytest.mark.parametrize("moment", [_copied, _loads, _tries, _measures, _answers])
def test_the_button_leaves_nothing(extension, tmp_path, monkeypatch, moment) -> None:
    blend = saved(two_at_fault, tmp_path / "scene.blend")
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    bpy.ops.ed.undo_push(message="here")
    job, session = module(extension, "addon.export.job"), module(extension, "addon.state.session").session
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(job.tempfile, "tempdir", str(folder))
    before, dirty, data = whole_scene(), bpy.data.is_dirty, blend.read_bytes()
    assert bpy.ops.skinproof.find_best_settings() == {"FINISHED"}
    process, until = job._running.process, time.monotonic() + 90.0
    while not moment(folder) and time.monotonic() < until:
        time.sleep(0.005)
    assert session.side.running
    assert bpy.ops.skinproof.cancel_side() == {"FINISHED"}
    assert process.poll() is not None
    assert not list(folder.iterdir())
    assert not session.side.running
    assert not bpy.ops.skinproof.cancel_side.poll()
    assert job.see_answer() is None
    assert (whole_scene(), bpy.data.is_dirty, blend.read_bytes()) == (before, dirty, data)


@pytest.mark.skipif(sys.platform != "linux", reason="a file system of its own")
def test_a_disk_that_is_full_for_the_answer_is_one_sentence(run, tmp_path, capfd) -> None:
    blend = saved(lambda armature, mesh: None, tmp_path / "scene.blend", bones=4)
    with small_disk(tmp_path / "disk", 256) as disk:
        fill(disk)
        assert run(["preflight", str(blend), "--json", str(disk / "rows.json")]) == 2
        assert [path.name for path in disk.iterdir()] == ["filler"]
        err = capfd.readouterr().err
    (line,) = [line for line in err.splitlines() if line.startswith("skinproof: ")]
    assert "rows.json: cannot write: No space left on device" in line


@pytest.mark.skipif(sys.platform != "linux", reason="a file system of its own")
def test_a_disk_without_room_for_a_copy_is_one_sentence(extension, tmp_path, monkeypatch) -> None:
    """The window's button: the scene is copied into a folder, which is gone again."""
    saved(lambda armature, mesh: None, tmp_path / "scene.blend", bones=4)
    job, session = module(extension, "addon.export.job"), module(extension, "addon.state.session").session
    with small_disk(tmp_path / "disk", 256) as disk:
        fill(disk)
        monkeypatch.setattr(job.tempfile, "tempdir", str(disk))
        assert bpy.ops.skinproof.find_best_settings() == {"FINISHED"}
        assert [path.name for path in disk.iterdir()] == ["filler"]
    assert not session.side.running
    assert str(session.side.refusal).startswith("no settings were tried for Scene: ")
    assert "Traceback" not in str(session.side.refusal)


def _linked(library: Path, kind: str, names: list[str]) -> None:
    with bpy.data.libraries.load(str(library), link=True) as (_, there):
        setattr(there, kind, names)
    for ob in there.objects or ():
        bpy.context.scene.collection.objects.link(ob)
    for action in there.actions or ():
        bpy.data.objects["Rig"].animation_data_create().action = action


@pytest.mark.parametrize(
    ("kind", "names", "gone"),
    [("objects", ["Rig", "Rig body"], "Rig"), ("objects", ["Rig body"], "Rig body"), ("actions", ["wave"], "wave")],
    ids=["the character", "its mesh", "its action"],
)
def test_a_missing_library_is_one_sentence(run, tmp_path, capfd, kind: str, names: list[str], gone: str) -> None:
    """What is linked and not there nobody has seen: no file is the same as that."""

    def link(armature: Any, mesh: Any) -> None:
        for ob in (mesh, armature):
            if ob.name in names:
                bpy.data.objects.remove(ob)
        if kind == "actions":
            bpy.data.actions.remove(bpy.data.actions["wave"])
        _linked(library, kind, names)

    library = saved(lambda armature, mesh: None, tmp_path / "library.blend", bones=4)
    blend = saved(link, tmp_path / "scene.blend", bones=4)
    if kind == "actions":  # objects that are linked themselves are another sentence
        assert run(["preflight", str(blend)]) == 0
    library.unlink()
    capfd.readouterr()
    assert run(["preflight", str(blend)]) == 2
    (line,) = [line for line in capfd.readouterr().err.splitlines() if line.startswith("skinproof: ")]
    assert f"scene.blend: '{gone}' is linked from" in line
    assert "library.blend', where it is not" in line
