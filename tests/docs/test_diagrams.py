"""The diagrams of the guide: committed as they are drawn, curves and ticks by the formulas, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from skinning_core.engines.corpus.folder import case_named, made_case
from tests import plain

ROOT = Path(__file__).resolve().parents[2]
CHARACTER = plain.PlainFile(ROOT / "examples" / "character.glb")
NUMBER = r"-?\d+\.?\d*"


@pytest.fixture(scope="module")
def diagrams() -> ModuleType:
    spec = spec_from_file_location("diagrams", ROOT / "docs/pictures/diagrams.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def drawn(diagrams: ModuleType) -> dict[str, str]:
    return dict(diagrams.drawn())


def test_they_are_committed_as_they_are_drawn(drawn: dict[str, str]) -> None:
    folder = ROOT / "docs/pictures"
    assert {path.name for path in folder.glob("*.svg")} - {"house.svg"} == set(drawn)  # that one: test_architecture
    for name, text in drawn.items():
        committed = (folder / name).read_text(encoding="utf-8")
        assert re.sub(NUMBER, "#", committed) == re.sub(NUMBER, "#", text), name
        pair = [np.array(re.findall(NUMBER, found), float) for found in (committed, text)]
        assert np.allclose(*pair, atol=0.11), name


def test_the_chinese_ones_have_every_word(diagrams: ModuleType, drawn: dict[str, str]) -> None:
    for name, text in drawn.items():
        for words in re.findall(r">([^<>]*[A-Za-z]{3,}[^<>]*)</text>", text):
            told = diagrams.CHINESE.get(words.replace("&#x27;", "'"))
            assert (told is None) or ".zh" not in name, words


def polyline(text: str, name: str) -> np.ndarray:
    (points,) = re.findall(rf'id="{name}" points="([^"]+)"', text)
    return np.array([pair.split(",") for pair in points.split()], float)


def track(clip: str, node: str, path: str) -> tuple[np.ndarray, np.ndarray]:
    """Times (K,) and values as stored, of the tracks of a clip."""
    (found,) = (a for a in CHARACTER.json["animations"] if a["name"] == clip)
    names = [n.get("name") for n in CHARACTER.json["nodes"]]
    for channel in found["channels"]:
        if names[channel["target"]["node"]] == node and channel["target"]["path"] == path:
            sampler = found["samplers"][channel["sampler"]]
            return CHARACTER.accessor(sampler["input"])[:, 0], CHARACTER.accessor(sampler["output"])
    raise AssertionError(node)


#: What a stored slope is multiplied by in each curve.
SCALES: dict[str, Callable[[float], float]] = {
    "right": lambda d: d,
    "unscaled": lambda _: 1.0,
    "dropped": lambda _: 0.0,
}


def test_the_spline_is_the_pages_formula(drawn: dict[str, str]) -> None:
    """Each curve is an affine picture of the Hermite sum of page 3; the factor of its slopes is what its name says."""
    label = re.search(r"keys of (\S+) (\w+)<", drawn["spline.svg"])
    assert label
    times, stored = track("wave", label[1], label[2])
    arriving, values, leaving = stored.reshape(-1, 3, 4).transpose(1, 0, 2)
    at = np.linspace(times[0], times[-1], 241)
    curves = {name: [] for name in SCALES}
    for t in at:
        k = min(max(int(np.sum(times <= t)) - 1, 0), len(times) - 2)
        d = times[k + 1] - times[k]
        u = (t - times[k]) / d
        for name, scale in SCALES.items():
            m = scale(d)
            line = (2 * u**3 - 3 * u**2 + 1) * values[k] + (u**3 - 2 * u**2 + u) * m * leaving[k]
            curves[name].append(line + (3 * u**2 - 2 * u**3) * values[k + 1] + (u**3 - u**2) * m * arriving[k + 1])
    everything = {name: np.array(curve) for name, curve in curves.items()}
    fits = []
    for c in range(4):
        low = min(curve[:, c].min() for curve in everything.values())
        high = max(curve[:, c].max() for curve in everything.values())
        if high - low < 1e-6:
            continue
        wanted = {n: 280 - 240 * (curve[:, c] - low) / (high - low) for n, curve in everything.items()}
        fits.append(max(np.abs(polyline(drawn["spline.svg"], n)[:, 1] - y).max() for n, y in wanted.items()))
    assert min(fits) < 0.02
    assert np.allclose(polyline(drawn["spline.svg"], "right")[:, 0], 50 + 900 * at / times[-1], atol=0.02)


def test_the_first_rung_is_the_corpus_file(drawn: dict[str, str], tmp_path: Path) -> None:
    """Its numbers stand in the picture, and each dot where they say: stored at the left, skinned at the right."""
    made = made_case(case_named("one-joint"), tmp_path, proofs=False)
    path = tmp_path / made.entry["file"]
    picture = drawn["rung-one.svg"]
    dots = np.array(re.findall(r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="3"', picture), float)
    told = re.findall(r">(\d): +([-\d., ]+)</text>", picture)
    assert len(dots) == len(told) == 20
    places = np.concatenate([plain.PlainFile(path).accessor(0), plain.skin(path, None, [0.0])[0][0]])
    assert np.allclose([[float(v) for v in numbers.split(",")] for _, numbers in told], places, atol=5e-5)
    assert [int(v) for v, _ in told] == [*range(10), *range(10)]
    seen = [[105 + 150 * (x + 0.4 * z), 270 - 150 * (y - 0.15 * z)] for x, y, z in places.tolist()]
    assert np.allclose(dots, np.add(seen, [[500 * (k > 9), 0] for k in range(20)]), atol=0.02)


def test_the_track_is_the_files(drawn: dict[str, str]) -> None:
    times, values = track("walk", "hips", "translation")
    heights = values[:, 1]
    points = polyline(drawn["motion.svg"], "track")
    assert np.allclose(points[:, 0], 258 + 24 + 190 * times / times[-1], atol=0.02)
    span = heights.max() - heights.min()
    assert np.allclose(points[:, 1], 230 - 150 * (heights - heights.min()) / span, atol=0.02)
    key = int(np.abs(times - 0.5).argmin())
    assert f"({times[key]:.3g} s, {heights[key]:.4g} m)" in drawn["motion.svg"]


def test_texels_and_matrices_stand_where_the_text_says(drawn: dict[str, str]) -> None:
    """x = 3 joint + row; the translation is the fourth column of a matrix for columns, the fourth row of the other."""
    texels = re.findall(r">\((\d+), (\d)\)</text>", drawn["palette-texture.svg"])
    assert texels == [(str(3 * joint + row), str(line)) for line in range(4) for joint in range(4) for row in range(3)]
    cells = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([xyzt]\d|0|1)</text>', drawn["rows.svg"])
    assert len(cells) == 32
    grids = [cells[:16], cells[16:]]
    for grid, by_column in zip(grids, (True, False), strict=True):
        across, down = (sorted({float(cell[k]) for cell in grid}) for k in (0, 1))
        where = {told: (down.index(float(y)), across.index(float(x))) for x, y, told in grid}
        for k in range(3):
            assert where[f"t{k + 1}"] == ((k, 3) if by_column else (3, k))
            assert where[f"y{k + 1}"] == ((k, 1) if by_column else (1, k))
    memory = re.findall(r">(x1 x2 x3 0 y1[^<]*)<", drawn["rows.svg"])
    assert len(memory) == 2
    assert memory[0] == memory[1] == "x1 x2 x3 0 y1 y2 y3 0 z1 z2 z3 0 t1 t2 t3 1"


def test_what_fbx_stores_of_the_arm(drawn: dict[str, str]) -> None:
    """World places by the file's own matrices, local ones as its nodes have them; and the last inverse bind."""
    file = plain.PlainFile(ROOT / "examples" / "arm.glb")
    skin = file.json["skins"][0]
    binds = [m.reshape(4, 4).T for m in file.accessor(skin["inverseBindMatrices"])]
    names = [file.json["nodes"][node]["name"] for node in skin["joints"]]
    world = [np.linalg.inv(m)[:3, 3] for m in binds]
    local = [np.array(file.json["nodes"][node].get("translation", [0, 0, 0]), float) for node in skin["joints"]]
    for name in ("fbx-poses.svg", "fbx-poses.zh.svg"):
        texts = re.findall(r">([^<>]+)</text>", drawn[name])
        assert [text for text in texts if text in names] == names * 2
        places = [np.array(re.findall(NUMBER, text), float) for text in texts if text.startswith("(")]
        assert np.allclose(places, [*world, *local, world[-1], binds[-1][:3, 3]], atol=1e-3), name
