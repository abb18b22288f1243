"""Every shared character packed by gltfpack, in Blender on our rig: within the bar, whatever gltfpack makes of it.

Expected positions: the packed file skinned by the specification in float64, which golden data and `tests/plain.py`
hold. The rig for animation has no bone but the file's joints, so it comes only near the few files that shear a joint:
there, a twin is as near as the file that it was made from.

``SKINPROOF_TWINS=1`` prints the table of all errors.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests import golden, npm
from tests.blender.module import module
from tests.blender.test_golden_blender import BAR
from tests.conftest import ROOT

bpy = pytest.importorskip("bpy")

#: How a twin is made: gltfpack's options, or a step of glTF-Transform.
TWINS = {"plain": (), "noq": ("-noq",), "8 bits": ("-vp", "8"), "16 bits": ("-vp", "16"), "floats": ("-vpf",)}
TWINS |= {"nodes kept": ("-kn",), "compressed": ("-c",)}
SHARED = Path(os.environ.get("SKINPROOF_SHARED", ROOT.parent / "shared"))
KINDS = ("blender", "blender:animation")
FIELD = {name: f"characters/{name}.glb" for name in ("player", "RobotExpressive", "toon_cat")}
FIELD |= {"BrainStem": "brainstem/BrainStem.gltf", "VirtualCity": "virtualcity/VC.gltf"}
FIELD |= {"VRM 0": "vrm/sphere_vrm0.vrm", "VRM 1": "vrm/modifier_shapekey_vrm1.vrm"}
#: All with golden data: thirty characters at most.
GOLDEN = sorted(str(path.parent.relative_to(SHARED / "golden")) for path in (SHARED / "golden").glob("**/golden.json"))
#: Several clips of one character come to the same rig: three of them are enough, and as many times of each.
CLIPS, TIMES = 3, 5


def source_of(shared: Path, name: str) -> Path:
    found = shared / "field" / FIELD[name] if name in FIELD else golden.sheet(shared, name).model
    if not found.is_file():
        pytest.skip(f"{found} is not here")
    return found


def error_of(extension: str, path: Path, kind: str) -> float:
    """The largest error at rest and in the first, a middle and the last clip, relative to the size at the time."""
    model = module(extension, "skinning_core").load_model(path)
    skin = module(extension, "skinning_core.fast.exact_engine").skin_model
    subject = module(extension, "addon.subjects.blender").make(kind, model)
    worst = 0.0
    with subject.opened():
        for clip in (None, *np.unique(np.linspace(0, len(model.clips) - 1, CLIPS).astype(int)).tolist()):
            if clip is not None and not model.clips:
                continue
            ends = (0.0, 0.0) if clip is None else (model.clips[clip].start, model.clips[clip].end)
            times = np.unique(np.linspace(*ends, TIMES))
            wanted = np.concatenate(skin(model, clip, times, variants=False).positions, axis=1)
            found = np.concatenate(subject.at(clip, times).positions, axis=1)
            size = np.linalg.norm(np.ptp(wanted, axis=1), axis=-1)
            worst = max(worst, float((np.linalg.norm(found - wanted, axis=-1).max(axis=1) / size).max()))
    return worst


def check(extension: str, shared: Path, folder: Path, name: str, twin: str) -> None:
    source = source_of(shared, name)
    if source.suffix == ".vrm":  # a name that gltfpack does not know
        source = Path(shutil.copy(source, folder / "vrm.glb"))
    packed = npm.gltfpack(source, folder / "packed.glb", *TWINS[twin])
    if not module(extension, "skinning_core").load_model(packed).parts:
        pytest.skip("gltfpack leaves no mesh of it")
    for kind in KINDS:
        error = error_of(extension, packed, kind)
        if os.environ.get("SKINPROOF_TWINS") == "1":
            print(f"\nTWIN {name:34} {twin:12} {kind:18} {error:.1e}")
        if error > BAR and kind == "blender:animation":
            assert error <= 1.1 * error_of(extension, source, kind)
        else:
            assert error <= BAR, kind


@pytest.mark.parametrize("name", ["RobotExpressive", "hard/h03_ibm_shear"])
def test_a_packed_twin(extension: str, shared: Path, tmp_path: Path, name: str) -> None:
    check(extension, shared, tmp_path, name, "plain")


@pytest.mark.nightly
@pytest.mark.parametrize("name", [*FIELD, *GOLDEN])
@pytest.mark.parametrize("twin", TWINS)
def test_every_packed_twin(extension: str, shared: Path, tmp_path: Path, name: str, twin: str) -> None:
    check(extension, shared, tmp_path, name, twin)
