"""Streams of `EXT_/KHR_meshopt_compression`: data of many kinds, encoded and decoded by the npm package meshoptimizer.

``python -m tests.packed.streams`` writes `streams.npz`, a few small ones that tests can use without Node.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests import npm

STORED = Path(__file__).resolve().parent / "streams.npz"

#: Filters, and the strides and least and largest number of bits of each that are tried.
FILTERS = {
    "OCTAHEDRAL": [(4, 2, 8), (8, 2, 16)],
    "QUATERNION": [(8, 4, 16)],
    "EXPONENTIAL": [(4, 1, 24), (12, 1, 24), (16, 1, 24)],
    "COLOR": [(4, 2, 8), (8, 2, 16)],
}


@dataclass(frozen=True)
class Stream:
    """A stream, what the extension's object would say of it, and the bytes that the package makes of it."""

    extension: dict[str, Any]
    data: bytes
    decoded: bytes | None  # None: the package refuses the stream


def judged(jobs: list[tuple[dict[str, Any], bytes]]) -> list[Stream]:
    """Jobs as in meshopt_streams.mjs with their bytes, encoded and decoded by the package; skips without Node."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        places = np.cumsum([0, *(len(data) for _, data in jobs)]).tolist()
        rows = [{"filter": "NONE", **job, "begin": b, "length": len(d)} for (job, d), b in zip(jobs, places)]
        (folder / "jobs.json").write_text(json.dumps(rows))
        (folder / "input.bin").write_bytes(b"".join(data for _, data in jobs))
        npm.run("meshopt_streams.mjs", folder)
        results = json.loads((folder / "results.json").read_text())
        output = (folder / "output.bin").read_bytes()
    out = []
    for row, result in zip(rows, results, strict=True):
        data = output[slice(*result["stream"])]
        decoded = None if result["decoded"] is None else output[slice(*result["decoded"])]
        out.append(Stream(extension(row, data), data, decoded))
    return out


def extension(job: dict[str, Any], data: bytes) -> dict[str, Any]:
    """What the extension's object of a buffer view says of a stream."""
    return {
        "buffer": 0,
        "byteLength": len(data),
        "byteStride": job["stride"],
        "count": job["count"],
        "mode": job["mode"],
        "filter": job.get("filter", "NONE"),
    }


def attributes(rng: np.random.Generator, stride: int, count: int, version: int, level: int) -> tuple[dict, bytes]:
    """Elements of one of five kinds: noise, slow bytes, slow 16-bit integers, slow floats, mostly zeros."""
    kind = int(rng.integers(5))
    if kind == 0:
        data = rng.integers(0, 256, (count, stride), dtype=np.uint8)
    elif kind == 1:
        data = np.cumsum(rng.integers(-3, 4, (count, stride)), axis=0).astype(np.uint8)
    elif kind == 2:
        data = np.cumsum(rng.integers(-300, 300, (count, stride // 2)), axis=0).astype("<u2")
    elif kind == 3:
        data = (np.cumsum(rng.normal(size=(count, stride // 4)), axis=0) * 0.01).astype("<f4")
    else:
        data = np.where(rng.random((count, stride)) < 0.02, np.uint8(200), np.uint8(0))
    job = {"count": count, "stride": stride, "mode": "ATTRIBUTES", "version": version, "level": level}
    return job, np.ascontiguousarray(data).tobytes()


def filtered(rng: np.random.Generator, name: str, stride: int, bits: int, count: int) -> tuple[dict, bytes]:
    """Values that the filter is for, as float32."""
    columns = stride // 4 if name == "EXPONENTIAL" else 4
    values = rng.normal(size=(count, columns))
    if name == "OCTAHEDRAL":
        values[:, :3] /= np.linalg.norm(values[:, :3], axis=1, keepdims=True)
        values[:, 3] = rng.choice([-1, 1], count)
    elif name == "QUATERNION":
        values /= np.linalg.norm(values, axis=1, keepdims=True)
    elif name == "COLOR":
        values = rng.random((count, columns))
    else:
        values *= 10.0 ** rng.uniform(-5, 5, (count, 1))
    job = {"count": count, "stride": stride, "mode": "ATTRIBUTES", "version": 1, "level": 2, "filter": name}
    return {**job, "bits": bits}, values.astype("<f4").tobytes()


def indices(rng: np.random.Generator, kind: int, stride: int, mode: str) -> tuple[dict, bytes]:
    """Triangles or indices: noise, a grid in its order, a grid with its triangles in any order, twice the same."""
    data: NDArray = rng.integers(0, 1000, 3 * int(rng.integers(0, 300)))
    if kind:
        width, height = rng.integers(2, 30, 2).tolist()
        place = np.arange((width - 1) * (height - 1))
        corner = place // (width - 1) * width + place % (width - 1)
        steps = np.array([0, 1, width, 1, width + 1, width])
        rows = (corner[:, None] + steps).reshape(-1, 3)
        if kind > 1:
            rows = rows[rng.permutation(len(rows))]
        data = np.concatenate([rows, rows, rows + 5] if kind > 2 else [rows]).reshape(-1)
    return {"count": len(data), "stride": stride, "mode": mode}, data.astype(f"<u{stride}").tobytes()


def some_of_each(rng: np.random.Generator) -> list[tuple[dict, bytes]]:
    """A few small streams of every coding and filter."""
    jobs = []
    for version, level in ((0, 0), (1, 0), (1, 2), (1, 3)):
        jobs += [attributes(rng, stride, count, version, level) for stride, count in ((4, 40), (12, 33), (8, 300))]
    for name, cases in FILTERS.items():
        jobs += [filtered(rng, name, stride, high, 20) for stride, _, high in cases]
    jobs += [indices(rng, kind, stride, "TRIANGLES") for kind, stride in ((1, 2), (2, 4), (3, 4))]
    jobs += [indices(rng, kind, stride, "INDICES") for kind, stride in ((1, 2), (2, 4))]
    return jobs


def stored() -> list[Stream]:
    """The streams of `streams.npz`."""
    with np.load(STORED) as arrays:
        rows = json.loads(str(arrays["extensions"]))
        return [Stream(row, arrays[f"data{k}"].tobytes(), arrays[f"out{k}"].tobytes()) for k, row in enumerate(rows)]


def main() -> None:
    """Write `streams.npz`."""
    streams = judged(some_of_each(np.random.default_rng(7)))
    arrays: dict[str, Any] = {"extensions": json.dumps([stream.extension for stream in streams])}
    for k, stream in enumerate(streams):
        assert stream.decoded is not None
        arrays[f"data{k}"] = np.frombuffer(stream.data, np.uint8)
        arrays[f"out{k}"] = np.frombuffer(stream.decoded, np.uint8)
    np.savez_compressed(STORED, **arrays)


if __name__ == "__main__":
    main()
