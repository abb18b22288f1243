"""A character in a scene: complete or not at all, twice, undone, removed, saved, shown, disturbed."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.models import MODELS
from tests.tiny import POSITIONS, Tiny

bpy = pytest.importorskip("bpy")


@pytest.fixture
def load(extension: str, tmp_path: Path):
    """Loads one of the tests' own models by name, in an empty scene."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)

    def load_model(name: str):
        return module(extension, "skinning_core").load_model(MODELS[name](tmp_path))

    return load_model


@pytest.fixture
def importer(extension: str):
    return module(extension, "addon.scene.build.importer").import_model


@pytest.fixture
def evaluate(extension: str):
    return module(extension, "addon.scene.read.evaluate").evaluate


def blocks() -> dict[str, int]:
    kinds = ("objects", "meshes", "armatures", "actions", "shape_keys", "materials", "collections", "scenes")
    return {kind: len(getattr(bpy.data, kind)) for kind in kinds}


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("steps", range(1, 5))
def test_an_import_that_breaks_off_leaves_the_scene_as_it_was(load, importer, steps: int):
    """Stopped at each of its steps in turn, by an error that nobody expected."""
    model = load("morphs")
    scene = bpy.context.scene
    before = blocks(), scene.frame_start, scene.frame_end, bpy.context.view_layer.objects.active
    calls = []

    def stop(done: int, _total: int) -> None:
        calls.append(done)
        if len(calls) == steps:
            raise MemoryError

    try:
        importer(bpy.context, model, progress=stop)
    except MemoryError:
        pass
    else:
        pytest.skip(f"this import has fewer than {steps} steps")
    assert (blocks(), scene.frame_start, scene.frame_end, bpy.context.view_layer.objects.active) == before


def test_twice_gives_two_characters_and_each_goes_alone(load, importer, extension: str):
    character, remove = (
        module(extension, "addon.scene.identity.character"),
        module(extension, "addon.scene.identity.removal").remove,
    )
    model, empty = load("morphs"), blocks()
    one = importer(bpy.context, model)
    alone = blocks()
    two = importer(bpy.context, model)
    assert character.characters(bpy.context.scene) == [one, two]
    remove(two)
    assert blocks() == alone
    remove(one)
    assert blocks() == empty


def test_found_again_in_a_saved_file(load, importer, evaluate, extension: str, tmp_path: Path):
    model = load("morphs")
    times = np.array([0.0, 0.3, 1.0])
    expected = evaluate(bpy.context, importer(bpy.context, model), model, 0, times).positions
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "saved.blend"))
    (again,) = module(extension, "addon.scene.identity.character").characters(bpy.context.scene)
    found = evaluate(bpy.context, again, model, 0, times).positions
    np.testing.assert_array_equal(found, expected)


@pytest.mark.usefixtures("tmp_path")
def test_clips_do_not_leak_into_each_other(load, importer, evaluate):
    """What a clip leaves alone is at rest again, whichever clip was shown before."""
    model = load("late_and_partial")
    character = importer(bpy.context, model)
    assert len(model.clips) > 2
    for clip in [0, 2, 1, None, 1, 0]:
        found = evaluate(bpy.context, character, model, clip, np.array([0.5])).positions
        expected = plain.skin(model.path, clip, [0.5])
        for ours, theirs in zip(found, expected, strict=True):
            np.testing.assert_allclose(ours, theirs, atol=3e-6)


def test_evaluating_leaves_frame_action_and_pose_as_they_were(load, importer, evaluate):
    model = load("late_and_partial")
    character = importer(bpy.context, model)
    arm = bpy.data.objects[character.armatures[0]]
    bpy.context.scene.frame_set(7, subframe=0.25)
    arm.animation_data.action = None
    arm.pose.bones[1].location = (1.0, 2.0, 3.0)
    evaluate(bpy.context, character, model, 1, np.array([0.5, 2.0]))
    assert bpy.context.scene.frame_current_final == 7.25
    assert arm.animation_data.action is None
    assert tuple(arm.pose.bones[1].location) == (1.0, 2.0, 3.0)


