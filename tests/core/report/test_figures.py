"""Every figure of the JSON document and of the JUnit report, recomputed plainly on a character of two parts.

The weights of both parts do not sum to one; it grows over time, so that the largest length and the largest share are of
different times; some vertices are lost at some times; errors are random and one vertex's are much the largest.
"""

from __future__ import annotations

import dataclasses
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core import Model, Skinned, load_model, skin_model
from skinning_core.compare.judge.question import Question, Times
from skinning_core.compare.judge.verification import Verification, verify
from skinning_core.model import Clip, Influences, Track
from skinning_core.report.document import verify_document
from skinning_core.report.junit import Case, junit_document
from skinning_core.report.table import verification_lines
from tests.models import MODELS
from tests.subjects import subjects

TIMES = np.array([0.0, 0.25, 0.4, 0.8])
GONE = {(0, 1): [3, 4], (1, 3): [7]}  # by part and time: vertices without a usable position
PAGE = Path(__file__).resolve().parents[3] / "docs" / "report.md"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    made = load_model(MODELS["two_skins"](tmp_path_factory.mktemp("two")))
    second = made.meshes[made.parts[1].mesh]
    influences = second.primitives[0].influences
    assert influences is not None
    odd = Influences(influences.joints, influences.weights * np.linspace(0.6, 1.4, len(influences.weights))[:, None])
    mesh = dataclasses.replace(second, primitives=(dataclasses.replace(second.primitives[0], influences=odd),))
    meshes = tuple(mesh if k == made.parts[1].mesh else other for k, other in enumerate(made.meshes))
    roots = sorted(node for node in range(len(made.nodes)) if made.nodes.parents[node] < 0)
    keys = np.array([0.0, 0.8])
    grows = [Track(node, "scale", "LINEAR", keys, np.array([[1.0] * 3, [3.0] * 3])) for node in roots]
    kept = [track for track in made.clips[0].tracks if (track.node in roots, track.path) != (True, "scale")]
    return dataclasses.replace(made, meshes=meshes, clips=(Clip("grows", (*kept, *grows)),))


def moved(model: Model, clip: int | None, times: np.ndarray, *, normals: bool = True, **_asked: object) -> Skinned:
    """The reference with noise, vertex 11 of the second part a long way off, and some vertices lost."""
    skinned = skin_model(model, clip, times, normals=normals, variants=False)
    positions = []
    for k, part in enumerate(skinned.positions):
        noise = np.random.default_rng(k).normal(size=(len(TIMES), *part.shape[1:]))[np.searchsorted(TIMES, times)]
        changed = part + 1e-3 * noise
        if k == 1:
            changed[:, 11, 2] += 0.3 - 0.1 * times[:, None].ravel()
            changed[:, 12, 2] += 0.25 + 0.1 * times[:, None].ravel()
        for (of_part, row), vertices in GONE.items():
            if of_part == k:
                changed[np.ix_(np.flatnonzero(times == TIMES[row]), vertices)] = np.nan
        positions.append(changed)
    return dataclasses.replace(skinned, positions=tuple(positions))


@pytest.fixture(scope="module")
def verification(model: Model) -> Verification:
    return verify(model, subjects(model, {"moved": moved}), Question(clips=(0,), times=Times.at(TIMES)), picture=True)


@pytest.fixture(scope="module")
def entry(verification: Verification) -> dict[str, Any]:
    return json.loads(json.dumps(verify_document([("two.glb", verification)], {})))["models"][0]


@pytest.fixture(scope="module")
def apart(model: Model) -> list[np.ndarray]:
    """Per part (T, V) distances, metres."""
    ours, theirs = skin_model(model, 0, TIMES, variants=False), moved(model, 0, TIMES)
    return [np.sqrt(((a - b) ** 2).sum(axis=2)) for a, b in zip(ours.positions, theirs.positions, strict=True)]


@pytest.fixture(scope="module")
def size(model: Model) -> np.ndarray:
    """(T,) diagonals of the bounding box of all parts, metres."""
    every = np.concatenate(skin_model(model, 0, TIMES, variants=False).positions, axis=1)
    return np.linalg.norm(every.max(axis=1) - every.min(axis=1), axis=1)


