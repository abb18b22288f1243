"""Blender's two deformation formulas against Blender: every coordinate equal to the last bit.

An ulp here is one unit in the last place, in float32, of the mesh's largest coordinate: the rounding that a mesh of
that size cannot do without. None is allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.deform_scenes import SCALES, place_at_random, pose_at_random, tube_scene
from tests.blender.module import module
from tests.models import MODELS

bpy = pytest.importorskip("bpy")


class Replica:
    """The core's formulas, and the importer, out of the installed extension."""

    def __init__(self, extension: str) -> None:
        self.inputs: Any = module(extension, "addon.scene.read.deform_inputs")
        self.linear: Callable = module(extension, "skinning_core.skin.blender.armature").deform_linear
        preserve = module(extension, "skinning_core.skin.blender.preserve_volume")
        self.preserve_volume: Callable = preserve.deform_preserve_volume
        self.load_model: Callable = module(extension, "skinning_core").load_model
        self.import_model: Callable = module(extension, "addon.scene.build.importer").import_model
        self.set_time: Callable = module(extension, "addon.scene.play.playback").set_time
        self.moved = 0.0  # how far Blender moved any vertex at the last comparison

    def ulp(self, thing: Any, *, preserve_volume: bool, mesh: Any = None) -> float:
        """Largest difference from Blender's evaluated positions at the current frame."""
        deform_inputs = self.inputs
        deform_inputs.armature_modifier(thing).use_deform_preserve_volume = preserve_volume
        mesh = mesh or deform_inputs.read_mesh(thing)
        bpy.context.view_layer.update()
        depsgraph = bpy.context.evaluated_depsgraph_get()
        mesh = deform_inputs.with_shape_keys(depsgraph, thing, mesh)
        formula = self.preserve_volume if preserve_volume else self.linear
        armature = deform_inputs.armature_modifier(thing).object
        ours = formula(mesh, deform_inputs.read_armature(depsgraph, thing, armature))
        theirs = np.empty_like(ours)
        thing.evaluated_get(depsgraph).data.attributes["position"].data.foreach_get("vector", theirs.ravel())
        assert np.isfinite(theirs).all()
        self.moved = float(np.abs(theirs - mesh.positions).max(initial=0.0))
        difference = np.abs(ours.astype(np.float64) - theirs.astype(np.float64)).max(initial=0.0)
        return float(difference / np.spacing(np.abs(theirs).max()))


@pytest.fixture(scope="module")
def replica(extension: str) -> Replica:
    """The replica under test, as installed."""
    return Replica(extension)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("placed", [False, True], ids=["at the origin", "object and armature apart"])
def test_random_poses(replica: Replica, scale: str, placed: bool) -> None:
    for seed in range(3):
        rng = np.random.default_rng([seed, placed])
        cloud, armature = tube_scene(bpy, rng)
        pose_at_random(armature, rng, scale=scale)
        if placed:
            place_at_random(cloud, rng)
            place_at_random(armature, rng)
        assert replica.ulp(cloud, preserve_volume=False) == 0
        assert replica.ulp(cloud, preserve_volume=True) == 0
        assert replica.moved > 0.5


def test_influences_at_the_edge(replica: Replica) -> None:
    """Weights around the threshold, eight influences, unbound vertices, unknown groups, a bone that does not deform."""
    rng = np.random.default_rng(11)
    cloud, armature = tube_scene(bpy, rng, vertices=20, influences=0)
    cloud.vertex_groups.new(name="no such bone")
    cloud.vertex_groups.new(name="sums below")
    armature.data.bones["bone 3"].use_deform = False
    rows = [
        [],
        [("bone 0", 5e-5)],
        [("bone 0", 1e-4)],
        [("bone 0", 1.1e-4)],
        [("bone 1", 0.0)],
        [("bone 1", 0.0), ("bone 2", 0.4)],
        [("bone 2", 2.5)],
        [("bone 3", 0.7)],
        [("bone 3", 0.7), ("bone 4", 0.1)],
        [("no such bone", 1.0)],
        [("no such bone", 0.5), ("bone 5", 0.5)],
        [(f"bone {i}", 0.9) for i in (5, 4, 2, 1, 0)] + [("no such bone", 0.3), ("bone 3", 0.2)],
        [("bone 0", 6e-5), ("bone 1", 6e-5)],
    ]
    for vertex, row in enumerate(rows):
        for name, weight in row:
            cloud.vertex_groups[name].add([vertex], weight, "REPLACE")
    pose_at_random(armature, rng, scale="uneven")
    assert replica.ulp(cloud, preserve_volume=False) == 0
    assert replica.ulp(cloud, preserve_volume=True) == 0
    mesh = replica.inputs.read_mesh(cloud)
    read = replica.inputs.read_armature(bpy.context.evaluated_depsgraph_get(), cloud, armature)
    moved = replica.linear(mesh, read)
    stays = [0, 1, 2, 4, 7, 9]
    assert np.array_equal(moved[stays], mesh.positions[stays]), "nothing there weighs more than 0.0001"
    goes = [3, 5, 6, 8, 10, 11, 12]
    assert (np.abs(moved[goes] - mesh.positions[goes]).max(axis=1) > 1e-3).all()


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("placed", [False, True])
def test_the_mask_group(replica: Replica, inverted: bool, placed: bool) -> None:
    """The modifier's own vertex group scales what happens; a weight of zero leaves the vertex alone altogether."""
    rng = np.random.default_rng(12)
    cloud, armature = tube_scene(bpy, rng, vertices=60)
    mask = cloud.vertex_groups.new(name="mask")
    for vertex in range(50):
        mask.add([vertex], [0.0, 1.0, 0.6, float(rng.uniform())][vertex % 4], "REPLACE")
    modifier = cloud.modifiers[0]
    modifier.vertex_group, modifier.invert_vertex_group = "mask", inverted
    pose_at_random(armature, rng, scale="uneven")
    if placed:
        place_at_random(cloud, rng)
    assert replica.ulp(cloud, preserve_volume=False) == 0
    assert replica.ulp(cloud, preserve_volume=True) == 0


