"""Compressed files with bytes of their streams changed at random: what the reader answers to each.

``python -m tests.packed.mutations meshopt 10000 SEED`` (or ``draco``) prints, as JSON, how many of each answer there
were, the longest time of one and the most memory of all.
"""

from __future__ import annotations

import json
import random
import struct
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

import numpy as np

from skinning_core import load_model
from skinning_core.error import SkinproofError
from skinning_core.fast.exact_engine import skin_model
from skinning_core.gltf.draco import EXTENSION
from tests.packed import files

SOURCES = {"meshopt": files.STORED, "draco": files.DRACO}
#: Bytes of address space: Python with NumPy takes a fifth of it by itself.
MEMORY = 2 << 30


def streams(data: bytes) -> list[range]:
    """Where in a .glb its compressed streams are."""
    length = struct.unpack_from("<I", data, 12)[0]
    document, start = json.loads(data[20 : 20 + length]), 28 + length
    views = [e for view in document["bufferViews"] for e in view.get("extensions", {}).values()]
    primitives = [primitive for mesh in document["meshes"] for primitive in mesh["primitives"]]
    draco = [primitive["extensions"][EXTENSION] for primitive in primitives if "extensions" in primitive]
    views += [document["bufferViews"][extension["bufferView"]] for extension in draco]
    begins = [start + view.get("byteOffset", 0) for view in views]
    return [range(begin, begin + view["byteLength"]) for begin, view in zip(begins, views, strict=True)]


def mutated(data: bytes, places: range, rng: random.Random) -> bytes:
    """One to some changes of one kind: any bytes, one bit, a run of one byte, the head, a piece of elsewhere."""
    out, first = bytearray(data), rng.choice(places)
    kind = rng.randrange(5)
    size = min(rng.randint(1, 64), places.stop - first)
    if kind == 0:
        for place in rng.choices(places, k=rng.randint(1, 8)):
            out[place] = rng.randrange(256)
    elif kind == 1:
        out[first] ^= 1 << rng.randrange(8)
    elif kind == 2:
        out[first : first + size] = bytes([rng.choice([0, 255, rng.randrange(256)])]) * size
    elif kind == 3:
        out[rng.choice(places[:40])] = rng.choice([0, 1, 0x7F, 0x80, 0xFF])
    else:
        other = rng.choice(places[: len(places) - size + 1])
        out[first : first + size] = data[other : other + size]
    return bytes(out)


def answer(path: Path) -> str:
    """What comes of reading and skinning it: read, refused, or the last line of a traceback."""
    try:
        skin_model(load_model(path), None, np.zeros(1))
    except SkinproofError:
        return "refused"
    except Exception:  # noqa: BLE001 - what it is shall be told
        return traceback.format_exc().strip().rpartition("\n")[2]
    return "read"


def main(kind: str, count: int, seed: int) -> None:
    """Print the answers to ``count`` mutations."""
    import resource  # not on Windows

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sources = [files.stored(name)[0].read_bytes() for name in SOURCES[kind]]
    places = [streams(data) for data in sources]
    rng = random.Random(seed)
    answers: Counter[str] = Counter()
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutated.glb"
        for _ in range(count):
            source = rng.randrange(len(sources))
            path.write_bytes(mutated(sources[source], rng.choice(places[source]), rng))
            start = time.perf_counter()
            answers[answer(path)] += 1
            worst = max(worst, time.perf_counter() - start)
    peak = _peak_kibibytes() >> 10
    print(json.dumps({"answers": answers, "seconds": worst, "mebibytes": peak}))


def _peak_kibibytes() -> int:
    """The most memory that this process has held. On Linux ``ru_maxrss`` may be that of whoever has started it."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        import resource  # not on Windows

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
