"""One jumps to the worst vertex and sees where it should be: where Blender itself has it when nothing is spoilt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.blender.module import module
from tests.blender.test_all_clips import EXAMPLE, imported

bpy = pytest.importorskip("bpy")


def preserve_volume(on: bool) -> None:
    for ob in bpy.context.scene.objects:
        for modifier in ob.modifiers if ob.type == "MESH" else ():
            modifier.use_deform_preserve_volume = on


def armature() -> Any:
    return next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")


@pytest.mark.parametrize(
    "question", ["PLAYS", "ALL", *(pytest.param(one, marks=pytest.mark.nightly) for one in ("CLIPS", "POSE"))]
)
@pytest.mark.parametrize("moved", [False, True])
def test_the_line_ends_where_the_vertex_should_be(extension: str, question: str, moved: bool) -> None:
    settings = imported(EXAMPLE)
    if moved:
        armature().location, armature().rotation_euler.z = (3.0, -2.0, 0.5), 0.7
        armature().scale = (1.5, 1.5, 1.5)
        bpy.context.view_layer.update()
    preserve_volume(True)
    scope = "CLIP"
    if question == "ALL":
        scope = "ALL"
    else:
        settings.question = question
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    assert settings.result.differs
    assert settings.result.worst_wanted == ()
    assert bpy.ops.skinproof.jump_to_worst() == {"FINISHED"}
    result = settings.result
    if question == "ALL":
        assert settings.character.clip == str(result.clip_index), "the panel shows the clip that one looks at"
    there, here = np.array(result.worst_wanted), np.array(result.worst_position)
    size = 1.5 if moved and question != "POSE" else 1.0  # a pose is compared where the character stands
    # The worst is so by the size of its frame; in metres another frame of this clip has up to 0.4 % more.
    assert np.linalg.norm(there - here) == pytest.approx(result.largest_metres * size, rel=1e-2)
    preserve_volume(False)
    bpy.context.view_layer.update()
    place = module(extension, "addon.scene.identity.vertex_map").vertex_position
    right = np.array(place(bpy.context, result.worst_object, result.worst_row))
    assert np.linalg.norm(there - right) < 1e-5 * max(1.0, float(np.abs(right).max()))


def test_the_place_is_not_saved_with_the_figures(extension: str, tmp_path: Any) -> None:
    settings = imported(EXAMPLE)
    preserve_volume(True)
    bpy.ops.skinproof.compare(scope="CLIP")
    bpy.ops.skinproof.jump_to_worst()
    assert settings.result.worst_wanted
    blend = str(tmp_path / "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    bpy.ops.wm.open_mainfile(filepath=blend)
    assert bpy.context.scene.skinproof.result.worst_wanted == ()
