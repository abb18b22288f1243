"""Verify after export, without a window: what another Blender answers, and that nothing of the scene or export changes.

The window itself is in tests/window. What is right is read off Blender in the test, as in ``test_pair``.
"""

from __future__ import annotations

import itertools
import json
import sys

import numpy as np
import pytest

from tests.blender.animated_tube import made
from tests.blender.conftest import MODULE
from tests.blender.export_box import answered, exported
from tests.blender.module import module
from tests.blender.whole_scene import whole_scene

bpy = pytest.importorskip("bpy")

from tests.blender import export_scenes as scenes  # noqa: E402 -- it needs bpy
from tests.blender import wrong_scenes as wrong  # noqa: E402
from tests.window.inside import side_bar  # noqa: E402


@pytest.mark.on_each_line  # 4.5 hung at the end of the exporter's process
def test_a_good_export_is_the_same_and_nothing_is_touched(extension, tube, ticked, tmp_path) -> None:
    bpy.context.scene.frame_set(7)
    plain, path = tmp_path / "plain.glb", tmp_path / "tube.glb"
    before = whole_scene()
    exported(path)
    assert whole_scene() == before
    side = answered(extension, ticked)
    assert side.result is not None, side.refusal
    assert (side.result.same, side.result.title) == (True, "tube.glb")
    assert "25 of 25" in side.result.coverage
    below = side_bar.said()["panels"]["Two Objects, Exports"][-2:]
    assert below == ["The same", "[Report]"]  # no heat map, no worst frame
    assert whole_scene() == before
    assert not module(extension, "addon.export.job")._running
    ticked._is_asked_for = lambda: False
    exported(plain)
    assert plain.read_bytes() == path.read_bytes()


def test_a_setting_at_fault_is_named_with_its_size(extension, tube, ticked, tmp_path) -> None:
    exported(tmp_path / "tube.glb", export_influence_nb=2)
    side = answered(extension, ticked)
    assert side.result is not None, side.refusal
    assert side.result.differs
    (cause, *_) = side.result.causes
    percent = module(extension, "skinning_core.report.readable").Reading().share(side.result.share)
    assert str(cause) == f"influences limited to 2: {percent} (with All Bone Influences: the same)"
    (errors,) = side.errors.values()
    assert list(side.errors) == [tube.name]
    assert len(errors) == len(tube.data.vertices)
    assert "<html" in side.page
    assert np.nanmax(errors) == pytest.approx(side.result.share, rel=1e-6)


def test_what_the_setting_at_fault_hides_is_named_beside_it(extension, ticked, tmp_path) -> None:
    """Sheared bones are the larger fault, and influences that are cut are left."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made(bones=6)
    wrong.stretched(armature, mesh)
    scenes.six_influences(armature, mesh)
    for element in (element for vertex in mesh.data.vertices for element in vertex.groups):
        element.weight **= 2  # the fifth and sixth are little
    exported(tmp_path / "tube.glb")
    side = answered(extension, ticked)
    assert side.result is not None, side.refusal
    alone, both, *_ = map(str, side.result.causes)
    assert "with Flatten Bone Hierarchy: " in alone
    assert "with Flatten Bone Hierarchy, All Bone Influences: the same" in both


def _bevelled(modifier) -> None:
    modifier.width = 0.02


def _decimated(modifier) -> None:
    modifier.ratio = 0.6


#: Modifiers that make vertices or take some away, and what makes them do so.
GENERATING = {
    "MIRROR": None, "SUBSURF": None, "SOLIDIFY": None, "BEVEL": _bevelled, "ARRAY": None, "BUILD": None,
    "DECIMATE": _decimated, "EDGE_SPLIT": None, "MULTIRES": None, "REMESH": None, "SCREW": None, "SKIN": None,
    "TRIANGULATE": None, "WELD": None, "WIREFRAME": None, "BOOLEAN": None, "MASK": None, "NODES": None,
    "VOLUME_TO_MESH": None,
}  # fmt: skip

#: The commonest are tried at every change, the others by night (4 s each).
_COMMON = {("MIRROR", "before", True), ("SUBSURF", "after", True), ("SOLIDIFY", "before", True)}


@pytest.mark.parametrize(
    ("kind", "place", "applied"),
    [
        pytest.param(*each, marks=() if each in _COMMON else pytest.mark.nightly)
        for each in itertools.product(GENERATING, ("before", "after"), (True, False))
    ],
)
def test_no_modifier_stops_it(extension, tube, ticked, tmp_path, kind, place, applied) -> None:
    """A verdict, and an error for each vertex of the stored mesh that is in the file, or a sentence of ours."""
    modifier = tube.modifiers.new("Made", kind)
    if GENERATING[kind] is not None:
        GENERATING[kind](modifier)
    if place == "before":
        tube.modifiers.move(1, 0)
    exported(tmp_path / "tube.glb", export_apply=applied)
    side = answered(extension, ticked)
    assert "fault" not in str(side.refusal), side.refusal
    if side.result is None:
        assert str(side.refusal)
    for name, errors in (side.errors or {}).items():
        assert len(errors) == len(bpy.data.objects[name].data.vertices)
    if (kind, place, applied) in _COMMON:
        assert side.result is not None, side.refusal
        assert np.isfinite(side.errors[tube.name]).all()


@pytest.mark.parametrize("kind", ["MIRROR", pytest.param("SUBSURF", marks=pytest.mark.nightly)])
def test_causes_are_looked_for_behind_modifiers_that_make_vertices(extension, ticked, tmp_path, kind) -> None:
    """Four influences of six, of a mesh of which the file has more vertices than the scene stores."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    mesh = made(bones=6)[1]
    for vertex in mesh.data.vertices:
        for k in range(6):
            mesh.vertex_groups[f"b{k}"].add([vertex.index], 0.1 + 0.05 * k, "ADD")
    mesh.modifiers.new("Made", kind)
    mesh.modifiers.move(1, 0)
    exported(tmp_path / "tube.glb", export_apply=True)
    side = answered(extension, ticked)
    assert side.result is not None, side.refusal
    assert side.result.differs
    assert "(with All Bone Influences: the same)" in str(side.result.causes[0]), side.result.causes


def test_without_the_tick_nothing_is_noted(extension, tube, tmp_path) -> None:
    box = module(extension, "addon.export.box")
    exported(tmp_path / "tube.glb")
    assert not box._exports
    preferences = bpy.context.preferences.addons[MODULE].preferences
    assert not preferences.verify_exports
    assert MODULE in sys.modules["io_scene_gltf2"].exporter_extension_layout_draw


def test_only_the_selected_character_is_meant(extension, tube, ticked, tmp_path) -> None:
    other = made(name="Other")[1]
    for ob in bpy.context.scene.objects:
        ob.select_set(ob in (tube, tube.parent))
    exported(tmp_path / "tube.glb", use_selection=True)
    export = ticked._exports[-1]
    name, settings = export.scene, export.settings
    assert ticked._meant(bpy.data.scenes[name], settings) == [tube.parent.name]
    assert other.name not in json.dumps(settings)
    side = answered(extension, ticked)
    assert side.result is not None, side.refusal
    assert not side.result.differs, side.result
