"""Every kind of broken file through the import operator: the scene stays as it was, the user reads one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.gltf.test_reader_errors import BROKEN
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")

KINDS = ("objects", "meshes", "armatures", "actions", "shape_keys", "materials", "collections", "scenes", "images")


@pytest.fixture
def scene(extension):
    """See ``scene_with_an_object``."""
    return scene_with_an_object()


def scene_with_an_object():
    """An empty file with one object of the user's own."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    scene = bpy.context.scene
    own = bpy.data.objects.new("own", None)
    scene.collection.objects.link(own)
    bpy.context.view_layer.objects.active = own
    own.select_set(True)
    return scene


def state(scene) -> dict[str, object]:
    blocks = {kind: sorted(block.name for block in getattr(bpy.data, kind)) for kind in KINDS}
    frames = (scene.frame_start, scene.frame_end, scene.frame_current)
    selected = [o.name for o in bpy.context.selected_objects]
    listed = [c.name for c in scene.skinproof.characters]
    return {**blocks, "frames": frames, "active": bpy.context.object.name, "selected": selected, "listed": listed}


def refused(path: Path) -> str:
    """The sentence with which the import is refused."""
    with pytest.raises(RuntimeError) as caught:
        bpy.ops.skinproof.import_skin(filepath=str(path))
    return str(caught.value).strip()


#: What is wrong in a clip alone: all else of the file comes in.
IN_A_CLIP = [name for name, (_, where, _) in BROKEN.items() if where.startswith("/animations")]


@pytest.mark.parametrize("name", [name for name in BROKEN if name not in IN_A_CLIP])
def test_a_broken_document(scene, tmp_path, name):
    change, _, what = BROKEN[name]
    tiny = Tiny()
    change(tiny)
    before = state(scene)
    sentence = refused(tiny.write_gltf(tmp_path / "broken.gltf"))
    assert state(scene) == before
    assert "broken.gltf" in sentence
    assert what in sentence
    assert len(sentence.splitlines()) == 1


@pytest.mark.parametrize("name", IN_A_CLIP)
def test_a_broken_clip_is_told_and_the_rest_comes_in(scene, tmp_path, name, capfd):
    change, where, what = BROKEN[name]
    tiny = Tiny()
    change(tiny)
    path = tiny.write_gltf(tmp_path / "broken.gltf")
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    (told,) = [line for line in capfd.readouterr().out.splitlines() if line.startswith("Warning: ")]
    assert where in told
    assert what in told
    assert not bpy.data.actions
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert scene.skinproof.result.words == "same as far as judged"
    assert what in scene.skinproof.result.grounds[0]


@pytest.mark.parametrize("size", [0, 3, 11, 12, 20, 400])
def test_a_truncated_glb(scene, tmp_path, size):
    path = tmp_path / "short.glb"
    path.write_bytes(Tiny().glb()[:size])
    before = state(scene)
    sentence = refused(path)
    assert state(scene) == before
    assert "short.glb" in sentence
    assert len(sentence.splitlines()) == 1


def test_a_file_without_a_mesh(scene, tmp_path):
    tiny = Tiny()
    del tiny.data["meshes"], tiny.data["skins"]
    tiny.data["nodes"][2] = {"name": "body"}
    before = state(scene)
    sentence = refused(tiny.write_glb(tmp_path / "bones.glb"))
    assert state(scene) == before
    assert "no mesh" in sentence


def test_a_file_without_a_skin(scene, tmp_path):
    tiny = Tiny()
    del tiny.data["skins"], tiny.data["nodes"][2]["skin"]
    before = state(scene)
    sentence = refused(tiny.write_glb(tmp_path / "still.glb"))
    assert state(scene) == before
    assert "still.glb: no mesh in this file has a skin" in sentence


def test_the_file_they_are_made_of_is_sound(scene, tmp_path):
    assert bpy.ops.skinproof.import_skin(filepath=str(Tiny().write_glb(tmp_path / "tiny.glb"))) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert scene.skinproof.result.same
