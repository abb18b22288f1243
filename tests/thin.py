"""The example character with a tenth of its vertices: the same nodes, skin, clips, parts and targets.

Most tests that import and compare it ask nothing of its other 14,453 vertices, for which they waited half of the time.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from tests.plain import DTYPES, FULL, PlainFile
from tests.tiny import Tiny

_EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "character.glb"
#: One of so many triangles of each primitive is kept, with its vertices: 1,522 of them.
_KEEP = 60


@cache
def thin_example() -> Path:
    """The file, of the example's name, in a folder that goes with the process."""
    folder = Path(tempfile.mkdtemp(prefix="skinproof-thin-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    whole, thin = PlainFile(_EXAMPLE), Tiny()
    thin.data, thin.buffer = whole.json | {"buffers": [{}]}, bytearray(whole.buffers[0])
    for primitive in (each for mesh in thin.data["meshes"] for each in mesh["primitives"]):
        triangles = whole.accessor(primitive["indices"]).astype(np.intp).reshape(-1, 3)[::_KEEP]
        kept, renumbered = np.unique(triangles, return_inverse=True)
        primitive["indices"] = _added(thin, primitive["indices"], renumbered.reshape(-1, 1))
        for attributes in (primitive["attributes"], *primitive.get("targets", [])):
            for name, accessor in attributes.items():
                attributes[name] = _added(thin, accessor, whole.accessor(accessor)[kept])
    return thin.write_glb(folder / _EXAMPLE.name)


def _added(file: Tiny, like: int, values: np.ndarray) -> int:
    """The number of a new accessor of a file, stored as another one is, with other values (n, width)."""
    accessor = file.data["accessors"][like]
    kept = {key: accessor[key] for key in ("normalized",) if key in accessor}
    whole = np.rint(values * FULL[accessor["componentType"]]) if kept.get("normalized") else values
    if "min" in accessor:
        kept |= {"min": whole.min(axis=0).tolist(), "max": whole.max(axis=0).tolist()}
    return file.add(whole.astype(DTYPES[accessor["componentType"]]), **kept)
