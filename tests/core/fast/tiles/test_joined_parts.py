"""Small parts that are skinned as one mesh come out as each by itself does."""

from __future__ import annotations

import dataclasses

import numpy as np

from skinning_core.fast.engine import skin_model_fast
from skinning_core.fast.exact_engine import skin_model
from skinning_core.fast.tiles.joined_parts import SMALL, of_each_part, with_joined_parts
from skinning_core.model import Clip, Influences, Mesh, Model, Part, Primitive
from skinning_core.skin.posed_model import posed_model
from skinning_core.skinned import once
from tests.core import random_models

_TIMES = np.linspace(0.0, 1.0, 5)


def test_only_small_parts_of_one_kind_are_joined() -> None:
    rng = np.random.default_rng(3)
    bare = dataclasses.replace(_primitive(rng, 30), normals=None)
    morphed = dataclasses.replace(_primitive(rng, 30), morph_positions=rng.normal(size=(1, 30, 3)))
    large, free = _primitive(rng, SMALL + 1), dataclasses.replace(_primitive(rng, 30), influences=None)
    model = _model(rng, [_primitive(rng, 20), bare, _primitive(rng, 25), morphed, large, free, bare])
    joined, places = with_joined_parts(model)
    counts = [joined.primitive(part).vertex_count for part in joined.parts]
    assert counts == [45, 60, 30, SMALL + 1, 30]
    assert [place for place, _ in places] == [0, 1, 0, 2, 3, 4, 1]
    of_parts = of_each_part([joined.primitive(part).positions[None] for part in joined.parts], places)
    for part, positions in zip(model.parts, of_parts, strict=True):
        np.testing.assert_array_equal(positions[0], model.primitive(part).positions)


def test_a_model_without_small_parts_stays_the_very_same() -> None:
    rng = np.random.default_rng(3)
    model = _model(rng, [_primitive(rng, 20), _primitive(rng, SMALL + 1)])
    assert with_joined_parts(model)[0] is model


def test_both_engines_skin_joined_parts_as_each_alone() -> None:
    rng = np.random.default_rng(4)
    model = _model(rng, [_primitive(rng, 20), _primitive(rng, 30, influences=8), _primitive(rng, 7, influences=2)])
    posed, reference = posed_model(model, model.clips[0], _TIMES), skin_model(model, 0, _TIMES)
    fast, size = skin_model_fast(model, 0, _TIMES), reference.diagonal.max()
    assert len(with_joined_parts(model)[0].parts) == 1
    for k, part in enumerate(model.parts):
        positions, normals = posed.part_positions(part), posed.part_normals(part)
        np.testing.assert_allclose(reference.positions[k], positions, rtol=0, atol=1e-14 * size)
        np.testing.assert_allclose(fast.positions[k], positions, rtol=0, atol=2e-6 * size)
        np.testing.assert_allclose(reference.normals[k], normals, rtol=0, atol=1e-13)
        np.testing.assert_allclose(fast.normals[k], normals, rtol=0, atol=1e-4)


def test_parts_without_a_skin_are_joined_if_they_reach_as_far() -> None:
    """Each follows its node, as alone; one that reaches a thousand times as far would cost float32 digits."""
    rng = np.random.default_rng(6)
    free = [dataclasses.replace(_primitive(rng, count), influences=None) for count in (20, 30, 25)]
    far = dataclasses.replace(free[1], positions=1000.0 * free[1].positions)
    whole = _model(rng, [*free, far, _primitive(rng, 15)])
    nodes = [*whole.skins[0].joints.tolist()[:4], whole.parts[4].node]
    parts = tuple(dataclasses.replace(part, node=node) for part, node in zip(whole.parts, nodes, strict=True))
    model = dataclasses.replace(whole, parts=tuple(dataclasses.replace(p, skin=-1) for p in parts[:4]) + parts[4:])
    joined, places = with_joined_parts(model)
    assert places[3][0] not in {place for place, _ in (*places[:3], places[4])}
    assert len(joined.parts) < len(model.parts)
    posed = posed_model(model, model.clips[0], _TIMES)
    for skinned, most in ((skin_model(model, 0, _TIMES), 1e-14), (skin_model_fast(model, 0, _TIMES), 2e-6)):
        assert len(skinned.skin_palettes) == 1
        for k, part in enumerate(model.parts):
            positions = posed.part_positions(part)
            np.testing.assert_allclose(skinned.positions[k], positions, rtol=0, atol=most * np.ptp(positions))
            np.testing.assert_allclose(skinned.normals[k], posed.part_normals(part), rtol=0, atol=max(most, 1e-13) * 50)


def test_what_a_clip_leaves_alone_is_not_joined_with_what_it_moves() -> None:
    """Both engines skin it once, and the parts that move together are still one."""
    rng = np.random.default_rng(5)
    whole = _model(rng, [_primitive(rng, count) for count in (20, 30, 25, 15)])
    clip, moved = _moving_some_joints(whole)
    order = [int(np.flatnonzero(moved == moves)[0]) for moves in (False, True, False, True)]
    bound = [_follows(whole.primitive(part), joint) for part, joint in zip(whole.parts, order, strict=True)]
    model = dataclasses.replace(whole, meshes=(Mesh("mesh", tuple(bound)),), clips=(clip,))
    joined, places = with_joined_parts(model)
    assert [place for place, _ in places] == [0, 1, 0, 1]
    assert len(joined.parts) == 2
    for skinned in (skin_model(model, 0, _TIMES), skin_model_fast(model, 0, _TIMES)):
        assert [len(once(positions)) for positions in skinned.positions] == [1, len(_TIMES), 1, len(_TIMES)]
        assert [len(once(normals)) for normals in skinned.normals if normals is not None] == [1, 5, 1, 5]


def _moving_some_joints(model: Model) -> tuple[Clip, np.ndarray]:
    """A clip of one track that moves some of the joints of the only skin, and which of them."""
    for track in model.clips[0].tracks:
        clip = dataclasses.replace(model.clips[0], tracks=(track,))
        moved = np.ptp(posed_model(model, clip, _TIMES).skin_palettes[0], axis=0).max(axis=(1, 2)) > 1e-6
        if moved.any() and not moved.all():
            return clip, moved
    raise AssertionError("no track moves some joints only")


def _follows(primitive: Primitive, joint: int) -> Primitive:
    """The same primitive, all of whose vertices follow one joint."""
    assert primitive.influences is not None
    joints, weights = np.zeros_like(primitive.influences.joints), np.zeros_like(primitive.influences.weights)
    joints[:, 0], weights[:, 0] = joint, 1.0
    return dataclasses.replace(primitive, influences=Influences(joints, weights))


def _primitive(rng: np.random.Generator, vertices: int, influences: int = 4) -> Primitive:
    model = random_models.model(rng, vertices=vertices, influences=influences)
    return dataclasses.replace(model.primitive(model.parts[0]), normals=rng.normal(size=(vertices, 3)))


def _model(rng: np.random.Generator, primitives: list[Primitive]) -> Model:
    """A random model that draws all these primitives under its one skin."""
    model = random_models.model(rng)
    node, skin = model.parts[0].node, model.parts[0].skin
    parts = tuple(Part(node, 0, k, skin) for k in range(len(primitives)))
    return dataclasses.replace(model, meshes=(Mesh("mesh", tuple(primitives)),), parts=parts)