def test_vertices_deleted_by_the_user_are_nan_and_the_others_keep_their_place(load, importer, evaluate):
    import bmesh

    model = load("plain")
    character = importer(bpy.context, model)
    mesh = bpy.data.objects[character.meshes[0].object].data
    bm = bmesh.new()
    bm.from_mesh(mesh)
    bm.verts.ensure_lookup_table()
    bmesh.ops.delete(bm, geom=[bm.verts[3]], context="VERTS")
    bm.to_mesh(mesh)
    bm.free()
    (found,) = evaluate(bpy.context, character, model, 0, np.array([0.5])).positions
    (expected,) = plain.skin(model.path, 0, [0.5])
    assert np.isnan(found[0, 3]).all()
    kept = np.arange(found.shape[1]) != 3
    np.testing.assert_allclose(found[0, kept], expected[0, kept], atol=3e-6)


@pytest.mark.parametrize("disturb", ["hide", "attribute"])
def test_what_cannot_be_compared_is_said(load, importer, evaluate, extension: str, disturb: str):
    model = load("plain")
    character = importer(bpy.context, model)
    ob = bpy.data.objects[character.meshes[0].object]
    if disturb == "hide":
        ob.hide_viewport = True
    else:
        ob.data.attributes.remove(ob.data.attributes["skinproof_vertex_id"])
    error = module(extension, "skinning_core.error").SkinproofError
    with pytest.raises(error, match=ob.name if disturb != "attribute" else "skinproof_vertex_id"):
        evaluate(bpy.context, character, model, None, np.zeros(1))


@pytest.mark.usefixtures("extension")
def test_frames_and_rate(load, importer):
    """Seconds become frames by fps / fps_base; the range holds all clips: 2 to 2.5 s, 0 to 1 s, one key at 0.5 s."""
    scene = bpy.context.scene
    model = load("late_and_partial")
    scene = bpy.context.scene
    scene.render.fps, scene.render.fps_base = 30, 1.001
    character = importer(bpy.context, model)
    assert character.frame_rate == pytest.approx(30 / 1.001, rel=1e-6)
    assert (scene.frame_start, scene.frame_end) == (0, 75)
    late = bpy.data.actions[character.actions[[c.name for c in model.clips].index("late")][0]]
    assert tuple(late.frame_range) == pytest.approx((2.0 * 30 / 1.001, 2.5 * 30 / 1.001), rel=1e-5)


def test_muted_tracks_carry_every_clip_for_the_exporter(load, importer):
    model = load("late_and_partial")
    arm = bpy.data.objects[importer(bpy.context, model).armatures[0]]
    tracks = arm.animation_data.nla_tracks
    assert [track.name for track in tracks] == [clip.name for clip in model.clips]
    assert all(track.mute for track in tracks)


def test_bones_point_along_the_limb_and_helpers_are_out_of_sight(load, importer):
    model = load("bind_shear")
    character = importer(bpy.context, model)
    arm = bpy.data.objects[character.armatures[0]]
    assert not arm.data.collections["Skinproof helpers"].is_visible
    visible = [b for b in arm.data.bones if not any(c.name == "Skinproof helpers" for c in b.collections)]
    assert {b.name for b in visible} == {model.nodes.names[node] for node in model.moving_joints}
    assert len(visible) < len(arm.data.bones)
    groups = {group.name for mesh in character.meshes for group in bpy.data.objects[mesh.object].vertex_groups}
    assert {b.name for b in arm.data.bones if b.use_deform} == groups
    for bone in visible:
        children = [c for c in bone.children if c in visible]
        if len(children) == 1 and (children[0].head_local - bone.head_local).length > 1e-4:
            towards = (children[0].head_local - bone.head_local).normalized()
            assert (bone.tail_local - bone.head_local).normalized().dot(towards) > 0.7


