"""What is drawn comes from a record that handlers and operators keep: a redraw decodes nothing, and nothing raises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.blender.module import module
from tests.models import MODELS
from tests.thin import thin_example

bpy = pytest.importorskip("bpy")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EXAMPLE = thin_example()


@pytest.fixture
def settings(extension: str):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.context.scene.skinproof_overlay.current = True
    return bpy.context.scene.skinproof


@pytest.fixture
def shown(extension: str):
    """What the overlay would draw now."""
    return lambda: module(extension, "addon.draw.overlay").shown_overlay(bpy.context)


@pytest.fixture
def records(extension: str):
    return module(extension, "addon.state.session").session.characters


@pytest.mark.usefixtures("settings")
def test_an_overlay_plays_the_md5_clip_that_was_chosen_with_the_mesh(shown, tmp_path):
    """It lay in another folder than the mesh, beside which there is another clip."""
    clip = tmp_path / "elsewhere.md5anim"
    clip.write_bytes((EXAMPLES / "octopus swim.md5anim").read_bytes())
    files = [{"name": str(EXAMPLES / "octopus.md5mesh")}, {"name": str(clip)}]
    bpy.ops.skinproof.import_skin(directory=str(tmp_path), files=files)
    assert shown().clip.name == "elsewhere"


def without_clips(folder: Path) -> Path:
    path = MODELS["external_buffer"](folder)
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["animations"]
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.usefixtures("settings")
def test_previewing_a_character_without_clips_clears_the_range(shown, tmp_path):
    bpy.ops.skinproof.import_skin(filepath=str(without_clips(tmp_path)))
    bpy.context.scene.use_preview_range = True
    assert bpy.ops.skinproof.preview_clip() == {"FINISHED"}
    assert not bpy.context.scene.use_preview_range
    assert shown().clip is None


def test_previewing_a_clip_sets_the_range(settings):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    scene = bpy.context.scene
    assert bpy.ops.skinproof.preview_clip() == {"FINISHED"}
    assert scene.use_preview_range
    assert scene.frame_preview_start == 0 < scene.frame_preview_end
    settings.character.clip = "REST"
    bpy.ops.skinproof.preview_clip()
    assert not scene.use_preview_range


def test_a_character_that_has_just_vanished_stops_no_drawing(settings, shown, records):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    collection = bpy.data.collections[settings.character.name]
    bpy.data.batch_remove([*collection.objects, collection])
    shown()  # the list still names it: Blender has not told of the change yet
    bpy.context.view_layer.update()
    assert not settings.characters
    records.clear()
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    records.clear()
    assert shown() is None


@pytest.mark.usefixtures("settings")
def test_a_redraw_decodes_nothing(extension, shown, monkeypatch):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    bpy.ops.skinproof.compare(scope="FRAME")
    bpy.ops.skinproof.show_heat_map()

    def refuse(text: str) -> None:
        pytest.fail(f"decoded in a redraw: {text[:40]}")

    monkeypatch.setattr(json, "loads", refuse)
    assert shown().model.parts
    module(extension, "addon.draw.heat_map").repaint(bpy.context.scene)


def test_a_renamed_object_is_found_again(settings, records):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    armature = next(o for o in bpy.context.scene.objects if o.type == "ARMATURE")
    armature.name = "Renamed"
    bpy.context.view_layer.update()
    assert records[settings.character.key].armatures == ("Renamed",)


@pytest.mark.usefixtures("settings")
def test_another_file_has_other_characters(records, tmp_path):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    path = str(tmp_path / "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert not records
    bpy.ops.wm.open_mainfile(filepath=path)
    assert [character.label for character in records.values()] == ["character"]


@pytest.mark.usefixtures("extension")
def test_choosing_a_clip_poses_the_character(settings):
    """Properties do not know who poses; handlers tell them."""
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    armature = next(o for o in bpy.context.scene.objects if o.type == "ARMATURE")
    settings.character.clip = "REST"
    assert armature.animation_data.action is None
    settings.character.clip = "1"
    assert armature.animation_data.action is not None


def test_choosing_another_scale_paints_anew(settings):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    bpy.ops.skinproof.compare(scope="FRAME")
    bpy.ops.skinproof.show_heat_map()
    settings.heat_map.scale = "TOLERANCE"
    assert settings.heat_map.top == pytest.approx(settings.result.tolerance)
    settings.heat_map.scale = "LARGEST"
    assert settings.heat_map.top == pytest.approx(settings.result.largest)


@pytest.mark.usefixtures("settings")
def test_the_search_of_joints_reads_no_file(extension, tmp_path, monkeypatch):
    """Blender asks for it at every letter that is typed: what a file just opened has not read yet is not read then."""
    path = MODELS["two_skins"](tmp_path)
    bpy.ops.skinproof.import_skin(filepath=str(path))
    session = module(extension, "addon.state.session").session
    search = module(extension, "addon.draw.properties").joints_to_search
    offered = search(None, bpy.context, "")
    path.rename(path.with_suffix(".moved"))
    assert offered
    assert search(None, bpy.context, "") == offered
    path.with_suffix(".moved").rename(path)
    session.forget()
    module(extension, "addon.state.listing").list_characters(bpy.context.scene)
    opened = []
    memory = module(extension, "addon.state.model_memory")
    monkeypatch.setattr(memory, "load_model", lambda *files: opened.append(files))
    assert search(None, bpy.context, "") == []
    assert opened == []
    monkeypatch.undo()
    bpy.ops.skinproof.compare(scope="FRAME")
    assert search(None, bpy.context, "") == offered


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("name", ["bind_shear", "armature_above", "two_skins"])
def test_the_search_of_joints_offers_the_files_joints_and_no_helper(extension, tmp_path, name):
    path = MODELS[name](tmp_path)
    bpy.ops.skinproof.import_skin(filepath=str(path), rig="EXACT")
    search = module(extension, "addon.draw.properties").SKINPROOF_PG_overlay.__annotations__["joint"].keywords["search"]
    offered = list(search(None, bpy.context, ""))
    data = path.read_bytes()
    document = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    joints = dict.fromkeys(joint for skin in document["skins"] for joint in skin["joints"])
    assert offered == [document["nodes"][joint]["name"] for joint in joints]
    bones = [bone.name for armature in bpy.data.armatures for bone in armature.bones]
    assert set(offered) < set(bones), "this file needs more bones than it has joints"
