"""What a new user meets, from the drop of a file to the report: six characters of different origin, each in its look.

English and Chinese, dark and light, a narrow side bar, an interface 1.8 times as large. Blender runs
``inside/tour.py``; every screen is left in ``build/window/NAME-tour`` to be looked at.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, play, words

SHARED = ROOT.parent / "shared"
#: By FBX2glTF, COLLADA2GLTF, Sketchfab, Blender's exporter, the VRM add-on, and of unknown origin.
PUBLIC = (
    "models/fox/Fox.glb",
    "field/characters/RobotExpressive.glb",
    "models/cesium_man/cesium_man.gltf",
    "field/characters/toon_cat.glb",
    "models/greenman/greenman.glb",
    "field/vrm/modifier_shapekey_vrm1.vrm",
)
OWN = ("arm.glb", "character.glb", "octopus.md5mesh", "windmill.glb")


@pytest.mark.nightly
@pytest.mark.parametrize("blender", real_blenders(), ids=lambda one: one.name)
def test_every_screen_of_six_characters(blender: RealBlender, tmp_path: Path) -> None:
    if blender.line is None and not all(map(shutil.which, ("xvfb-run", "import"))):
        pytest.skip("a virtual screen needs xvfb-run and import (ImageMagick)")
    models = [SHARED / name for name in PUBLIC if (SHARED / name).is_file()]
    models += [ROOT / "examples" / name for name in OWN][: max(len(PUBLIC) - len(models), 0)]
    env = {"SKINPROOF_MODELS": os.pathsep.join(map(str, models))}
    out = PLAYED / f"{blender.name}-tour"
    checks = play(blender, "tour.py", out, tmp_path, env, timeout=2400.0)
    assert {name: seen for name, seen in checks.items() if seen} == {}
    assert "the last step" in checks
    assert "Traceback" not in words(out)
