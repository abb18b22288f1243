"""Skinning on the GPU with the result read back, as a peer; needs a ``bpy`` module that can start a GPU.

``python -m benchmarks.peer_gpu VERTICES SECONDS`` skins a character in turns by the vertex shader, by the compute
shader and by tiles, positions and normals each, and prints JSON: ns per vertex, or why there is no GPU. A frame on the
GPU is: the palette is uploaded, the shader run, both images read back into arrays.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from skinning_core.model import Float64

from .extension import module
from .glb import write_character
from .meshes import body, skin_palettes
from .row import Row
from .skinning import tile_frame
from .timing import medians

_ROOT = Path(__file__).resolve().parent.parent


def gpu_readback(vertices: int, *, seconds: float) -> list[Row]:
    """ns per vertex of a frame on the GPU and of the tiles; no rows, and a line that says why, without a GPU."""
    command = [sys.executable, "-m", "benchmarks.peer_gpu", str(vertices), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT)
    values = json.loads(done.stdout.strip().splitlines()[-1])
    device = values.pop("device")
    if not values:
        print(f"\ngpu: {device}")
    return [Row("GPU read-back", device, vertices, 4, name, value, "ns/vertex") for name, value in values.items()]


def measure(vertices: int, seconds: float) -> dict[str, Any]:
    """The device in words and, where it is one, ns per vertex of each way."""
    found = module("addon.gpu.device.context").availability()
    if not found.ok:
        return {"device": found.reason}
    mesh = body(vertices)
    geometry, palette = posed_part(vertices, np.array([0.3]))
    transport = module("addon.gpu.data.transport").TRANSPORTS["texture"]
    limits = module("addon.gpu.device.context").query_limits()
    readback = module("addon.gpu.device.readback")
    positions, normals = (tile_frame(mesh, skin_palettes(mesh.joint_count)[0], None, normals=n) for n in (False, True))

    def tiles() -> None:
        positions()
        normals()

    ways = {
        "tiles with normals": tiles,
        "vertex shader": partial(readback.scatter, transport, geometry, palette, limits),
        "compute shader": partial(readback.compute, transport, geometry, palette, limits),
    }
    error = np.abs(ways["vertex shader"]()[0] - ways["compute shader"]()[0]).max()
    assert error < 1e-6 * np.ptp(mesh.positions), f"the shaders differ by {error}"
    values = {name: value / vertices * 1e9 for name, value in medians(ways, seconds=seconds).items()}
    return {"device": str(found), **values}


def posed_part(vertices: int, times: Float64) -> tuple[Any, Any]:
    """The geometry of a character as the GPU gets it, and its palette at times (T,), seconds."""
    with tempfile.TemporaryDirectory() as scratch:
        model = module("skinning_core").load_model(write_character(Path(scratch) / "body.glb", body(vertices), clips=1))
    pose = module("skinning_core.pose.clip").sample_clip(model.nodes, model.clips[0], times)
    world = module("skinning_core.pose.pose").world_matrices(pose)
    geometry = module("addon.gpu.data.geometry").part_geometry(model, model.parts[0], pose)
    return geometry, module("addon.gpu.data.palette").part_palette(model, model.parts[0], geometry, world)


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), float(sys.argv[2]))))
