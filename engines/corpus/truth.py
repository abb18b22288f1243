"""A case's results by the specification, as files that any language reads, the same bytes everywhere."""

from __future__ import annotations

import dataclasses
import io
import json
import zipfile
from typing import Any

import numpy as np

from ...compare.judge.question import NORMAL_TOLERANCE
from ...compare.measure.tolerance import rounding_floor, tolerance
from ...model import Float, Model
from ...skinned import Skinned
from .encoding import settled

#: An archive's number of the system that made it.
_UNIX = 3


def settled_result(skinned: Skinned) -> Skinned:
    """A result with positions and normals (T, V, 3) and matrices as the corpus stores them; without variants."""
    world = skinned.node_globals
    return dataclasses.replace(
        skinned,
        positions=tuple(map(settled, skinned.positions)),
        normals=tuple(None if n is None else settled(n) for n in skinned.normals),
        node_globals=None if world is None else settled(world).astype(np.float64),
        skin_palettes=tuple((j, settled(m).astype(np.float64)) for j, m in skinned.skin_palettes),
        raw=(),
        unnormalised=(),
    )


def npz_bytes(result: Skinned) -> bytes:
    """A result as an ``.npz`` in the layout of ``skinproof skin``, without compression.

    The bytes are ``numpy.savez``'s on Linux; on Windows an archive says of each member where it was made.
    """
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, values in result.arrays().items():
            member = zipfile.ZipInfo(f"{name}.npy")
            member.create_system = _UNIX
            with archive.open(member, "w", force_zip64=True) as array:
                np.lib.format.write_array(array, np.asanyarray(values))
    return file.getvalue()


def json_files(model: Model, result: Skinned, name: str) -> dict[str, bytes]:
    """A result as JSON and float32 numbers beside it, for ``verify --against``, and the tolerance."""
    blob = bytearray()

    def in_bin(values: Float) -> dict[str, Any]:
        place = {"bin": f"{name}.bin", "shape": list(values.shape), "offset": len(blob)}
        blob.extend(np.ascontiguousarray(values, "<f4").tobytes())
        return place

    largest = np.max([np.abs(p).max(axis=(1, 2), initial=0.0) for p in result.positions], axis=0).astype(np.float64)
    limit = tolerance(model, rounding_floor(largest, result.diagonal)).limit
    document = {
        "times": result.times.tolist(),
        "tolerance": {"positions": float(f"{limit:.2g}"), "normals": NORMAL_TOLERANCE},
        "positions": [in_bin(p) for p in result.positions],
        "normals": [in_bin(p if n is None else n) for p, n in zip(result.positions, result.normals, strict=True)],
        "joint_matrices": [in_bin(m) for _, m in result.skin_palettes],
    }
    return {".json": (json.dumps(document) + "\n").encode(), ".bin": bytes(blob)}
