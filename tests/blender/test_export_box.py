"""Verify after export, without a window: what another Blender answers, and that nothing of the scene or export changes.

The window itself is in tests/window. What is right is read off Blender in the test, as in ``test_pair``.
"""

from __future__ import annotations

import itertools
import json
import signal
import struct
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.blender.animated_tube import made
from tests.blender.conftest import MODULE
from tests.blender.module import module
from tests.blender.whole_scene import whole_scene
from tests.disks import fill, small_disk

bpy = pytest.importorskip("bpy")


@pytest.fixture
def tube(extension):
    """A tube on four bones, all of which move every vertex."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    mesh = made()[1]
    for vertex in mesh.data.vertices:
        for k in range(4):
            mesh.vertex_groups[f"b{k}"].add([vertex.index], 0.2 + 0.1 * k, "ADD")
    yield mesh
    module(extension, "addon.export.job").stop()


@pytest.fixture
def ticked(extension, monkeypatch):
    """As in a window in which the user has ticked the box; yields the module of the box."""
    box = module(extension, "addon.export.box")
    monkeypatch.setattr(box, "_is_asked_for", lambda: True)
    yield box
    box._exports.clear()  # a window's timer does it


def exported(path: Path, **settings: object) -> None:
    bpy.ops.export_scene.gltf(filepath=str(path), **settings)


def answered(extension: str, box) -> object:
    """What the panel shows in the end: the timers of a window, called here."""
    job = module(extension, "addon.export.job")
    if box._exports:
        box._written()
    until = time.monotonic() + 120.0
    while job.see_answer() is not None and time.monotonic() < until:
        time.sleep(0.1)
    return module(extension, "addon.state.session").session.side


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


def test_an_export_that_is_not_written_is_told(extension, tube, ticked, tmp_path) -> None:
    """The exporter fails after it has called us, as where the folder is read-only; the old file is as it was."""
    path = tmp_path / "tube.glb"
    path.mkdir()
    before = whole_scene()
    with pytest.raises((RuntimeError, OSError)):
        exported(path)
    side = answered(extension, ticked)
    assert str(side.refusal) == "tube.glb was not written, so nothing was verified"
    assert whole_scene()["poses" if "poses" in before else "objects"].keys() == before["objects"].keys()


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of what a process may write")
@pytest.mark.parametrize("suffix", [".glb", pytest.param(".gltf", marks=pytest.mark.nightly)])  # 4 s each
def test_on_a_full_disk_the_old_files_are_put_back(extension, tube, ticked, tmp_path, suffix) -> None:
    """The exporter empties a file, writes a part of it and fails; nothing else is in the folder afterwards."""
    import resource

    path = tmp_path / f"tube{suffix}"
    settings = {"export_format": "GLB" if suffix == ".glb" else "GLTF_SEPARATE"}
    exported(path, **settings)
    answered(extension, ticked)
    old = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    before = whole_scene()
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for name in (path.name, f"new{suffix}"):  # over the old one, and where there was none
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, usual[1]))
        try:
            with pytest.raises((RuntimeError, OSError)):
                exported(tmp_path / name, **settings)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        assert any(file.read_bytes() != old.get(file.name) for file in tmp_path.iterdir())
        side = answered(extension, ticked)
        told = "the file from before was put back" if name == path.name else "nothing was verified"
        assert str(side.refusal) == f"{name} could not be written whole, so {told}"
        assert {name: (tmp_path / name).read_bytes() for name in old} == old
    bpy.context.scene.frame_set(bpy.context.scene.frame_start)  # the exporter does not go back where it fails
    assert whole_scene() == before
    exported(path, **settings)
    assert answered(extension, ticked).result.same


@pytest.mark.parametrize("suffix", [pytest.param(".glb", marks=pytest.mark.nightly), ".gltf"])  # 6 s each
def test_on_a_disk_without_room_the_old_files_are_put_back(extension, tube, ticked, tmp_path, suffix) -> None:
    """A file system of its own, with as much room as the old files have, for files that are larger."""
    settings = {"export_format": "GLB" if suffix == ".glb" else "GLTF_SEPARATE"}
    tube.modifiers.new("Subdivision", "SUBSURF").levels = 3
    before = whole_scene()
    with small_disk(tmp_path / "disk", 256) as disk:
        path = disk / f"tube{suffix}"
        exported(path, **settings)
        assert answered(extension, ticked).result is not None
        old = {file.name: file.read_bytes() for file in disk.iterdir()}
        filler = fill(disk)
        with pytest.raises((RuntimeError, OSError)):
            exported(path, export_apply=True, **settings)
        side = answered(extension, ticked)
        assert str(side.refusal) == f"{path.name} could not be written whole, so the file from before was put back"
        assert {file.name: file.read_bytes() for file in disk.iterdir() if file != filler} == old
    bpy.context.scene.frame_set(bpy.context.scene.frame_start)  # the exporter does not go back where it fails
    assert whole_scene() == before


def test_what_goes_wrong_afterwards_is_told_in_a_sentence(extension, tube, ticked, tmp_path, monkeypatch) -> None:
    path, job = tmp_path / "tube.glb", module(extension, "addon.export.job")
    exported(path)
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12))
    side = answered(extension, ticked)
    assert str(side.refusal).startswith("tube.glb was not verified: ")
    assert "Traceback" not in str(side.refusal)
    assert not side.fault
    exported(path)
    with monkeypatch.context() as no_disk:
        no_disk.setattr(job.tempfile, "tempdir", str(tmp_path / "not there"))
        side = answered(extension, ticked)
    assert "No such file or directory" in str(side.refusal)
    exported(path)
    with monkeypatch.context() as no_blender:
        no_blender.setattr(job, "launched", lambda _: [sys.executable, "-c", "pass"])
        side = answered(extension, ticked)
    assert str(side.refusal) == "tube.glb was not verified: another Blender could not be started"
    assert "tube.glb" in side.fault
    assert bpy.ops.skinproof.copy_side_fault.poll()
    exported(path)
    with monkeypatch.context() as broken:
        failing = (
            "print('Traceback: here'); print('skinproof: this is a fault of Skinproof itself: E (--debug shows where)')"
        )
        broken.setattr(job, "launched", lambda _: [sys.executable, "-c", failing])
        side = answered(extension, ticked)
    assert str(side.refusal) == "tube.glb was not verified: this is a fault of Skinproof itself: E"
    assert "Traceback: here" in side.fault
    assert bpy.app.version_string in side.fault
    exported(path)
    ticked._exports[-1].settings["gltf_format"] = object()
    side = answered(extension, ticked)
    assert "was not verified" in str(side.refusal)


def test_a_fault_of_ours_never_reaches_the_exporter(extension, tube, ticked, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(ticked, "plain_settings", lambda _: 1 / 0)
    exported(tmp_path / "tube.glb")
    assert (tmp_path / "tube.glb").stat().st_size > 1000
    assert "the export is not verified" in capsys.readouterr().err


def searched(extension: str, job) -> object:
    """What the exporter's panel shows when the other Blender has tried the settings."""
    until = time.monotonic() + 120.0
    while job.see_answer() is not None and time.monotonic() < until:
        time.sleep(0.1)
    return module(extension, "addon.state.session").session.side


