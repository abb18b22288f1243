"""A file imported twice with shared data: one set of meshes, armatures, materials and actions, two characters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.looks import textured
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

#: Skinned, with morphs, rigid under bones, sheared matrices, two skins on one mesh.
NAMES = ("plain", "morphs", "two_skins", "rigid_parts", "matrix_nodes")


@pytest.fixture(autouse=True)
def empty(extension: str) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


def counts() -> dict[str, int]:
    kinds = ("objects", "meshes", "armatures", "actions", "materials", "images", "shape_keys", "collections")
    return {kind: len(getattr(bpy.data, kind)) for kind in kinds}


def characters() -> list[Any]:
    return list(bpy.context.scene.skinproof.characters)


def imported(path: Path, **options: Any) -> None:
    assert bpy.ops.skinproof.import_skin(filepath=str(path), **options) == {"FINISHED"}


def test_data_are_shared_and_removed_with_the_last_character(tmp_path: Path) -> None:
    path = textured(tmp_path).write_glb(tmp_path / "looks.glb")
    before = counts()
    imported(path)
    once = counts()
    imported(path, share=True)
    twice = counts()
    assert twice["objects"] == 2 * once["objects"]
    assert twice["collections"] == 2
    for kind in ("meshes", "armatures", "actions", "materials", "images"):
        assert twice[kind] == once[kind], kind
    bpy.ops.skinproof.remove_character()
    assert counts() == once
    bpy.ops.skinproof.compare(scope="CLIP")
    assert bpy.context.scene.skinproof.result.same
    bpy.ops.skinproof.remove_character()
    assert counts() == before


def test_without_the_option_nothing_is_shared(tmp_path: Path) -> None:
    path = textured(tmp_path).write_glb(tmp_path / "looks.glb")
    imported(path)
    once = counts()
    imported(path)
    assert counts() == {kind: 2 * number for kind, number in once.items()}


@pytest.mark.parametrize("name", NAMES)
def test_each_plays_its_own_clip_at_its_own_place(extension: str, name: str, tmp_path: Path) -> None:
    """The second at the last time of its clip, while the first, moved and posed before, rests."""
    evaluate = module(extension, "addon.scene.read.evaluate").evaluate
    scene = module(extension, "addon.scene.identity.character")
    path = MODELS[name](tmp_path)
    model = module(extension, "skinning_core").load_model(path)
    importer = module(extension, "addon.scene.build.importer")
    first = importer.import_model(bpy.context, model)
    for ob in bpy.data.collections[first.label].all_objects:
        ob.location.x += 3.0
    user = bpy.data.objects[first.meshes[0].object].modifiers.new("Mine", "ARRAY")
    second = importer.import_model(bpy.context, model, importer.ImportChoices(share=True))
    assert user.count == 2
    assert scene.character_of(bpy.data.collections[second.label]).imported_clips
    clip, end = 0, model.clips[0].end
    found = evaluate(bpy.context, second, model, clip, np.array([end]))
    for ours, theirs in zip(found.positions, plain.skin(path, clip, [end]), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=3e-6 * np.linalg.norm(np.ptp(theirs[0], axis=0)))


def test_another_state_of_the_file_is_not_shared(tmp_path: Path) -> None:
    path = textured(tmp_path).write_glb(tmp_path / "looks.glb")
    imported(path)
    once = counts()
    tiny = textured(tmp_path)
    tiny.data["nodes"][1]["translation"] = [0, 2, 0]
    tiny.write_glb(path)
    imported(path, share=True)
    assert counts()["meshes"] == 2 * once["meshes"]


def test_what_was_shared_survives_saving_and_undo(tmp_path: Path) -> None:
    path = textured(tmp_path).write_glb(tmp_path / "looks.glb")
    imported(path)
    bpy.ops.ed.undo_push(message="one")
    once = counts()
    imported(path, share=True)
    bpy.ops.ed.undo_push(message="two")
    bpy.ops.ed.undo()
    assert counts() == once
    imported(path, share=True)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "two.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "two.blend"))
    assert [item.name for item in characters()] == ["looks", "looks.001"]
    bpy.ops.skinproof.compare(scope="CLIP")
    assert bpy.context.scene.skinproof.result.same
