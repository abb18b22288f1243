"""The pictures of the panel *Lessons* are those of ``skinproof picture``, drawn into an image."""

from __future__ import annotations

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")

from tests.blender.example_scene import EXAMPLE  # noqa: E402 -- it needs bpy
from tests.blender.module import module  # noqa: E402


@pytest.fixture
def words(extension):
    found = module(extension, "addon.gpu.device.context").availability()
    if not found.ok:
        pytest.skip(found.reason)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    return module(extension, "addon.operators.lesson").WORDS


def pixels() -> np.ndarray:
    image = bpy.data.images["Skinproof Picture"]
    found = np.empty(image.size[0] * image.size[1] * 4, np.float32)
    image.pixels.foreach_get(found)
    return np.rint(found.reshape(image.size[1], image.size[0], 4)[::-1, :, :3] * 255).astype(int)


def test_a_picture_is_drawn_of_the_active_character(words):
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    bpy.context.scene.frame_set(7)
    seen = {}
    for show in ("normals", "steps", "motion", "pipelines", "posed,weightsum:0.9"):
        assert show in [word[0] for word in words]
        assert bpy.ops.skinproof.draw_lesson(show=show, joint="forearm.L") == {"FINISHED"}
        seen[show] = pixels()
        assert np.ptp(seen[show], axis=-1).max() > 60  # colours, not the grey of the ground alone
    assert seen["steps"].shape == seen["pipelines"].shape == (900, 1400, 3)
    assert (seen["steps"] != seen["pipelines"]).any()
    assert seen["normals"].shape == (560, 1280, 3) != seen["steps"].shape
    assert (seen["normals"] != seen["posed,weightsum:0.9"]).any()


def test_every_word_is_one_that_pictures_know(words, extension):
    columns = module(extension, "addon.lessons.columns")
    skeletons = module(extension, "addon.gpu.data.picture_request").SKELETONS
    for show, _, _, of_joint in words:
        for word in show.split(","):
            name = word.split(":")[0]
            assert name in columns.MAKERS or (name in skeletons and not of_joint), show
