"""A file in Blender's axes beside something else that is wrong, and actions that move nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender import export_scenes as scenes
from tests.blender.animated_tube import judged, made, written
from tests.blender.test_exporter_faults import causes

bpy = pytest.importorskip("bpy")

Work = Callable[[Any, Any], Any]
NO_MOTION = {"export_animations": False}
BLENDERS = {"export_yup": False}


def shown_later(armature: Any, mesh: Any) -> None:
    """The mesh is hidden and shown by keys."""
    for frame, mesh.hide_render in ((0, False), (20, True), (24, False)):
        mesh.keyframe_insert("hide_render", frame=frame)


def laid_down(turn: float) -> Work:
    """All bones turned about X, so that turning the axes up is no nearer."""

    def build(armature: Any, mesh: Any) -> None:
        bone = armature.pose.bones["b0"]
        bone.rotation_mode = "XYZ"
        for frame, bone.rotation_euler.x in ((0, 0.0), (12, turn), (24, 0.0)):
            bone.keyframe_insert("rotation_euler", frame=frame)

    return build


@pytest.mark.parametrize(
    ("work", "options", "expected"),
    [
        ((laid_down(1.5708),), BLENDERS | NO_MOTION, ["axes-of-blender", "action-foreign"]),
        ((laid_down(-1.5708),), BLENDERS | NO_MOTION, ["axes-of-blender", "action-foreign"]),
        ((laid_down(1.5708), scenes.bendy), BLENDERS | NO_MOTION, ["axes-of-blender", "action-foreign"]),
        ((), BLENDERS | NO_MOTION, ["axes-of-blender", "action-foreign"]),
        ((scenes.moved,), BLENDERS | NO_MOTION, ["axes-of-blender", "action-foreign"]),
        ((shown_later,), BLENDERS | NO_MOTION, ["axes-of-blender", "action-foreign"]),
        ((shown_later,), NO_MOTION, ["action-foreign"]),
        ((), BLENDERS, ["axes-of-blender"]),
    ],
    ids=["laid down", "the other way", "bendy", "posed", "moved", "hidden", "hidden, glTF's", "alone"],
)
def test_axes_are_seen_in_what_is_stored(
    extension: str, tmp_path: Path, work: tuple[Work, ...], options: dict[str, Any], expected: list[str]
) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    for each in work:
        each(armature, mesh)
    bpy.context.scene.frame_set(0)
    path = written(tmp_path, **options)
    bpy.context.scene.frame_set(12)
    assert causes(judged(extension, path, "--normals", "out")[1]) == expected