def test_the_character_is_awkward(size: np.ndarray, entry: dict[str, Any]) -> None:
    assert size[-1] > 2.0 * size[0]
    (comparison,) = entry["comparisons"]
    assert comparison["worst"]["time_s"] != comparison["farthest"]["time_s"]


def test_figures_of_all_parts(entry: dict[str, Any], apart: list[np.ndarray], size: np.ndarray) -> None:
    (comparison,) = entry["comparisons"]
    every = [np.concatenate([part[t][~np.isnan(part[t])] for part in apart]) for t in range(len(TIMES))]
    relative = [row / scale for row, scale in zip(every, size, strict=True)]
    rms = [np.sqrt((row**2).mean()) for row in relative]
    assert comparison["times_s"] == TIMES.tolist()
    assert comparison["diagonal_m"] == pytest.approx(size.tolist())
    assert comparison["max_by_time"] == pytest.approx([row.max() for row in relative])
    assert comparison["rms_by_time"] == pytest.approx(rms)
    assert comparison["max"] == pytest.approx(max(row.max() for row in relative))
    assert comparison["rms"] == pytest.approx(np.sqrt(np.mean(np.square(rms))))
    assert abs(comparison["rms"] - np.mean(rms)) > 1e-3 * np.mean(rms), "a mean would not be told from it"
    assert comparison["percentile_99"] == pytest.approx(max(np.percentile(row, 99) for row in relative))
    assert comparison["compared"] == sum(map(len, every)) == sum(comparison["histogram"]["counts"])
    assert comparison["lost"] == comparison["unusable"] == max(map(len, GONE.values()))
    unseen = sum(int((row * 1080 < 0.1).sum()) for row in relative) / sum(map(len, every))
    assert comparison["seen"]["unseen_share"] == pytest.approx(unseen)
    assert comparison["seen"]["pixels"] == pytest.approx(1080 * comparison["max"])
    edges = np.array(comparison["histogram"]["edges"])
    counts = np.bincount(np.searchsorted(edges, np.concatenate(relative), side="right"), minlength=len(edges) + 1)
    assert comparison["histogram"]["counts"] == counts.tolist()


def test_figures_of_each_part(entry: dict[str, Any], apart: list[np.ndarray]) -> None:
    (comparison,) = entry["comparisons"]
    for k, (part, distance) in enumerate(zip(comparison["parts"], apart, strict=True)):
        rows = [row[~np.isnan(row)] for row in distance]
        assert part["max_m"] == pytest.approx([row.max() for row in rows])
        assert part["rms_m"] == pytest.approx([np.sqrt((row**2).mean()) for row in rows])
        assert part["mean_m"] == pytest.approx([row.mean() for row in rows])
        assert part["percentile_99_m"] == pytest.approx([np.percentile(row, 99) for row in rows])
        assert part["worst_vertex"] == [int(np.nanargmax(row)) for row in distance]
        assert part["lost"] == [len(GONE.get((k, t), ())) for t in range(len(TIMES))]


def test_the_worst_and_the_farthest_vertex(
    model: Model, entry: dict[str, Any], apart: list[np.ndarray], size: np.ndarray
) -> None:
    (comparison,) = entry["comparisons"]
    share = [distance / size[:, None] for distance in apart]
    for name, figures in (("worst", share), ("farthest", apart)):
        k = int(np.argmax([np.nanmax(of_part) for of_part in figures]))
        t, vertex = np.unravel_index(np.nanargmax(figures[k]), figures[k].shape)
        found = comparison[name]
        assert (found["part"], found["vertex"], found["time_s"]) == (k, vertex, TIMES[t])
        assert found["distance_m"] == pytest.approx(apart[k][t, vertex])
        assert found["relative"] == pytest.approx(share[k][t, vertex])
        influences = model.influences(model.parts[k])
        assert influences is not None
        joint = influences.joints[vertex, influences.weights[vertex].argmax()]
        assert found["node"] == int(model.skins[model.parts[k].skin].joints[joint])


