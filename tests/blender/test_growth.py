"""The work of an import and of a comparison grows with the file and no faster: calls are counted, not seconds.

A walk through all parts once for each part, or through all joints for each joint, is seen in the number of calls on any
machine, however busy. Seconds are printed by ``python -m benchmarks --sections growth``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import growth
from benchmarks.glb import write_character
from benchmarks.job import VERIFY, processor_seconds
from benchmarks.meshes import body
from benchmarks.row import table

bpy = pytest.importorskip("bpy")

#: Four times the work may take four times the calls, and what does not grow (a verdict, a panel) makes it less. A look
#: at each of 160 parts for each of them came to 4.19 to 4.25.
_MOST = 4.02


def calls(done: Callable[[], object]) -> int:
    """How many functions are called, Python's and C's."""
    count = 0

    def counting(_frame: object, event: str, _told: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    former = sys.getprofile()
    sys.setprofile(counting)
    try:
        done()
    finally:
        sys.setprofile(former)
    return count


def parts_of(folder: Path, count: int) -> Path:
    return write_character(folder / f"{count} parts.glb", body(6 * count, 6), clips=1, keys=3, parts=count)


def joints_of(folder: Path, count: int) -> Path:
    return write_character(folder / f"{count} joints.glb", body(6 * count, count), clips=1, keys=3)


def clips_of(folder: Path, count: int) -> Path:
    return write_character(folder / f"{count} clips.glb", body(200, 6), clips=count, keys=3)


def vertices_of(folder: Path, count: int) -> Path:
    return write_character(folder / f"{count} vertices.glb", body(50 * count, 6), clips=1, keys=3)


def counted_calls(path: Path, stock: bool) -> dict[str, int]:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    found = {}
    if stock:  # Blender's importer, then which vertex is which
        bpy.ops.import_scene.gltf(filepath=str(path))
        bpy.context.view_layer.objects.active = next(ob for ob in bpy.data.objects if ob.type == "ARMATURE")
        found["attach"] = calls(lambda: bpy.ops.skinproof.attach(filepath=str(path)))
    else:
        found["import"] = calls(lambda: bpy.ops.skinproof.import_skin(filepath=str(path)))
    for scope in ("FRAME", "CLIP"):
        found[scope] = calls(lambda scope=scope: bpy.ops.skinproof.compare(scope=scope))
    result = bpy.context.scene.skinproof.result
    assert result.same if not stock else result.words  # Blender's importer leaves out vertices without a face
    found["remove"] = calls(bpy.ops.skinproof.remove_character)
    return found


@pytest.mark.parametrize(
    ("make", "stock"),
    [
        (parts_of, False),
        (joints_of, False),
        pytest.param(clips_of, False, marks=pytest.mark.nightly),
        pytest.param(vertices_of, False, marks=pytest.mark.nightly),
        pytest.param(parts_of, True, marks=pytest.mark.nightly),
        pytest.param(joints_of, True, marks=pytest.mark.nightly),
    ],
)
def test_four_times_the_work_takes_four_times_the_calls(extension, tmp_path: Path, make, stock: bool) -> None:
    counted_calls(make(tmp_path, 8), stock)  # does not count: modules are imported, what is kept is made
    few, many = (counted_calls(make(tmp_path, count), stock) for count in (60, 240))
    grown = {name: many[name] / few[name] for name in few}
    assert {name: ratio for name, ratio in grown.items() if ratio > _MOST} == {}


def test_the_words_of_the_benchmarks_start_the_command_line(tmp_path: Path) -> None:
    path = write_character(tmp_path / "small.glb", body(96, 4), clips=1, keys=2)
    assert processor_seconds([*VERIFY, str(path), "--against", "fast"], dict(os.environ)) > 0.0


@pytest.mark.nightly
def test_exponents_are_printed_for_commands_and_windows(monkeypatch) -> None:
    monkeypatch.setattr(growth, "SIZES", {"parts": (20, 80), "joints": (20, 80)})
    rows = growth.growths()
    methods = {"command line, fast", "command line, blender", "import", "one frame"}
    for kind in growth.SIZES:
        assert {row.method for row in rows if row.section == "growth's exponent" and row.subject == kind} == methods
    assert "growth's exponent" in table(rows)


def test_an_exponent_is_that_of_the_cost() -> None:
    assert growth.exponent((10, 100, 1000), [2.0, 20.0, 200.0]) == pytest.approx(1.0)
    assert growth.exponent((10, 100, 1000), [1.0, 100.0, 10_000.0]) == pytest.approx(2.0)
    assert growth.exponent((2, 8), [3.0, 6.0]) == pytest.approx(0.5)
