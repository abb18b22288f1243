"""The sample of page 4: what an FBX file that Blender writes holds of poses, read by Blender's own parser."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import plain

bpy = pytest.importorskip("bpy")

ARM = Path(__file__).resolve().parents[2] / "examples" / "arm.glb"


def children(element: Any, name: bytes) -> list[Any]:
    return [child for child in element.elems if child.id == name]


def matrix(element: Any, name: bytes) -> np.ndarray:
    """(4, 4), stored column by column."""
    (found,) = children(element, name)
    return np.array(found.props[0], float).reshape(4, 4).T


@pytest.mark.usefixtures("extension")
def test_the_bind_pose_is_in_the_world_and_the_clusters_hold_it_once_more(tmp_path: Path) -> None:
    """Exported in a pose that is not the bind pose: only the models, relative to parents, are told of that."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(ARM))
    file = tmp_path / "arm.fbx"
    bpy.ops.export_scene.fbx(filepath=str(file), add_leaf_bones=False, bake_anim=False)
    package = next(name for name in ("io_scene_fbx", "bl_ext.blender_org.io_scene_fbx") if importable(name))
    root, _version = import_module(f"{package}.parse_fbx").parse(str(file), use_namedtuple=True)
    (objects,) = children(root, b"Objects")
    names = {m.props[0]: m.props[1].split(b"\0")[0].decode() for m in children(objects, b"Model")}
    (pose,) = children(objects, b"Pose")
    assert pose.props[2] == b"BindPose"
    bind = {names[children(one, b"Node")[0].props[0]]: matrix(one, b"Matrix") for one in children(pose, b"PoseNode")}
    clusters = {
        c.props[1].split(b"\0")[0].decode(): c for c in children(objects, b"Deformer") if c.props[2] == b"Cluster"
    }
    joints = ["shoulder", "elbow", "wrist"]
    assert set(joints) <= set(bind)
    mesh = next(name for name in bind if name not in joints and "arm" in name.lower())
    for name in joints:
        assert np.allclose(matrix(clusters[name], b"TransformLink"), bind[name], atol=1e-5), name
        expected = np.linalg.inv(bind[name]) @ bind[mesh]
        assert np.allclose(matrix(clusters[name], b"Transform"), expected, atol=1e-4), name
    read = plain.PlainFile(ARM)
    stored = read.accessor(read.json["skins"][0]["inverseBindMatrices"])
    wanted = [np.linalg.inv(m.reshape(4, 4).T)[:3, 3] for m in stored]
    ours = [bind[name][:3, 3] for name in joints]
    for a, b in ((0, 1), (1, 2), (0, 2)):  # in centimetres and other axes, but as far from each other as glTF's
        assert np.linalg.norm(ours[a] - ours[b]) == pytest.approx(100 * np.linalg.norm(wanted[a] - wanted[b]), rel=1e-4)


def importable(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True