def test_the_last_bone_goes_on_half_as_long(load, importer):
    """The joints are half a metre apart; the bones between them are shorter, to be no longer than what they deform."""
    arm = bpy.data.objects[importer(bpy.context, load("plain")).armatures[0]]
    last = arm.data.bones["joint 2"]
    assert tuple(last.tail_local - last.head_local) == pytest.approx((0.0, 0.0, 0.25), abs=1e-6)


@pytest.mark.parametrize(("name", "heading"), [("arms", "arms"), (None, "Joints")])
def test_bones_are_in_a_collection_of_their_skin_those_of_none_in_another(
    load, importer, extension, tmp_path, name: str | None, heading: str
):
    """A skin has its name or is the joints; a node above a joint moves it and is no joint."""
    load("plain")
    tiny = Tiny()
    tiny.data["skins"][0] |= {"name": name} if name else {}
    tiny.data["nodes"].append({"name": "above", "children": [0], "translation": [0.0, 1.0, 0.0]})
    tiny.data["scenes"][0]["nodes"] = [2, 3]
    model = module(extension, "skinning_core").load_model(tiny.write_glb(tmp_path / "named.glb"))
    character = importer(bpy.context, model)
    data = bpy.data.objects[character.armatures[0]].data
    assert {one.name: {bone.name for bone in one.bones} for one in data.collections} == {
        heading: {"root", "tip"},
        "Nodes": {"above"},
    }
    assert len(bpy.data.objects[character.meshes[0].object].data.edges) == 5
    bare = importer(bpy.context, load("plain"))
    assert [one.name for one in bpy.data.objects[bare.armatures[0]].data.collections] == ["skin"]


def test_a_primitive_that_lacks_targets_of_its_mesh_is_not_moved_by_them(load, importer, evaluate, extension, tmp_path):
    """As if it had them, with displacements of zero."""
    load("plain")

    def written(name: str, *, whole: bool) -> Path:
        tiny = Tiny()
        first, second, none = (
            {"POSITION": tiny.add(np.array([[0, 0, height * k] for k in range(4)], np.float32))}
            for height in (0.1, 0.3, 0.0)
        )
        targets = ([first, second], [second, none], [none, none]) if whole else ([first, second], [second], [])
        tiny.data["meshes"][0]["primitives"] = [
            {**tiny.primitive, **({"targets": own} if own else {})} for own in targets
        ]
        tiny.data["meshes"][0]["weights"] = [0.5, 1.0]
        return tiny.write_glb(tmp_path / f"{name}.glb")

    model = module(extension, "skinning_core").load_model(written("uneven", whole=False))
    found = evaluate(bpy.context, importer(bpy.context, model), model, 0, np.array([0.4])).positions
    for ours, theirs in zip(found, plain.skin(written("even", whole=True), 0, [0.4]), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=3e-6)


def test_edges_of_lines_stand_beside_those_of_faces(load, importer, extension, tmp_path):
    load("plain")
    tiny = Tiny()
    tiny.data["meshes"][0]["primitives"].append({**tiny.primitive, "mode": 1})
    model = module(extension, "skinning_core").load_model(tiny.write_glb(tmp_path / "both.glb"))
    mesh = bpy.data.objects[importer(bpy.context, model).meshes[0].object].data
    faces, lines = {(0, 1), (1, 3), (0, 3), (2, 3), (0, 2)}, {(4, 5), (4, 7), (6, 7)}
    assert {tuple(sorted(edge.vertices)) for edge in mesh.edges} == faces | lines