def test_joints_gather_the_vertices_that_follow_them_most(
    model: Model, entry: dict[str, Any], apart: list[np.ndarray], size: np.ndarray
) -> None:
    (comparison,) = entry["comparisons"]
    by_node: dict[int, list[np.ndarray]] = {}
    for k, part in enumerate(model.parts):
        influences = model.influences(part)
        assert influences is not None
        for vertex in range(len(influences.weights)):
            joint = influences.joints[vertex, influences.weights[vertex].argmax()]
            by_node.setdefault(int(model.skins[part.skin].joints[joint]), []).append(apart[k][:, vertex] / size)
    assert [row["node"] for row in comparison["joints"]] == sorted(by_node)
    for row in comparison["joints"]:
        errors = np.array(by_node[row["node"]])
        assert row["vertices"] == len(errors)
        assert row["max"] == pytest.approx(np.nanmax(errors))
        assert row["rms"] == pytest.approx(np.sqrt(np.nanmean(errors**2, axis=0)).max())


def test_weights_have_an_effect_on_both_parts(model: Model, entry: dict[str, Any], size: np.ndarray) -> None:
    """A vertex whose weights sum to s stands at s times its place, measured from the world's origin."""
    positions = skin_model(model, 0, TIMES, variants=False).positions
    for k, (effect, part) in enumerate(zip(entry["weights"], model.parts, strict=True)):
        influences = model.influences(part)
        assert influences is not None
        sums = influences.weights.sum(axis=1)
        away = np.linalg.norm(positions[k], axis=2) * abs(sums - 1.0)
        assert effect["part_index"] == k
        assert effect["max_relative"] == pytest.approx((away / size[:, None]).max(), rel=1e-5)
        assert (effect["smallest_sum"], effect["largest_sum"]) == pytest.approx((sums.min(), sums.max()))


def test_no_figure_of_the_table_is_larger_than_at_most(verification: Verification) -> None:
    lines = verification_lines(verification)
    metres = {"mm": 1e-3, "cm": 1e-2, "m": 1.0}
    (most,) = re.findall(r"at most ([\d.]+) (mm|cm|m) off \(([\d.]+) %", lines[1])
    for line in (line for line in lines[2:] if "note:" not in line):
        for number, unit in re.findall(r"([\d.]+) (mm|cm|m)\b", line):
            assert float(number) * metres[unit] <= float(most[0]) * metres[most[1]] * 1.001, line
        if "of the size" in line:
            assert float(re.findall(r"([\d.]+) % of the size", line)[0]) <= float(most[2]), line
    assert any("worst at" in line for line in lines)
    assert any("farthest at" in line for line in lines)


def test_junit_counts_each_kind_apart() -> None:
    kinds = ["passed"] * 5 + ["failure"] * 3 + ["error"] * 2 + ["skipped"]
    cases = [Case("one" if k % 2 else "two", f"case {k}", kind) for k, kind in enumerate(kinds)]
    document = ElementTree.fromstring(junit_document(cases))
    assert document.attrib == {"tests": "11", "failures": "3", "errors": "2", "skipped": "1"}
    for suite in document:
        own = [case.outcome for case in cases if case.suite == suite.attrib["name"]]
        counts = {"tests": len(own), "failures": own.count("failure"), "errors": own.count("error")}
        assert {name: int(suite.attrib[name]) for name in counts} == counts
        for name in ("failure", "error", "skipped"):
            assert len(suite.findall(f"testcase/{name}")) == own.count(name)


def keys_of(value: Any) -> set[str]:
    """The names of all members, but those of the values of sentences and of lists by name."""
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    if not isinstance(value, dict):
        return set()
    inside = [keys_of(each) for name, each in value.items() if name not in ("values", "clip_map")]
    return set(value).union(*inside)


@pytest.mark.usefixtures("entry")
def test_the_page_names_every_member(verification: Verification) -> None:
    document = verify_document([("two.glb", verification)], {"b.glb": "broken"})
    text = PAGE.read_text(encoding="utf-8")
    section = text[text.index("## `skinproof.verify/2`") : text.index("## `skinproof.inspect/1`")]
    words = set(re.findall(r"\w+", section))
    untold = keys_of(json.loads(json.dumps(document))) - words
    assert not untold
