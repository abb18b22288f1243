"""What a search for the best settings costs, in exports: of a game character each takes some four seconds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.blender import animated_tube
from tests.blender.animated_tube import made
from tests.blender.module import module

bpy = pytest.importorskip("bpy")


@pytest.fixture
def character(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """15,000 vertices on 52 bones, with three clips of 65 frames."""
    for name, value in {"SIDES": 24, "RINGS": 12, "LAST": 64}.items():
        monkeypatch.setattr(animated_tube, name, value)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made(["walk", "run", "idle"], bones=52)
    armature.scale = (0.05, 0.05, 0.05)
    assert (len(mesh.data.vertices), len(bpy.data.actions)) == (15_000, 3)
    return armature, mesh


def seven_influences(mesh: Any) -> None:
    for vertex in mesh.data.vertices:
        for step in range(-3, 4):
            group = mesh.vertex_groups.get(f"b{int(vertex.co.z) + step}")
            if group is not None:
                group.add([vertex.index], 0.05 + 0.02 * (step + 3), "ADD")


@pytest.mark.nightly
@pytest.mark.parametrize(("at_fault", "exports"), [(False, 1), (True, 2)])
def test_it_costs_no_more(extension, character, tmp_path: Path, at_fault, exports) -> None:
    if at_fault:
        seven_influences(character[1])
    blend, rows = tmp_path / "scene.blend", tmp_path / "rows.json"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend), copy=True)
    assert module(extension, "addon.command.commands").run(["preflight", str(blend), "--json", str(rows)]) == 0
    assert len(json.loads(rows.read_text(encoding="utf-8"))["rows"]) == exports
