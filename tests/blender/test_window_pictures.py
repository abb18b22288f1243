"""The screenshots of the documents are of the window as it is: what the side bar said then is what it says now.

Each screenshot keeps the rows of its panels (``tests/window/inside/side_bar.py``). Here its scene is made again without
a window, and the panels are asked once more. The nightly tests of the window compare the pixels.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.blender.example_scene import EXAMPLE
from tests.blender.module import module

bpy = pytest.importorskip("bpy")

from tests.window.inside import side_bar  # noqa: E402 -- it needs bpy
from tests.window.inside.pictures import SCENES, emptied, imported, in_the_scene, side_by_side  # noqa: E402
from tests.window.test_looks import vrm  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
FOX = ROOT.parent / "shared" / "models" / "fox" / "Fox.glb"


def told_by(path: Path) -> dict[str, Any]:
    """What a screenshot keeps of the side bar."""
    data, at = path.read_bytes(), 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"tEXt" and body.startswith(b"Skinproof\0"):
            return dict(json.loads(body.split(b"\0", 1)[1]))
        at += 12 + length
    pytest.fail(f"{path.name} keeps nothing of the side bar: draw it by docs/pictures/make.py")


@pytest.fixture
def panels(extension: str) -> Iterator[None]:
    """As in a new session; as they were, afterwards."""
    module(extension, "addon.state.session").session.last_report = None
    yield
    emptied(overlays=False)


@pytest.mark.usefixtures("panels")
@pytest.mark.parametrize("name", SCENES)
def test_a_screenshot_shows_the_panels_of_today(name: str) -> None:
    make, overlays, _ = SCENES[name]
    if name == "window-crowd" and not FOX.is_file():
        pytest.skip(f"{FOX} is not there")
    emptied(overlays=overlays)
    make(EXAMPLE, FOX)
    told, now = told_by(PICTURES / f"{name}.png"), json.loads(json.dumps(side_bar.said()))
    assert now == told, f"{name}.png is stale: run -m nightly tests/window/test_screenshots.py, then make.py {name}"


@pytest.mark.usefixtures("panels")
def test_a_stale_one_would_be_found() -> None:
    """What is drawn, the frame, a value of a panel."""
    emptied(overlays=False)
    imported(EXAMPLE, 12)
    before = json.dumps(side_bar.said())
    bpy.context.scene.skinproof_overlay.rest = True
    changed = [json.dumps(side_bar.said())]
    bpy.context.scene.skinproof_overlay.rest = False
    bpy.context.scene.frame_set(13)
    changed.append(json.dumps(side_bar.said()))
    bpy.context.scene.frame_set(12)
    assert json.dumps(side_bar.said()) == before
    bpy.context.scene.skinproof.character.clip = "1"
    changed.append(json.dumps(side_bar.said()))
    assert before not in changed
    assert "[Whole Clip]" in before
    assert "[Compare All 3 Clips]" in before


@pytest.mark.usefixtures("panels")
def test_the_picture_of_characters_shows_what_an_import_brings_in_today(tmp_path: Path) -> None:
    """Its side bar is closed: it keeps the characters, their clips, images and places, and the frame."""
    if not FOX.is_file():
        pytest.skip(f"{FOX} is not there")
    emptied(overlays=False)
    side_by_side([FOX, EXAMPLE.parent / "octopus.md5mesh", vrm(EXAMPLE, tmp_path / "character.vrm")])
    told, now = told_by(PICTURES / "window-characters.png"), in_the_scene()
    assert now == told, "window-characters.png is stale: run -m nightly tests/window/test_looks.py, then make.py"
    bpy.context.scene.frame_set(9)
    assert in_the_scene() != told
    bpy.context.scene.frame_set(8)
    bpy.context.scene.skinproof.character.clip = "1"
    assert in_the_scene() != told


def test_every_screenshot_is_held_against_the_panels_or_has_none() -> None:
    spec = spec_from_file_location("make_pictures", PICTURES / "make.py")
    assert spec
    assert spec.loader
    make: ModuleType = module_from_spec(spec)
    spec.loader.exec_module(make)
    assert set(make.WINDOW) - set(SCENES) == {"window-characters"}  # its side bar is closed
