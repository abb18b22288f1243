"""Bones that are posed and have no keys, flattened, in a file that leaves out what stands; those below are keyed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.blender import export_scenes as scenes
from tests.blender.animated_tube import judged, written
from tests.blender.test_export_causes import told
from tests.blender.test_exporter_faults import causes

bpy = pytest.importorskip("bpy")

Work = Callable[[Any, Any], Any]
LEFT_OUT = scenes.FLAT | {"export_optimize_animation_keep_anim_armature": False, "export_reset_pose_bones": False}


def posed(*names: str, **values: Any) -> Work:
    """Only the last bone, which most of the mesh is on, has keys; others are posed."""

    def build(armature: Any, mesh: Any) -> None:
        armature.animation_data_clear()
        bpy.data.actions.remove(bpy.data.actions["wave"])
        for bone in armature.pose.bones:
            bone.matrix_basis.identity()
            bone.rotation_mode, bone.rotation_euler = "XYZ", (0.0, 0.0, 0.0)
            for name, value in values.items() if bone.name in names else ():
                setattr(bone, name, value)
        for group in mesh.vertex_groups:
            most = [k for k in range(len(mesh.data.vertices)) if k % 10]
            group.add(most, float(group.name == bone.name), "REPLACE")
        for frame, bone.rotation_euler.x in ((0, 0.0), (12, 0.8), (24, -0.3)):
            bone.keyframe_insert("rotation_euler", frame=frame)

    return build


@pytest.mark.skipif(bpy.app.version < (4, 3), reason="4.2 leaves flattened bones out of the scene")
@pytest.mark.parametrize(
    ("work", "left"),
    [
        (posed("b0", "b1", "b2", rotation_euler=(1.5, 0.3, 0.2), scale=(1.0, 2.0, 0.5)), {"bones-flattened"}),
        (posed("b0", "b2", rotation_euler=(0.7, 0.0, 0.2)), set()),
        (posed("b0", location=(0.3, 0.1, 0.0)), set()),
    ],
    ids=["sheared", "turned", "moved"],
)
def test_a_pose_without_keys_is_told_of_flattened_bones(
    extension: str, tmp_path: Path, work: Work, left: set[str]
) -> None:
    """In the scene without it the bones below would be elsewhere than in the file, which has them where they are."""
    report, found = told(extension, tmp_path, work, **LEFT_OUT)
    assert set(found) == {"bone-unkeyed"}
    (remedy,) = {each["remedy"] for c in report["comparisons"] for each in c["changes"]}
    assert "Force Keeping Channels for Bones on" in remedy
    kept = {"export_optimize_animation_keep_anim_armature": True}
    assert set(told(extension, tmp_path, work, **LEFT_OUT | kept)[1]) == left


@pytest.mark.skipif(bpy.app.version < (4, 3), reason="4.2 leaves flattened bones out of the scene")
def test_so_is_that_of_a_file_whose_nodes_have_matrices(extension: str, tmp_path: Path, shared: Path) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(shared / "models/hard/h21_matrix_nodes/h21_matrix_nodes.glb"))
    bpy.context.scene.frame_set(0)
    report = judged(extension, written(tmp_path, **LEFT_OUT), "--normals", "out")[1]
    assert set(causes(report)) == {"bone-unkeyed"}
