"""All clips at once: one press judges the rest pose and every clip, says so, and holds until any of them changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.blender.module import module
from tests.blender.test_attach_undone import panels_drawn

bpy = pytest.importorskip("bpy")

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "character.glb"
FOX = ROOT.parent / "shared" / "models" / "fox" / "Fox.glb"


def imported(path: Path) -> Any:
    if not path.is_file():
        pytest.skip(f"no {path.name} beside the checkout")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    return bpy.context.scene.skinproof


def curves_of_clip(extension: str, clip: int) -> list[Any]:
    character = module(extension, "addon.state.listing").active_character(bpy.context.scene)
    owners = module(extension, "addon.scene.identity.character")
    compat = module(extension, "addon.compat")
    return [
        curve for owner in owners.owners(character) for curve in compat.curves_of_slot(*owners.action_of(owner, clip))
    ]


def looked_at(extension: str) -> None:
    """What a timer does in the window when Blender has rested."""
    staleness, session = module(extension, "addon.state.staleness"), module(extension, "addon.state.session").session
    staleness.check_at_rest(bpy.context.scene)
    while session.to_check:
        staleness._check_one(bpy.context)


def standing(extension: str) -> str:
    scene = bpy.context.scene
    return module(extension, "addon.state.result_store").standing_of(scene, scene.skinproof.character.key).name


@pytest.mark.parametrize("path", [EXAMPLE, FOX], ids=lambda path: path.stem)
def test_the_dot_stands_for_all_and_turns_grey_with_any(extension: str, path: Path) -> None:
    settings = imported(path)
    count = len(settings.character.clips)
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    result = settings.result
    assert result.same
    assert str(result.about) == f"{count} of {count} clips"
    assert sorted(each.index for each in result.clips) == [-1, *range(count)]
    assert f"{count} of {count} clips" in " ".join(panels_drawn(extension))
    looked_at(extension)
    assert standing(extension) == "SAME"
    settings.character.clip = str(count - 1)  # another clip is shown: all were judged
    looked_at(extension)
    assert standing(extension) == "SAME"
    settings.character.clip = "0"
    curve = next(c for c in curves_of_clip(extension, count - 1) if "rotation" in c.data_path)
    before = curve.keyframe_points[0].co.y
    curve.keyframe_points[0].co.y = before + 0.3
    looked_at(extension)
    assert standing(extension) == "CHANGED"
    curve.keyframe_points[0].co.y = before
    looked_at(extension)
    assert standing(extension) == "SAME"


def test_the_worst_of_them_is_told_with_its_name(extension: str) -> None:
    settings = imported(EXAMPLE)
    last = len(settings.character.clips) - 1
    assert last >= 1, "the example has several clips"
    settings.character.clip = "0"
    for curve in curves_of_clip(extension, last):
        for point in curve.keyframe_points if "rotation" in curve.data_path else ():
            point.co.y += 0.3
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    name, spoilt = settings.character.clips[0].name, settings.character.clips[last].name
    assert settings.result.same
    assert str(settings.result.about) == repr(name)  # of the clip that it is of, and of no other
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    result = settings.result
    assert result.differs
    assert result.clip == result.clips[0].name == spoilt
    assert {each.name for each in result.clips if each.differs} == {spoilt}
    assert any(spoilt in text for text in panels_drawn(extension))
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    assert str(settings.result.about).startswith(f"{name!r}, frame ")


def test_what_every_clip_has_for_one_reason_has_one_row(extension: str) -> None:
    settings = imported(EXAMPLE)
    count = len(settings.character.clips)
    for clip in range(count):
        for curve in curves_of_clip(extension, clip):
            for point in curve.keyframe_points:
                point.co.x += 5.0
                point.handle_left.x += 5.0
                point.handle_right.x += 5.0
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    late = [cause for cause in settings.result.causes if cause.code == "action-shifted"]
    assert len(late) == 1
    assert str(late[0]).endswith(f" (and {count - 1} more clip{'s' * (count > 2)})")
    assert settings.result.remedies[settings.result.causes.index(late[0])]


def test_of_one_clip_it_is_the_name_that_is_told(extension: str) -> None:
    settings = imported(ROOT / "examples" / "strip.glb")
    (clip,) = settings.character.clips
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert sorted(each.index for each in settings.result.clips) == [-1, 0]
    assert str(settings.result.about) == repr(clip.name)
    for curve in curves_of_clip(extension, 0):
        for point in curve.keyframe_points if "rotation" in curve.data_path else ():
            point.co.y += 0.3
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert settings.result.differs
    assert f"Differs: visible, {clip.name!r}" in " ".join(panels_drawn(extension))


def test_measuring_changes_nothing_and_saving_keeps_it(extension: str, tmp_path: Path) -> None:
    settings = imported(EXAMPLE)
    scene = bpy.context.scene
    scene.frame_set(7)
    actions = {ob.name: ob.animation_data and ob.animation_data.action for ob in scene.objects}
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert scene.frame_current == 7
    assert actions == {ob.name: ob.animation_data and ob.animation_data.action for ob in scene.objects}
    told = settings.result
    blend = str(tmp_path / "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    bpy.ops.wm.open_mainfile(filepath=blend)
    again = bpy.context.scene.skinproof.result
    assert (again.about, again.clips) == (told.about, told.clips)


def test_what_plays_besides_is_told_under_the_verdict(extension: str) -> None:
    settings = imported(EXAMPLE)
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    copy = armature.animation_data.action.copy()
    copy.name = "My Walk"
    module(extension, "addon.compat").assign_action(armature, copy)
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert settings.result.same
    assert "My Walk" in settings.result.playing
    assert any("My Walk" in text for text in panels_drawn(extension))


def test_a_rest_that_constraints_move_is_none(extension: str) -> None:
    settings = imported(EXAMPLE)
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    armature.pose.bones[0].constraints.new("LIMIT_SCALE")
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert -1 not in settings.result.clips_judged


@pytest.mark.parametrize("engine", ["fast", "stock"])
def test_engines_play_all_clips(extension: str, engine: str) -> None:
    settings = imported(EXAMPLE)
    settings.engine = engine
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert len(settings.result.clips) == len(settings.character.clips) + 1


@pytest.mark.parametrize("overridden", [False, True])
def test_a_linked_character_rests_too(extension: str, tmp_path: Path, overridden: bool) -> None:
    """Blender sets no values of linked or overridden bones at once, and is silent: they stayed in the clip's pose."""
    library = str(tmp_path / "library.blend")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE.with_name("arm.glb"))) == {"FINISHED"}
    bpy.ops.wm.save_as_mainfile(filepath=library)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    with bpy.data.libraries.load(library, link=True) as (there, wanted):
        wanted.collections = list(there.collections)
    (collection,) = wanted.collections
    bpy.context.scene.collection.children.link(collection)
    if overridden:
        collection.override_hierarchy_create(bpy.context.scene, bpy.context.view_layer)
        bpy.context.scene.collection.children.unlink(collection)
    bpy.context.scene.frame_set(12)
    bpy.context.view_layer.update()
    (armature,) = (ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    assert bool(armature.override_library) == overridden
    stood = [tuple(bone.rotation_quaternion) for bone in armature.pose.bones]
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    result = bpy.context.scene.skinproof.result
    assert {clip.name: clip.same for clip in result.clips} == {"rest": True, "bend": True, "twist": True}
    assert [tuple(bone.rotation_quaternion) for bone in armature.pose.bones] == stood
