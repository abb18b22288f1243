"""docs/agents.md: each of its commands runs as it is written, and the document has what the page says is to be read."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from tests.blender.animated_tube import written
from tests.blender.module import module
from tests.blender.test_preflight import half_of_the_body, plain, run, saved

bpy = pytest.importorskip("bpy")
__all__ = ["run"]  # a fixture

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
#: Command, the words beside it that are its other choices, and what is to be read.
ROWS = re.findall(r"^\| [^|]+ \| `skinproof ([^`]+)`([^|]*)\| (.*) \|$", PAGE, re.MULTILINE)
#: Of a row's choices, those that are tried by day: an export each.
BY_DAY = {"preflight", "preflight godot4", "scene", "check"}


def commands() -> list[Any]:
    """Each row, with each of its choices."""
    found = []
    for words, others, read in ROWS:
        choices = re.findall(r"[a-z][a-z0-9]+", others.replace("or ", "")) or [""]
        if "--format fbx" in words:
            choices = ["fbx", *choices]
            words = words.replace("fbx", "NAME")
        for choice in choices:
            name = f"{words.split()[0]} {choice}".strip()
            marks = () if name in BY_DAY else pytest.mark.nightly
            found.append(pytest.param(words.replace("NAME", choice), read, id=name, marks=marks))
    return found


def test_the_page_has_its_rows() -> None:
    assert len(ROWS) == 5
    assert len(commands()) == 1 + 10 + 2 + 1 + 1


def member(document: Any, path: str) -> Any:
    """What stands at a path such as rows[0].settings."""
    return reduce(lambda at, key: at[int(key) if key.isdigit() else key], re.findall(r"\w+", path), document)


@pytest.mark.parametrize(("words", "read"), commands())
def test_a_command_runs_as_it_is_written(run, tmp_path: Path, words: str, read: str) -> None:
    blend, target = saved(plain, tmp_path / "scene.blend", bones=4), tmp_path / "answer.json"
    places = {"SCENE.blend": str(blend), "FILE.glb": "", "F": str(target)}
    if "FILE.glb" in words:
        places["FILE.glb"] = str(written(tmp_path))
    data = blend.read_bytes()
    status = run([places.get(word, word) for word in words.split()])
    assert status == 0
    assert blend.read_bytes() == data
    found = json.loads(target.read_text(encoding="utf-8"))
    paths = re.findall(r"`((?:rows|models)\[0\][\w.]*)`", read)
    assert paths or "the same rows" in read
    for path in paths:
        assert member(found, path) is not None
    if "preflight" in words:
        name = {"fbx": "export_scene.fbx", "usd": "wm.usd_export"}.get(found["format"], "export_scene.gltf")
        operator = reduce(getattr, name.split("."), bpy.ops)
        assert found["rows"][0]["settings"].keys() <= set(operator.get_rna_type().properties.keys())
    if "`proven`" in read:
        assert all("proven" in engine for engine in found["rows"][0]["there"])


def test_every_change_of_a_scene_has_a_row(extension: str) -> None:
    """A program that meets a code in ``fixes`` finds it here, with the button that the window has for it."""
    kinds = module(extension, "addon.export.mends.mend_kinds").KINDS
    rows = dict(re.findall(r"^\| `(\w+)` in `fixes` \|.*\| (.*) \|$", PAGE, re.MULTILINE))
    assert rows.keys() == kinds.keys() | {"REFIT"}
    assert all(kind.text in rows[code] for code, kind in kinds.items())


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="the hook is a line of bash")
def test_the_hook_fails_for_a_scene_that_loses_something(extension: str, tmp_path: Path) -> None:
    """As pre-commit calls it: the words of the entry, and then the names of the changed files."""
    entry, ends = re.search(r"entry: bash -c '(.*)' -\}", PAGE), re.search(r"files: (\S+),", PAGE)
    assert entry is not None
    assert ends is not None
    good = saved(plain, tmp_path / "good one.blend", bones=4)
    bad = saved(half_of_the_body, tmp_path / "bad.blend", bones=4)
    assert re.search(ends[1], good.name)
    assert not re.search(ends[1], "scene.blend1")
    root = Path(module(extension, "addon.program").__file__).parents[1]
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "skinproof").symlink_to(root)
    command = tmp_path / "bin" / "skinproof"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m skinproof "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    env = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "package"),
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
    }

    def hook(*files: Path) -> int:
        words = ["bash", "-c", entry[1], "-", *map(str, files)]
        return subprocess.run(words, env=env, stdout=subprocess.DEVNULL, check=False, cwd=tmp_path).returncode

    assert hook(good) == 0
    assert hook(bad) == 1
    assert hook(bad, good) == 1
