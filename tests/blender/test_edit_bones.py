"""Edit bones that Blender gives back sheared, and how little they are nudged until they are not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

#: What float32 leaves of a rotation.
TRUE = 2.5e-7


@pytest.fixture
def edit_bones(extension: str) -> Any:
    return module(extension, "addon.scene.build.edit_bones")


@pytest.fixture
def armature(extension: str) -> Any:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature = bpy.data.objects.new("rig", bpy.data.armatures.new("rig"))
    bpy.context.scene.collection.objects.link(armature)
    return armature


def legs(edit_bones: Any, count: int = 40, spread: float = 0.01) -> list[Any]:
    """A hip that points up, thighs that point down but for ``spread``, and a shin below each."""
    aside = spread * np.random.default_rng(5).normal(size=(count, 2))
    specs = [edit_bones.BoneSpec("hip", "", (0.0, 0.0, 1.0), (0.0, 0.0, 1.2), 0.0)]
    for k, (x, y) in enumerate(aside.tolist()):
        knee = (0.1 + x, y, 0.5)
        specs.append(edit_bones.BoneSpec(f"thigh {k}", "hip", (0.1, 0.0, 1.0), knee, 0.3))
        specs.append(edit_bones.BoneSpec(f"shin {k}", f"thigh {k}", knee, (0.1, 0.2, 0.1), 0.0))
    return specs


def straightened(edit_bones: Any, armature: Any, specs: list[Any], *uneven: Any) -> tuple[list[Any], Any]:
    editing = edit_bones.Editing(armature, bpy.context.view_layer)
    return edit_bones.straightened(list(specs), editing, armature.data, *uneven)


def realised(edit_bones: Any, armature: Any, specs: list[Any]) -> Any:
    return edit_bones.realise(specs, edit_bones.Editing(armature, bpy.context.view_layer), armature.data)


def tilts(before: list[Any], after: list[Any]) -> np.ndarray:
    """(n,) angle between each bone and what became of it, in radians; 0 if it is the same to the last bit."""
    angles = []
    for one, other in zip(before, after, strict=True):
        a, b = (np.subtract(spec.tail, spec.head) for spec in (one, other))
        angle = np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b)
        angles.append(0.0 if one.tail == other.tail else float(angle))
    return np.array(angles)


def test_rests_are_rotations_afterwards_and_bones_hardly_tilted(edit_bones: Any, armature: Any) -> None:
    specs = legs(edit_bones)
    names = [spec.name for spec in specs]
    before = realised(edit_bones, armature, specs).skew(names)
    assert before.max() > 10.0 * TRUE
    after, rests = straightened(edit_bones, armature, specs)
    assert rests.skew(names).max() <= TRUE
    np.testing.assert_array_equal(realised(edit_bones, armature, after).rest, rests.rest)
    assert [(a.name, a.parent, a.head, a.roll) for a in after] == [(a.name, a.parent, a.head, a.roll) for a in specs]
    tilted = tilts(specs, after)
    assert tilted.max() <= 0.05
    assert (tilted[1::2][before[1::2] <= TRUE] == 0.0).all()  # a shin's rest changes with its thigh


def test_the_least_tilt_that_does_is_taken(edit_bones: Any, armature: Any) -> None:
    specs = legs(edit_bones, 1)
    for seed in range(2, 40):
        specs[1:] = legs(edit_bones, seed)[-2:]
        if realised(edit_bones, armature, specs).skew([specs[1].name])[0] > TRUE:
            break
    variants = edit_bones._variants(specs[1], iter([f"variant {k}" for k in range(64)]))
    skew = realised(edit_bones, armature, [*specs, *variants]).skew([spec.name for spec in variants])
    after, _ = straightened(edit_bones, armature, specs)
    assert after[1].tail == variants[int(np.flatnonzero(skew <= TRUE)[0])].tail


def test_a_bone_whose_axes_must_stay_is_tilted_less(edit_bones: Any, armature: Any) -> None:
    """As a hundredth of a tilt counts as much as a skew; if far more counts, nothing is tilted."""
    specs = legs(edit_bones)
    free, _ = straightened(edit_bones, armature, specs)
    held, _ = straightened(edit_bones, armature, specs, {spec.name: 0.01 for spec in specs})
    fixed, _ = straightened(edit_bones, armature, specs, {spec.name: 1e9 for spec in specs})
    assert fixed == specs
    assert 0.0 < tilts(specs, held).max() < 1e-4 < 1e-2 < tilts(specs, free).max()


def test_a_bone_whose_axes_must_stay_is_tilted_once(edit_bones: Any, armature: Any) -> None:
    """What is left of its skew is worth no second tilt on top of the first."""
    specs = legs(edit_bones, spread=0.05)
    held, rests = straightened(edit_bones, armature, specs, {spec.name: 0.01 for spec in specs})
    assert rests.skew([spec.name for spec in specs]).max() > TRUE
    for spec, other in zip(specs, held, strict=True):
        tried = edit_bones._variants(spec, iter([f"variant {k}" for k in range(64)]))
        assert other.tail in {spec.tail, *(each.tail for each in tried)}


def test_bones_are_tried_ever_further_tilted_and_longer(edit_bones: Any) -> None:
    spec = edit_bones.BoneSpec("thigh", "hip", (0.1, 0.0, 1.0), (0.1, 0.0, 0.5), 0.3)
    variants = edit_bones._variants(spec, iter([f"variant {k}" for k in range(64)]))
    tilted = tilts([spec] * 64, variants)
    lengths = np.array([np.linalg.norm(np.subtract(each.tail, each.head)) for each in variants]) / 0.5
    assert tilted[0] < 1e-6
    assert tilted[-1] == pytest.approx(0.05, rel=1e-3)
    assert (np.diff(tilted[8:]) > 0.0).all()
    np.testing.assert_allclose(lengths, 1.0 + 0.1 * np.arange(1, 65) / 64, rtol=1e-6)


def test_only_the_topmost_skewed_bones_are_nudged(edit_bones: Any) -> None:
    """The rest of one below, however far, changes with it."""
    tree = {"a": "", "b": "a", "c": "b", "d": "c", "e": "a", "f": "e"}
    specs = [edit_bones.BoneSpec(name, above, (0.0,) * 3, (0.0, 1.0, 0.0), 0.0) for name, above in tree.items()]
    offset = np.tile(np.eye(3, 4), (6, 1, 1))
    offset[[1, 3, 5], 0, 1] = 1e-5
    rests = edit_bones.Rests({name: k for k, name in enumerate(tree)}, offset, offset)
    assert edit_bones._topmost_skewed(specs, rests) == [1, 5]
