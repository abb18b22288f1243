"""Shape keys that a file lacks, and those whose motion it lacks: what is told, and what only stands beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender import export_scenes as scenes
from tests.blender.animated_tube import judged, made, written
from tests.blender.test_export_causes import told
from tests.blender.test_export_remedies import swelling_by_a_property
from tests.blender.test_exporter_faults import causes

bpy = pytest.importorskip("bpy")

Work = Callable[[Any, Any], Any]


def keyed_shape(*values: float) -> Work:
    """A shape key with values at equal distances in an action of its own."""

    def build(armature: Any, mesh: Any) -> None:
        mesh.shape_key_add(name="Basis")
        key = mesh.shape_key_add(name="wide")
        for point in key.data:
            point.co.x *= 4.0
        for frame, key.value in zip((0, 12, 24), values, strict=True):
            key.keyframe_insert("value", frame=frame)

    return build


@pytest.mark.parametrize(
    ("work", "options", "expected"),
    [
        (scenes.driven_shape_key, {"export_morph": False}, ["key-foreign"]),
        (swelling_by_a_property, {"export_morph": False}, ["key-foreign"]),
        (keyed_shape(0.1, 0.7, 0.4), {"export_morph": False}, ["key-foreign"]),
        (keyed_shape(0.0, 0.0, 0.0), {"export_animations": False}, ["action-foreign"]),
        (keyed_shape(0.6, 0.6, 0.6), {"export_animations": False}, ["action-foreign"]),
    ],
    ids=["driven", "by a property", "keyed", "at zero", "standing"],
)
def test_of_a_shape_key_what_moves_it_is_no_cause_where_it_is_not_or_stands_still(
    extension: str, tmp_path: Path, work: Work, options: dict[str, Any], expected: list[str]
) -> None:
    """A file without the key lacks it whoever sets it; one without animation has the value of the export."""
    assert told(extension, tmp_path, work, **options)[1] == expected


def test_a_shape_key_that_left_its_place_is_told_beside_its_rig(extension: str, tmp_path: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    keyed_shape(0.1, 0.7, 0.4)(*made())
    bpy.context.scene.frame_set(0)
    path = written(tmp_path, export_animations=False)
    bpy.context.scene.frame_set(12)
    assert causes(judged(extension, path, "--normals", "out")[1]) == ["action-foreign", "action-foreign"]
