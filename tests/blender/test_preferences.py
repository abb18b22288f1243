"""What a user sets once: each preference by its effect, the help page, and what is left when the add-on is disabled."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest

from tests.blender.module import module
from tests.real_blender import ROOT
from tests.thin import thin_example

bpy = pytest.importorskip("bpy")

EXAMPLE = thin_example()


@pytest.fixture
def preferences(extension: str):
    """The add-on's preferences in an empty file with the example; as they were afterwards."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    found = bpy.context.preferences.addons[extension].preferences
    names = [prop.identifier for prop in found.bl_rna.properties if prop.identifier not in ("rna_type", "bl_idname")]
    before = {name: getattr(found, name) for name in names}
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    yield found
    for name, value in before.items():
        setattr(found, name, value)


def compare():
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    return bpy.context.scene.skinproof.result


@pytest.mark.parametrize("question", ["PLAYS", "CLIPS", "POSE"])
def test_the_tolerance_counts_where_the_scene_has_none_of_its_own(preferences, question):
    settings = bpy.context.scene.skinproof
    settings.question = question
    preferences.own_tolerance, preferences.tolerance = True, 1e-9
    result = compare()
    assert result.tolerance == pytest.approx(1e-9)
    assert not result.same
    settings.own_tolerance, settings.tolerance = True, 1e-3
    result = compare()
    assert result.same
    assert result.tolerance == pytest.approx(1e-3)


def test_colours_change_at_once(preferences):
    compare()
    assert bpy.ops.skinproof.show_heat_map() == {"FINISHED"}
    mesh = next(ob.data for ob in bpy.data.objects if ob.type == "MESH")

    def first_colour() -> tuple:
        return tuple(mesh.color_attributes["Skinproof Error"].data[0].color)

    seen = {}
    for scale in ("CLAY", "VIRIDIS", "GREY"):
        preferences.heat_colors = scale
        seen[scale] = first_colour()
    assert len(set(seen.values())) == 3
    red, green, blue, _ = seen["GREY"]
    assert red == green == blue


@pytest.mark.parametrize(("units", "text"), [("MILLIMETRES", "1.5 mm"), ("METRES", "0.0015 m"), ("SCENE", "1.5 mm")])
def test_lengths_in_the_unit_that_is_wanted(preferences, extension: str, units: str, text: str):
    preferences.units = units
    assert module(extension, "addon.state.preferences").reading_of(bpy.context).length(0.0015) == text


def test_choosing_a_clip_plays_that_clip_alone(preferences):
    scene = bpy.context.scene
    listed = scene.skinproof.character
    by_name = {clip.name: str(clip.index) for clip in listed.clips}
    listed.clip = by_name["wave"]
    assert (scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end) == (True, 0, 72)  # 3 s at 24
    preferences.range_on_choice = False
    listed.clip = by_name["walk"]
    assert scene.frame_preview_end == 72
    preferences.range_on_choice = True
    listed.clip = "REST"
    assert not scene.use_preview_range


def test_a_report_is_written_where_the_user_wants_it_and_can_be_opened(preferences, extension: str, tmp_path: Path):
    session = module(extension, "addon.state.session").session
    session.last_report = None
    assert not bpy.ops.skinproof.open_report.poll()
    compare()
    preferences.report_folder = str(tmp_path)
    suggested = module(extension, "addon.operators.report").suggested_path(bpy.context, ".html")
    assert suggested.parent == tmp_path
    assert bpy.ops.skinproof.write_report(filepath=str(suggested), format="HTML") == {"FINISHED"}
    assert session.last_report == suggested
    assert bpy.ops.skinproof.open_report.poll()
    suggested.unlink()
    assert not bpy.ops.skinproof.open_report.poll()


def test_the_help_page_is_the_manual_and_every_button_and_setting(extension: str):
    page = module(extension, "addon.operators.help").help_page()
    for word in ("Compare", "Import Character", "Strict Placement", "Report Folder", "Write Report"):
        assert re.search(f'<dt id="bpy[.][a-z_.0-9]+">{word}</dt><dd>', page)
    assert "<dd></dd>" not in page
    for heading in re.findall("^## (.+)$", (ROOT / "docs" / "window.md").read_text(encoding="utf-8"), re.MULTILINE):
        assert f">{heading}</h2>" in page
    assert set(re.findall('href="#([^"]+)"', page)) <= set(re.findall('id="([^"]+)"', page))
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", page)  # nothing is loaded


