"""The operators behind the window's buttons, called as a script calls them; the window itself is in tests/window."""

from __future__ import annotations

import html
import json
import re
import shlex
import shutil
from pathlib import Path

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")

from tests.blender.example_scene import MOVED, move_vertex, skinned_mesh, values  # noqa: E402 -- it needs bpy
from tests.blender.module import module  # noqa: E402
from tests.thin import thin_example  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EXAMPLE = thin_example()
ATTRIBUTE = "Skinproof Error"


@pytest.fixture
def scene(extension):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return bpy.context.scene


@pytest.fixture
def settings(scene):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    return scene.skinproof


def blocks() -> dict[str, int]:
    kinds = ("objects", "meshes", "armatures", "actions", "shape_keys", "materials", "collections")
    return {kind: len(getattr(bpy.data, kind)) for kind in kinds}


def test_importing_twice_lists_two_characters(settings):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    assert [c.name for c in settings.characters] == ["character", "character.001"]
    assert settings.character.name == "character.001"
    clips = [c.name for c in settings.character.clips]
    assert len(clips) >= 2
    assert settings.character.clip == "0"


def test_removing_leaves_nothing_behind(scene):
    before = blocks()
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    assert blocks() != before
    bpy.ops.skinproof.remove_character()
    assert blocks() == before
    assert not scene.skinproof.characters


def test_no_record_of_a_removed_character_is_kept(extension, scene):
    session = module(extension, "addon.state.session").session
    for _ in range(3):
        bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
        assert list(session.characters) == [scene.skinproof.character.key]
        bpy.ops.skinproof.compare()
        bpy.ops.skinproof.remove_character()
    assert not session.characters
    assert not session.to_check


def test_several_files_at_once(scene, tmp_path):
    for name in ("one.glb", "two.glb"):
        (tmp_path / name).write_bytes(EXAMPLE.read_bytes())
    bpy.ops.skinproof.import_skin(directory=str(tmp_path), files=[{"name": "one.glb"}, {"name": "two.glb"}])
    assert [c.name for c in scene.skinproof.characters] == ["one", "two"]


def test_of_several_files_a_broken_one_stops_all(scene, tmp_path):
    (tmp_path / "good.glb").write_bytes(EXAMPLE.read_bytes())
    (tmp_path / "broken.glb").write_bytes(EXAMPLE.read_bytes()[:5000])
    before = blocks()
    with pytest.raises(RuntimeError, match=r"broken\.glb"):
        bpy.ops.skinproof.import_skin(directory=str(tmp_path), files=[{"name": "good.glb"}, {"name": "broken.glb"}])
    assert blocks() == before
    assert not scene.skinproof.characters


@pytest.mark.usefixtures("scene")
@pytest.mark.parametrize("path", ["", "missing.glb", "picture.png"])
def test_what_cannot_be_imported_is_one_sentence(tmp_path, path):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    with pytest.raises(RuntimeError) as caught:
        bpy.ops.skinproof.import_skin(filepath=str(tmp_path / path) if path else "")
    assert len(str(caught.value).strip().splitlines()) == 1
    assert "Traceback" not in str(caught.value)


def test_enter_on_a_folder_is_told_to_choose_a_file(extension, scene, tmp_path):
    """It said "there is no such file: this is a folder or a device"."""
    assert bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE)) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    registered = module(extension, "addon.operators.help")._registered()
    ours = [cls for cls in registered if issubclass(cls, bpy.types.Operator) and hasattr(cls, "bl_idname")]
    asked = [getattr(bpy.ops.skinproof, cls.bl_idname.removeprefix("skinproof.")) for cls in ours]
    asked = [each for each in asked if "filepath" in each.get_rna_type().properties and each.poll()]
    told = {}
    for each in asked:
        with pytest.raises(RuntimeError) as caught:
            each(filepath=f"{tmp_path}/")
        told[each.idname()] = str(caught.value).strip()
    assert {"SKINPROOF_OT_attach", "SKINPROOF_OT_import_skin", "SKINPROOF_OT_find_file"} < set(told)
    assert {name: words for name, words in told.items() if "is a folder (choose a file)" not in words} == {}


@pytest.mark.usefixtures("extension")
def test_files_can_be_dropped_and_chosen_in_the_menu():
    handler = bpy.types.FileHandler.bl_rna_get_subclass_py("SKINPROOF_FH_skin")
    assert handler.bl_import_operator == "skinproof.import_skin"
    assert set(handler.bl_file_extensions.split(";")) == {".glb", ".gltf", ".vrm", ".md5mesh", ".md5anim"}
    entries = bpy.types.TOPBAR_MT_file_import.draw._draw_funcs
    assert sum("skinproof" in entry.__module__ for entry in entries) == 1


