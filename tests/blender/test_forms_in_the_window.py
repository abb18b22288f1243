"""Forms of skinning, raw weights, normals and looping as the panel and the overlay offer them."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core import load_model, skin_model
from skinning_core.subject import FORMS
from tests.blender.module import module
from tests.thin import thin_example

bpy = pytest.importorskip("bpy")

EXAMPLE = thin_example()


@pytest.fixture
def scene(extension):
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return bpy.context.scene


@pytest.fixture
def settings(scene):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    return scene.skinproof


def compared(settings, engine: str):
    settings.engine = engine
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    return settings.result


def test_a_form_is_compared_with_its_choices(settings, extension):
    label_of = module(extension, "addon.subjects.catalogue").label_of
    bpy.context.scene.frame_set(6)
    assert compared(settings, "form:palette").same
    assert label_of(settings.result.engine) == "Palette"
    rigid = compared(settings, "form:rigid")
    assert not rigid.same
    assert "strongest influence" in rigid.notes
    assert "by design not the specification" in rigid.notes
    settings.raw_weights = settings.directions = True
    assert compared(settings, "form:points").engine == "form:points:raw:directions"
    assert label_of(settings.result.engine) == "Points (raw:directions)"
    fast = compared(settings, "fast")
    assert fast.engine == "fast:raw:directions"
    assert [ground.split(" by ")[0] for ground in fast.grounds] == ["normals are off"], "its scales are uneven"
    settings.directions = False
    assert compared(settings, "fast").same, "the example's weights sum to one"
    assert compared(settings, "blender").engine == "blender"


def test_preserve_volume_is_named(settings):
    bpy.context.scene.frame_set(6)
    for ob in bpy.context.scene.objects:
        for modifier in ob.modifiers:
            if modifier.type == "ARMATURE":
                modifier.use_deform_preserve_volume = True
    result = compared(settings, "blender")
    assert not result.same
    assert "Preserve Volume" in result.notes


def test_looping_is_one_choice_of_comparison_and_overlay(settings, extension):
    """The clip "walk" lasts a second; at 1.25 s it is at a quarter if it loops, and at its end if it does not."""
    scene_now, overlay = bpy.context.scene, bpy.context.scene.skinproof_overlay
    settings.character.clip = "0"
    overlay.current = True
    rate = scene_now.render.fps / scene_now.render.fps_base
    scene_now.frame_set(round(1.25 * rate))
    shown = module(extension, "addon.draw.overlay").shown_overlay
    inquiry_of = module(extension, "addon.compare.inquiry").inquiry_of
    settings.engine = "fast"
    for looping, inside in ((False, 1.0), (True, 0.25)):
        settings.looping = looping
        assert shown(bpy.context).times == pytest.approx([inside], abs=1e-3)
        (request,) = inquiry_of(bpy.context, "FRAME").requests
        assert request.times == pytest.approx([inside], abs=1e-3)
    bpy.ops.skinproof.show_crowd(count=3, loop=False)
    now = shown(bpy.context)
    crowd = module(extension, "addon.lessons.crowd").CrowdTimes(now.time, now.crowd, now.offset, now.looping)
    times = [one.times(np.array([now.time])) for one in crowd.instances(now.model, [now.clip])]
    assert not settings.looping
    assert len(times) == 3
    assert np.max(times) <= 1.0


def test_the_overlay_draws_what_the_form_gives(settings, extension):
    """The engine's own positions, which tests of the forms hold to the formula, and not the smooth ones."""
    overlay = bpy.context.scene.skinproof_overlay
    if not module(extension, "addon.gpu.device.context").availability().ok:
        pytest.skip("the overlay's renderer needs a GPU")
    overlay.ghost, overlay.form = "OVER", "form:rigid"
    bpy.context.scene.frame_set(6)
    shown = module(extension, "addon.draw.overlay").shown_overlay(bpy.context)
    assert shown.form == "form:rigid"
    pieces = module(extension, "addon.draw.overlay_renderer").formed_pieces(shown)
    model, clip = load_model(EXAMPLE), settings.character.clip_index
    rigid, smooth = FORMS["form:rigid"](model).at(clip, shown.times), skin_model(model, clip, shown.times)
    for piece, expected, bent in zip(pieces, rigid.positions, smooth.positions, strict=True):
        drawn = piece.geometry.positions[0] + piece.palette.centre[0]
        assert np.abs(drawn - expected[0]).max() < 1e-5
        assert drawn.shape == bent[0].shape
    assert max(np.abs(r - s).max() for r, s in zip(rigid.positions, smooth.positions, strict=True)) > 0.01
