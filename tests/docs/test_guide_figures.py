"""Every figure in the guide's running text, computed again from the formula of the page or of the specification.

Figures that a command prints are held to it by ``test_guide``; these are the others. The Chinese pages have the same
numbers (``test_both_languages_show_and_say_the_same``).
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from examples import reach
from skinning_core import load_model
from skinning_core.compare.causes.vertex_stages import explain
from skinning_core.report.explanation import explanation_document
from tests import plain

ROOT = Path(__file__).resolve().parents[2]
CHARACTER, ARM = ROOT / "examples" / "character.glb", ROOT / "examples" / "arm.glb"


def page(number: int) -> str:
    """The text of a page as one line, without marks of emphasis."""
    (path,) = (ROOT / "docs" / "guide").glob(f"{number:02}-*.md")
    return " ".join(path.read_text(encoding="utf-8").replace("*", "").split())


def influences(path: Path) -> tuple[np.ndarray, np.ndarray]:
    file = plain.PlainFile(path)
    return plain.influences(file, file.json["meshes"][0]["primitives"][0]["attributes"])


def test_page_3_equal_and_unnormalised_keys() -> None:
    key = np.array([0.0, 0.0, 0.6, 0.8])
    with np.errstate(all="ignore"):
        a = np.arccos(min(key @ key, 1.0))
        assert np.isnan(np.sin(0.5 * a) / np.sin(a))  # what the page warns of
    assert "with keys in bytes the joint may be half a degree off" in " ".join(page(3).split())
    rng, worst = np.random.default_rng(0), 0.0
    for _ in range(3000):
        one, other = (q / np.linalg.norm(q) for q in rng.normal(size=(2, 4)))
        one, other = np.rint(one * 127) / 127, np.rint(other * 127) / 127
        if abs(one @ other) < 1e-12:  # a half turn apart: neither way is the shorter, and rounding takes one of them
            continue
        stored = plain.slerp(one, other, 0.5)
        before = plain.slerp(one / np.linalg.norm(one), other / np.linalg.norm(other), 0.5)
        cosine = abs(stored @ before) / np.linalg.norm(stored) / np.linalg.norm(before)
        worst = max(worst, 2 * math.degrees(math.acos(min(cosine, 1.0))))
    assert 0.35 < worst < 0.65


def test_page_4_what_the_walk_leaves_at_rest() -> None:
    document = plain.PlainFile(CHARACTER).json
    joints = set(document["skins"][0]["joints"])
    (walk,) = (clip for clip in document["animations"] if clip["name"] == "walk")
    moved = {(c["target"]["node"], c["target"]["path"]) for c in walk["channels"]}
    count = sum((joint, path) not in moved for joint in joints for path in ("translation", "rotation", "scale"))
    assert f"in the example's walk {count} of the {3 * len(joints)} that its joints have" in page(4)


def test_page_5_the_vertex_on_the_knee() -> None:
    file, vertex, text = plain.PlainFile(CHARACTER), 5530, page(5)
    attributes = file.json["meshes"][0]["primitives"][0]["attributes"]
    stored = file.accessor(attributes["POSITION"])[vertex]
    skin, nodes = file.json["skins"][0], file.json["nodes"]
    binds = file.accessor(skin["inverseBindMatrices"])
    worlds, _ = plain._pose(file, 0, 0.25)

    def told(*numbers: float) -> str:
        return ", ".join(f"{number:.6g}" for number in numbers)

    assert f"({told(*stored)})" in text
    joints, weights = influences(CHARACTER)
    for joint, weight in zip(joints[vertex].astype(int), weights[vertex] / weights[vertex].sum(), strict=True):
        name, bind = nodes[skin["joints"][joint]]["name"], binds[joint].reshape(4, 4).T
        if not weight:
            continue
        inside = bind @ [*stored, 1.0]
        assert told(weight) in text, name
        assert f"({told(*(worlds[skin['joints'][joint]] @ inside)[:3])})" in text, name
        if name == "shin.L":
            assert f"`shin.L`: ({told(*inside[:3])})" in text
            assert f"{100 * np.linalg.norm(inside[:3]):.0f} cm beside the shin's origin" in text


def test_page_6_the_ring_of_a_twisted_wrist() -> None:
    ring = (np.array([1.0 + math.cos(math.pi / 2), math.sin(math.pi / 2)])) / 2
    assert f"keeps {100 * np.linalg.norm(ring):.0f} % of its radius" in page(6)


def test_page_7_multiplications_zeros_and_millimetres() -> None:
    blend, move, move_each = 4 * 12, 9, 4 * (9 + 3)  # the last three of each: by the weight
    assert f"{blend} to blend and {move} to move, against {move_each} to move four times" in page(7)
    joints, weights = influences(CHARACTER)
    used = (weights > 0).sum() / joints.shape[0] / 52
    assert "52 joints" in page(7)
    assert f"{round(100 * (1 - used)):.0f} % of the second matrix is zeros" in page(7)
    assert np.spacing(np.float32(10_000)) == pytest.approx(0.001, rel=0.05)
    assert "at 10 km it resolves a millimetre" in page(7)


def test_page_8_bytes_and_limits() -> None:
    text = page(8)
    assert f"{100_000 * (3 + 3) * 4 / 1e6:.1f} MB with normals" in text
    assert f"{16_384 // (12 * 4)} joints" in text
    assert f"{16_384 // 3:,} joints" in text
    assert "(0, 0, 0, 1), is not stored: a quarter less" in text
    assert "48 for the blend of matrices and 18 to move" in text  # 4 x 12; a point and a normal by 3x3
    assert f"holds {1024 // 12} joints" in text  # whole 3x4 matrices in 1,024 numbers
    assert f"120 joints takes {120 * 2 * 4}, {120 * 4} and 1 of them" in text


def test_page_9_bytes_of_a_crowd_and_the_sign_of_fmod() -> None:
    assert f"{200 * (24 * 3) * 4 * 4 / 1000:.0f} KB" in page(9)
    assert "24 joints are 200 lines of 72 texels" in page(9)
    assert math.fmod(-0.5, 2) == -0.5
    assert -0.5 % 2 == 1.5


def test_page_10_how_far_off_without_inverse_bind_matrices() -> None:
    """Half of the vertices are farther from the origin than this many times; and what the gallery leaves out."""
    joints, weights = influences(CHARACTER)
    file = plain.PlainFile(CHARACTER)
    stored = file.accessor(file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"])
    worlds, _ = plain._pose(file, 0, 0.25)
    palette = np.array([worlds[node][:3] for node in file.json["skins"][0]["joints"]])
    placed = np.einsum("vi,virc->vrc", weights / weights.sum(axis=1, keepdims=True), palette[joints.astype(int)])
    without = placed[..., :3] @ stored[..., None]
    right = np.linalg.norm(plain.skin(CHARACTER, 0, [0.25])[0][0], axis=1)
    ratio = np.median(np.linalg.norm(without[..., 0] + placed[..., 3], axis=1) / right)
    assert "about one and a half times as far from the origin" in page(10)
    assert 1.3 < ratio < 1.7


def test_page_11_displacements_cost_no_digit() -> None:
    """Both forms in float32 on the bent arm, against float64: root mean square of the error."""
    joints, weights = influences(ARM)
    file = plain.PlainFile(ARM)
    primitive, skin = file.json["meshes"][0]["primitives"][0], file.json["skins"][0]
    stored = file.accessor(primitive["attributes"]["POSITION"])
    binds = [m.reshape(4, 4).T for m in file.accessor(skin["inverseBindMatrices"])]
    worlds, _ = plain._pose(file, 0, 1.0)
    channels = np.array([(worlds[n] @ b)[:3] for n, b in zip(skin["joints"], binds, strict=True)])
    exact = plain.skin(ARM, 0, [1.0])[0][0]
    p, w, c = (x.astype(np.float32) for x in (stored, weights, channels[joints.astype(int)]))
    blended = (w[..., None, None] * c).sum(axis=1, dtype=np.float32)
    palette = (blended[..., :3] @ p[..., None])[..., 0] + blended[..., 3]
    moved = (c[..., :3] @ p[:, None, :, None])[..., 0] + c[..., 3]
    displaced = p + (w[..., None] * (moved - p[:, None])).sum(axis=1, dtype=np.float32) / w.sum(axis=1, keepdims=True)
    error = [float(np.sqrt(((form - exact) ** 2).mean())) for form in (displaced, palette)]
    assert "their root mean squares differ by less than a fifth" in page(11)
    assert 0.8 < error[0] / error[1] < 1.2, error


def test_page_2_the_matrix_of_a_quaternion_is_the_one_that_turns_points() -> None:
    """The cells of R as the page writes them, against q p q* by quaternion products."""
    lines = (ROOT / "docs/guide/02-joint.md").read_text(encoding="utf-8").splitlines()
    first = next(k for k, line in enumerate(lines) if "1-2(yy+zz)" in line)
    rows = [re.search(r"\|\s+([^|]*\([^|]*?)\s+0\s+\|", line) for line in lines[first : first + 3]]
    cells = [re.split(r"\s{2,}", row[1].strip()) for row in rows if row]
    assert [len(row) for row in cells] == [3, 3, 3]
    assert "turns a point `p` by `q p q`" in page(2)  # ``page`` drops the star

    def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        (u, s), (v, t) = (a[:3], a[3]), (b[:3], b[3])
        return np.append(s * v + t * u + np.cross(u, v), s * t - u @ v)

    for seed in range(5):
        q = np.random.default_rng(seed).normal(size=4)
        q /= np.linalg.norm(q)
        named = dict(zip("xyzw", q.tolist(), strict=True))
        written = [
            [eval(re.sub(r"\b([xyzw])([xyzw])\b", r"\1*\2", cell.replace("2(", "2*(")), {}, named) for cell in row]
            for row in cells
        ]
        back = q * [-1, -1, -1, 1]
        turned = [product(product(q, np.append(axis, 0.0)), back)[:3] for axis in np.eye(3)]
        assert np.allclose(written, np.transpose(turned), atol=1e-12)


def test_page_2_what_a_reaching_arm_computes(capsys: pytest.CaptureFixture[str]) -> None:
    assert reach.main([]) == 0
    printed = capsys.readouterr().out
    computed = re.search(r"computed: (\d+); .* would have been (\d+)", printed)
    assert computed
    assert f"computes {computed[1]} world matrices; all joints, each time, would be {computed[2]}." in page(2)


def test_page_3_half_way_between_two_matrices() -> None:
    """The mean of a matrix and one turned by a quarter: an arm along x keeps this much of its length."""
    quarter = np.array([[0.0, -1.0], [1.0, 0.0]])
    length = np.linalg.norm((np.eye(2) + quarter) / 2 @ [1.0, 0.0])
    assert f"through a quarter turn an arm has {100 * length:.0f} % of its length" in page(3)


@pytest.mark.parametrize("number", [3, 4, 5, 6, 8, 10, 11, 13])
def test_the_knee_goes_through_the_pages(number: int) -> None:
    """Every figure about it is one of ``explain``'s, which other tests hold to the specification."""
    found = explain(load_model(CHARACTER), 0, 5530, 0, 0.25)
    known = {f"{abs(x):.6g}" for x in flat(explanation_document(found))} | {"1"}
    (path,) = (ROOT / "docs" / "guide").glob(f"{number:02}-*.md")
    words = re.sub(
        r"^## On the strip.*?(?=^## |\Z)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    told = re.findall(r"\((-?\d[^()]*, -?\d[^()]*, [^()]*)\)", words)
    figures = [f.strip().lstrip("-") for row in told for f in row.split(",") if "." in f]
    assert len(figures) >= 3
    assert not [figure for figure in figures if figure not in known], (number, figures)


def flat(value: object) -> list[float]:
    """All numbers in a document."""
    if isinstance(value, dict | list):
        return [x for item in (value.values() if isinstance(value, dict) else value) for x in flat(item)]
    return [float(value)] if isinstance(value, float) else []