def test_an_md5_character(scene):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLES / "octopus.md5mesh"))
    assert len(scene.skinproof.character.clips) == 1
    bpy.ops.skinproof.compare(scope="CLIP")
    assert scene.skinproof.result.same


def test_an_md5_clip_from_elsewhere_is_remembered(scene, tmp_path):
    clip = tmp_path / "elsewhere.md5anim"
    clip.write_bytes((EXAMPLES / "octopus swim.md5anim").read_bytes())
    mesh = EXAMPLES / "octopus.md5mesh"
    files = [{"name": str(mesh)}, {"name": str(clip)}]
    bpy.ops.skinproof.import_skin(directory=str(tmp_path), files=files)
    assert [c.name for c in scene.skinproof.character.clips] == ["elsewhere"]
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    assert scene.skinproof.result.same


def test_every_button_is_an_operator(extension):
    """Panels name operators as Blender does, by their identifiers."""
    panels = Path(module(extension, "addon.panels").__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in panels.glob("*.py"))
    named = set(re.findall(r'"skinproof\.(\w+)"', text))
    assert len(named) > 30
    assert not named - set(dir(bpy.ops.skinproof))


@pytest.mark.usefixtures("scene")
def test_buttons_say_why_they_are_grey():
    for operator, reason in (
        (bpy.ops.skinproof.compare, "Import a character first"),
        (bpy.ops.skinproof.remove_character, "Import a character first"),
        (bpy.ops.skinproof.jump_to_worst, "Compare a character first"),
        (bpy.ops.skinproof.show_heat_map, "Compare first"),
        (bpy.ops.skinproof.write_report, "Compare first"),
    ):
        with pytest.raises(RuntimeError, match=reason):
            operator()


@pytest.mark.parametrize("scope", ["FRAME", "CLIP"])
def test_the_imported_character_is_the_same(settings, scope):
    frame = bpy.context.scene.frame_current
    assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
    result = settings.result
    assert result.same
    assert 0.0 < result.largest <= 3e-6
    assert (result.count == 1) == (scope == "FRAME")
    assert bpy.context.scene.frame_current == frame


def test_a_moved_vertex_is_found(settings, tmp_path):
    mesh_object = skinned_mesh()
    mesh, row = mesh_object.data, 7
    move_vertex(mesh, row)
    settings.character.clip = "REST"
    bpy.ops.skinproof.compare(scope="FRAME")
    result = settings.result
    assert not result.same
    assert (result.worst_object, result.worst_row) == (mesh_object.name, row)
    assert result.worst_vertex == values(mesh, "skinproof_vertex_id")[row] - 1  # of the first primitive
    assert 0.5 * MOVED < result.largest_metres < 2.0 * MOVED  # moved by the matrices of its joints, scaled or not

    path = tmp_path / "report.json"
    bpy.ops.skinproof.write_report(filepath=str(path), format="JSON")
    written = json.loads(path.read_text(encoding="utf-8"))["models"][0]["comparisons"][0]
    assert written["worst"]["vertex"] == result.worst_vertex
    assert not written["passed"]
    page = tmp_path / "report.html"
    bpy.ops.skinproof.write_report(filepath=str(page), format="HTML")
    assert "character" in page.read_text(encoding="utf-8")


def command_of(page) -> list[str]:
    """The words after ``skinproof`` of the command that a page says makes it again; none where it says none."""
    found = re.search("to make it again: <code>skinproof (.*?)</code>", page.read_text(encoding="utf-8"))
    return shlex.split(html.unescape(found[1])) if found else []


def test_the_command_of_a_page_finds_the_same_in_the_saved_scene(extension, settings, tmp_path, monkeypatch):
    move_vertex(skinned_mesh().data, 7)
    settings.engine, page = "fast", tmp_path / "page.html"
    bpy.ops.skinproof.compare(scope="CLIP")
    bpy.ops.skinproof.write_report(filepath=str(page), format="HTML")
    *asked, times = command_of(page)
    assert asked == ["verify", EXAMPLE.name, "--against", "fast", "--clip", settings.result.clip, "--times"]
    rate = bpy.context.scene.render.fps / bpy.context.scene.render.fps_base
    assert np.array(times.split(","), float) * rate == pytest.approx(np.arange(settings.result.count), abs=1e-6)
    settings.engine = "blender"
    bpy.ops.skinproof.compare(scope="CLIP")
    bpy.ops.skinproof.write_report(filepath=str(page), format="HTML")
    assert command_of(page) == [], "the scene is in no file yet"
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "edited scene.blend"))
    bpy.ops.skinproof.write_report(filepath=str(page), format="HTML")
    largest = settings.result.largest
    shutil.copyfile(EXAMPLE, tmp_path / EXAMPLE.name)
    monkeypatch.chdir(tmp_path)
    report = ["--json", "again.json"]
    assert module(extension, "addon.command.commands").run([*command_of(page), *report]) == 1
    (again,) = json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))["models"][0]["comparisons"]
    assert again["max"] == pytest.approx(largest, rel=1e-3)


