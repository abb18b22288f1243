"""What coverage-guided fuzzing feeds: for each kind of file a function of bytes that raises where the program is wrong.

Wrong is every exception but ours, every warning, and numbers that are not finite where `check` finds no error. The kept
corpus of a kind (`corpus/KIND.zip`, minimised: each entry reaches something that no other does) and its sound files
(`seeds`) are replayed every day by tests/core/test_fuzz.py; ``python -m tests.fuzz.search`` looks for more.
"""

from __future__ import annotations

import random
import struct
import tempfile
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from skinning_core import SkinproofError, load_model
from skinning_core.check.check import check_file
from skinning_core.fast.exact_engine import skin_model
from skinning_core.gltf.meshopt import check_view, decode_view
from skinning_core.load import require_parts
from tests.core.md5.md5_text import ANIM, MESH
from tests.packed import files, streams
from tests.packed.mutations import streams as places_of

from . import mutate
from .mutate import Document, spoilt
from .seeds import seeds as sound_files

CORPUS = Path(__file__).resolve().parent / "corpus"
#: Values at which clips are posed: their start, a moment within, and one after the end.
TIMES = np.array([0.0, 0.37, 1.0])
_MODES = ("ATTRIBUTES", "TRIANGLES", "INDICES")
_FILTERS = ("NONE", *streams.FILTERS)
#: What precedes a stream of meshopt: mode, filter, stride, count.
_HEAD = struct.Struct("<BBHH")


@dataclass(frozen=True)
class Target:
    """One kind of file under test."""

    judge: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]  # sound ones
    share: int  # of 100 cases
    mutated: Callable[[bytes, int], bytes] | None = None  # by a number, with the structure in view
    words: tuple[str, ...] = ()  # of its dictionary


@cache
def _scratch() -> Path:
    """A folder for as long as this process lives."""
    folder = tempfile.TemporaryDirectory(prefix="skinproof-fuzz-")
    _kept.append(folder)
    return Path(folder.name)


#: What stands in glTF beside the values of `mutate.FIELDS`.
KEYWORDS = """
accessors animations asset attributes buffer bufferView bufferViews buffers byteLength byteOffset byteStride camera
channels children componentType copyright count data:application/octet-stream;base64, extensions extensionsRequired
extensionsUsed extras generator images indices input interpolation inverseBindMatrices JOINTS_0 JOINTS_1 joints
KHR_animation_pointer KHR_draco_mesh_compression KHR_mesh_quantization EXT_meshopt_compression EXT_mesh_gpu_instancing
KHR_node_visibility material materials matrix max mesh meshes min minVersion mode name node nodes NORMAL normalized
output path pointer POSITION primitives rotation sampler samplers scale scene scenes skeleton skin skins sparse target
targets targetNames TEXCOORD_0 translation type uri value values version VRMC_vrm weights WEIGHTS_0 WEIGHTS_1
"""

_kept: list[tempfile.TemporaryDirectory[str]] = []


def _read(name: str, data: bytes, *anims: Path) -> None:
    """Check a file, load it, and skin it at rest and in two of its clips."""
    path = _scratch() / name
    path.write_bytes(data)
    errors = any(finding.severity == "error" for finding in check_file(path, anims))
    model = load_model(path, anims)
    require_parts(model, name)
    for clip in [None, *range(min(len(model.clips), 2))]:
        skinned = skin_model(model, clip, TIMES)
        assert errors or all(np.isfinite(positions).all() for positions in skinned.positions), (
            "numbers that are not finite, and check finds no error"
        )


def judge_gltf(data: bytes) -> None:
    """A .glb, or the JSON of a .gltf."""
    _read("case.glb" if data[:4] == b"glTF" else "case.gltf", data)


def judge_mesh(data: bytes) -> None:
    """An .md5mesh alone."""
    _read("case.md5mesh", data)


def judge_anim(data: bytes) -> None:
    """An .md5anim for a sound .md5mesh."""
    anim = _scratch() / "case.md5anim"
    anim.write_bytes(data)
    _read("sound.md5mesh", MESH.encode(), anim)


