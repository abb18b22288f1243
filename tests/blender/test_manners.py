"""How buttons behave: where Edit Mode looks, what a failure stops, what search finds, what is left when disabled."""

from __future__ import annotations

import numpy as np
import pytest

from tests.blender.module import module
from tests.tiny import POSITIONS

bpy = pytest.importorskip("bpy")

ATTRIBUTE = "Skinproof Error"


@pytest.mark.parametrize("on_cage", [False, True])
def test_edit_mode_looks_where_the_vertex_is_shown(settings, body, on_cage):
    modifier = body.modifiers[0]
    modifier.show_in_editmode = modifier.show_on_cage = on_cage
    body.data.vertices[3].co.x += 0.5
    bpy.ops.skinproof.compare(scope="FRAME")
    result = settings.result
    assert result.worst_row == 3
    posed = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    shown = posed.data.vertices[3].co.copy() if on_cage else body.data.vertices[3].co.copy()
    assert bpy.ops.skinproof.edit_worst_vertex() == {"FINISHED"}
    assert bpy.context.mode == "EDIT_MESH"
    np.testing.assert_allclose(settings.result.worst_position, body.matrix_world @ shown, atol=1e-5)


@pytest.mark.usefixtures("settings")
def test_a_failed_drawing_stops_in_its_own_scene_only(extension):
    session, views = module(extension, "addon.state.session").session, module(extension, "addon.state.views")
    other = bpy.data.scenes.new("Other")
    session.stopped[other.session_uid, "overlay"] = "the driver has gone"
    assert views.why_stopped(other, "overlay") == "the driver has gone"
    assert views.why_stopped(bpy.context.scene, "overlay") == ""
    views.try_again()
    assert views.why_stopped(other, "overlay") == ""


@pytest.mark.usefixtures("settings")
def test_search_finds_what_the_tab_has():
    for name in ("VIEW3D_MT_object", "VIEW3D_MT_pose", "VIEW3D_MT_paint_weight", "VIEW3D_MT_edit_mesh"):
        entries = getattr(bpy.types, name).draw._draw_funcs
        assert sum("skinproof" in entry.__module__ for entry in entries) == 1, name
    assert bpy.types.SKINPROOF_MT_character.bl_label == "Skinproof"


@pytest.mark.parametrize(("width", "scale", "narrow"), [(292, 1.0, False), (172, 1.0, True), (292, 1.8, True)])
def test_a_narrow_side_bar_shows_one_thing_in_a_line(extension, width, scale, narrow):
    """The sizes are those of Blender's side bar when it is opened, when it is drawn in, and on a larger scale."""
    panels = module(extension, "addon.panels")
    assert panels.is_narrow(width, scale) is narrow
    assert panels.is_narrow(width * 2, scale * 2) is narrow


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("name", ["compare", "write_report"])
def test_operators_and_their_choices_are_documented(name):
    rna = getattr(bpy.ops.skinproof, name).get_rna_type()
    assert rna.description
    assert rna.description != "(undocumented operator)"
    assert all(prop.description for prop in rna.properties if prop.identifier in {"scope", "format"})


@pytest.mark.usefixtures("settings")
def test_nothing_stays_painted_when_the_add_on_is_disabled(body, extension):
    bpy.ops.skinproof.compare(scope="FRAME")
    bpy.ops.skinproof.show_heat_map()
    assert ATTRIBUTE in body.data.color_attributes
    bpy.ops.preferences.addon_disable(module=extension)
    try:
        assert ATTRIBUTE not in body.data.color_attributes
    finally:
        bpy.ops.preferences.addon_enable(module=extension)


def test_overlays_stand_where_the_character_stands(settings, body, extension):
    """A point that the file puts somewhere is drawn where Blender shows it."""
    placement, character = (
        module(extension, "addon.scene.play.placement"),
        module(extension, "addon.scene.identity.character"),
    )
    armature = body.parent
    armature.location, armature.scale = (1.0, 2.0, 3.0), (2.0, 2.0, 3.0)
    armature.rotation_mode, armature.rotation_euler = "XYZ", (0.1, 0.2, 0.3)
    settings.character.clip = "REST"
    bpy.context.view_layer.update()
    depsgraph = bpy.context.evaluated_depsgraph_get()
    known = character.characters(bpy.context.scene)[0]
    model = module(extension, "addon.state.session").session.models.of(known)
    place = placement.moved_to(depsgraph, known, model, None)
    in_blender = POSITIONS[:, [0, 2, 1]] * (1.0, -1.0, 1.0)
    seen = [
        tuple(body.evaluated_get(depsgraph).matrix_world @ v.co) for v in body.evaluated_get(depsgraph).data.vertices
    ]
    np.testing.assert_allclose(in_blender @ place[:3, :3].T + place[:3, 3], seen, atol=1e-5)
