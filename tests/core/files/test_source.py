"""Files are read whole: what happens to them afterwards harms nobody, and is noticed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.glb import write_character
from benchmarks.meshes import body
from skinning_core import SkinproofError, load_model
from skinning_core.files.source import read_source, stamp_of
from tests.models import MODELS

ROOT = Path(__file__).resolve().parents[3]
OCTOPUS = ROOT / "examples" / "octopus.md5mesh"

#: Reads a model, has its files made empty or deleted, then skins it by every clip: a bus error where one was mapped.
_OUTLIVES = """
import sys
from pathlib import Path
import numpy as np
from skinning_core import load_model
from skinning_core.subject import skin_reference
model = load_model(Path(sys.argv[1]))
for source in model.sources:
    source.path.write_bytes(b"") if sys.argv[2] == "shortened" else source.path.unlink()
for clip in [None, *range(len(model.clips))]:
    skinned = skin_reference(model, clip, np.array([0.0, 0.5]))
    assert all(np.isfinite(positions).all() for positions in skinned.positions)
print(len(model.sources), "files,", len(model.clips), "clips")
"""


def write_library(folder: Path) -> Path:
    """Twenty clips, which are read when they are asked for."""
    return write_character(folder / "library.glb", body(3000, 9), clips=20)


def write_md5(folder: Path) -> Path:
    for beside in OCTOPUS.parent.glob("octopus*"):
        shutil.copyfile(beside, folder / beside.name)
    return folder / OCTOPUS.name


@pytest.mark.parametrize("fate", ["shortened", "deleted"])
@pytest.mark.parametrize(
    ("write", "files", "clips"),
    [(MODELS["plain"], 1, 1), (MODELS["external_buffer"], 2, 1), (write_library, 1, 20), (write_md5, 2, 1)],
    ids=["glb", "external buffer", "clips on demand", "md5"],
)
def test_a_model_outlives_its_files(tmp_path: Path, write, files: int, clips: int, fate: str) -> None:
    command = [sys.executable, "-c", _OUTLIVES, str(write(tmp_path)), fate]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{files} files, {clips} clips\n"), done.stderr


def test_every_file_that_was_read_is_a_source(tmp_path: Path) -> None:
    model = load_model(MODELS["external_buffer"](tmp_path))
    assert [source.path.name for source in model.sources] == ["external.gltf", "external.bin"]
    assert all(source.is_unchanged() for source in model.sources)
    model = load_model(write_md5(tmp_path))
    assert [source.path.name for source in model.sources] == ["octopus.md5mesh", "octopus swim.md5anim"]


def rewrite(path: Path) -> None:
    """Other bytes, as many."""
    path.write_bytes(path.read_bytes()[::-1])


def rewrite_with_old_times(path: Path) -> None:
    before = path.stat()
    rewrite(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    if path.stat().st_ctime_ns == before.st_ctime_ns:
        pytest.skip("this system tells when a file was made, and not when it was changed")


def replace(path: Path) -> None:
    other = path.with_suffix(".other")
    shutil.copy2(path, other)
    other.replace(path)


@pytest.mark.parametrize("change", [rewrite, rewrite_with_old_times, replace, Path.unlink], ids=lambda c: c.__name__)
def test_a_change_is_seen(tmp_path: Path, change) -> None:
    path = tmp_path / "buffer.bin"
    path.write_bytes(b"0123456789")
    data, source = read_source(path, "buffer.bin")
    assert source.is_unchanged()
    change(path)
    assert not source.is_unchanged()
    assert bytes(data) == b"0123456789"


def test_a_digest_is_of_the_bytes_that_were_read_or_of_none(tmp_path: Path) -> None:
    path = tmp_path / "letters"
    path.write_bytes(b"abc")
    _, source = read_source(path, "letters")
    # FIPS 180-2, appendix B.1
    assert source.with_digest().digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    path.write_bytes(b"abcd")
    _, source = read_source(path, "letters")
    path.write_bytes(b"abcde")
    assert source.with_digest().digest == ""
    path.unlink()
    assert source.with_digest().digest == ""
    assert stamp_of(path) is None


def test_the_same_bytes_put_back_are_no_change_where_the_digest_is_known(tmp_path: Path) -> None:
    path = tmp_path / "letters"
    path.write_bytes(b"abc")
    _, source = read_source(path, "letters")
    known = source.with_digest()
    assert known == source
    path.write_bytes(b"abd")
    path.unlink()
    path.write_bytes(b"abc")
    assert known.is_unchanged()
    assert not source.is_unchanged()
    path.write_bytes(b"abd")
    assert not known.is_unchanged()


def test_bytes_cannot_be_written_by_mistake(tmp_path: Path) -> None:
    path = tmp_path / "letters"
    path.write_bytes(b"abc")
    data, _ = read_source(path, "letters")
    assert data.readonly
    path.write_bytes(b"")
    assert len(read_source(path, "letters")[0]) == 0


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SkinproofError, match=r"^here: cannot be read: No such file"):
        read_source(tmp_path / "nothing", "here")
    with pytest.raises(SkinproofError, match=r"^here: cannot be read: Is a directory"):
        read_source(tmp_path, "here")


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "growing"
    path.write_bytes(bytes(1000))
    real = os.fstat

    def grow_after_asking(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        with path.open("ab") as file:
            file.write(b"more")
        return found

    monkeypatch.setattr(os, "fstat", grow_after_asking)
    with pytest.raises(SkinproofError, match=r"changed while it was read \(try again once it is written\)"):
        read_source(path, "here")
