"""Mistakes planted one by one in the plain second engine (`tests.plain`), over cases of the corpus: each is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core.cli import main
from tests import plain
from tests.plain import sample as right_sample

Wrong = Callable[[pytest.MonkeyPatch], None]


def keys(change: Callable[[np.ndarray], np.ndarray]) -> Wrong:
    """Rows (K, 3, C) of CUBICSPLINE tracks read otherwise."""

    def sample(times: np.ndarray, values: np.ndarray, how: str, path: str, t: float) -> np.ndarray:
        return right_sample(times, change(values) if how == "CUBICSPLINE" else values, how, path, t)

    return lambda patch: patch.setattr(plain, "sample", sample)


def bind_by_rows(patch: pytest.MonkeyPatch) -> None:
    """Inverse bind matrices are stored by columns, and taken by rows."""
    right: Callable[..., Any] = plain.PlainFile.accessor

    def accessor(file: plain.PlainFile, index: int) -> np.ndarray:
        values = right(file, index)
        return values.reshape(-1, 4, 4).swapaxes(1, 2).reshape(-1, 16) if values.shape[1] == 16 else values

    patch.setattr(plain.PlainFile, "accessor", accessor)


def morphs(change: Callable[[plain.PlainFile, int, dict], None]) -> Wrong:
    """The document changed before a mesh is morphed."""
    right = plain._morphed

    def morphed(file: plain.PlainFile, node: int, primitive: dict, morph: dict, name: str) -> np.ndarray:
        change(file, node, morph)
        return right(file, node, primitive, morph, name)

    return lambda patch: patch.setattr(plain, "_morphed", morphed)


def without_node_weights(file: plain.PlainFile, node: int, morph: dict) -> None:
    del morph
    file.json["nodes"][node].pop("weights", None)


def first_target(file: plain.PlainFile, node: int, morph: dict) -> None:
    mesh = file.json["meshes"][file.json["nodes"][node]["mesh"]]
    count = len(mesh["primitives"][0].get("targets") or [])
    stored = morph.get(node, file.json["nodes"][node].get("weights") or mesh.get("weights") or [0.0] * count)
    morph[node] = np.where(np.arange(count) < 1, stored, 0.0)


def without_own_transforms(patch: pytest.MonkeyPatch) -> None:
    """In a clip, nodes with tracks lose the rest of their own transform."""
    right = plain._pose

    def pose(file: plain.PlainFile, clip: int | None, t: float) -> Any:
        channels = [] if clip is None else file.json["animations"][clip]["channels"]
        for node in {channel["target"]["node"] for channel in channels}:
            for path in ("translation", "rotation", "scale"):
                file.json["nodes"][node].pop(path, None)
        return right(file, clip, t)

    patch.setattr(plain, "_pose", pose)


def splines_of_any_length(patch: pytest.MonkeyPatch) -> None:
    """Rotations of splines are not normalised; all others have length one."""
    patch.setattr(plain, "unit", lambda q: q)


MISTAKES: dict[str, tuple[Wrong, tuple[str, ...]]] = {
    "tangents-flat": (keys(lambda v: v * np.array([0, 1, 0])[:, None]), ("cubic", "cubic-in-out")),
    "tangents-exchanged": (keys(lambda v: v[:, ::-1]), ("cubic-in-out",)),
    "tangent-for-value": (keys(lambda v: v[:, [0, 0, 2]]), ("cubic", "mixed-interpolation")),
    "unnormalised-quaternions": (splines_of_any_length, ("cubic", "cubic-in-out", "mixed-interpolation")),
    "unwritten-dropped": (without_own_transforms, ("half-turn", "defaults", "step")),
    "inverse-bind-transposed": (bind_by_rows, ("bind", "normals", "morph")),
    "targets-cut": (morphs(first_target), ("morph", "eight-targets", "cubic-weights")),
    "node-weights-ignored": (morphs(without_node_weights), ("own-weights",)),
}


@pytest.mark.in_turns
@pytest.mark.parametrize("code", MISTAKES)
def test_a_planted_mistake_is_named(code: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, names = MISTAKES[code]
    cases = {case["id"]: case for case in json.loads((corpus / "manifest.json").read_text())["cases"]}
    plant(monkeypatch)
    for name in names:
        case, made = cases[name], tmp_path / f"{name}.npz"
        path = corpus / case["file"]
        clip = case["clip"]
        if isinstance(clip, str):
            clip = [each.get("name") for each in plain.PlainFile(path).json["animations"]].index(clip)
        positions = plain.skin(path, clip, case["times"])
        np.savez(made, times=case["times"], **{f"pos{k}": each.astype("f4") for k, each in enumerate(positions)})
        words = ["--clip", "rest" if clip is None else str(clip)]
        report = tmp_path / f"{name}.json"
        words += ["--normals", "out", "--json", str(report)]
        assert main(["compare", str(path), str(made), *words]) == 1
        (comparison,) = json.loads(report.read_text())["models"][0]["comparisons"]
        assert [cause["code"] for cause in comparison["causes"]] == [code], name
        assert comparison["causes"][0]["explained"] > 0.99
