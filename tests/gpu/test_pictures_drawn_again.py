"""The pictures of the documents are those that their commands draw today: each is drawn again and compared.

Blocks of pixels are compared, not pixels: edges and letters are smoothed a little differently by other GPUs.
"""

from __future__ import annotations

import argparse
import shlex
import struct
import zlib
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

Package = Callable[[str], ModuleType]
ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
#: Pixels along a side of a block; how far its mean colour may be off, of 255; how many blocks of a picture may be.
BLOCK, OFF, FEW = 8, 6.0, 0.0006


def _make() -> ModuleType:
    spec = spec_from_file_location("make_pictures", PICTURES / "make.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = _make()


def frames_of(path: Path) -> list[np.ndarray]:
    """Each picture (height, width, 3) of a PNG, animated or not, whose lines hold differences to the left."""
    data, at, size, packed = path.read_bytes(), 8, (0, 0), [b""]
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        elif kind == b"fcTL" and packed[-1]:
            packed.append(b"")
        elif kind in (b"IDAT", b"fdAT"):
            packed[-1] += body[4 * (kind == b"fdAT") :]
        at += 12 + length
    lines = [np.frombuffer(zlib.decompress(one), np.uint8).reshape(size[1], -1) for one in packed]
    return [np.cumsum(one[:, 1:].reshape(size[1], size[0], 3), axis=1, dtype=np.uint8) for one in lines]


def blocks(image: np.ndarray) -> np.ndarray:
    high, wide = (side - side % BLOCK for side in image.shape[:2])
    rows = image[:high, :wide].reshape(high // BLOCK, BLOCK, -1).sum(axis=1, dtype=np.uint32)
    return rows.reshape(high // BLOCK, wide // BLOCK, BLOCK, 3).sum(axis=2) / BLOCK**2


def differing(ours: np.ndarray, committed: np.ndarray) -> float:
    """The share of blocks whose mean colour is off."""
    assert ours.shape == committed.shape
    return float((np.abs(blocks(ours) - blocks(committed)).max(axis=-1) > OFF).mean())


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("name", MAKE.COMMANDS)
def test_a_committed_picture_is_the_one_that_its_command_draws(
    package: Package, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    picture, options = package("addon.command.picture"), package("skinning_core.cli.options")
    parser = argparse.ArgumentParser()
    picture.add_arguments(parser)
    args = parser.parse_args([*shlex.split(MAKE.COMMANDS[name]), "--out", "unused.png"])
    MAKE.write_odd(str(args.model))
    if not (ROOT / args.model).is_file():
        pytest.skip(f"{args.model} is not there")
    model = options.load_asked(args.model, args)
    clip = picture.asked_clip(model, args.clip)
    engines = {**package("skinning_core.subject").SUBJECTS, **package("addon.gpu.device.engine").MAKERS}
    drawn, committed = (
        package("addon.lessons.picture").pictures(model, clip, args, engines),
        frames_of(PICTURES / f"{name}.png"),
    )
    assert len(drawn) == len(committed)
    for k, (ours, stored) in enumerate(zip(drawn, committed, strict=True)):
        assert differing(ours, stored) < FEW, f"{name}.png, picture {k}: draw it again by docs/pictures/make.py {name}"


def test_every_committed_picture_has_a_command() -> None:
    made = {*MAKE.COMMANDS, *MAKE.WINDOW, *MAKE.TOUR, *MAKE.IN_CHINESE}
    assert {path.stem for path in PICTURES.glob("*.png")} == made


def test_a_picture_of_something_else_would_be_found() -> None:
    """Another label alone, columns that have changed places, a picture that is moved."""
    (image,) = frames_of(PICTURES / "rigid-smooth.png")
    relabelled = image.copy()
    relabelled[455:475, 270:370] = image[455:475, 910:1010]
    for other in (relabelled, np.roll(image, 640, axis=1), np.roll(image, 8, axis=0)):
        assert differing(other, image) > FEW
    assert differing(image, image) == 0.0