def test_the_best_settings_are_found_and_used(extension, ticked, tmp_path) -> None:
    """Find, use, export: the file has what the row said, and nothing of the scene has changed."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    mesh = made(bones=6)[1]
    for vertex in mesh.data.vertices:
        for k in range(6):
            mesh.vertex_groups[f"b{k}"].add([vertex.index], 0.1 + 0.05 * k, "ADD")
    job, last = module(extension, "addon.export.job"), bpy.context.window_manager.operator_properties_last
    before = whole_scene()
    last("export_scene.gltf").export_all_influences = False
    assert bpy.ops.skinproof.find_best_settings() == {"FINISHED"}
    side = searched(extension, job)
    assert side.rows, side.refusal
    assert [row.words for row in side.rows] == [("All Bone Influences",), ()]
    assert side.rows[0].same
    assert side.rows[1].differs
    assert whole_scene() == before
    assert bpy.ops.skinproof.use_best_settings() == {"FINISHED"}
    used = last("export_scene.gltf")
    assert used.export_all_influences
    assert whole_scene() == before
    exported(tmp_path / "tube.glb", export_all_influences=used.export_all_influences)
    side = answered(extension, ticked)
    assert side.result.same, side.result
    used.export_all_influences = False


def test_weights_are_refitted_in_one_step(extension, tmp_path) -> None:
    """For an engine that reads four influences of six: nothing but the weights of these groups changes."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    mesh = made(bones=6)[1]
    for vertex in mesh.data.vertices:
        for k in range(6):
            mesh.vertex_groups[f"b{k}"].add([vertex.index], 0.1 + 0.05 * k, "ADD")
    mine = mesh.vertex_groups.new(name="mine")
    mine.add(range(len(mesh.data.vertices)), 0.25, "REPLACE")
    job = module(extension, "addon.export.job")
    preferences = bpy.context.preferences.addons[MODULE].preferences
    preferences.export_target = "THREE"
    try:
        assert not bpy.ops.skinproof.refit_weights.poll()
        assert bpy.ops.skinproof.find_best_settings() == {"FINISHED"}
        side = searched(extension, job)
    finally:
        preferences.export_target = "ANY"
    assert side.weights, side.refusal
    assert "weights re-fitted to 4 influences leave" in str(side.fix)
    before = whole_scene()
    assert bpy.ops.skinproof.refit_weights() == {"FINISHED"}
    after = whole_scene()
    assert {key: value for key, value in before.items() if after[key] != value} == {}  # weights are not among these
    assert all(len([g for g in v.groups if g.group != mine.index]) <= 4 for v in mesh.data.vertices)
    assert all(mine.weight(v.index) == pytest.approx(0.25) for v in mesh.data.vertices)
    assert not bpy.ops.skinproof.refit_weights.poll()


