"""A compressed character against the same one packed without compression: what decoding adds to reading it."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from skinning_core import load_model

from .glb import write_character
from .meshes import body
from .peer_importer import import_times
from .row import Row
from .timing import medians

#: Where `python3 noxfile.py -s node` installs what is needed here: gltfpack, and meshoptimizer as the peer.
_NODE = Path(__file__).resolve().parent.parent / ".nox" / "node"

#: Prints the milliseconds that meshoptimizer's own decoder (WebAssembly) takes for all views of a .glb; the best of 9.
_PEER = """
import fs from 'node:fs';
import { MeshoptDecoder as decoder } from 'meshoptimizer/decoder';
await decoder.ready;
const data = fs.readFileSync(process.argv[2]), size = data.readUInt32LE(12);
const views = JSON.parse(data.subarray(20, 20 + size)).bufferViews.map((v) => Object.values(v.extensions ?? {})[0]);
const times = [];
for (let turn = 0; turn < 9; turn++) {
  const start = performance.now();
  for (const e of views.filter((e) => e)) {
    const begin = 28 + size + (e.byteOffset ?? 0);
    const source = new Uint8Array(data.subarray(begin, begin + e.byteLength));
    const target = new Uint8Array(e.count * e.byteStride);
    decoder.decodeGltfBuffer(target, e.count, e.byteStride, source, e.mode, e.filter ?? 'NONE');
  }
  times.push(performance.now() - start);
}
console.log(JSON.stringify(Math.min(...times)));
"""


def compressed(*, seconds: float) -> list[Row]:
    """Milliseconds to read 100,000 vertices with three clips; no rows where gltfpack is not installed.

    Where Blender's module is there, also what an import takes by its own importer (5.2 reads these files) and by ours.
    """
    node = shutil.which("node")
    if node is None or not (_NODE / "node_modules" / "gltfpack").is_dir():
        return []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        source = write_character(folder / "source.glb", body(100_000), clips=3)
        files = {"plain": (), "EXT": ("-c",), "KHR": ("-cz", "-ce", "khr")}
        paths = {name: folder / f"{name}.glb" for name in files}
        for name, options in files.items():
            command = [node, "node_modules/gltfpack/cli.js", *options, "-i", str(source), "-o", str(paths[name])]
            subprocess.run(command, cwd=_NODE, check=True, capture_output=True)
        reading = {name: (lambda path=path: load_model(path)) for name, path in paths.items()}
        times = {f"ours, {name}": value * 1e3 for name, value in medians(reading, seconds=seconds, rounds=5).items()}
        for name in ("EXT", "KHR"):
            times[f"meshoptimizer's decoder alone, {name}"] = _peer(node, paths[name])
        if importlib.util.find_spec("bpy") is not None:
            for path, by_method in import_times(list(paths.values()), seconds=seconds).items():
                for method, value in by_method.items():
                    times[f"import into Blender, {method}, {Path(path).stem}"] = value
        vertices = load_model(paths["plain"]).meshes[0].primitives[0].vertex_count
    return [Row("load compressed", "100,000 vertices", vertices, 0, name, value, "ms") for name, value in times.items()]


def _peer(node: str, path: Path) -> float:
    script = _NODE / "decode_all.mjs"  # a module's imports are looked for above the place where it lies
    script.write_text(_PEER)
    done = subprocess.run([node, str(script), str(path)], cwd=_NODE, check=True, capture_output=True, text=True)
    return float(json.loads(done.stdout))
