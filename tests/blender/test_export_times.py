"""An export that is watched is judged by what the exporter was told about time, where a file alone leaves it open."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.blender.animated_tube import judged, made, pushed_down, written
from tests.blender.export_scenes import placed
from tests.blender.lacking_scenes import curves_of
from tests.blender.module import module

bpy = pytest.importorskip("bpy")


def test_a_track_as_long_as_its_action_is_known_by_the_mode(extension: str, tmp_path: Path) -> None:
    """Half as fast and twice over, from zero on: the file may as well have the action itself."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    placed(*made())
    (track,) = bpy.data.objects["Rig"].animation_data.nla_tracks
    track.name = "Track"
    (strip,) = track.strips
    strip.scale, strip.repeat = 0.5, 2.0
    bpy.context.scene.frame_set(0)
    told = {"export_animation_mode": "NLA_TRACKS", "export_anim_slide_to_zero": True}
    path = written(tmp_path, **told)
    bpy.ops.wm.save_as_mainfile(filepath=str(path.with_suffix(".blend")))
    settings = module(extension, "addon.export.settings").settings_of_operator(told)
    search = module(extension, "addon.export.fault_search").verified_export
    found = list(search(path, path.with_suffix(".blend"), [], settings, tmp_path))
    assert [each.result.same for each in found] == [True], found


@pytest.mark.skipif(bpy.app.version < (4, 4), reason="an action has no slots")
@pytest.mark.parametrize(("first", "last"), [(-5, 20), (-9, 15), (-9, 30)])
def test_a_clip_is_as_long_as_all_slots_of_its_action(extension: str, tmp_path: Path, first: int, last: int) -> None:
    """The exporter samples and slides the range of the whole action, of which a camera's keys may be the longest."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    made()
    (action,) = bpy.data.actions
    for curve in curves_of(action):
        for key in curve.keyframe_points:
            key.co_ui.x -= 5
    other = bpy.data.objects.new("Prop", None)
    bpy.context.scene.collection.objects.link(other)
    other.animation_data_create().action = action
    other.animation_data.action_slot = action.slots.new("OBJECT", "Prop")
    for frame in (first, last):
        other.location.x = frame
        other.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_start = 0
    bpy.context.scene.frame_set(0)
    status, report = judged(extension, written(tmp_path, export_animation_mode="ACTIVE_ACTIONS"))
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]


def test_however_long_the_first_export_takes_a_setting_is_tried(extension: str, tmp_path: Path, monkeypatch) -> None:
    """Where an export takes a minute, as on a busy computer, the most telling setting is tried all the same."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    placed(*made())
    told = {"export_influence_nb": 2}
    path = written(tmp_path, **told)
    bpy.ops.wm.save_as_mainfile(filepath=str(path.with_suffix(".blend")))
    settings = module(extension, "addon.export.settings").settings_of_operator(told)
    search = module(extension, "addon.export.fault_search")
    monkeypatch.setattr(search, "_LONGEST", 0.0)
    *_, last = search.verified_export(path, path.with_suffix(".blend"), [], settings, tmp_path)
    assert str(last.result.causes[0]).startswith("influences limited to 2: "), last.result.causes


def test_numbered_tracks_are_clips_of_their_own(extension: str, tmp_path: Path) -> None:
    """Pushed down they are NlaTrack, NlaTrack.001 and NlaTrack.002; the second is written with the first."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, _ = made(("wave", "kick", "lean"))
    pushed_down(armature)
    tracks = armature.animation_data.nla_tracks
    tracks[1].strips[0].blend_type, tracks[2].mute = "COMBINE", True
    status, report = judged(extension, written(tmp_path, export_animation_mode="NLA_TRACKS"))
    assert [each["clip_name"] for each in report["comparisons"]] == ["NlaTrack", "NlaTrack.002"]
    assert (status, report["verdict"]["outcome"]) == (0, "same"), report["verdict"]
    if bpy.app.version < (4, 3):
        return  # that exporter writes tracks as active actions, too
    _, report = judged(extension, written(tmp_path, export_animation_mode="ACTIVE_ACTIONS"))
    (told,) = (g["sentence"]["text"] for g in report["verdict"]["grounds"] if g["code"] == "SCENE_ANIMATION")
    assert told.endswith("with Animation Mode Actions or NLA Tracks")  # they are on tracks