def test_a_search_that_fails_or_is_cancelled_leaves_nothing(extension, tube, tmp_path, monkeypatch) -> None:
    job, session = module(extension, "addon.export.job"), module(extension, "addon.state.session").session
    monkeypatch.setattr(job.tempfile, "tempdir", str(tmp_path))
    assert bpy.ops.skinproof.find_best_settings() == {"FINISHED"}
    process = job._running.process
    while not session.side.done and job.see_answer() is not None:
        time.sleep(0.05)
    if session.side.running:
        assert bpy.ops.skinproof.cancel_side() == {"FINISHED"}
    assert process.poll() is not None
    assert not list(tmp_path.iterdir())
    assert not session.side.running
    bpy.data.batch_remove([ob for ob in bpy.data.objects if ob.type == "ARMATURE"])
    assert bpy.ops.skinproof.find_best_settings() == {"FINISHED"}
    side = searched(extension, job)
    assert not side.rows
    assert str(side.refusal).endswith("there is no armature in this scene")
    assert not side.fault
    assert not bpy.ops.skinproof.use_best_settings.poll()
    assert not list(tmp_path.iterdir())


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


def test_every_setting_that_is_tried_is_one_of_the_exporter(extension) -> None:
    settings = module(extension, "addon.export.settings")
    known = frozenset(bpy.ops.export_scene.gltf.get_rna_type().properties.keys())
    newer = set() if bpy.app.version >= (4, 4, 0) else {"export_merge_animation"}
    assert set(settings._PROPERTIES.values()) - known <= newer
    changed = {settings._PROPERTIES[name] for name, *_ in settings._SWITCHES}
    assert changed <= known


