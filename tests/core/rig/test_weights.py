"""Weights as Blender's vertex groups hold them, and what they cannot hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np

from tests.tiny import Tiny

Package = Callable[[str], ModuleType]


def test_weights_add_up_by_group(package: Package) -> None:
    """Joints 1 and 2 share a group; sums other than one are divided out; a zero sum goes to the first joint."""
    joints = np.array([[0, 1, 2, 0], [2, 0, 0, 0]], np.uint8)
    weights = np.array([[1.0, 0.5, 0.5, 0.0], [0.0, 0.0, 0.0, 0.0]], np.float32)
    found = package("addon.rig.weights").group_weights(joints, weights, np.array([0, 1, 1]))
    assert list(zip(found.vertices, found.groups, found.weights, strict=True)) == [
        (0, 0, 0.5),
        (0, 1, 0.5),
        (1, 1, 1.0),
    ]


def test_weights_that_blender_would_clamp_are_said(package: Package, tmp_path: Path) -> None:
    tiny = Tiny()
    weights = np.array([[1.5, -0.5, 0, 0], [0.5, 0.5, 0, 0], [300, 100, 0, 0], [0, 0, 0, 0]], np.float32)
    tiny.primitive["attributes"]["WEIGHTS_0"] = tiny.add(weights)
    model = package("skinning_core").load_model(tiny.write_glb(tmp_path / "tiny.glb"))
    (sentence,) = package("addon.rig.weights").lost_weights(model)
    assert sentence.startswith("1 vertex has negative weights")
