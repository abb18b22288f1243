"""three.js as a peer: ``SkinnedMesh.applyBoneTransform`` in Node, on the same mesh and palette; checked, then timed."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from skinning_core.model import Float64
from skinning_core.transform import as_4x4

from .meshes import TestMesh, skin_palettes
from .row import Row
from .skinning import check, tile_frame
from .timing import medians

_TURNS = 3
_HERE = Path(__file__).resolve().parent / "threejs"


def installed(folder: Path) -> bool:
    """Install the pinned three.js into ``folder`` where it is not there yet; False where there is no Node."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "skin.mjs"):
        shutil.copy(_HERE / name, folder / name)
    if not (folder / "node_modules" / "three").is_dir():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    return True


def threejs(mesh: TestMesh, folder: Path, *, seconds: float) -> list[Row]:
    """ns per vertex of three.js and of the tiles, in turns, because a machine may be slower now and faster later."""
    palette = skin_palettes(mesh.joint_count)[0]
    tiles = tile_frame(mesh, palette, None)
    count = len(mesh.positions)
    seconds /= _TURNS
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as scratch:
        _write(mesh, palette, Path(scratch))
        command = ["node", str(folder / "skin.mjs"), scratch, str(seconds)]
        for _ in range(_TURNS):
            ours.append(medians({"tiles": tiles}, seconds=seconds)["tiles"])
            result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            theirs.append(result["seconds"])
    first = np.array(result["first"], np.float32).reshape(-1, 3)
    part = TestMesh(
        mesh.name, mesh.positions[:100], mesh.normals[:100], mesh.joints[:100], mesh.weights[:100], mesh.joint_count
    )
    check(part, palette, lambda: first)
    subject = f"{mesh.name} of {mesh.joint_count} joints"
    values = {"tiles": statistics.median(ours), "three.js": statistics.median(theirs)}
    return [
        Row("three.js", subject, count, mesh.joints.shape[1], name, value / count * 1e9, "ns/vertex")
        for name, value in values.items()
    ]


def _write(mesh: TestMesh, palette: Float64, folder: Path) -> None:
    (folder / "header.json").write_text(json.dumps({"joints": mesh.joint_count}))
    arrays = {
        "positions.f32": mesh.positions.astype("<f4"),
        "joints.u16": mesh.joints.astype("<u2"),
        "weights.f32": mesh.weights.astype("<f4"),
        "palette.f64": as_4x4(palette).astype("<f8"),
    }
    for name, values in arrays.items():
        (folder / name).write_bytes(np.ascontiguousarray(values).tobytes())
