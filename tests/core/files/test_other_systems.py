"""What Windows and macOS do otherwise, as far as Linux can show it: names, drives, devices, line ends, open files."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.error import SkinproofError
from skinning_core.files.output import one_name, write_text
from skinning_core.gltf.resolver import Resolver, is_device
from tests.models import MODELS


@pytest.mark.parametrize(
    "uri",
    ["C:/Windows/win.ini", "c:model.bin", "C:%5Cmodel.bin", "//server/share/model.bin", "%5C%5Cserver%5Cmodel.bin"],
)
def test_no_drive_and_no_server_is_opened(tmp_path: Path, uri: str) -> None:
    with pytest.raises(SkinproofError, match="not a path inside the asset's folder"):
        Resolver(tmp_path).path_of(uri, "/buffers/0/uri")


def test_a_path_with_backslashes_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(SkinproofError) as caught:
        Resolver(tmp_path).path_of("data\\model.bin", "/buffers/0/uri")
    assert "write / for each backslash" in caught.value.sentence


# Microsoft, "Naming Files, Paths, and Namespaces": these names, with any extension, are devices in every folder.
@pytest.mark.parametrize("name", ["CON", "nul.bin", "sub/Aux.bin", "COM1", "lpt9.bin", "prn .bin", "con/model.bin"])
def test_a_device_is_no_buffer_under_windows(name: str) -> None:
    assert is_device(name, "nt")
    assert not is_device(name, "posix")


@pytest.mark.parametrize("name", ["console.bin", "com.bin", "com10.bin", "auxiliary", "my con.bin", "model.nul"])
def test_other_names_are_none(name: str) -> None:
    assert not is_device(name, "nt")


def test_a_buffer_whose_name_differs_in_case_is_named(tmp_path: Path) -> None:
    """Windows and macOS open it, so a model made there may ask for it."""
    (tmp_path / "Model.BIN").write_bytes(b"")
    if (tmp_path / "model.bin").exists():
        pytest.skip("this file system takes both names for one")
    with pytest.raises(SkinproofError) as caught:
        Resolver(tmp_path).path_of("model.bin", "/buffers/0/uri")
    assert "rename 'Model.BIN', which differs in case only, as 'model.bin'" in caught.value.sentence


def test_names_that_differ_in_case_are_one_file_there_and_two_here() -> None:
    for system in ("win32", "darwin"):
        assert one_name("Report.JSON", system) == one_name("report.json", system)
    assert one_name("Report.JSON", "linux") != one_name("report.json", "linux")


@pytest.mark.parametrize("code", [5, 32, 33])
def test_a_file_that_another_program_has_open_stays_and_the_sentence_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Windows does not replace a file that is open, in a spreadsheet or a browser; Linux does."""
    target = tmp_path / "report.json"
    target.write_text("former")

    def refused(source: Path, _target: Path) -> None:
        error = PermissionError(errno.EACCES, "Access is denied", str(source))
        error.winerror = code  # type: ignore[misc, attr-defined, unused-ignore] # Python sets it under Windows only
        raise error

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(SkinproofError, match="Access is denied") as caught:
        write_text(target, "new")
    assert caught.value.fix == "close the program that has the file open"
    assert target.read_text() == "former"
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.json"]


@pytest.mark.parametrize("name", ["external_buffer", "data_uri"])
def test_a_model_with_line_ends_of_windows_is_read_alike(tmp_path: Path, name: str) -> None:
    path = MODELS[name](tmp_path)
    windows = shutil.copytree(path.parent, tmp_path / "windows") / path.name
    lines = json.dumps(json.loads(path.read_text(encoding="utf-8")), indent=1).replace("\n", "\r\n")
    windows.write_bytes(lines.encode("utf-8"))
    before, after = load_model(path), load_model(windows)
    assert before.clip_names == after.clip_names
    for one, other in zip(before.parts, after.parts, strict=True):
        np.testing.assert_array_equal(before.primitive(one).positions, after.primitive(other).positions)


def test_a_path_beyond_260_characters_is_read_and_written_or_named(tmp_path: Path) -> None:
    """Windows' old limit; where it still holds, one sentence says so before anything is computed."""
    deep = tmp_path.joinpath(*["a folder with a long name"] * 11)
    assert len(str(deep)) > 260
    try:
        deep.mkdir(parents=True)
        deep.resolve()  # Wine 10 makes the folder, and has no final name for it
    except OSError as error:
        pytest.skip(f"this system has no such path: {error}")
    model, report = MODELS["external_buffer"](deep), deep / "report.json"
    assert main(["verify", str(model), "--against", "fast", "--json", str(report)]) == 0
    assert json.loads(report.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "uri", ["sub./../../secret.bin", ".. /secret.bin", "..%2Fsecret.bin", "sub/%2E%2E/%2e%2e/secret.bin"]
)
def test_no_dot_or_blank_leads_out_of_the_folder(tmp_path: Path, uri: str) -> None:
    """Windows drops dots and blanks at the end of a name: what is left must still be inside."""
    folder = tmp_path / "asset"
    (folder / "sub.").mkdir(parents=True)
    (tmp_path / "secret.bin").write_bytes(b"secret")
    with pytest.raises(SkinproofError):
        Resolver(folder).resolve(uri, "/buffers/0/uri")


def test_a_report_has_the_same_bytes_everywhere(tmp_path: Path) -> None:
    write_text(tmp_path / "lines.txt", "one\ntwo\n")
    assert (tmp_path / "lines.txt").read_bytes() == b"one\ntwo\n"
