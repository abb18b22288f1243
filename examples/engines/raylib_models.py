"""raylib as an engine: its models, animated on the CPU. It needs a display, or ``xvfb-run``."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pyray as rl
from results import Played, drawn, run

FRAME_RATE = 60.0  # raylib's own GLTF_FRAMERATE: it samples clips so often


def play(path: Path, clip: int | None, times: Sequence[float]) -> list[Played]:
    """Positions and normals of every primitive at every time."""
    model = rl.load_model(str(path))
    count = rl.ffi.new("int *")
    animations = rl.load_model_animations(str(path), count)
    places = drawn(path)
    if model.meshCount != len(places):
        raise ValueError(f"{model.meshCount} meshes for {len(places)} primitives")
    frames = []
    for time in times:
        if clip is not None:
            if clip >= count[0]:
                raise ValueError(f"clip {clip} of {count[0]}")
            last = animations[clip].keyframeCount - 1  # beyond it a clip would begin again
            rl.update_model_animation(model, animations[clip], min(time * FRAME_RATE, last))
        frames.append([vertices(model.meshes[k], moved=clip is not None) for k in range(model.meshCount)])
    rl.unload_model(model)
    rows = list(zip(places, zip(*frames, strict=True), strict=True))
    return [(*place, np.stack([p for p, _ in of_one]), np.stack([n for _, n in of_one])) for place, of_one in rows]


def vertices(mesh: object, *, moved: bool) -> tuple[np.ndarray, np.ndarray]:
    """(V, 3) positions and normals of a mesh as it is drawn now."""

    def read(name: str, moved_name: str) -> np.ndarray:
        pointer = getattr(mesh, moved_name) if moved and getattr(mesh, moved_name) else getattr(mesh, name)
        if not pointer:
            return np.zeros((mesh.vertexCount, 3), np.float32)
        return np.frombuffer(rl.ffi.buffer(pointer, mesh.vertexCount * 12), np.float32).reshape(-1, 3).copy()

    return read("vertices", "animVertices"), read("normals", "animNormals")


rl.set_trace_log_level(rl.TraceLogLevel.LOG_WARNING)
rl.set_config_flags(rl.ConfigFlags.FLAG_WINDOW_HIDDEN)
rl.init_window(16, 16, "raylib")
run(f"raylib {version('raylib')}", play)
