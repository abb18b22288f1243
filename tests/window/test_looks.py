"""Characters as they look in a window after their import: docs/pictures/window-characters.png is taken again, at night.

In Material Preview, and once more in the solid view; both are left in ``build/window/NAME-looks``, where
docs/pictures/make.py takes the first. What the materials hold is tested without a window, in tests/blender.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.real_blender import ROOT, RealBlender, real_blenders
from tests.window.play import PLAYED, play
from tests.window.test_screenshots import DRAWN_BY, FEW, FOX, PICTURES, differing, pixels

#: VRM's names for the nodes of the example character.
HUMAN = {
    "hips": "hips",
    "spine": "spine",
    "chest": "chest",
    "neck": "neck",
    "head": "head",
    **{
        side + human: f"{node}.{side[0].upper()}"
        for side in ("left", "right")
        for human, node in (
            ("UpperArm", "upper_arm"),
            ("LowerArm", "forearm"),
            ("Hand", "hand"),
            ("UpperLeg", "thigh"),
            ("LowerLeg", "shin"),
            ("Foot", "foot"),
        )
    },
}


def vrm(source: Path, target: Path) -> Path:
    """The example character as a .vrm (1.0): the same bytes and a humanoid."""
    data = source.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    document = json.loads(data[20 : 20 + length])
    names = [node.get("name") for node in document["nodes"]]
    bones = {human: {"node": names.index(node)} for human, node in HUMAN.items()}
    document["extensionsUsed"] = [*document.get("extensionsUsed", []), "VRMC_vrm"]
    document["extensions"] = {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": bones}}}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    size = (20 + len(text) + len(rest)).to_bytes(4, "little")
    target.write_bytes(
        b"glTF" + (2).to_bytes(4, "little") + size + len(text).to_bytes(4, "little") + b"JSON" + text + rest
    )
    return target


@pytest.mark.nightly
@pytest.mark.parametrize("blender", real_blenders(), ids=lambda one: one.name)
def test_characters_look_like_themselves(blender: RealBlender, tmp_path: Path) -> None:
    out = PLAYED / f"{blender.name}-looks"
    models = [*([FOX] if FOX.is_file() else []), ROOT / "examples" / "octopus.md5mesh"]
    models.append(vrm(ROOT / "examples" / "character.glb", tmp_path / "character.vrm"))
    env = {"SKINPROOF_MODELS": os.pathsep.join(map(str, models))}
    checks = play(blender, "looks.py", out, tmp_path, env, options=(), timeout=900.0)
    assert {name: seen for name, seen in checks.items() if seen} == {}
    if FOX.is_file() and blender in DRAWN_BY:  # another Blender lights its materials otherwise
        assert differing(pixels(out / "2_material_preview.png"), pixels(PICTURES / "window-characters.png")) <= FEW