def test_lines_are_edges_without_faces_and_maps(load, importer, extension, tmp_path):
    load("plain")
    tiny = Tiny()
    tiny.primitive["mode"] = 1
    tiny.primitive["attributes"]["NORMAL"] = tiny.add(np.tile(np.float32([0, 0, 1]), (4, 1)))
    tiny.primitive["attributes"]["TEXCOORD_0"] = tiny.add(POSITIONS[:, :2].copy())
    model = module(extension, "skinning_core").load_model(tiny.write_glb(tmp_path / "lines.glb"))
    mesh = bpy.data.objects[importer(bpy.context, model).meshes[0].object].data
    assert {tuple(sorted(edge.vertices)) for edge in mesh.edges} == {(0, 1), (0, 3), (2, 3)}
    assert (len(mesh.polygons), len(mesh.uv_layers)) == (0, 0)


def test_faces_have_their_primitives_material_and_map_and_no_material_comes_last(load, importer, extension, tmp_path):
    load("plain")
    tiny = Tiny()
    tiny.data["materials"] = [{"name": "paint"}]
    tiny.data["meshes"][0]["primitives"].append({**tiny.primitive, "material": 0})
    mapped = {**tiny.primitive["attributes"], "TEXCOORD_0": tiny.add(np.full((4, 2), 0.25, np.float32))}
    tiny.primitive["attributes"] = mapped
    model = module(extension, "skinning_core").load_model(tiny.write_glb(tmp_path / "painted.glb"))
    mesh = bpy.data.objects[importer(bpy.context, model).meshes[0].object].data
    assert [material and material.name for material in mesh.materials] == ["paint", None]
    assert [face.material_index for face in mesh.polygons] == [1, 1, 0, 0]
    places = [tuple(corner.uv) for corner in mesh.uv_layers["UVMap"].data]
    assert places == [(0.25, 0.75)] * 6 + [(0.0, 1.0)] * 6  # the second primitive has no map


def test_only_in_object_mode(load, importer, extension: str):
    model = load("plain")
    importer(bpy.context, model)
    bpy.ops.object.mode_set(mode="EDIT")
    before = blocks()
    with pytest.raises(module(extension, "skinning_core.error").SkinproofError, match="object mode"):
        importer(bpy.context, model)
    bpy.ops.object.mode_set(mode="OBJECT")
    assert blocks() == before


@pytest.mark.parametrize(("times", "count"), [(1, 9), (4, 9), (5, 1500), (2, 5000)])
@pytest.mark.parametrize(
    "place",
    [
        np.eye(3, 4),
        0.01 * np.eye(3, 4),
        -2.0 * np.eye(3, 4),
        np.zeros((3, 4)),
        0.01 * np.eye(3, 4) + np.eye(3, 4, 3),
        np.diag([2.0, 2.0, 3.0]) @ np.eye(3, 4),
        np.random.default_rng(0).normal(size=(3, 4)),
    ],
)
def test_vertices_are_carried_to_the_world_whatever_the_place(
    extension: str, times: int, count: int, place: np.ndarray
) -> None:
    """By a matrix for all times, or one for each, of positions at all times or of one for all, in several blocks."""
    in_world = module(extension, "addon.scene.read.evaluate_mesh").in_world
    rng = np.random.default_rng(times)
    for rows, matrices in ((times, 1), (1, times), (times, times)):
        local, at = rng.normal(size=(rows, count, 3)).astype(np.float32), np.repeat(place[None], matrices, axis=0)
        expected = np.einsum("trc,tvc->tvr", at[..., :3], local.astype(np.float64)) + at[:, None, :, 3]
        found = np.broadcast_to(in_world(local, at), expected.shape)
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-14)
    if times > 1:
        at[-1, 1, 1] += 1.0  # of one size at all times but the last
        expected = np.einsum("trc,tvc->tvr", at[..., :3], local.astype(np.float64)) + at[:, None, :, 3]
        np.testing.assert_allclose(in_world(local, at), expected, rtol=0.0, atol=1e-14)


