"""A glTF file with one more clip, as a GLB; all else stays byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..gltf.resolver import Resolver
from ..model import Clip
from .file_buffer import FileBuffer, file_document

_KINDS = {"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3", "weights": "SCALAR"}
_FLOAT = 5126


def file_with_clip(path: Path, clip: Clip) -> bytes:
    """The GLB of the glTF file at ``path`` with ``clip`` as its last animation.

    Raises ``SkinproofError`` as the reader does.
    """
    document, chunk = file_document(path)
    buffer = FileBuffer(document, chunk, Resolver(path.parent))
    inputs: dict[bytes, int] = {}  # tracks of one clip mostly share their key times
    samplers, channels = list[dict[str, Any]](), list[dict[str, Any]]()
    for track in clip.tracks:
        times = track.times.astype(np.float32)
        if times.tobytes() not in inputs:
            inputs[times.tobytes()] = buffer.accessor(times[:, None], "SCALAR", _FLOAT)
            of_times = document["accessors"][-1]
            of_times["min"], of_times["max"] = [float(times[0])], [float(times[-1])]
        values = np.asarray(track.values, np.float32)
        rows = values.reshape(-1, 1) if track.path == "weights" else values
        output = buffer.accessor(rows, _KINDS[track.path], _FLOAT)
        channels.append({"sampler": len(samplers), "target": {"node": track.node, "path": track.path}})
        samplers.append({"input": inputs[times.tobytes()], "interpolation": track.interpolation, "output": output})
    animation = {"name": clip.name, "channels": channels, "samplers": samplers}
    document.setdefault("animations", []).append(animation)
    return buffer.glb()
