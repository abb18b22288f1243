"""Where our Chinese sentences name a setting or a tool of Blender's, they name it as Blender does in Chinese."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.binary.test_real_blender import FOUND
from tests.real_blender import ROOT, RealBlender

SCRIPT = ROOT / "tests" / "binary" / "blenders_words.py"

#: Names of Blender's, and of its exporter's, that our sentences have.
NAMES = (
    *("Active Collection", "Animated Strip Time", "Animation Mode", "Apply Modifiers", "Assign from Bone Envelopes"),
    *("Bake Action", "Bake All Objects Animations", "Envelope Multiply"),
    *("Export Deformation Bones Only", "Export all Armature Actions", "Flatten Bone Hierarchy"),
    *("Flatten Object Hierarchy", "Inherit Scale", "Limit Total", "Limit to Playback Range", "Local Location"),
    *("Make Instances Real", "Negative Frames", "Normalize All", "Normals", "Optimize Animation Size"),
    *("Playback Scale", "Preserve Volume", "Realize Instances", "Reload", "Remove Armature Object"),
    *("Renderable Objects", "Reset Pose Bones Between Actions", "Reset Shape Keys Between Actions", "Sampling Rate"),
    *("Selected Objects", "Shape Key Animations", "Shape Keys", "Skinning", "Split Animation by Object"),
    *("Visible Objects", "Visual Keying"),
)


def entries(table: dict[str, object]) -> Iterator[tuple[str, str]]:
    for english, chinese in table.items():
        if isinstance(chinese, dict):
            yield from entries(chinese)
        else:
            yield english, str(chinese)


@pytest.mark.nightly
@pytest.mark.parametrize("blender", FOUND, ids=[one.name if one else "none" for one in FOUND])
def test_settings_have_the_names_that_blender_gives_them(blender: RealBlender | None, tmp_path: Path) -> None:
    if blender is None:
        pytest.skip("no Blender executable: none on PATH, none named by $BLENDER")
    words = ("--background", "--factory-startup", "--python", str(SCRIPT), "--", json.dumps(NAMES))
    done = blender.run(*words, env={"BLENDER_USER_RESOURCES": str(tmp_path)})
    known: dict[str, list[str]] = json.loads(done.stdout.split("FOUND ", 1)[1].splitlines()[0])
    assert sum(map(bool, known.values())) > 0.7 * len(NAMES)  # others are spelt otherwise in this version
    table = json.loads((ROOT / "addon" / "translations" / "zh_HANS.json").read_text(encoding="utf-8"))
    other = [
        (name, said, chinese)
        for name, said in known.items()
        for english, chinese in entries(table)
        if said and name in english
        # Blender adds another name in parentheses: 实例独立化(实现实例).
        if not any(word.partition("(")[0] in chinese for word in said)
    ]
    assert not other
