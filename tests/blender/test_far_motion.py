"""Root motion far from the origin: what float32 costs Blender's armature is known, and no difference. Plain walks."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

SECONDS = 20.0
#: Clip, sizes away, seed of the direction: those of 300 walks of the example that float32 costs most.
WALKS = [(1, 100, 19), (0, 30, 27), (0, 30, 7)]


def walking(core: ModuleType, root: Path, clip: int, far: float, seed: int) -> tuple[object, np.ndarray]:
    """The example with that clip alone, whose root walks so many sizes in a straight line, and some of its times."""
    rng = np.random.default_rng(seed)
    model = core.load_model(root / "examples" / "character.glb")
    joints = {int(joint) for skin in model.skins for joint in skin.joints}
    top = next(node for node in model.nodes.order.tolist() if node in joints)
    while model.nodes.parents[top] >= 0:
        top = int(model.nodes.parents[top])
    direction = rng.normal(size=3)
    direction *= far * core.skin_model(model, None, 0.0).diagonal[0] / np.linalg.norm(direction)
    times = np.linspace(0, SECONDS, 60)
    places = model.nodes.translation[top] + np.outer(times / SECONDS, direction)
    walk = core.model.Track(top, "translation", "LINEAR", times, places.astype(np.float32))
    kept = [t for t in model.clips[clip].tracks if not (t.node == top and t.path == "translation")]
    from dataclasses import replace

    clips = (replace(model.clips[clip], tracks=(*kept, walk)),)
    return replace(model, clips=clips), np.sort(np.append(rng.uniform(0, SECONDS, 24), SECONDS))


def test_what_float32_costs_an_armature_is_measured(extension: str, root: Path) -> None:
    """At two roundings less than twelve these walks would be beyond it; at two more they would reach 0.74 of it."""
    core, subject = module(extension, "skinning_core"), module(extension, "skinning_core.subject")
    tolerance = module(extension, "skinning_core.compare.measure.tolerance")
    every = []
    for clip, far, seed in WALKS:
        model, times = walking(core, root, clip, far, seed)
        reference = core.skin_model(model, 0, times)
        found = core.compare_results(
            reference, module(extension, "addon.subjects.blender").make("blender", model).at(0, times)
        )
        largest = tolerance.largest_coordinate(reference, np.ones(len(model.nodes), bool))
        one = tolerance.rounding_floor(largest, reference.diagonal, 1.0)
        every.append(found.max_relative / one)
    assert 0.75 * subject.ARMATURE < max(every) <= subject.ARMATURE


@pytest.mark.parametrize("far", [6, 10, 20, 100])
def test_a_walk_is_the_same(extension: str, root: Path, far: float) -> None:
    """Eighteen metres of a grown person were 4e-6 of the size off, and "differs", on an import that is right."""
    core = module(extension, "skinning_core")
    model, _ = walking(core, root, 0, far, 7)
    made = module(extension, "addon.subjects.blender").make("blender", model)
    found = core.verify(model, {"blender": made}, core.Question())
    assert str(found.verdict.words) == "the same"
