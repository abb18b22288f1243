"""Blender judges the corpus: on our rig its evaluated mesh is where the case's own numbers say."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def test_x(extension: str, tmp_path: Path):
    import time
    make, load = module(extension, "addon.subjects.blender").make, module(extension, "skinning_core").load_model
    folder = module(extension, "skinning_core.corpus.folder")
    for made in folder.made_cases(proofs=False):
        for name, data in made.files.items():
            (tmp_path / name).write_bytes(data)
        entry = made.entry
        t = time.process_time()
        try:
            skinned = make("blender", load(tmp_path / entry["file"])).at(entry["clip"], np.array(entry["times"]))
        except Exception as error:
            print(entry["id"], type(error), error)
            continue
        with np.load(tmp_path / entry["npz"]) as file:
            expected = [file[f"pos{k}"] for k in range(len(file["prims"]))]
            size = file["diag"].max()
        off = max(np.abs(a - b).max() for a, b in zip(skinned.positions, expected)) / size
        if time.process_time() - t > 0.5 or off > entry["tolerance"]["positions"] or skinned.notes:
            print(entry["id"], f"{off:.1e}", entry["tolerance"]["positions"], [str(n) for n in skinned.notes], time.process_time() - t)