def _turned_off(armature, mesh) -> None:
    """Nothing: what is wrong is the setting alone."""


def _squashed(armature, mesh) -> None:
    armature.parent = bpy.data.objects.new("Empty", None)
    bpy.context.scene.collection.objects.link(armature.parent)
    armature.parent.scale, armature.rotation_mode = (1.0, 1.0, 0.4), "XYZ"
    armature.parent.rotation_euler = (0.5, 0.2, 0.0)
    bpy.context.view_layer.update()
    armature.matrix_parent_inverse = armature.parent.matrix_world.inverted()
    armature.rotation_euler = (0.4, 0.3, 0.2)


def _scale_not_inherited(armature, mesh) -> None:
    armature.pose.bones["b1"].scale = (1.0, 1.7, 1.0)
    for frame in (0, 24):
        armature.pose.bones["b1"].keyframe_insert("scale", frame=frame)
    armature.data.bones["b2"].inherit_scale = "NONE"


@pytest.mark.parametrize(
    ("build", "options", "named"),
    [
        (_turned_off, {"export_yup": False}, "+Y Up"),
        (_squashed, {}, "Flatten Object Hierarchy"),
        (_scale_not_inherited, {"export_all_influences": True}, "Flatten Bone Hierarchy"),
    ],
)
def test_the_setting_that_helps_is_found(extension, tube, ticked, tmp_path, build, options, named) -> None:
    build(tube.parent, tube)
    exported(tmp_path / "tube.glb", **options)
    side = answered(extension, ticked)
    assert side.result is not None, side.refusal
    assert side.result.differs
    assert f"(with {named}: the same)" in str(side.result.causes[0]), side.result.causes


def test_what_the_same_settings_do_not_show_again_is_no_settings_fault(extension, tube, ticked, tmp_path) -> None:
    """The file is changed behind the exporter's back: no other choice would have helped."""
    path = tmp_path / "tube.glb"
    exported(path, export_all_influences=True)
    bpy.context.view_layer.update()
    first = answered(extension, ticked)
    assert first.result.same, first.result.words
    for bone in tube.parent.pose.bones:
        bone.location.x += 0.2
    good = path.read_bytes()
    for vertex in tube.data.vertices:
        vertex.co.x *= 1.0 + 0.1 * vertex.co.z
    exported(path, export_all_influences=True)
    path.write_bytes(good)
    side = answered(extension, ticked)
    assert side.result is not None, side.refusal
    assert not side.result.same
    assert "no setting is at fault" in str(side.result.causes[0])


def _leaves_the_rig_away(armature) -> None:
    """A second action that moves the armature itself, where the one that plays has no such key."""
    wave, bend = (bpy.data.actions[name] for name in ("wave", "bend"))
    armature.animation_data.action = bend
    for frame in (0, 20):
        armature.location = (3.0, 0.0, 0.0)
        armature.keyframe_insert("location", frame=frame)
    armature.animation_data.action = wave
    armature.location = (0.0, 0.0, 0.0)


def _leaves_a_turn(armature) -> None:
    _leaves_the_rig_away(armature)
    armature.rotation_mode = "XYZ"
    armature.animation_data.action = bpy.data.actions["bend"]
    armature.rotation_euler = (0.0, 0.0, 1.0)
    armature.keyframe_insert("rotation_euler", frame=3)
    armature.animation_data.action = bpy.data.actions["wave"]
    armature.rotation_euler = (0.0, 0.0, 0.0)


def _leaves_a_pose(armature) -> None:
    """A pose without a key, which every change of the frame takes away."""
    armature.pose.bones["b1"].rotation_quaternion = (0.8, 0.0, 0.6, 0.0)


