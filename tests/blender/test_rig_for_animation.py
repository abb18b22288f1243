"""The rig for animation: no bones but the file's joints, and a file that comes out of Blender's exporter as it went in.

``SKINPROOF_ROUND_TRIPS=all`` sends four public characters through import and export as well (2 to 10 s each); without
it only a small one goes.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

ROOT = Path(__file__).parents[2]
PUBLIC = ROOT.parent / "shared" / "models"
CHARACTERS = {
    "example": ROOT / "examples" / "character.glb",
    "fox": PUBLIC / "fox" / "Fox.glb",
    "cesium_man": PUBLIC / "cesium_man" / "cesium_man.gltf",
    "mannequiny": PUBLIC / "mannequiny" / "mannequiny.glb",
    "woman": PUBLIC / "woman" / "Woman.gltf",
}

#: Files whose inverse bind matrices have a shear, or whose nodes do: the rig for animation only comes near them.
SHEARED = {"bind_shear", "matrix_nodes"}


@pytest.fixture(autouse=True)
def empty_file(extension: str):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


def loaded(extension: str, path: Path):
    return module(extension, "skinning_core").load_model(path)


def imported(extension: str, model, progress=lambda _done, _total: None, **choices: object):
    importer = module(extension, "addon.scene.build.importer")
    return importer.import_model(bpy.context, model, importer.ImportChoices(**choices), progress=progress)


def joint_names(model) -> list[str]:
    return sorted(model.nodes.names[node] for skin in model.skins for node in set(skin.joints.tolist()))


@pytest.mark.parametrize(
    "name", ["plain", "odd_scales", "two_skins", "armature_above", "shear_chain", "no_inverse_bind"]
)
def test_it_deforms_as_the_file_says(extension: str, name: str, tmp_path: Path):
    """Scales above the joints, in inverse bind matrices, uneven and mirrored ones: no helper bone is needed."""
    path = MODELS[name](tmp_path)
    model = loaded(extension, path)
    kept = module(extension, "addon.subjects.blender").make("blender:animation", model)
    with kept.opened():
        for clip in (None, *range(len(model.clips))):
            for ours, theirs in zip(
                kept.at(clip, np.array([0.0, 0.31])).positions, plain.skin(path, clip, [0.0, 0.31]), strict=True
            ):
                np.testing.assert_allclose(ours, theirs, atol=3e-6 * np.ptp(theirs))


@pytest.mark.parametrize("name", sorted({"plain", "odd_scales", "two_skins", *SHEARED}))
def test_the_price_is_what_blender_then_does(extension: str, name: str, tmp_path: Path):
    """Told before the import: near zero, or as large as it turns out, within a factor of three."""
    path = MODELS[name](tmp_path)
    model = loaded(extension, path)
    price = module(extension, "addon.rig.price").price_of(model, "ANIMATION")
    imported = module(extension, "addon.subjects.blender").make("blender:animation", model)
    ours, theirs = imported.at(None, np.zeros(1)).positions, plain.skin(path, None, [0.0])
    off = max(float(np.linalg.norm(a - b, axis=2).max()) for a, b in zip(ours, theirs, strict=True))
    if name in SHEARED:
        assert off / 3 < price.metres
        assert price.error > 1e-2
    else:
        assert price.error < 3e-6
    assert price.bones == price.joints == len(set(joint_names(model)))


def test_bones_are_the_joints_and_groups_the_bones(extension: str, tmp_path: Path):
    """Joints under a node scaled by 0.01, as files have it that were FBX once: bones are posed at their full length.

    Of the two nodes above the joints, one moves: it is the one bone more.
    """
    model = loaded(extension, MODELS["armature_above"](tmp_path))
    character = imported(extension, model, rig="ANIMATION")
    arm = bpy.data.objects[character.armatures[0]]
    assert sorted(bone.name for bone in arm.data.bones) == sorted([*joint_names(model), "between"])
    assert arm.name == "armature"
    for mesh in character.meshes:
        if mesh.skin >= 0:
            assert {group.name for group in bpy.data.objects[mesh.object].vertex_groups} <= set(joint_names(model))
    bpy.context.view_layer.update()
    size = max(max(bpy.data.objects[mesh.object].dimensions) for mesh in character.meshes)
    for bone in arm.pose.bones:
        assert 0.002 * size < (bone.tail - bone.head).length < size
    assert (arm.data.display_type, arm.show_in_front) == ("STICK", True)


def test_every_action_says_how_the_whole_character_stands(extension: str, tmp_path: Path):
    """An exporter that puts unkeyed bones at Blender's rest would otherwise lose the file's."""
    model = loaded(extension, MODELS["late_and_partial"](tmp_path))
    character = imported(extension, model, rig="ANIMATION")
    arm = bpy.data.objects[character.armatures[0]]
    compat = module(extension, "addon.compat")
    for clip in range(len(model.clips)):
        module(extension, "addon.scene.play.playback").show_clip(character, clip)
        paths = {curve.data_path for curve in compat.curves_of(arm)}
        for bone in arm.pose.bones:
            for name in ("location", "rotation_quaternion", "scale"):
                assert f'pose.bones["{bone.name}"].{name}' in paths


def test_frames_and_ranges(extension: str, tmp_path: Path):
    """Keys every 1/30 s: the rate is found, set and put back with the rest where the import fails."""
    rates = module(extension, "addon.rig.frame_rate")
    model = loaded(extension, CHARACTERS["example"])
    scene = bpy.context.scene
    assert rates.rate_of_keys(model, 60.0) is None
    rate = rates.FrameRate(30, 1.001)

    def stop(_done: int, _total: int) -> None:
        raise MemoryError

    with pytest.raises(MemoryError):
        imported(extension, model, frame_rate=rate, progress=stop)
    assert (scene.render.fps, scene.render.fps_base) == (24, 1.0)
    imported(extension, loaded(extension, MODELS["plain"](tmp_path)), rig="ANIMATION", frame_rate=rate)
    assert scene.render.fps / scene.render.fps_base == pytest.approx(30 / 1.001)
    assert all(action.use_frame_range and action.frame_end == int(action.frame_end) for action in bpy.data.actions)


def test_they_stand_beside_each_other_and_compare_as_before(extension: str, tmp_path: Path):
    """The example has a rigid part with a node of its own, and "rigid_parts" has no armature at all."""
    evaluate = module(extension, "addon.scene.read.evaluate").evaluate
    rigid = MODELS["rigid_parts"](tmp_path)
    boxes = []
    for path in (rigid, rigid, MODELS["plain"](tmp_path)):
        model = loaded(extension, path)
        character = imported(extension, model, apart=True)
        found = evaluate(bpy.context, character, model, 0, np.array([0.31]), strict=False).positions
        for ours, theirs in zip(found, plain.skin(path, 0, [0.31]), strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-5 * max(1.0, np.ptp(theirs)))
        bpy.context.view_layer.update()
        corners = [bpy.data.objects[mesh.object].matrix_world.translation.x for mesh in character.meshes]
        boxes.append(min(corners))
    assert boxes[0] < boxes[1] < boxes[2]


def round_trips() -> list[str]:
    return list(CHARACTERS) if os.environ.get("SKINPROOF_ROUND_TRIPS") == "all" else ["example"]


@pytest.mark.parametrize("name", round_trips())
def test_exported_by_blender_it_is_the_file_again(extension: str, name: str, tmp_path: Path):
    """Joints, their names and the clips' names are the file's; keys are where they were, as far as frames allow."""
    import addon_utils

    path = CHARACTERS[name]
    if not path.is_file():
        pytest.skip(f"{path.name} is not here")
    model = loaded(extension, path)
    rate = module(extension, "addon.rig.frame_rate").rate_of_keys(model, 24.0)
    clips = [0] if name == "example" else range(len(model.clips))
    imported(extension, model, clips=clips, rig="ANIMATION", frame_rate=rate)
    addon_utils.enable("io_scene_gltf2", default_set=True)
    out = tmp_path / "out.glb"
    verbosity, bpy.app.debug_value = bpy.app.debug_value, 3
    try:
        assert bpy.ops.export_scene.gltf(filepath=str(out)) == {"FINISHED"}
    finally:
        bpy.app.debug_value = verbosity
    again = loaded(extension, out)
    assert joint_names(again) == joint_names(model)
    assert sorted(clip.name for clip in again.clips) == sorted(model.clips[c].name for c in clips)
    other = module(extension, "skinning_core.compare.between.other_file").OtherFile(out, model, again)
    compare = module(extension, "skinning_core.compare.measure.difference").compare_results
    skin = module(extension, "skinning_core").skin_model
    for c in clips:
        keys = np.unique(np.concatenate([track.times for track in model.clips[c].tracks]))
        times = keys[:: max(1, len(keys) // 12)]
        off = compare(skin(model, c, times), other.at(c, times), model=model).max_relative
        on_frames = np.abs(keys * (rate.value if rate else 24.0) % 1.0 - 0.5).min() > 0.49
        assert off < (1e-4 if on_frames else 3e-2), (model.clips[c].name, off)
