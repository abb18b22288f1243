"""Keys of one track at the same time: the import jumps there, as runtimes do; Blender's ``update`` would merge them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")

TIMES = [0.0, 0.5, 0.5, 0.5, 0.75, 1.3, 1.3]


def twins(path: Path, kind: str, interpolation: str) -> Path:
    tiny, count = Tiny(), len(TIMES)
    angles = np.cumsum(np.arange(count)) * 0.2
    values = np.stack([0 * angles, 0 * angles, np.sin(angles), np.cos(angles)], axis=1)
    values = values if kind == "rotation" else values[:, :3] + [0.0, 0.0, 1.0]
    if interpolation == "CUBICSPLINE":
        values = np.stack([0 * values + 0.1, values, 0 * values - 0.3], axis=1).reshape(-1, values.shape[1])
    sampler = {"input": tiny.add(np.float32(TIMES)), "output": tiny.add(values.astype(np.float32))}
    channel = {"sampler": 0, "target": {"node": 1, "path": kind}}
    tiny.data["animations"] = [{"samplers": [sampler | {"interpolation": interpolation}], "channels": [channel]}]
    return tiny.write_glb(path)


@pytest.mark.parametrize("kind", ["rotation", "translation", "scale"])
@pytest.mark.parametrize("interpolation", ["LINEAR", "STEP", "CUBICSPLINE"])
def test_the_import_jumps_where_two_keys_have_one_time(
    extension: str, tmp_path: Path, kind: str, interpolation: str
) -> None:
    path = twins(tmp_path / "twins.glb", kind, interpolation)
    run = module(extension, "addon.command.commands").run
    words = ["verify", str(path), "--against", "blender", "--times", "every-key", "--accept", "KEYS_TOGETHER"]
    assert run(words) == 0