def where_all_stand() -> dict[str, list[list[float]]]:
    bpy.context.view_layer.update()
    found = {ob.name: [list(row) for row in ob.matrix_basis] for ob in bpy.context.scene.objects}
    return found | {
        f"{ob.name} {bone.name}": [list(row) for row in bone.matrix_basis]
        for ob in bpy.context.scene.objects
        for bone in (ob.pose.bones if ob.pose else ())
    }


@pytest.mark.parametrize("build", [_leaves_the_rig_away, _leaves_a_turn, _leaves_a_pose])
def test_what_the_exporter_moves_is_told_and_put_back(extension, ticked, tmp_path, build) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, _ = made(("wave", "bend"))
    session, scene = module(extension, "addon.state.session").session, bpy.context.scene
    scene.frame_set(5)
    build(armature)
    before, old = where_all_stand(), scene.frame_current
    exported(tmp_path / "tube.glb")
    side = answered(extension, ticked)
    moved = where_all_stand()
    assert {name for name in before if not np.allclose(before[name], moved[name], atol=1e-5)}
    name = "b1" if build is _leaves_a_pose else armature.name
    assert str(session.moved.sentence) == f"the export has moved 1 object or bone in the scene: '{name}'"
    assert side.result is not None, side.refusal
    if build is not _leaves_a_pose:  # the file is of the scene before the exporter moved it
        assert not any("3 m" in str(ground) for ground in side.result.grounds)
        assert side.result.share < 1e-5, side.result.causes
    bpy.ops.skinproof.put_back_moved()
    assert session.moved is None
    now = where_all_stand()
    assert all(np.allclose(before[name], now[name], atol=1e-6) for name in before)
    assert bpy.context.scene.frame_current == old
    assert not bpy.ops.skinproof.put_back_moved.poll()


def test_of_an_export_that_moves_nothing_nothing_is_told(extension, tube, ticked, tmp_path) -> None:
    session = module(extension, "addon.state.session").session
    bpy.context.scene.frame_set(7, subframe=0.0)
    key = tube.shape_key_add(name="Basis")
    key = tube.shape_key_add(name="bump")
    key.value = 0.3
    exported(tmp_path / "tube.glb")
    ticked._written()
    assert session.moved is None
    key.value = 0.6  # by hand, after the export
    assert session.moved is None
    answered(extension, ticked)


def hide(mesh) -> None:
    mesh.hide_set(True)


def switch_off_in_viewports(mesh) -> None:
    mesh.hide_viewport = True


def not_rendered(mesh) -> None:
    mesh.hide_render = True


def not_selected(mesh) -> None:
    mesh.select_set(False)
    mesh.parent.select_set(True)


def elsewhere(mesh) -> None:
    """Another collection than the mesh's is the active one."""
    layer = bpy.context.view_layer
    bpy.context.scene.collection.children.link(bpy.data.collections.new("Props"))
    layer.active_layer_collection = layer.layer_collection.children["Props"]


@pytest.mark.parametrize(
    ("leave_out", "setting", "told"),
    [
        (hide, "use_visible", "Visible Objects is on, and hidden here"),
        (switch_off_in_viewports, "use_visible", "Visible Objects is on, and hidden here"),
        (not_rendered, "use_renderable", "Renderable Objects is on, and not rendered here"),
        (not_selected, "use_selection", "Selected Objects is on, and not selected here"),
        (elsewhere, "use_active_collection", "Active Collection is on, and not in it"),
    ],
)
def test_of_a_file_without_a_mesh_the_setting_is_named_that_left_it_out(
    extension, tube, ticked, tmp_path, leave_out, setting, told
) -> None:
    """It said "there is no mesh in this file", and of a hidden character "2 of 2 clips not judged"."""
    leave_out(tube)
    exported(tmp_path / "tube.glb", **{setting: True})
    refusal = str(answered(extension, ticked).refusal)
    assert f"there is no mesh in this file: {told}: 'Rig body' (" in refusal
    assert not module(extension, "addon.state.session").session.side.fault
