"""Copies of a mesh (EXT_mesh_gpu_instancing) in Blender, on our rig."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.blender.test_golden_blender import BAR, diagonal, largest_error
from tests.core.compare.between.match.test_joined import character, instanced

bpy = pytest.importorskip("bpy")


def test_each_copy_stands_where_the_file_says(extension: str, tmp_path: Path) -> None:
    model = module(extension, "skinning_core").load_model(character(tmp_path / "a.glb", instanced))
    reference = module(extension, "skinning_core.fast.exact_engine").skin_model
    subject = module(extension, "addon.subjects.blender").make("blender", model)
    with subject.opened():
        for clip, times in ((None, np.zeros(1)), (0, np.array([0.0, 0.5]))):
            wanted = reference(model, clip, times).positions
            assert largest_error(subject.at(clip, times).positions, wanted, diagonal(wanted)) <= BAR