@pytest.mark.parametrize(
    ("weights", "largest"),
    [
        ([[0.0, 5.0, 90.0], [-30.0, 40.0, 20.0], [60.0, 10.0, 0.0]], 40.0),  # in, value and out of each key
        ([[0.0, 5.0, 90.0], [-90.0, 6.0, 0.0]], 28.0),
        ([[0.0, 5.0, -90.0], [90.0, 6.0, 0.0]], 17.0),
        ([[0.0, 5.0, 110.0], [0.0, 35.0, 0.0]], 35.5),
    ],
)
def test_curves_of_weights_beyond_a_slider_are_the_files_on_both_sides_of_a_key(
    load, importer, evaluate, extension, tmp_path, weights: list[list[float]], largest: float
):
    """A shape key's value ends at 10, so weights up to 40, at or between keys, are divided; tangents are too."""
    load("plain")
    tiny = Tiny()
    tiny.primitive["targets"] = [{"POSITION": tiny.add(np.array([[0, 0, 0.1 * k] for k in range(4)], np.float32))}]
    keys = np.linspace(0.0, 1.0, len(weights), dtype=np.float32)
    sampler = {"input": tiny.add(keys), "output": tiny.add(np.array(weights, np.float32).ravel())}
    channel = {"sampler": 0, "target": {"node": 2, "path": "weights"}}
    tiny.data["animations"] = [{"samplers": [sampler | {"interpolation": "CUBICSPLINE"}], "channels": [channel]}]
    model = module(extension, "skinning_core").load_model(tiny.write_glb(tmp_path / "far.glb"))
    times = [0.0, 0.2, 0.4, 0.5, 0.6, 0.75, 0.9]
    found = evaluate(bpy.context, importer(bpy.context, model), model, 0, np.array(times))
    (expected,) = plain.skin(model.path, 0, times)
    np.testing.assert_allclose(found.positions[0], expected, atol=3e-6 * np.ptp(expected))
    assert found.morph_weights[2][0] == pytest.approx([5.0], abs=1e-5)  # as the file has it
    assert np.abs(found.morph_weights[2]).max() > 0.6 * largest


def test_what_was_active_stays_so_else_the_armature_or_first_mesh_is(load, importer):
    layer = bpy.context.view_layer
    rigid_parts, plain_one = load("rigid_parts"), load("plain")
    first = importer(bpy.context, rigid_parts)
    assert layer.objects.active.name == first.meshes[0].object
    importer(bpy.context, plain_one)
    assert layer.objects.active.name == first.meshes[0].object
    layer.objects.active = None
    third = importer(bpy.context, plain_one)
    assert layer.objects.active.name == third.armatures[0]


def test_a_clip_of_one_key_lasts_a_frame(load, extension: str):
    """Blender has no range of no frames; the key is at 0.5 s, and Blender has 24 frames per second."""
    model, importer = load("late_and_partial"), module(extension, "addon.scene.build.importer")
    single = next(k for k, clip in enumerate(model.clips) if clip.start == clip.end)
    choices = importer.ImportChoices(rig="ANIMATION", clips=[single])
    character = importer.import_model(bpy.context, model, choices)
    action = bpy.data.actions[character.actions[single][0]]
    assert (action.use_frame_range, action.frame_start, action.frame_end) == (True, 12.0, 13.0)
    assert (bpy.context.scene.frame_start, bpy.context.scene.frame_end) == (12, 13)


@pytest.mark.parametrize("named", [True, False])
def test_a_clip_beyond_blenders_last_frame_is_refused_with_its_file(load, importer, extension, tmp_path, named: bool):
    load("plain")
    tiny = Tiny()
    sampler = tiny.data["animations"][0]["samplers"][0]
    sampler["input"] = tiny.add(np.array([0.0, 1e6], np.float32))
    model = module(extension, "skinning_core").load_model(tiny.write_glb(tmp_path / "long.glb"))
    before = blocks()
    with pytest.raises(module(extension, "skinning_core.error").SkinproofError, match="last frame") as caught:
        importer(bpy.context, model if named else dataclasses.replace(model, path=None))
    assert caught.value.where == (str(model.path) if named else "long")
    assert blocks() == before


