"""Pictures without a window: written as PNG, framed, and showing what they say."""

from __future__ import annotations

import argparse
import dataclasses
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests import plain

Package = Callable[[str], ModuleType]

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "character.glb"


def read_png(path: Path) -> np.ndarray:
    """(height, width, 3) of an RGB file whose lines all have the filter "difference to the left"."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, pixels, size = 8, b"", (0, 0)
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        pixels += body if kind == b"IDAT" else b""
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(pixels), np.uint8).reshape(size[1], -1)
    assert (lines[:, 0] == 1).all()
    return np.cumsum(lines[:, 1:].reshape(size[1], size[0], 3), axis=1, dtype=np.uint8)


def test_png_is_what_was_drawn(package: Package, tmp_path: Path) -> None:
    image = np.random.default_rng(3).integers(0, 256, (7, 13, 3), dtype=np.uint8)
    (tmp_path / "a.png").write_bytes(package("skinning_core.report.png").png_bytes(image))
    assert (read_png(tmp_path / "a.png") == image).all()


@pytest.mark.parametrize("turn", [0.0, 30.0, 145.0])
def test_the_camera_sees_every_point_and_wastes_no_room(package: Package, turn: float) -> None:
    points = np.random.default_rng(5).normal(size=(500, 3)) * (1.0, 40.0, 7.0) + (1000.0, -3.0, 20.0)
    camera = package("skinning_core.report.camera").framed(points, 1.5, turn=turn, rise=10.0, margin=0.1)
    pixels = camera.on_picture(points, 300, 200) / (300.0, 200.0)
    assert pixels.min() > 0.0
    assert pixels.max() < 1.0
    assert np.ptp(pixels, axis=0).max() > 0.75
    clip = points @ camera.matrix[:, :3].T + camera.matrix[:, 3]
    assert (np.abs(clip[:, 2]) < clip[:, 3]).all()


def draw(package: Package, out: Path, *words: str, makers: dict | None = None) -> np.ndarray:
    picture = package("addon.command.picture")
    parser = argparse.ArgumentParser()
    picture.add_arguments(parser)
    args = parser.parse_args([str(EXAMPLE), "--out", str(out), *words])
    core, gpu = package("skinning_core.subject").SUBJECTS, package("addon.gpu.device.engine").MAKERS
    assert picture.run(args, {**core, **gpu, **(makers or {})}) == 0
    return read_png(out).astype(int) if out.suffix == ".png" else np.zeros(0)


def close_to(image: np.ndarray, color: tuple[float, ...]) -> np.ndarray:
    return (np.abs(image - np.array(color[:3]) * 255.0) < 6.0).all(axis=-1)


@pytest.mark.usefixtures("device")
def test_a_posed_character_stands_in_the_middle(package: Package, tmp_path: Path) -> None:
    image = draw(package, tmp_path / "a.png", "--size", "320x240", "--clip", "walk", "--time", "0.5")
    assert image.shape == (240, 320, 3)
    lively = np.ptp(image, axis=-1) > 40  # teal, red, orange; background, ground and letters are grey
    rows, columns = np.nonzero(lively)
    assert lively.mean() > 0.05
    assert rows.min() > 8
    assert np.ptp(rows) > 120
    assert abs((columns.min() + columns.max()) / 2 - 160) < 30
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 300  # light and shade, not a flat cut-out


@pytest.mark.usefixtures("device")
def test_skeletons_have_their_colours(package: Package, tmp_path: Path) -> None:
    colors = package("addon.gpu.data.bones").POSE_COLORS
    for name, color in colors.items():
        image = draw(package, tmp_path / "a.png", "--time", "0.5", "--show", name)
        assert close_to(image[:, 200:], color).sum() > 400, name  # beside the legend
    image = draw(package, tmp_path / "a.png", "--time", "0.5", "--show", "posed,rest,bind,current")
    # At rest the example stands as it was bound: the rest pose is drawn wider, and its rim is seen around the other.
    rim = (image[..., 0] > 180) & (image[..., 2] < 120) & (image[..., 1] > 100)
    assert rim[:, 250:].sum() > 200
    assert all(close_to(image[:, 250:], colors[name]).sum() > 400 for name in ("bind", "current"))


@pytest.mark.usefixtures("device")
def test_weights_cover_the_scale(package: Package, tmp_path: Path) -> None:
    image = draw(package, tmp_path / "a.png", "--size", "480x360", "--show", "weights:head,isolate:head")
    left, right = image[:, :240], image[:, 240:]
    red, blue = (left[..., 0] - left[..., 2] > 110), (left[..., 2] - left[..., 0] > 40)
    assert red.sum() > 500
    assert blue.sum() > 500
    assert 300 < (np.ptp(right, axis=-1) > 40).sum() < (np.ptp(left, axis=-1) > 40).sum()


@pytest.mark.usefixtures("device")
def test_an_error_is_shown_where_it_is(package: Package, tmp_path: Path) -> None:
    subject = package("skinning_core.subject")

    def off(model: object, clip: int | None, times: np.ndarray, **_: object) -> object:
        skinned = subject.skin_reference(model, clip, times)
        high = skinned.positions[0][..., 1] > 0.6 * skinned.positions[0][..., 1].max()
        skinned.positions[0][high] += (0.001, 0.0, 0.0)
        return skinned

    image = draw(
        package,
        tmp_path / "a.png",
        "--size",
        "320x240",
        "--show",
        "error:off",
        makers={"off": subject.computed("off", off)},
    )
    violet = (image[40:, :, 2] > image[40:, :, 1] + 15) & (image[40:, :, 0] < 140)
    rows = np.nonzero(violet)[0]
    assert len(rows) > 300
    assert rows.mean() < 100


@pytest.mark.usefixtures("device")
def test_a_crowd_and_the_stages(package: Package, tmp_path: Path) -> None:
    image = draw(package, tmp_path / "a.png", "--size", "480x270", "--show", "crowd:30", "--rise", "30")
    assert (np.ptp(image, axis=-1) > 40).mean() > 0.03
    image = draw(
        package, tmp_path / "b.png", "--size", "480x200", "--show", "meshspace,jointspace:head,posed,joints,cpu,gpu"
    )
    lively = np.ptp(image, axis=-1) > 40
    for row in (0, 100):  # six columns stand in two rows of three
        for left in (0, 160, 320):
            assert lively[row : row + 100, left : left + 160].mean() > 0.01, (row, left)


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize(
    ("show", "sentence"),
    [("weights:elbow", "no joint 'elbow'"), ("crowd:none", "must be a number"), ("shadow", "does not know 'shadow'")],
)
def test_a_wrong_wish_is_one_sentence(package: Package, tmp_path: Path, show: str, sentence: str) -> None:
    with pytest.raises(package("skinning_core.error").SkinproofError, match=sentence):
        draw(package, tmp_path / "a.png", "--show", show)
    assert not (tmp_path / "a.png").exists()


@pytest.mark.usefixtures("device")
def test_the_gpu_column_is_the_batch_that_is_drawn(package: Package) -> None:
    """What the column holds is read back from the vertex shader and compared with the specification read plainly."""
    path, time = ROOT / "examples" / "arm.glb", 0.7
    model = package("skinning_core").load_model(path)
    pose = package("skinning_core.pose.clip").sample_clip(model.nodes, model.clips[0], np.array([time]))
    columns = package("addon.lessons.columns")
    subjects, paint = package("skinning_core.subject"), package("addon.gpu.data.tint").material
    motif = package("addon.lessons.motif").Motif(
        model, 0, time, time, pose, subjects.SUBJECTS, spacing=1.1, offset=0.1, looping=False, paint=paint
    )
    (column,) = columns.made("gpu", motif, "")
    expected = plain.skin(path, 0, [time])[0]
    drawn = motif.read_back(column).positions[0]
    size = float(np.linalg.norm(np.ptp(expected[0], axis=0)))
    assert np.abs(drawn - expected).max() < 1e-5 * size
    assert column.label == "skinned on the GPU: less than 0.0001 % of its size apart"
    assert np.linalg.norm(drawn - expected, axis=-1).max() / size < 1e-6

    def off(model: object, clip: int, times: np.ndarray, **_: object) -> object:
        found = subjects.skin_reference(model, clip, times)
        return dataclasses.replace(found, positions=tuple(1.02 * p for p in found.positions))

    (column,) = columns.made(
        "gpu", dataclasses.replace(motif, engines={"reference": subjects.computed("reference", off)}), ""
    )
    told = float(column.label.split("at most ")[1].split()[0]) / 100.0
    assert told == pytest.approx(np.linalg.norm(0.02 * expected, axis=-1).max() / (1.02 * size), rel=0.06)


@pytest.mark.usefixtures("device")
def test_an_animation_is_a_row_of_different_pictures(package: Package, tmp_path: Path) -> None:
    draw(package, tmp_path / "a.png", "--size", "120x90", "--clip", "walk", "--frames", "3", "--fps", "8")
    data = (tmp_path / "a.png").read_bytes()
    assert data.count(b"fcTL") == 3
    assert data.count(b"fdAT") == 2
    assert b"acTL\0\0\0\3" in data
    one = [draw(package, tmp_path / "b.png", "--size", "120x90", "--clip", "walk", "--time", t) for t in ("0", "0.25")]
    assert (one[0] != one[1]).any()


@pytest.mark.usefixtures("device")
def test_the_suffix_says_which_file_it_is(package: Package, tmp_path: Path) -> None:
    """What a GIF holds is tested without a GPU, in tests/lessons/test_gif.py."""
    words = ("--size", "120x90", "--clip", "walk", "--frames", "3")
    draw(package, tmp_path / "a.gif", *words, "--fps", "8")
    data = (tmp_path / "a.gif").read_bytes()
    assert data[:10] == b"GIF89a" + struct.pack("<HH", 120, 90)
    assert data.count(b"\x21\xf9\x04") == 3
    with pytest.raises(package("skinning_core.error").SkinproofError, match="at most 50 pictures a second"):
        draw(package, tmp_path / "b.gif", *words, "--fps", "60")
