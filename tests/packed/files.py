"""Compressed files of the tests' own models, and what the npm packages make of them.

``python -m tests.packed.files`` writes those of `STORED`, which tests can use without Node: NAME.glb as gltfpack packs
it, NAME.plain.glb the same with every buffer view decoded by the npm package meshoptimizer; and those of `DRACO`, which
glTF-Transform compresses and decodes.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests import npm
from tests.models import MODELS

HERE = Path(__file__).resolve().parent

#: gltfpack's options for each way to compress: vertex coding 0, then with filters, coding 1, no quantisation, and the
#: uncompressed data beside the file for those who cannot read the extension.
OPTIONS = {
    "ext": ("-c",),
    "ext-filters": ("-cc",),
    "khr": ("-cz", "-ce", "khr"),
    "floats": ("-cz", "-ce", "khr", "-noq", "-kn"),
    "fallback": ("-cf", "-kn"),
}
STORED = {"plain-ext": ("plain", "ext"), "morphs-khr": ("morphs", "khr"), "cubic-fallback": ("cubic", "fallback")}
#: By name: the model, and what glTF-Transform does to it.
DRACO = {
    "plain-edgebreaker": ("plain", ("draco-edgebreaker",)),
    "morphs-sequential": ("morphs", ("draco-sequential",)),
    "bytes-edgebreaker": ("weights_u8", ("quantize", "draco-edgebreaker")),
    "twelve-sequential": ("twelve_influences", ("quantize", "draco-sequential")),
}


def packed(model: str, way: str, folder: Path, name: str = "packed") -> tuple[Path, Path]:
    """A model packed in one way, and the same file decoded by the npm package; skips without Node."""
    with tempfile.TemporaryDirectory() as scratch:
        source = MODELS[model](Path(scratch))
        target = npm.gltfpack(source, folder / f"{name}.glb", *OPTIONS[way])
    plain = folder / f"{name}.plain.glb"
    npm.run("unpack.mjs", target, plain)
    return target, plain


def compressed(model: str, steps: tuple[str, ...], folder: Path, name: str = "draco") -> tuple[Path, Path]:
    """A model rewritten by steps of transform.mjs, and the same file decoded there; skips without Node."""
    with tempfile.TemporaryDirectory() as scratch:
        source = MODELS[model](Path(scratch))
        target, plain = folder / f"{name}.glb", folder / f"{name}.plain.glb"
        npm.transform((source, target, steps), (target, plain, ["decoded"]))
    return target, plain


def stored(name: str) -> tuple[Path, Path]:
    """The two files of one of `STORED` or `DRACO`."""
    return HERE / f"{name}.glb", HERE / f"{name}.plain.glb"


def main() -> None:
    """Write the files of `STORED` and `DRACO`."""
    for name, (model, way) in STORED.items():
        packed(model, way, HERE, name)
        (HERE / f"{name}.fallback.bin").unlink(missing_ok=True)
    for name, (model, steps) in DRACO.items():
        compressed(model, steps, HERE, name)


if __name__ == "__main__":
    main()
