"""What every runner in Python shares: which cases to play, and how an engine's results are written.

``python RUNNER.py CORPUS OUT`` plays every case of a corpus, for ``skinproof grade OUT``; ``python RUNNER.py MODEL
OUT.json CLIP T1,T2`` one clip (its index, or ``rest``) of one model, for ``skinproof compare MODEL OUT.json``.
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

#: One drawn primitive: its node, its number in the mesh, positions (T, V, 3), normals (T, V, 3) or None.
Played = tuple[int, int, np.ndarray, np.ndarray | None]
Play = Callable[[Path, int | None, Sequence[float]], Sequence[Played]]


def run(engine: str, play: Play) -> None:
    """Play what the command line names; what fails for a case is written as that case's error."""
    source, target, *one = sys.argv[1:]
    if one:
        clip = None if one[0] == "rest" else int(one[0])
        store(engine, play(Path(source), clip, times := [float(t) for t in one[1].split(",")]), times, Path(target))
        return
    Path(target).mkdir(parents=True, exist_ok=True)
    for case in json.loads((Path(source) / "manifest.json").read_text(encoding="utf-8"))["cases"]:
        out, clip = Path(target) / f"{case['id']}.json", "rest" if case["clip"] is None else str(case["clip"])
        words = [str(Path(source) / case["file"]), str(out), clip, ",".join(map(repr, case["times"]))]
        done = subprocess.run([sys.executable, sys.argv[0], *words], capture_output=True, text=True, check=False)
        if done.returncode:  # a process of its own: an engine may crash
            said = (done.stderr.strip().splitlines() or [""])[-1]
            told = said[:200] if done.returncode > 0 else f"it crashed (signal {-done.returncode})"
            out.write_text(json.dumps({"engine": engine, "error": told}), encoding="utf-8")
            print(f"{case['id']}: {told}", file=sys.stderr)


def store(engine: str, played: Sequence[Played], times: Sequence[float], target: Path) -> None:
    """Write OUT.json and the float32 numbers beside it, parts by node and primitive."""
    parts = sorted(played, key=lambda part: part[:2])
    data = bytearray()

    def in_bin(values: np.ndarray) -> dict[str, object]:
        place = {"bin": target.with_suffix(".bin").name, "shape": list(values.shape), "offset": len(data)}
        data.extend(np.ascontiguousarray(values, "<f4").tobytes())
        return place

    document = {"engine": engine, "times": list(times), "positions": [in_bin(part[2]) for part in parts]}
    if any(part[3] is not None for part in parts):  # a part without has zeros, which say that there is none
        document["normals"] = [in_bin(np.zeros_like(part[2]) if part[3] is None else part[3]) for part in parts]
    target.with_suffix(".bin").write_bytes(data)
    target.write_text(json.dumps(document), encoding="utf-8")


def document(path: Path) -> dict:
    """The JSON of a .glb or .gltf, for the engines that do not tell which primitive a mesh was made from."""
    data = path.read_bytes()
    return json.loads(data[20 : 20 + struct.unpack_from("<I", data, 12)[0]] if data[:4] == b"glTF" else data)


def drawn(path: Path) -> list[tuple[int, int]]:
    """(node, primitive) of all that is drawn, in the order of nodes."""
    found = document(path)
    nodes = [(n, node["mesh"]) for n, node in enumerate(found["nodes"]) if "mesh" in node]
    return [(n, k) for n, mesh in nodes for k in range(len(found["meshes"][mesh]["primitives"]))]