def rigid(folder: Path) -> Path:
    """Meshes without a skin: on a joint and below it, in sheared matrices with and without a parent, with targets of
    weights of their own, in part animated."""
    tiny = Tiny()
    place, index = tiny.add(POSITIONS), tiny.primitive["indices"]
    target = {"POSITION": tiny.add(np.array([[0, 0, 0.1 * k] for k in range(4)], np.float32))}
    bare = {"attributes": {"POSITION": place}, "indices": index}
    tiny.data["meshes"] += [{"primitives": [bare]}, {"primitives": [{**bare, "targets": [target]}]}]
    sheared = [1, 0.2, 0, 0, 0.5, 1, 0, 0, 0, 0, 1.5, 0, 3, 0, 1, 1]
    nodes = tiny.data["nodes"]
    nodes[0] |= {"mesh": 1, "matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0.5, 0, 0, 1]}
    nodes[1] |= {"children": [3]}
    nodes += [
        {"name": "badge", "mesh": 1, "translation": [0, 0.5, 0.2], "scale": [0.5, 0.6, 0.7]},
        {"name": "sign", "mesh": 1, "matrix": sheared},
        {"name": "pole", "translation": [-3, 0, 0], "rotation": [0, 0.6, 0, 0.8], "children": [6]},
        {"name": "flag", "mesh": 1, "matrix": sheared},
        {"name": "smile", "mesh": 2, "weights": [0.5], "translation": [0, -3, 0]},
        {"name": "frown", "mesh": 2, "weights": [1.0], "translation": [0, -6, 0]},
        {"name": "plate", "mesh": 1, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 4, 1]},
        {"name": "nothing", "children": [11]},
        {"name": "below nothing"},
    ]
    tiny.data["scenes"][0]["nodes"] += [4, 5, 7, 8, 9, 10]
    clip, times = tiny.data["animations"][0], tiny.add(np.array([0, 1], np.float32))
    for path, values in (("weights", [0.0, 2.0]), ("translation", [[0, -3, 0], [1, -3, 0]])):
        clip["samplers"].append({"input": times, "output": tiny.add(np.array(values, np.float32))})
        clip["channels"].append({"sampler": len(clip["samplers"]) - 1, "target": {"node": 7, "path": path}})
    return tiny.write_glb(folder / "rigid.glb")


@pytest.mark.parametrize("rig", ["EXACT", "ANIMATION"])
def test_meshes_without_a_skin_stand_where_the_file_says(load, evaluate, extension, tmp_path, rig: str):
    load("plain")
    model = module(extension, "skinning_core").load_model(rigid(tmp_path))
    importer = module(extension, "addon.scene.build.importer")
    character = importer.import_model(bpy.context, model, importer.ImportChoices(rig=rig))
    for clip in (None, 0):
        found = evaluate(bpy.context, character, model, clip, np.array([0.0, 0.6])).positions
        for ours, theirs in zip(found, plain.skin(model.path, clip, [0.0, 0.6]), strict=True):
            np.testing.assert_allclose(ours, theirs, atol=3e-6)
    meshes = {name: bpy.data.objects[name].data for name in ("sign", "flag", "smile", "frown")}
    assert meshes["sign"] == meshes["flag"]
    assert meshes["smile"] != meshes["frown"]
    keys = [meshes[name].shape_keys.key_blocks[1] for name in ("smile", "frown")]
    assert [(key.slider_min, key.slider_max) for key in keys] == [(0.0, 2.0), (0.0, 1.0)]
    assert tuple(bpy.data.objects["plate"].location) == (0.0, -4.0, 0.0)
    there = {ob.name for ob in bpy.data.objects if ob.type != "ARMATURE"}
    names = {"root", "body", "badge", "sign", "pole", "flag", "smile", "frown", "plate"}
    assert there == {*names, "sign shear"}
    (armature,) = (bpy.data.objects[name] for name in character.armatures)
    assert {bone.name for bone in armature.data.bones} == {"root", "tip"}
