"""What Blender's platform for extensions asks of an add-on, beyond what ``extension validate`` looks at.

From its terms of service (sections 2 and 3), its moderators' canned responses and the manual's page on add-ons: the
name, credits of bundled code, nothing that cannot be read, nothing redundant, no network without asking, no updater, no
packages installed at run time, nothing written into the extension's own folder, permissions that are told.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("addon", "skinning_core", "lessons", "shaders")

#: Modules that go out into a network, or that install packages.
OUTSIDE = {"http", "socket", "ssl", "ftplib", "smtplib", "requests", "webbrowser", "ensurepip", "pip", "venv"}

#: Permissions of the manifest, and what in the code asks for each.
ASKED = {
    "clipboard": r"\.clipboard\b",
    "camera": r"VideoCapture",
    "microphone": r"\baud\b",
    "network": r"online_access",
}


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    return tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))


def files() -> Iterator[Path]:
    """Every file that travels in the zip's code folders."""
    for folder in FOLDERS:
        yield from (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)


@cache
def sources() -> list[tuple[str, ast.Module]]:
    """The modules that travel, each with its place."""
    modules = (path for path in files() if path.suffix == ".py")
    return [(path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in modules]


def test_the_name_is_its_own(manifest: dict[str, Any]) -> None:
    """2.1 and 2.3: no "Blender" in the name, no claim to be endorsed."""
    assert "blender" not in manifest["name"].lower()
    assert "official" not in manifest["tagline"].lower()


def test_bundled_code_is_credited(manifest: dict[str, Any]) -> None:
    """3.8: all holders of a copyright stand in the manifest."""
    holders = " ".join(manifest["copyright"])
    for licence in (path for path in files() if path.name == "LICENSE"):
        (line,) = re.findall(r"^Copyright.*$", licence.read_text(encoding="utf-8"), re.MULTILINE)
        assert line.split(" ", 3)[-1].removeprefix("2010-2026 ") in holders, licence


def test_everything_can_be_read() -> None:
    """3.5: no byte code, nothing compiled, no program whose names were taken away.

    Of three.js's own names 28 % have one or two letters (loops, coordinates); of a minified one's nearly all.
    """
    assert {path.suffix for path in files()} <= {".py", ".json", ".glsl", ".css", ".js", ".mjs", ".html", ""}
    for script in (path for path in files() if path.suffix in (".js", ".mjs")):
        names = re.findall(r"\b(?:var|let|const|function|class) ([A-Za-z_$][\w$]*)", script.read_text(encoding="utf-8"))
        short = sum(len(name) <= 2 for name in names)
        assert short < 0.5 * len(names), f"{script.name}: {short} of {len(names)} names have one or two letters"


def test_nothing_goes_out_or_installs() -> None:
    """No network is asked for, so nothing may use one; no updater; packages are not installed at run time."""
    for name, tree in sources():
        for node in ast.walk(tree):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                modules.append(node.module or "")
            assert not {module.split(".")[0] for module in modules} & OUTSIDE, name
            assert "urllib.request" not in modules, name


def test_no_other_module_can_be_shadowed() -> None:
    """Inside Blender nothing is added to sys.path, and imports of its own are relative."""
    for name, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert ast.unparse(node.func) not in ("sys.path.append", "sys.path.insert", "sys.path.extend"), name
            if isinstance(node, ast.ImportFrom) and not node.level and name != "addon/command/launch.py":
                assert (node.module or "").split(".")[0] not in ("skinproof", "skinning_core", "addon"), name


def test_permissions_are_told(manifest: dict[str, Any]) -> None:
    """Each permission of the manifest is used, and what is used is told."""
    text = "".join(
        path.read_text(encoding="utf-8") for path in files() if path.suffix == ".py" and "addon" in path.parts
    )
    used = {permission for permission, pattern in ASKED.items() if re.search(pattern, text)}
    assert set(manifest["permissions"]) == {"files"} | used


def test_it_is_an_extension_and_no_old_add_on() -> None:
    """``bl_info`` belongs to add-ons from before 4.2; preferences are named by the package, not by its name."""
    for name, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                targets = [target.id for target in node.targets if isinstance(target, ast.Name)]
                assert "bl_info" not in targets, name
                if "bl_idname" in targets:
                    assert ast.unparse(node.value) != "__name__", name