def test_the_rest_position_of_an_armature(replica: Replica) -> None:
    rng = np.random.default_rng(13)
    cloud, armature = tube_scene(bpy, rng)
    pose_at_random(armature, rng, scale="none")
    armature.data.pose_position = "REST"
    assert replica.ulp(cloud, preserve_volume=False) == 0


def add_keys(cloud: Any, rng: np.random.Generator) -> None:
    """A basis, three keys, the last relative to the first of them; one muted."""
    cloud.shape_key_add(name="Basis")
    for name in ("first", "second", "third"):
        key = cloud.shape_key_add(name=name)
        key.data.foreach_set("co", rng.normal(size=3 * len(key.data)).astype(np.float32))
        key.slider_min, key.value = -1.0, float(rng.uniform(-1, 1))
    keys = cloud.data.shape_keys.key_blocks
    keys["third"].relative_key = keys["first"]
    keys["second"].mute = True


def test_shape_keys_come_before_the_armature(replica: Replica) -> None:
    for seed in range(3):
        rng = np.random.default_rng(seed)
        cloud, armature = tube_scene(bpy, rng)
        add_keys(cloud, rng)
        pose_at_random(armature, rng, scale="uneven")
        assert replica.ulp(cloud, preserve_volume=False) == 0
        assert replica.ulp(cloud, preserve_volume=True) == 0


@pytest.mark.parametrize("name", ["plain", "shear_chain", "bind_shear", "twelve_influences", "morphs", "character"])
def test_models_on_the_exact_rig(replica: Replica, root: Path, tmp_path: Path, name: str) -> None:
    """Imported by the add-on itself, helper bones and shape keys included; at and between the keys of a clip."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    path = root / "examples/character.glb" if name == "character" else MODELS[name](tmp_path)
    model = replica.load_model(path)
    character = replica.import_model(bpy.context, model)
    meshes = [o for o in bpy.context.scene.objects if any(m.type == "ARMATURE" for m in o.modifiers)]
    assert meshes
    clip = model.clips[0]
    moved = 0.0
    for time in np.linspace(clip.start, clip.end, 5):
        replica.set_time(bpy.context, character, 0, float(time))
        for thing in meshes:
            assert replica.ulp(thing, preserve_volume=False) == 0
            assert replica.ulp(thing, preserve_volume=True) == 0
            moved = max(moved, replica.moved)
    assert moved > 0.1


@pytest.mark.parametrize("model", ["fox/Fox.glb", "cesium_man/cesium_man.gltf", "mannequiny/mannequiny.glb"])
def test_real_models_over_every_frame_of_a_clip(replica: Replica, shared: Path, model: str) -> None:
    """As Blender's own importer sets them up; then once more with object and armature somewhere else."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.gltf(filepath=str(shared / "models" / model))
    meshes = [o for o in bpy.context.scene.objects if any(m.type == "ARMATURE" for m in o.modifiers)]
    armature = meshes[0].modifiers[0].object
    assert armature.animation_data.action is not None
    first, last = map(int, armature.animation_data.action.frame_range)
    assert last - first >= 5
    static = {thing: replica.inputs.read_mesh(thing) for thing in meshes}
    for frame in range(first, last + 1):
        bpy.context.scene.frame_set(frame)
        for thing in meshes:
            assert replica.ulp(thing, preserve_volume=False, mesh=static[thing]) == 0
            if frame % 4 == 0:
                assert replica.ulp(thing, preserve_volume=True, mesh=static[thing]) == 0
            assert replica.moved > 1e-2 * np.abs(static[thing].positions).max()
    rng = np.random.default_rng(15)
    place_at_random(armature, rng)
    place_at_random(meshes[0], rng)
    assert replica.ulp(meshes[0], preserve_volume=False, mesh=static[meshes[0]]) == 0
    assert replica.ulp(meshes[0], preserve_volume=True, mesh=static[meshes[0]]) == 0
