"""What a new user meets, from the drop of a file to the export: six characters of different origin, each in its look.

English and Chinese, dark and light, 100, 150 and 200 %, a narrow side bar. For each character Blender runs
``inside/tour.py``; every screen is left in ``build/window/NAME-tour/CHARACTER`` to be looked at.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, play, words

SHARED = ROOT.parent / "shared"


@dataclass(frozen=True)
class Visit:
    """A character, which of ours stands in for it where it is not, and the look of the window (``Look``)."""

    name: str
    file: str
    instead: str
    look: Mapping[str, str | float] = field(default_factory=dict)
    line: str = ""  # of the only Blender that is visited; empty: all


VISITS = (
    Visit("fox", "models/fox/Fox.glb", "character.glb", {"width": 160}),  # by FBX2glTF
    Visit("robot", "field/characters/RobotExpressive.glb", "arm.glb", {"language": "zh_HANS", "scale": 1.5}),
    Visit("mannequiny", "models/mannequiny/mannequiny.glb", "octopus.md5mesh", {"theme": "Blender_Light"}),
    Visit("vrm", "field/vrm/modifier_shapekey_vrm1.vrm", "arm.glb", {"language": "zh_HANS", "theme": "Blender_Light"}),
    Visit("example", "examples/character.glb", "character.glb"),
    Visit("example-zh", "examples/character.glb", "character.glb", {"language": "zh_HANS"}, "5.2"),
    Visit("cat", "field/characters/toon_cat.glb", "arm.glb", {"language": "zh_HANS", "scale": 2.0}),
)


@pytest.mark.nightly
@pytest.mark.parametrize("visit", VISITS, ids=lambda one: one.name)
@pytest.mark.parametrize("blender", real_blenders(), ids=lambda one: one.name)
def test_every_screen_of_a_character(blender: RealBlender, visit: Visit, tmp_path: Path) -> None:
    if visit.line not in ("", blender.line):
        pytest.skip("its pictures are for the Chinese page, and one Blender draws them")
    if blender.line is None and not all(map(shutil.which, ("xvfb-run", "import"))):
        pytest.skip("a virtual screen needs xvfb-run and import (ImageMagick)")
    model = SHARED / visit.file
    model = model if model.is_file() else ROOT / "examples" / visit.instead
    env = {"SKINPROOF_MODEL": str(model), "SKINPROOF_LOOK": json.dumps(dict(visit.look))}
    out = PLAYED / f"{blender.name}-tour" / visit.name
    checks = play(blender, "tour.py", out, tmp_path, env)
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "the last step" in checks
    assert "Traceback" not in words(out)
