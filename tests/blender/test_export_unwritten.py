"""Verify after export: a file that is not written, or not whole, or not read afterwards, and faults of our own."""

from __future__ import annotations

import signal
import struct
import sys

import pytest

from tests.blender.export_box import answered, exported
from tests.blender.module import module
from tests.blender.whole_scene import whole_scene
from tests.disks import fill, small_disk

bpy = pytest.importorskip("bpy")


def test_an_export_that_is_not_written_is_told(extension, tube, ticked, tmp_path) -> None:
    """The exporter fails after it has called us, as where the folder is read-only; the old file is as it was."""
    path = tmp_path / "tube.glb"
    path.mkdir()
    before = whole_scene()
    with pytest.raises((RuntimeError, OSError)):
        exported(path)
    side = answered(extension, ticked)
    assert str(side.refusal) == "tube.glb was not written, so nothing was verified"
    assert whole_scene()["poses" if "poses" in before else "objects"].keys() == before["objects"].keys()


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of what a process may write")
@pytest.mark.parametrize("suffix", [".glb", pytest.param(".gltf", marks=pytest.mark.nightly)])  # 4 s each
def test_on_a_full_disk_the_old_files_are_put_back(extension, tube, ticked, tmp_path, suffix) -> None:
    """The exporter empties a file, writes a part of it and fails; nothing else is in the folder afterwards."""
    import resource

    path = tmp_path / f"tube{suffix}"
    settings = {"export_format": "GLB" if suffix == ".glb" else "GLTF_SEPARATE"}
    exported(path, **settings)
    answered(extension, ticked)
    old = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    before = whole_scene()
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for name in (path.name, f"new{suffix}"):  # over the old one, and where there was none
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, usual[1]))
        try:
            with pytest.raises((RuntimeError, OSError)):
                exported(tmp_path / name, **settings)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        assert any(file.read_bytes() != old.get(file.name) for file in tmp_path.iterdir())
        side = answered(extension, ticked)
        told = "the file from before was put back" if name == path.name else "nothing was verified"
        assert str(side.refusal) == f"{name} could not be written whole, so {told}"
        assert {name: (tmp_path / name).read_bytes() for name in old} == old
    bpy.context.scene.frame_set(bpy.context.scene.frame_start)  # the exporter does not go back where it fails
    assert whole_scene() == before
    exported(path, **settings)
    assert answered(extension, ticked).result.same


@pytest.mark.parametrize("suffix", [pytest.param(".glb", marks=pytest.mark.nightly), ".gltf"])  # 6 s each
def test_on_a_disk_without_room_the_old_files_are_put_back(extension, tube, ticked, tmp_path, suffix) -> None:
    """A file system of its own, with as much room as the old files have, for files that are larger."""
    settings = {"export_format": "GLB" if suffix == ".glb" else "GLTF_SEPARATE"}
    tube.modifiers.new("Subdivision", "SUBSURF").levels = 3
    before = whole_scene()
    with small_disk(tmp_path / "disk", 256) as disk:
        path = disk / f"tube{suffix}"
        exported(path, **settings)
        assert answered(extension, ticked).result is not None
        old = {file.name: file.read_bytes() for file in disk.iterdir()}
        filler = fill(disk)
        with pytest.raises((RuntimeError, OSError)):
            exported(path, export_apply=True, **settings)
        side = answered(extension, ticked)
        assert str(side.refusal) == f"{path.name} could not be written whole, so the file from before was put back"
        assert {file.name: file.read_bytes() for file in disk.iterdir() if file != filler} == old
    bpy.context.scene.frame_set(bpy.context.scene.frame_start)  # the exporter does not go back where it fails
    assert whole_scene() == before


def test_what_goes_wrong_afterwards_is_told_in_a_sentence(extension, tube, ticked, tmp_path, monkeypatch) -> None:
    path, job = tmp_path / "tube.glb", module(extension, "addon.export.job")
    exported(path)
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12))
    side = answered(extension, ticked)
    assert str(side.refusal).startswith("tube.glb was not verified: ")
    assert "Traceback" not in str(side.refusal)
    assert not side.fault
    exported(path)
    with monkeypatch.context() as no_disk:
        no_disk.setattr(job.tempfile, "tempdir", str(tmp_path / "not there"))
        side = answered(extension, ticked)
    assert "No such file or directory" in str(side.refusal)
    exported(path)
    with monkeypatch.context() as no_blender:
        no_blender.setattr(job, "launched", lambda _: [sys.executable, "-c", "pass"])
        side = answered(extension, ticked)
    assert str(side.refusal) == "tube.glb was not verified: another Blender could not be started"
    assert "tube.glb" in side.fault
    assert bpy.ops.skinproof.copy_side_fault.poll()
    exported(path)
    with monkeypatch.context() as broken:
        failing = (
            "print('Traceback: here'); print('skinproof: this is a fault of Skinproof itself: E (--debug shows where)')"
        )
        broken.setattr(job, "launched", lambda _: [sys.executable, "-c", failing])
        side = answered(extension, ticked)
    assert str(side.refusal) == "tube.glb was not verified: this is a fault of Skinproof itself: E"
    assert "Traceback: here" in side.fault
    assert bpy.app.version_string in side.fault
    exported(path)
    ticked._exports[-1].settings["gltf_format"] = object()
    side = answered(extension, ticked)
    assert "was not verified" in str(side.refusal)


def test_a_fault_of_ours_never_reaches_the_exporter(extension, tube, ticked, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(ticked, "plain_settings", lambda _: 1 / 0)
    exported(tmp_path / "tube.glb")
    assert (tmp_path / "tube.glb").stat().st_size > 1000
    assert "the export is not verified" in capsys.readouterr().err
