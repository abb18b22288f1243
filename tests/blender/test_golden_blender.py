"""Blender on our rig against golden data baked elsewhere, and against a second, plain reading of the specification.

The bar is 3e-6 of the diagonal at every time, between keys too; 3e-5 where the engine itself says that Blender's
float32 is the floor.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

BAR, FLOOR = 3e-6, 3e-5
TIMES = [0.0, 0.07, 0.31, 0.5, 0.77, 1.0, 1.61, 2.4]
#: The plain reading walks a chain of hundreds to its root from every joint: too slow here, golden data have one.
TOO_LONG = {"many_joints"}


def test_blender_equals_the_golden_data(extension: str, shared: Path):
    engine = module(extension, "addon.engines.blender").skin_blender
    sheets = sorted(shared.glob("golden/**/golden.json"))
    assert sheets
    problems = []
    for sheet in sheets:
        model = _load(extension, shared, sheet)
        for entry in json.loads(sheet.read_text())["files"]:
            with np.load(sheet.parent / entry["file"]) as golden:
                found = engine(model, None if entry["clip"] < 0 else entry["clip"], golden["times"])
                expected = [golden[f"pos{k}"] for k in range(len(golden["prims"]))]
                worst = largest_error(found.positions, expected, golden["diag"])
            if not worst <= (FLOOR if found.notes else BAR):
                problems.append(f"{sheet.parent.name}/{entry['file']}: {worst:.1e} {found.notes}")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("name", sorted(set(MODELS) - TOO_LONG))
def test_blender_equals_the_plain_reading(extension: str, name: str, tmp_path: Path):
    path = MODELS[name](tmp_path)
    model = module(extension, "skinning_core").load_model(path)
    engine = module(extension, "addon.engines.blender").skin_blender
    for clip in [None, *range(len(model.clips))]:
        expected = plain.skin(path, clip, TIMES)
        found = engine(model, clip, np.array(TIMES))
        assert largest_error(found.positions, expected, diagonal(expected)) <= (FLOOR if found.notes else BAR)


def test_matrices_are_blenders_own(extension: str, shared: Path):
    """Node matrices and skin palettes come back too, so that a difference can be traced to one joint."""
    sheet = shared / "golden" / "hard" / "h03_ibm_shear" / "golden.json"
    model = _load(extension, shared, sheet)
    with np.load(sheet.parent / "clip0.npz") as golden:
        found = module(extension, "addon.engines.blender").skin_blender(model, 0, golden["times"])
        joints = golden["skin0_joints"]
        np.testing.assert_allclose(found.skin_palettes[0][1], golden["skin0_mats"], atol=3e-6)
        np.testing.assert_allclose(found.node_globals[:, joints], golden["nodes"][:, joints], atol=3e-6)


def test_stock_agrees_where_the_importer_is_right(extension: str, shared: Path):
    """At rest on an ordinary file; what differs elsewhere is the importer's doing, and no test's business."""
    model = _load(extension, shared, shared / "golden" / "fox" / "golden.json")
    with np.load(shared / "golden" / "fox" / "rest.npz") as golden:
        found = module(extension, "addon.engines.blender").skin_stock(model, None, golden["times"])
        assert found.engine == "stock"
        assert largest_error(found.positions, [golden["pos0"]], golden["diag"]) < 3e-6


def test_engines_leave_nothing_behind(extension: str, root: Path):
    engines = module(extension, "addon.engines.blender")
    model = module(extension, "skinning_core").load_model(root / "examples" / "character.glb")
    created = module(extension, "addon.scene.rollback")
    before, scene, frame = set(created.data_blocks()), bpy.context.window.scene, bpy.context.scene.frame_current
    for engine in (engines.skin_blender, engines.skin_stock):
        engine(model, 0, np.array([0.0, 0.4]))
        assert set(created.data_blocks()) == before
        assert (bpy.context.window.scene, bpy.context.scene.frame_current) == (scene, frame)


def largest_error(found, expected, diag) -> float:
    worst = 0.0
    for ours, theirs in zip(found, expected, strict=True):
        if theirs.shape[1]:
            assert np.isfinite(ours).all()
            worst = max(worst, float((np.linalg.norm(ours - theirs, axis=-1).max(axis=1) / diag).max()))
    return worst


def diagonal(positions) -> np.ndarray:
    everything = np.concatenate(positions, axis=1)
    return np.linalg.norm(everything.max(axis=1) - everything.min(axis=1), axis=1)


def _load(extension: str, shared: Path, sheet: Path):
    folder = shared / "models" / sheet.parent.relative_to(shared / "golden")
    name = Path(json.loads(sheet.read_text())["model"]).name
    return module(extension, "skinning_core").load_model(folder / name)