@pytest.mark.usefixtures("settings")
def test_the_heat_map_shows_that_vertex():
    mesh_object = skinned_mesh()
    mesh, row = mesh_object.data, 7
    own = mesh.color_attributes.new("Own", "FLOAT_COLOR", "POINT")
    mesh.color_attributes.active_color = own
    move_vertex(mesh, row)
    bpy.ops.skinproof.compare(scope="FRAME")
    bpy.ops.skinproof.show_heat_map()
    attribute = mesh.color_attributes[ATTRIBUTE]
    assert mesh.color_attributes.active_color == attribute
    colors = np.empty((len(mesh.vertices), 4), np.float32)
    attribute.data.foreach_get("color", colors.ravel())
    others = np.delete(colors, row, axis=0)
    assert colors[row, :3].sum() < 0.5  # the dark end
    assert others[:, :3].min() > 0.4  # the light end: no error to speak of
    bpy.ops.skinproof.hide_heat_map()
    assert ATTRIBUTE not in mesh.color_attributes
    assert mesh.color_attributes.active_color.name == "Own"


def test_jumping_goes_to_the_worst_time(settings):
    bpy.ops.skinproof.compare(scope="CLIP")
    result, scene = settings.result, bpy.context.scene
    bpy.ops.skinproof.jump_to_worst()
    assert scene.frame_current_final == pytest.approx(result.worst_time * scene.render.fps, abs=1e-4)
    chosen = bpy.context.view_layer.objects.active
    assert chosen.name == result.worst_object
    assert [v.index for v in chosen.data.vertices if v.select] == [result.worst_row]


def test_deleting_the_objects_empties_the_list(settings):
    bpy.data.collections.remove(bpy.data.collections[settings.character.name])
    bpy.context.view_layer.update()
    assert not settings.characters


def test_a_saved_file_knows_its_characters_and_figures_but_no_colours(settings, tmp_path):
    bpy.ops.skinproof.compare(scope="FRAME")
    bpy.ops.skinproof.show_heat_map()
    path = str(tmp_path / "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.open_mainfile(filepath=path)
    settings = bpy.context.scene.skinproof
    assert [c.name for c in settings.characters] == ["character"]
    assert settings.result.same
    assert settings.result.key == 0
    assert not any(ATTRIBUTE in mesh.color_attributes for mesh in bpy.data.meshes)
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}


def test_off_and_on_again(extension):
    for _ in range(2):
        bpy.ops.preferences.addon_disable(module=extension)
        assert not hasattr(bpy.types.Scene, "skinproof")
        for name in ("load_post", "undo_post", "redo_post", "depsgraph_update_post", "frame_change_pre"):
            assert not [f for f in getattr(bpy.app.handlers, name) if "skinproof" in f.__module__]
        bpy.ops.preferences.addon_enable(module=extension)
        assert hasattr(bpy.types.Scene, "skinproof")


@pytest.mark.usefixtures("scene")
@pytest.mark.parametrize("victim", ["model.glb", "work.blend", "link.json"])
def test_a_report_is_not_written_onto_what_is_open(tmp_path, victim):
    shutil.copyfile(EXAMPLE, tmp_path / "model.glb")
    bpy.ops.skinproof.import_skin(filepath=str(tmp_path / "model.glb"))
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "work.blend"))
    bpy.ops.skinproof.compare(scope="FRAME")
    (tmp_path / "link.json").symlink_to(tmp_path / "model.glb")
    before = (tmp_path / victim).read_bytes()
    with pytest.raises(RuntimeError, match=r"this would overwrite (model\.glb|work\.blend), which is read"):
        bpy.ops.skinproof.write_report(filepath=str(tmp_path / victim), format="JSON")
    assert (tmp_path / victim).read_bytes() == before
    with pytest.raises(RuntimeError, match="the folder to write into is not there"):
        bpy.ops.skinproof.write_report(filepath=str(tmp_path / "nowhere" / "report.json"), format="JSON")
