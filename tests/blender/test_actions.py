"""The actions of a file with many clips: each as if it had been imported alone, though most are copies."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks.glb import write_character
from benchmarks.meshes import body
from tests.blender.module import module
from tests.models import MODELS
from tests.models.random_character import random_character

bpy = pytest.importorskip("bpy")


def _still(track):
    zero = None if track.in_tangents is None else np.zeros_like(track.in_tangents)
    return dataclasses.replace(
        track, values=np.repeat(track.values[:1], len(track.times), axis=0), in_tangents=zero, out_tangents=zero
    )


def _shorter(track):
    kept = {name: getattr(track, name) for name in ("times", "values", "in_tangents", "out_tangents")}
    return dataclasses.replace(track, **{k: None if v is None else v[: max(len(v) - 1, 1)] for k, v in kept.items()})


def _stepped(track):
    return dataclasses.replace(track, interpolation="STEP", in_tangents=None, out_tangents=None)


def _straight(track):
    return dataclasses.replace(_stepped(track), interpolation="LINEAR")


def _clips(clip):
    """The clip, and clips of the same tracks with other keys; one without its last track in between."""
    kinds = [_still, _straight, _shorter, _stepped, _straight, _still, _shorter]
    changed = [dataclasses.replace(clip, tracks=tuple(map(kind, clip.tracks))) for kind in kinds]
    backwards = dataclasses.replace(clip, tracks=clip.tracks[::-1])
    clips = [
        clip,
        *changed[:4],
        dataclasses.replace(clip, tracks=clip.tracks[:-1]),
        clip,
        *changed[4:],
        backwards,
        clip,
    ]
    return tuple(dataclasses.replace(one, name=f"clip {k}") for k, one in enumerate(clips))


def _curves(compat, action) -> dict:
    if not compat.SLOTTED_ACTIONS:
        bags = {action.id_root: action.fcurves}
    else:
        bags = {
            (slot.identifier, slot.target_id_type): action.layers[0].strips[0].channelbag(slot).fcurves
            for slot in action.slots
        }
    return {
        (owner, c.data_path, c.array_index): (
            c.group.name if c.group else "",
            [(*k.co, k.interpolation) for k in c.keyframe_points],
            # What counts of handles is where those between two keys lie, not whether they are free or automatic.
            [
                (*a.handle_right, *b.handle_left)
                for a, b in pairwise(c.keyframe_points)
                if a.interpolation == b.interpolation == "BEZIER"
            ],
        )
        for owner, curves in bags.items()
        for c in curves
    }


@pytest.mark.parametrize("name", ["morphs", "late_and_partial", "random"])
def test_every_clip_is_as_if_it_had_been_imported_alone(extension: str, name: str, tmp_path: Path):
    path = random_character(3, tmp_path) if name == "random" else MODELS[name](tmp_path)
    model = module(extension, "skinning_core").load_model(path)
    compat, importer = module(extension, "addon.compat"), module(extension, "addon.scene.build.importer")
    richest = max(model.clips, key=lambda clip: len(clip.tracks))
    model = dataclasses.replace(model, clips=_clips(richest))

    def actions(clips) -> list[dict]:
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        character = importer.import_model(bpy.context, model, importer.ImportChoices(clips=clips))
        found: list[dict] = []
        for clip in clips:
            names = character.actions[clip]
            assert all(action.startswith(f"clip {clip}") for action in names)
            assert all(bpy.data.actions[action].use_fake_user for action in names)
            found.append({k: v for action in names for k, v in _curves(compat, bpy.data.actions[action]).items()})
        return found

    together = actions(range(len(model.clips)))
    for clip, found in enumerate(together):
        (alone,) = actions([clip])
        assert found.keys() == alone.keys()
        for curve in alone:
            assert found[curve][:2] == alone[curve][:2], (clip, curve)
            np.testing.assert_allclose(found[curve][2], alone[curve][2], rtol=1e-6, atol=1e-6, err_msg=str(curve))


def test_actions_of_a_second_character_bear_its_name_and_tracks_the_clips(extension, tmp_path):
    """The first character's are called as its clips: Blender's exporter takes names from actions, or from tracks."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    path = MODELS["late_and_partial"](tmp_path)
    model = module(extension, "skinning_core").load_model(path)
    import_model = module(extension, "addon.scene.build.importer").import_model
    clips = {clip.name for clip in model.clips}
    characters = []
    for expected in (clips, *({f"{model.name}{number}|{clip}" for clip in clips} for number in (".001", ".002"))):
        before = set(bpy.data.actions.keys())
        characters.append(import_model(bpy.context, model))
        assert set(bpy.data.actions.keys()) - before == expected
    for character in characters:
        animated = [bpy.data.objects[name].animation_data for name in character.objects]
        tracks = {track.name for animation in animated if animation is not None for track in animation.nla_tracks}
        assert tracks == clips
    assert len({action.name for action in bpy.data.actions}) == 3 * len(clips)


@pytest.mark.parametrize(("joints", "grouped"), [(30, True), (1_001, False)])
def test_f_curves_are_in_groups_by_bone_unless_there_are_too_many(extension, tmp_path, joints: int, grouped: bool):
    path = write_character(tmp_path / "body.glb", body(2 * joints, joints), clips=2, keys=2)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(path), rig="ANIMATION")
    compat = module(extension, "addon.compat")
    for action in bpy.data.actions:
        curves = compat.all_curves(action)
        assert len(curves) == 10 * joints  # places, rotations and scales
        named = {curve.data_path.split('"')[1] for curve in curves}
        assert {curve.group.name if curve.group else "" for curve in curves} == (named if grouped else {""})
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert bpy.context.scene.skinproof.result.same