def judge_meshopt(data: bytes) -> None:
    """A stream of meshopt behind what its buffer view says of it."""
    if len(data) < _HEAD.size:
        return
    mode, kind, stride, count = _HEAD.unpack_from(data)
    stream = data[_HEAD.size :]
    extension = streams.extension(
        {"mode": _MODES[mode % 3], "filter": _FILTERS[kind % 5], "stride": stride, "count": count}, stream
    )
    check_view(extension, stride * count)
    assert len(decode_view(memoryview(stream), extension)) == stride * count


def judge_draco(data: bytes) -> None:
    """A stream of Draco in a file whose accessors are those of the sound stream of that number."""
    if len(data) < 2:
        return
    base = _draco_files()[data[0] % len(files.DRACO)]
    document = Document(base)
    place = places_of(base)[0]
    view = next(v for v in document.json["bufferViews"] if v["byteLength"] == len(place))
    document.binary = bytearray(base[28 + struct.unpack_from("<I", base, 12)[0] :])
    while len(document.binary) % 4:
        document.binary.append(0)
    view["byteOffset"], view["byteLength"] = len(document.binary), len(data) - 1
    document.binary += data[1:]
    document.binary += bytes(-len(document.binary) % 4)
    document.json["buffers"][0]["byteLength"] = len(document.binary)
    _read("case.glb", document.pack())


@cache
def _draco_files() -> list[bytes]:
    return [files.stored(name)[0].read_bytes() for name in files.DRACO]


def _gltf_seeds() -> list[bytes]:
    packed = [files.stored(name)[0].read_bytes() for name in (*files.STORED, *files.DRACO)]
    return [data for suffix, data in sound_files() if suffix == ".glb" and len(data) < 8000] + packed


def _meshopt_seeds() -> list[bytes]:
    stored = [(stream.extension, stream.data) for stream in streams.stored()]
    return [
        _HEAD.pack(_MODES.index(e["mode"]), _FILTERS.index(e["filter"]), e["byteStride"], e["count"]) + data
        for e, data in stored
        if len(data) < 1500
    ]


def _draco_seeds() -> list[bytes]:
    return [
        bytes([k]) + data[place.start : place.stop]
        for k, data in enumerate(_draco_files())
        for place in places_of(data)[:1]
    ]


def _gltf_mutated(data: bytes, number: int) -> bytes:
    """Structure in view where there is one; else any bytes."""
    try:
        return spoilt(data, number)
    except (ValueError, LookupError, TypeError, struct.error, AttributeError):
        return mutate.any_bytes(random.Random(number), data)


_GLTF_WORDS = (
    *sorted({str(value) for values in mutate.FIELDS.values() for value in values}),
    *KEYWORDS.split(),
)
_MD5_WORDS = tuple(sorted({*mutate.WORDS, *MESH.split(), *ANIM.split()} - {"", "\x00"}))

TARGETS = {
    "gltf": Target(judge_gltf, _gltf_seeds, 40, _gltf_mutated, _GLTF_WORDS),
    "md5mesh": Target(judge_mesh, lambda: [MESH.encode()], 15, spoilt, _MD5_WORDS),
    "md5anim": Target(judge_anim, lambda: [ANIM.encode()], 15, spoilt, _MD5_WORDS),
    "meshopt": Target(judge_meshopt, _meshopt_seeds, 20),
    "draco": Target(judge_draco, _draco_seeds, 10),
}


def run(target: str, data: bytes) -> str:
    """Judge one case: "read" or "refused". Whatever else is raised, a warning too, is a finding."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            TARGETS[target].judge(data)
        except SkinproofError as error:
            assert str(error).strip(), "a refusal without a sentence"
            return "refused"
    return "read"


def kept(target: str) -> dict[str, bytes]:
    """The entries of the corpus of a target by their names."""
    with zipfile.ZipFile(CORPUS / f"{target}.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def keep(target: str, entries: list[bytes]) -> None:
    """Write the corpus of a target: the same entries give the same file."""
    CORPUS.mkdir(exist_ok=True)
    with zipfile.ZipFile(CORPUS / f"{target}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for k, data in enumerate(sorted(set(entries), key=lambda each: (len(each), each))):
            archive.writestr(zipfile.ZipInfo(f"{k:04}", (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
