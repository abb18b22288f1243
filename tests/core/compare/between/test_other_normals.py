"""Normals of files against files: carried over, missed if they were stripped, told apart if they were turned round."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skinning_core import Model, load_model, skin_model
from skinning_core import model as core
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.compare.measure.difference import Difference, compare_results
from skinning_core.model import Primitive
from tests.ropes import rope

TIMES = np.array([0.0, 0.3])


@pytest.fixture(scope="module")
def model(root: Path) -> Model:
    return load_model(root / "examples" / "character.glb")


def with_primitives(model: Model, **changes: object) -> Model:
    """A model whose every primitive is changed by functions of it, one per field."""

    def changed(primitive: Primitive) -> Primitive:
        return replace(primitive, **{name: function(primitive) for name, function in changes.items()})

    meshes = (replace(mesh, primitives=tuple(map(changed, mesh.primitives))) for mesh in model.meshes)
    return replace(model, meshes=tuple(meshes))


def compared(model: Model, other: Model, clip: int | None = 0) -> Difference:
    theirs = OtherFile(Path("other.glb"), model, other).at(clip, TIMES)
    return compare_results(skin_model(model, clip, TIMES, variants=False), theirs, model=model)


def test_the_same_normals_are_the_same(model: Model) -> None:
    found = compared(model, model)
    assert found.normals_gone == 0
    assert found.normal_angle == pytest.approx(0.0, abs=1e-7)
    assert all((part.normals.compared == part.vertices).all() for part in found.parts)


def test_negated_ones_are_opposite(model: Model) -> None:
    found = compared(model, with_primitives(model, normals=lambda primitive: -primitive.normals))
    assert np.degrees(found.normal_angle) == pytest.approx(180.0, abs=1e-3)


def test_stripped_ones_are_gone(model: Model) -> None:
    found = compared(model, with_primitives(model, normals=lambda _primitive: None))
    assert found.normals_gone == sum(part.vertices for part in found.parts)
    found = compared(with_primitives(model, normals=lambda _primitive: None), model)
    assert found.normals_gone == 0
    assert found.normal_angle is None


def test_a_placement_turns_them_as_it_turns_the_file(model: Model) -> None:
    """The other file lies on its side, ten times as large."""
    nodes, half = model.nodes, np.sqrt(0.5)
    turned = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    roots = np.flatnonzero(nodes.parents < 0)
    translation, rotation, scale = (np.array(a) for a in (nodes.translation, nodes.rotation, nodes.scale))
    for node in roots:
        x, y, z, w = rotation[node]
        translation[node] = 10.0 * turned @ translation[node]
        rotation[node] = [half * (w + x), half * (y - z), half * (z + y), half * (w - x)]
        scale[node] *= 10.0
    assert not set(roots) & {track.node for track in model.clips[0].tracks}
    other = replace(model, nodes=replace(nodes, translation=translation, rotation=rotation, scale=scale))
    found = compared(model, other)
    assert found.max_relative < 1e-9
    assert found.normals_gone == 0
    assert found.normal_angle == pytest.approx(0.0, abs=1e-6)


def doubled(primitive: Primitive, *, swap: bool) -> Primitive:
    """Every vertex with a twin that has a normal of its own; ``swap``: the two of each pair the other way round."""
    count, influences = primitive.vertex_count, primitive.influences
    both = [primitive.normals, np.roll(primitive.normals, 7, axis=0)]
    joints, weights = (np.tile(a, (2, 1)) for a in (influences.joints, influences.weights))
    return replace(
        primitive,
        positions=np.tile(primitive.positions, (2, 1)),
        normals=np.concatenate(both[::-1] if swap else both),
        influences=replace(influences, joints=joints, weights=weights),
        indices=np.arange(2 * count),
    )


def with_primitive(model: Model, primitive: Primitive) -> Model:
    return replace(model, meshes=(replace(model.meshes[0], primitives=(primitive,)),))


def test_twins_along_a_seam_in_another_order_keep_their_normals() -> None:
    one = rope(core, 5)
    primitive = one.meshes[0].primitives[0]
    ours, theirs = (with_primitive(one, doubled(primitive, swap=swap)) for swap in (False, True))
    found = compared(ours, theirs)
    assert found.normals_gone == 0
    assert found.normal_angle == pytest.approx(0.0, abs=1e-5)
    turned = with_primitive(one, replace(doubled(primitive, swap=True), normals=np.tile(-primitive.normals, (2, 1))))
    assert np.degrees(compared(ours, turned).normal_angle) > 10.0


def test_vertices_that_are_not_there_have_no_normals_to_miss() -> None:
    """In the other file half of the vertices are far away: they are partners of none."""
    one = rope(core, 5)
    primitive = one.meshes[0].primitives[0]
    far = np.arange(primitive.vertex_count) % 2 == 1
    cut = replace(primitive, positions=primitive.positions + np.where(far[:, None], [1e3, 0.0, 0.0], 0.0))
    found = compared(one, with_primitive(one, cut), None)
    assert found.absent == found.lost == far.sum()
    assert found.unusable == 0
    assert found.normals_gone == 0
    assert found.normal_angle == pytest.approx(0.0, abs=1e-6)
