"""Reading files: ours against pygltflib's own loading (which decodes nothing), and the memory that both take."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pygltflib

from skinning_core import load_model

from .glb import write_character, write_large
from .meshes import body
from .row import Row
from .timing import medians

_ROOT = Path(__file__).resolve().parent.parent

#: Prints the growth of the highest memory use (bytes) while a file is read; Linux tells it per program, in kilobytes.
_MEMORY = """
import re, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
import pygltflib
from skinning_core import load_model
def highest():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
path = Path(sys.argv[2])
before = highest()
kept = load_model(path) if sys.argv[1] == "ours" else pygltflib.GLTF2().load(str(path))
print((highest() - before) * 1024)
"""


def loads(folder: Path | None, *, seconds: float) -> list[Row]:
    """Milliseconds a file: models of ``folder`` where it is there, and files made here up to 35 MB."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as scratch:
        large = write_large(Path(scratch) / "large.glb")
        small = write_character(Path(scratch) / "character.glb", body(5000), clips=3)
        for path in [small, *_models(folder), large]:
            rows += _load(path, seconds)
        rows += _memory(large)
    return rows


def _models(folder: Path | None) -> list[Path]:
    found = folder.rglob("*") if folder and folder.is_dir() else []
    return sorted(path for path in found if path.suffix in (".glb", ".gltf"))


def _load(path: Path, seconds: float) -> list[Row]:
    found = medians(
        {
            "ours": lambda: load_model(path),
            "json alone": lambda: json.loads(_json(path)),
            "pygltflib": lambda: pygltflib.GLTF2().load(str(path)),
        },
        seconds=seconds,
        rounds=5,
    )
    size = path.stat().st_size
    return [Row("load", path.name, size, 0, name, value * 1e3, "ms") for name, value in found.items()]


def _json(path: Path) -> bytes:
    with path.open("rb") as file:
        header = file.read(20)
        return file.read(int.from_bytes(header[12:16], "little")) if header[:4] == b"glTF" else header + file.read()


def _memory(path: Path) -> list[Row]:
    rows: list[Row] = []
    for method in ("ours", "pygltflib") if Path("/proc/self/status").exists() else ():
        command = [sys.executable, "-c", _MEMORY, method, str(path), str(_ROOT)]
        grown = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        rows.append(Row("memory", path.name, path.stat().st_size, 0, method, grown / 1e6, "MB more at the peak"))
    return rows