@pytest.mark.usefixtures("in_chinese")
def test_the_help_page_is_chinese_where_blender_is(extension: str):
    page = module(extension, "addon.operators.help").help_page()
    for heading in re.findall("^## (.+)$", (ROOT / "docs" / "window.zh.md").read_text(encoding="utf-8"), re.MULTILINE):
        assert f">{heading}</h2>" in page
    assert '<html lang="zh-HANS">' in page  # whose letters a browser shows
    assert "按<i>比较全部 3 个片段</i>。" in page  # words are set off between those of a sentence without spaces
    assert len(re.findall('src="data:image/png', page)) == 7  # the steps of the tour


def test_online_manual_finds_each_button_and_setting_on_this_computer(extension: str):
    """As Blender itself looks for the manual of what is under the mouse (F1)."""
    find = bpy.types.WM_OT_doc_view_manual._lookup_rna_url
    for asked in ("bpy.ops.skinproof.compare", "bpy.types.SKINPROOF_PG_scene.live"):
        address = find(asked, verbose=False)
        page, _, place = address.partition("#")
        assert page.startswith("file:///")
        assert f'id="{place}"' in Path(url2pathname(urlparse(page).path)).read_text(encoding="utf-8")


@pytest.mark.usefixtures("preferences")
def test_disabling_takes_the_colours_off(extension: str):
    compare()
    bpy.ops.skinproof.show_heat_map()
    painted = [mesh.name for mesh in bpy.data.meshes if "Skinproof Error" in mesh.color_attributes]
    assert painted
    module(extension, "addon.handlers").unregister()
    try:
        assert not [mesh.name for mesh in bpy.data.meshes if "Skinproof Error" in mesh.color_attributes]
    finally:
        module(extension, "addon.handlers").register()


@pytest.mark.parametrize(
    ("system", "unit", "scale", "text"),
    [
        ("METRIC", "ADAPTIVE", 1.0, "2.5 cm"),
        ("METRIC", "ADAPTIVE", 0.01, "0.25 mm"),
        ("METRIC", "MILLIMETERS", 1.0, "25 mm"),
        ("IMPERIAL", "ADAPTIVE", 1.0, "1.0 in"),
        ("NONE", "ADAPTIVE", 1.0, "0.025 units"),
    ],
)
def test_lengths_follow_the_units_of_the_scene(preferences, extension: str, system, unit, scale, text):
    preferences.units = "SCENE"
    settings = bpy.context.scene.unit_settings
    settings.system, settings.scale_length = system, scale
    if unit != "ADAPTIVE":
        settings.length_unit = unit
    assert module(extension, "addon.state.preferences").reading_of(bpy.context).length(0.0254) == text


@pytest.mark.usefixtures("preferences")
def test_panel_and_report_have_one_figure_for_one_thing(extension: str, tmp_path: Path):
    """The armature moves nothing: the panel's length, share and words are those of the page and of the document."""
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)
    mesh.modifiers[0].show_viewport = False
    bpy.context.scene.frame_set(7)
    result = compare()
    reading = module(extension, "addon.state.preferences").reading_of(bpy.context)
    assert result.level == "visible"
    assert 0.0 < result.unseen < 1.0
    for form in ("HTML", "JSON"):
        bpy.ops.skinproof.write_report(filepath=str(tmp_path / f"r.{form}"), format=form)
    page = (tmp_path / "r.HTML").read_text(encoding="utf-8")
    off, share = reading.length(result.largest_metres), reading.share(result.largest)
    assert f"blender: visible, at most {off} off ({share} of the size, {reading.pixels(result.largest)} pixels" in page
    comparison = json.loads((tmp_path / "r.JSON").read_text(encoding="utf-8"))["models"][0]["comparisons"][0]
    assert comparison["worst"]["distance_m"] == pytest.approx(result.largest_metres, rel=1e-6)
    assert comparison["seen"]["unseen_share"] == pytest.approx(result.unseen, rel=1e-6)
