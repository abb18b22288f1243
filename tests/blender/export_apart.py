"""How far a scene is from a file that was exported from it: by our reader beside Blender's evaluated vertices."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core.fast.exact_engine import skin_model
from skinning_core.load import load_model

bpy = pytest.importorskip("bpy")


def apart(blend: Path, file: Path, names: Collection[str] = ()) -> float:
    """The farthest any evaluated vertex of Blender is from the nearest of the file, and the other way, over the clip.

    In metres; a set distance, so that neither order nor splits matter. names: of the objects; (): all.
    """
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    model, farthest = load_model(file), 0.0
    clip = list(model.clip_names).index("wave") if "wave" in model.clip_names else 0 if model.clips else None
    for frame in (0, 7, 16, 24):
        there = seen_places(frame, names)
        skinned = skin_model(model, clip, np.array([frame / 24.0]))
        parts = [part for part, p in zip(skinned.positions, model.parts, strict=True) if _is_of(model, p, names)]
        file_places = np.concatenate([positions[0] for positions in parts])[:, [0, 2, 1]] * (1.0, -1.0, 1.0)
        distance = np.linalg.norm(there[:, None] - file_places[None], axis=2)
        farthest = max(farthest, distance.min(axis=0).max(), distance.min(axis=1).max())
    return float(farthest)


def seen_places(frame: int, names: Collection[str] = ()) -> np.ndarray:
    """(V, 3) where Blender's evaluated vertices are at a frame, in the world. names: of the objects; (): all."""
    bpy.context.scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    seen = []
    for ob in bpy.context.scene.objects:
        if ob.type == "MESH" and (not names or ob.name in names):
            evaluated = ob.evaluated_get(graph)
            out = np.empty(3 * len(evaluated.data.vertices), np.float32)
            evaluated.data.vertices.foreach_get("co", out)
            world = np.array(evaluated.matrix_world)
            seen.append(out.reshape(-1, 3).astype(np.float64) @ world[:3, :3].T + world[:3, 3])
    return np.concatenate(seen)


def _is_of(model: Any, part: Any, names: Collection[str]) -> bool:
    return not names or model.nodes.names[part.node] in names
