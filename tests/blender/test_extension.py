"""The installed zip: a clean switch off and on, no Blender module beside Blender's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

bpy = pytest.importorskip("bpy")


def test_version_is_the_manifests(extension: str, root: Path):
    installed = Path(sys.modules[extension].__file__).parent / "blender_manifest.toml"
    assert installed.read_bytes() == (root / "blender_manifest.toml").read_bytes()
    assert root not in installed.parents


@pytest.mark.usefixtures("extension")
def test_nothing_is_installed_beside_the_extension():
    """It needs Blender's own NumPy and no wheel."""
    packages = Path(bpy.utils.resource_path("USER")) / "extensions" / ".local"
    assert not list(packages.rglob("*.dist-info"))


def test_only_what_runs_in_blender_is_inside(extension: str):
    folder = Path(sys.modules[extension].__file__).parent
    inside = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    wanted = {"__init__.py", "blender_manifest.toml", "LICENSE", "addon", "skinning_core", "shaders"}
    assert wanted <= inside <= wanted | {"__main__.py", "README.md", "lessons", "examples", "docs"}
    assert {path.name for path in (folder / "docs").iterdir()} <= {
        "window.md",
        "window.zh.md",
        "pictures",
    }  # the page of Help
    runners = {str(path.relative_to(folder)) for path in (folder / "examples").iterdir()}
    assert runners == {str(Path("examples", "engines"))}  # what makes other engines play a file, and no more


def test_off_and_on_again_leaves_nothing_behind(extension: str):
    def registered() -> set[str]:
        return {name for name in dir(bpy.types) if "skinproof" in name.lower()}

    before = registered()
    assert before
    bpy.ops.preferences.addon_disable(module=extension)
    assert not registered()
    assert not hasattr(bpy.types.Scene, "skinproof")
    bpy.ops.preferences.addon_enable(module=extension)
    assert registered() == before
