"""The guide's commands that need Blender run as they are printed there."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.blender.module import module
from tests.docs.test_guide import NEEDS_BLENDER, NUMBERED, ROOT, commands

bpy = pytest.importorskip("bpy")

COMMANDS = [command for page in NUMBERED for command in commands(page) if NEEDS_BLENDER.search(command)]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_that_need_blender(
    command: str, extension: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if "picture" in command or "gpu" in command:
        found = module(extension, "addon.gpu.device.context").availability()
        if not found.ok:
            pytest.skip(found.reason)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples", target_is_directory=True)
    status = module(extension, "addon.command.commands").run(shlex.split(command)[1:])
    printed = capsys.readouterr()
    assert status in (0, 1), printed.err
    for picture in (word for word in shlex.split(command) if word.endswith(".png")):
        assert (tmp_path / picture).stat().st_size > 10_000
