"""Verify after export, each of its six steps failing: copy, start, export, read, judge, write.

The export and the scene are whole, the panel shows one sentence, nothing is left on the disk, and the next export is
verified as if nothing had been.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender.export_box import answered, exported
from tests.blender.module import module
from tests.blender.whole_scene import whole_scene

bpy = pytest.importorskip("bpy")

Fault = Callable[[Any, Any, Path], None]


def _answers(*lines: str, status: int = 2) -> Callable[[Any, Any, Path], None]:
    """The other Blender says this and ends."""

    def fail(patch: Any, job: Any, _path: Path) -> None:
        said = "; ".join(f"print({line!r})" for line in lines) or "pass"
        program = f"import sys; {said}; sys.exit({status})"
        patch.setattr(job, "launched", lambda _: [sys.executable, "-c", program])

    return fail


def _no_folder(patch: Any, job: Any, path: Path) -> None:
    patch.setattr(job.tempfile, "tempdir", str(path.parent / "not there"))


def _no_program(patch: Any, job: Any, path: Path) -> None:
    patch.setattr(job, "launched", lambda _: [str(path.parent / "no such blender")])


def _cut(_patch: Any, _job: Any, path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


def _without_a_document(_patch: Any, _job: Any, path: Path) -> None:
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12))


def _removed(_patch: Any, _job: Any, path: Path) -> None:
    path.unlink()


def _killed(patch: Any, job: Any, _path: Path) -> None:
    program = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    patch.setattr(job, "launched", lambda _: [sys.executable, "-c", program])


#: Step and way: what is done after the exporter has written, and whether that touches the file.
STEPS: dict[str, tuple[Fault, bool]] = {
    "copy: no folder for it": (_no_folder, False),
    "start: no such program": (_no_program, False),
    "start: it ends at once": (_answers(), False),
    "start: it is killed": (_killed, False),
    "read: the file was cut": (_cut, True),
    "read: it has no document": (_without_a_document, True),
    "read: the file is gone": (_removed, True),
    "judge: a fault of ours": (_answers("skinproof: this is a fault of Skinproof itself: E"), False),
    "judge: not to be judged": (_answers("skinproof: there is no armature in this scene"), False),
    "write: it says it did and did not": (_answers(status=0), False),
    "write: it ends amid it": (_answers("{", status=1), False),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_whichever_step_fails_export_and_scene_are_whole(extension, tube, ticked, tmp_path, monkeypatch, capfd) -> None:
    job = module(extension, "addon.export.job")
    folder, place = tmp_path / "out", tmp_path / "temporary"
    folder.mkdir()
    place.mkdir()
    path = folder / "tube.glb"
    exported(path)
    good = path.read_bytes()
    answered(extension, ticked)
    before = whole_scene()
    for name, (fail, touches) in STEPS.items():
        exported(path)
        with monkeypatch.context() as patch:
            patch.setattr(job.tempfile, "tempdir", str(place))
            fail(patch, job, path)
            side = answered(extension, ticked)
        told = str(side.refusal)
        assert side.result is None, name
        assert told.startswith("tube.glb "), (name, told)
        assert any(words in told for words in ("not verified", "not written", "could not be written")), (name, told)
        assert len(told.splitlines()) == 1, (name, told)
        assert "Traceback" not in told, (name, told)
        assert whole_scene() == before, name
        assert touches or path.read_bytes() == good, name
        assert [each.name for each in folder.iterdir()] in (["tube.glb"], []), name
        assert not list(place.iterdir()), name
    assert "Traceback" not in "".join(capfd.readouterr())
    exported(path)
    assert answered(extension, ticked).result.same


@pytest.mark.parametrize("kind", ["a folder", "a link to nowhere"])
def test_an_export_that_fails_leaves_the_scene_whole(extension, tube, ticked, tmp_path, kind) -> None:
    path = tmp_path / "tube.glb"
    if kind == "a folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere" / "tube.glb")
    before = whole_scene()
    with pytest.raises((RuntimeError, OSError)):
        exported(path)
    told = str(answered(extension, ticked).refusal)
    assert told == "tube.glb was not written, so nothing was verified"
    bpy.context.scene.frame_set(bpy.context.scene.frame_start)  # the exporter does not go back where it fails
    assert whole_scene() == before
