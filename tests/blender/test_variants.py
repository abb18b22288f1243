"""The same characters as other tools rewrite them, by Blender's rig and by the reference: every way to store them.

Each variant is compared with what the tool itself decodes (within float32 for Blender, 1e-6 for the reference), and,
where the tool keeps the vertices in their order, with the file that it was made of (within the quantisation's step).

SKINPROOF_EVERY_VARIANT=1 takes every model of ../shared/models in every variant (half an hour; those compressed
with Draco only where there is a decoder, Blender's own library or DracoPy; SKINPROOF_VARIANTS_OF=fox only those named
so). Without it, a few of the tests' own models.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import npm
from tests.blender.module import module
from tests.blender.test_golden_blender import BAR, FLOOR, diagonal, largest_error
from tests.looks import PIXELS, png
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

#: By name: steps of transform.mjs, and in how many bits positions are stored after them (0: as they were; None: other
#: things than positions are changed as well).
TRANSFORMED: dict[str, tuple[tuple[str, ...], int | None]] = {
    "embedded": ((), 0),
    "quantised": (("quantize-shape",), 14),
    "quantised-all": (("quantize",), None),
    "sparse": (("sparse",), 0),
    "meshopt": (("quantize-shape", "meshopt"), 14),
    "meshopt-filters": (("meshopt-filters",), None),
    "draco-sequential": (("draco-sequential",), None),
    "draco-edgebreaker": (("draco-edgebreaker",), None),
}
#: Options of gltfpack, which resamples animations and reorders vertices: compared with its own file decoded.
PACKED: dict[str, tuple[str, ...]] = {
    "gltfpack": (),
    "gltfpack -kn": ("-kn",),
    "gltfpack -noq": ("-noq",),
    "gltfpack -c": ("-c",),
}
OWN = [("plain", "meshopt"), ("morphs", "sparse"), ("two_skins", "embedded"), ("plain", "gltfpack -c")]
EVERY = os.environ.get("SKINPROOF_EVERY_VARIANT") == "1"


@pytest.mark.parametrize(("name", "variant"), OWN)
def test_own_models(extension: str, name: str, variant: str, tmp_path: Path) -> None:
    assert not problems(extension, MODELS[name](tmp_path), variant, tmp_path)


@pytest.mark.skipif(not EVERY, reason="takes half an hour: SKINPROOF_EVERY_VARIANT=1")
@pytest.mark.parametrize("variant", [*TRANSFORMED, *PACKED])
def test_every_model(extension: str, variant: str, shared: Path, tmp_path: Path) -> None:
    if variant.startswith("draco") and module(extension, "skinning_core.gltf.draco").decoder_at_hand() is None:
        pytest.skip("neither this Blender's own Draco library nor DracoPy is here")
    found = []
    chosen = os.environ.get("SKINPROOF_VARIANTS_OF", "")
    for path in sorted((shared / "models").rglob("*.gl*")):
        if path.suffix in (".glb", ".gltf") and chosen in path.stem:
            folder = tmp_path / path.stem
            shutil.copytree(path.parent, folder)
            (folder / "l.jpg").write_bytes(png(PIXELS))  # the image that one of them names and does not have
            found += [f"{path.stem}: {p}" for p in problems(extension, folder / path.name, variant, folder)]
    assert not found, "\n".join(found)


def problems(extension: str, source: Path, variant: str, folder: Path) -> list[str]:
    """What is wrong with a model in a variant: one sentence for each comparison that fails."""
    load = module(extension, "skinning_core").load_model
    changed, decoded, bits = written(source, variant, folder)
    models = [load(path) for path in (source, changed, decoded)]
    before, after, theirs = (reference(extension, model) for model in models)
    size = max(float(diagonal(positions).max()) for positions in theirs)
    found = []
    if bits is not None:
        step = 2 / (2**bits - 1) if bits else 1e-6
        pair = (weighted(model, positions) for model, positions in ((models[0], before), (models[1], after)))
        found += [f"{e:.1e} from the source" for e in errors(*pair, size) if not e <= step]
    found += [f"{e:.1e} from the decoded file" for e in errors(theirs, after, size) if not e <= 1e-6]
    blender = module(extension, "addon.subjects.blender").make("blender", models[1])
    with blender.opened():
        for (clip, times), wanted in zip(moments(models[1]), after, strict=True):
            skinned = blender.at(clip, times)
            error = largest_error(skinned.positions, wanted, diagonal(wanted))
            if not error <= (FLOOR if skinned.notes else BAR):
                found.append(f"Blender, clip {clip}: {error:.1e}")
    return found


def written(source: Path, variant: str, folder: Path) -> tuple[Path, Path, int | None]:
    """The variant of a model, the same file decoded by the tool that made it, and the bits of its positions."""
    changed, decoded = folder / "changed.glb", folder / "decoded.glb"
    if variant in PACKED:
        npm.gltfpack(source, changed, *PACKED[variant])
        npm.run("unpack.mjs", changed, decoded)
        return changed, decoded, None
    steps, bits = TRANSFORMED[variant]
    npm.transform((source, changed, steps), (changed, decoded, ["decoded"]))
    return (embedded(changed) if variant == "embedded" else changed), decoded, bits


def embedded(path: Path) -> Path:
    """The .glb as .gltf with its buffer as a data URI."""
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    document = json.loads(data[20 : 20 + length])
    binary = data[28 + length :]
    document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
    out = path.with_suffix(".gltf")
    out.write_text(json.dumps(document))
    return out


def moments(model: Any) -> list[tuple[int | None, np.ndarray]]:
    """The rest pose, and three times of each of the first clips."""
    clips = [(c, np.linspace(model.clips[c].start, model.clips[c].end, 3)) for c in range(min(3, len(model.clips)))]
    return [(None, np.zeros(1)), *clips]


def reference(extension: str, model: Any) -> list[tuple[np.ndarray, ...]]:
    skin_model = module(extension, "skinning_core").skin_model
    return [skin_model(model, clip, times).positions for clip, times in moments(model)]


def weighted(model: Any, moments: list[tuple[np.ndarray, ...]]) -> list[tuple[np.ndarray, ...]]:
    """The positions of a file whose node order a tool may change, ordered by mesh, and only what weights define.

    A vertex whose weights are all zero follows nothing: where it is depends on how the file stores positions.
    """
    order = sorted(range(len(model.parts)), key=lambda k: (model.parts[k].mesh, model.parts[k].primitive))
    kept = {}
    for k in order:
        influences = model.primitive(model.parts[k]).influences if model.parts[k].skin >= 0 else None
        kept[k] = slice(None) if influences is None else influences.weights.any(axis=1)
    return [tuple(positions[k][:, kept[k]] for k in order) for positions in moments]


def errors(some: list[tuple[np.ndarray, ...]], others: list[tuple[np.ndarray, ...]], size: float) -> list[float]:
    """For each moment, the largest distance of any coordinate relative to the size."""
    return [
        max((float(np.abs(a - b).max(initial=0.0)) for a, b in zip(one, other, strict=True)), default=0.0) / size
        for one, other in zip(some, others, strict=True)
    ]
