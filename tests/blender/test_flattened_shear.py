"""Bones that are sheared in an armature, exported with *Flatten Bone Hierarchy*, which writes each by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender import export_scenes as scenes
from tests.blender.test_export_causes import told

bpy = pytest.importorskip("bpy")

Work = Callable[[Any, Any], Any]
Scale = tuple[float, float, float]
#: Frames and how much of a pose there is.
FRAMES = ((0, 0.0), (12, 1.0), (24, 0.5))


def rolled(roll: float, tilt: float) -> Work:
    """Rests that are turned about their bones and out of line: ever more down the chain."""

    def build(armature: Any, mesh: Any) -> None:
        bpy.context.view_layer.objects.active = armature
        bpy.ops.object.mode_set(mode="EDIT")
        for k, bone in enumerate(armature.data.edit_bones, start=1):
            bone.roll = roll * k
            bone.tail.x += tilt * k
        bpy.ops.object.mode_set(mode="OBJECT")

    return build


def leaning(lean: float, *scales: Scale) -> Work:
    """Bones that turn, and are scaled along their axes."""

    def build(armature: Any, mesh: Any) -> None:
        for k, bone in enumerate(armature.pose.bones):
            bone.rotation_mode = "XYZ"
            for frame, there in FRAMES:
                turn = there * lean
                bone.rotation_euler = (turn * (1 + k % 2), turn * 0.7 * (-1) ** k, turn * 0.4)
                bone.keyframe_insert("rotation_euler", frame=frame)
                if k < len(scales):
                    bone.scale = [1.0 + there * (each - 1.0) for each in scales[k]]
                    bone.keyframe_insert("scale", frame=frame)

    return build


@pytest.mark.parametrize(
    "work",
    [
        (rolled(2.4, 0.3), leaning(1.0, (1.0, 2.0, 1.0), (0.5, 2.0, 0.5), (3.0, 2.0, 3.0))),
        (rolled(2.4, 1.0), leaning(1.0, (0.5, 1.0, 1.0), (1.0, 0.5, 0.3), (0.5, 0.5, 0.5))),
        (rolled(2.4, 0.3), leaning(0.3, (1.0, 0.5, 3.0), (2.0, 0.5, 1.0), (0.3, 3.0, 1.0))),
    ],
    ids=["widened", "narrowed", "little turned"],
)
def test_a_flattened_bone_is_forecast_where_it_is_in_the_armature(
    extension: str, tmp_path: Path, work: tuple[Work, ...]
) -> None:
    """Not as it is moved from its rest, of which another rotation comes: a file 0.902 m off was forecast at 0.395."""
    assert told(extension, tmp_path, *work, **scenes.FLAT)[1] == ["bones-flattened"]
    report, found = told(extension, tmp_path, *work)
    assert (report["verdict"]["outcome"], found) == ("same", [])
