"""Live: the active character is compared at every frame and edit; whatever happens meanwhile, there is no traceback."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blender.module import module
from tests.thin import thin_example

bpy = pytest.importorskip("bpy")

EXAMPLE = thin_example()


@pytest.fixture
def session(extension: str) -> Any:
    return module(extension, "addon.state.session").session


@pytest.fixture
def live(extension: str, session: Any, capfd: pytest.CaptureFixture[str]) -> Any:
    """The settings of a scene with the example character, live switched on; no handler may print a traceback."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE)) == {"FINISHED"}
    bpy.context.scene.skinproof.live = True
    yield bpy.context.scene.skinproof
    bpy.context.scene.skinproof.live = False
    captured = capfd.readouterr()
    assert "Traceback" not in captured.out + captured.err


def armature() -> Any:
    return next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")


def body() -> Any:
    return max((ob for ob in bpy.context.scene.objects if ob.type == "MESH"), key=lambda ob: len(ob.data.vertices))


def updated(session: Any) -> Any:
    """The frame after whatever was left out on a slow machine has been looked at."""
    session.live_frame = None
    bpy.context.view_layer.update()
    bpy.context.scene.frame_set(bpy.context.scene.frame_current)
    return session.live_frame


def test_what_it_says_is_what_the_panel_says(live, session):
    for frame in (3, 12, 19):
        bpy.context.scene.frame_set(frame)
        seen = updated(session)
        assert seen.why == ""
        assert seen.verdict.same
    body().vertex_groups["head"].add([0, 1, 2, 3], 1.0, "REPLACE")
    seen = updated(session)
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    assert (seen.verdict.differs, seen.verdict.level.value) == (live.result.differs, live.result.level)
    assert seen.difference.worst == (live.result.worst_part, live.result.worst_vertex)
    assert seen.difference.distance == pytest.approx(live.result.largest_metres, rel=1e-6)
    assert seen.difference.max_relative == pytest.approx(live.result.largest, rel=1e-6)


def test_a_pose_without_keys_differs_from_the_clip_and_its_skin_does_not(live, session):
    armature().pose.bones["head"].location.x += 0.1
    session.live_frame = None
    bpy.context.view_layer.update()
    assert session.live_frame.verdict.differs
    live.question = "POSE"
    armature().pose.bones["head"].location.x += 0.1
    session.live_frame = None
    bpy.context.view_layer.update()
    assert session.live_frame.verdict.same
    armature().location.x += 3.0  # where it stands is taken off, in every question
    session.live_frame = None
    bpy.context.view_layer.update()
    assert session.live_frame.verdict.same


def test_painted_weights_are_seen(live, session):
    live.question = "POSE"
    group = body().vertex_groups["head"]
    group.add([0, 1, 2, 3], 1.0, "REPLACE")
    body().data.update()
    assert updated(session).verdict.differs


def test_it_waits_in_edit_mode_and_for_modifiers(live, session):
    bpy.context.view_layer.objects.active = body()
    bpy.ops.object.mode_set(mode="EDIT")
    assert "is in Edit Mode" in updated(session).why
    bpy.ops.object.mode_set(mode="OBJECT")
    assert updated(session).verdict.same
    body().modifiers.new("Subdivision", "SUBSURF")
    assert "'Subdivision'" in updated(session).why
    body().modifiers.remove(body().modifiers["Subdivision"])
    assert updated(session).verdict.same


def test_deleted_vertices_differ(live, session):
    import bmesh

    edited = bmesh.new()
    edited.from_mesh(body().data)
    edited.verts.ensure_lookup_table()
    bmesh.ops.delete(edited, geom=edited.verts[:50], context="VERTS")
    edited.to_mesh(body().data)
    edited.free()
    seen = updated(session)
    assert seen.verdict.differs
    assert seen.verdict.grounds[0].level.value == "visible"


def test_a_mesh_deleted_by_hand_is_told_by_its_name(live, session):
    names = {ob.name for ob in bpy.context.scene.objects if ob.type == "MESH"}
    gone = body()
    told = f"nothing is left of '{gone.name}': {len(gone.data.vertices):,} vertices are gone"
    assert len(names) > 1
    bpy.data.objects.remove(gone)
    assert told in [str(ground.sentence) for ground in updated(session).verdict.grounds]
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    assert told in [str(ground) for ground in live.result.grounds]


def test_undo_and_redo_go_on(live, session):
    bpy.ops.ed.undo_push(message="Live")
    armature().pose.bones["head"].location.x += 0.1
    bpy.context.view_layer.update()
    bpy.ops.ed.undo_push(message="Posed")
    for step in (bpy.ops.ed.undo, bpy.ops.ed.redo, bpy.ops.ed.undo):
        step()
        assert updated(session).why == ""
    assert session.live_frame.verdict.same


def test_scenes_deletions_and_other_files(live, session, tmp_path):
    first = bpy.context.scene
    other = bpy.data.scenes.new("other")
    bpy.context.window.scene = other
    session.live_frame = None
    other.frame_set(5)
    assert session.live_frame is None, "it is off there"
    other.skinproof.live = True
    assert "no character" in session.live_frame.why
    other.skinproof.live = False
    bpy.context.window.scene = first
    assert updated(session).verdict.same
    bpy.data.meshes.remove(body().data)
    assert updated(session) is not None
    for ob in list(first.objects):
        bpy.data.objects.remove(ob)
    assert updated(session) is not None
    path = tmp_path / "live.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.open_mainfile(filepath=str(path))
    assert not bpy.context.scene.skinproof.live, "a file is opened without it"


def test_disabled_while_it_is_on(extension, live, session):
    bpy.ops.preferences.addon_disable(module=extension)
    bpy.context.scene.frame_set(4)
    bpy.context.view_layer.update()
    bpy.ops.preferences.addon_enable(module=extension)
    bpy.context.scene.frame_set(5)
    assert module(extension, "addon.state.session").session.live_frame is None or bpy.context.scene.skinproof.live


def test_what_a_slow_machine_leaves_out_is_looked_at_later(extension, live, session):
    """A look that takes a second: the next frame is left out, and a timer looks at what there is then."""
    from dataclasses import replace
    from time import perf_counter

    verdict = module(extension, "addon.compare.live_verdict")
    session.live_frame = slow = replace(updated(session), seconds=1.0, ended=perf_counter())
    bpy.context.scene.frame_set(9)
    assert session.live_frame is slow
    assert bpy.app.timers.is_registered(verdict._later)
    session.live_frame = replace(slow, ended=perf_counter() - 2.0)
    verdict._later()
    assert session.live_frame.positions[0] is not slow.positions[0]
    assert session.live_frame.verdict.same
