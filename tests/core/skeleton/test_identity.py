"""Vertices of the file found again among stored numbers and positions that edits have mixed, copied and dropped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.model import Model
from skinning_core.skeleton.identity import Identity, StoredIds, identify
from skinning_core.skeleton.numbering import file_places, first_numbers, twins

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "character.glb"


#: Two vertices of part 0 that are made twins, as exporters make them along seams.
ONE, OTHER = 3, 7


def with_primitive(model: Model, **changes: object) -> Model:
    """A model with another primitive in part 0."""
    part = model.parts[0]
    meshes, mesh = list(model.meshes), model.meshes[part.mesh]
    primitives = list(mesh.primitives)
    primitives[part.primitive] = replace(primitives[part.primitive], **changes)
    meshes[part.mesh] = replace(mesh, primitives=tuple(primitives))
    return replace(model, meshes=tuple(meshes))


@pytest.fixture(scope="module")
def model() -> Model:
    read = load_model(EXAMPLE)
    primitive = read.primitive(read.parts[0])
    positions, influences = np.array(primitive.positions), primitive.influences
    joints, weights = np.array(influences.joints), np.array(influences.weights)
    morphs = np.array(primitive.morph_positions)
    for array in (positions, joints, weights, *morphs):
        array[OTHER] = array[ONE]
    influences = replace(influences, joints=joints, weights=weights)
    return with_primitive(read, positions=positions, influences=influences, morph_positions=morphs)


def stored_ids(model: Model) -> StoredIds:
    """One mesh that holds every part as the file has it."""
    first = first_numbers(model)
    numbers = [first[p.mesh, p.primitive] + np.arange(model.primitive(p).vertex_count) for p in model.parts]
    whole = np.concatenate(numbers)
    return StoredIds(tuple(range(len(model.parts))), whole, file_places(model)[whole])


@pytest.fixture
def intact(model: Model) -> StoredIds:
    return stored_ids(model)


def rows(model: Model, stored: StoredIds) -> np.ndarray:
    return identify(model, [stored]).row


def test_what_was_not_edited_is_itself(model: Model, intact: StoredIds) -> None:
    found = identify(model, [intact])
    np.testing.assert_array_equal(found.row, np.arange(len(intact.numbers)))
    assert (found.mesh == 0).all()
    assert found.merged == 0


def test_reordered_vertices_are_followed(model: Model, intact: StoredIds) -> None:
    order = np.random.default_rng(0).permutation(len(intact.numbers))
    mixed = replace(intact, numbers=intact.numbers[order], places=intact.places[order])
    np.testing.assert_array_equal(order[rows(model, mixed)], np.arange(len(order)))


@pytest.mark.parametrize("number", [-1, 0, 5, 10**6])
def test_a_new_vertex_is_nobody_whatever_its_number(model: Model, intact: StoredIds, number: int) -> None:
    place = np.full((1, 3), 0.123, np.float32)
    more = replace(intact, numbers=np.append(intact.numbers, number), places=np.append(intact.places, place, axis=0))
    np.testing.assert_array_equal(rows(model, more), np.arange(len(intact.numbers)))
    first = replace(intact, numbers=np.append(number, intact.numbers), places=np.append(place, intact.places, axis=0))
    np.testing.assert_array_equal(rows(model, first), 1 + np.arange(len(intact.numbers)))


def test_the_first_of_copies_is_the_one(model: Model, intact: StoredIds) -> None:
    twice = replace(intact, numbers=np.tile(intact.numbers, 2), places=np.tile(intact.places, (2, 1)))
    np.testing.assert_array_equal(rows(model, twice), np.arange(len(intact.numbers)))


def merged(model: Model, stored: StoredIds, number: int | None) -> Identity:
    """The twins merged into one vertex, with a number that is mixed or (None) that of the first."""
    numbers = stored.numbers.copy()
    if number is not None:
        numbers[ONE] = number
    kept = np.delete(np.arange(len(numbers)), OTHER)
    return identify(model, [replace(stored, numbers=numbers[kept], places=stored.places[kept])])


@pytest.mark.parametrize("number", [None, 1, 10**6])
def test_merged_twins_stand_for_each_other(model: Model, intact: StoredIds, number: int | None) -> None:
    found = merged(model, intact, number)
    assert found.row[ONE] == found.row[OTHER] == ONE
    assert (found.mesh >= 0).all()
    assert found.merged == 1


def test_a_merge_of_what_is_not_alike_is_nobody(model: Model, intact: StoredIds) -> None:
    same = twins(model, [0])
    alone = np.flatnonzero(np.bincount(same, minlength=len(same))[same] == 1)[:2]
    numbers, places = intact.numbers.copy(), intact.places.copy()
    numbers[alone[0]] = numbers[alone].mean()
    places[alone[0]] = places[alone].mean(axis=0)
    kept = np.delete(np.arange(len(numbers)), alone[1])
    found = identify(model, [replace(intact, numbers=numbers[kept], places=places[kept])])
    np.testing.assert_array_equal(np.flatnonzero(found.mesh < 0), np.sort(alone))
    assert found.merged == 0


def test_vertices_at_one_place_with_other_weights_are_not_taken_for_each_other(model: Model) -> None:
    influences = model.primitive(model.parts[0]).influences
    weights = np.array(influences.weights)
    weights[OTHER, 0] += 0.125
    changed = with_primitive(model, influences=replace(influences, weights=weights))
    found = merged(changed, stored_ids(changed), 10**6)
    np.testing.assert_array_equal(np.flatnonzero(found.mesh < 0), [ONE, OTHER])


@pytest.mark.parametrize("kinds", [(np.uint8, np.uint8), (np.uint8, np.uint16), (np.uint16, np.uint8)])
def test_twins_are_twins_whatever_type_a_file_gives_its_joints(model: Model, kinds: tuple[type, type]) -> None:
    """What an influence of no weight names is nothing: NumPy 2.5 refused its -1, older ones made it 255 or 65,535."""
    part = model.parts[0]
    mesh, primitive = model.meshes[part.mesh], model.primitive(part)
    sides = []
    for kind, unused in zip(kinds, (1, 2)):
        joints = np.where(primitive.influences.weights != 0.0, primitive.influences.joints, unused).astype(kind)
        sides.append(replace(primitive, influences=replace(primitive.influences, joints=joints)))
    meshes = (*model.meshes[: part.mesh], replace(mesh, primitives=tuple(sides)), *model.meshes[part.mesh + 1 :])
    both = replace(model, meshes=meshes, parts=tuple(replace(part, primitive=k) for k in (0, 1)))
    count = primitive.vertex_count
    found = twins(both, [0, 1])
    np.testing.assert_array_equal(found[count:], found[:count])
    assert found[OTHER] == ONE


def test_pieces_of_a_mesh_are_put_together(model: Model, intact: StoredIds) -> None:
    half = len(intact.numbers) // 2
    pieces = [
        replace(intact, numbers=intact.numbers[half:], places=intact.places[half:]),
        replace(intact, numbers=intact.numbers[:half], places=intact.places[:half]),
    ]
    found = identify(model, pieces)
    np.testing.assert_array_equal(found.mesh, np.repeat([1, 0], [half, len(intact.numbers) - half]))
    np.testing.assert_array_equal(found.row, [*range(half), *range(len(intact.numbers) - half)])


def test_parts_that_were_joined_to_another_mesh_are_found_in_it(model: Model, intact: StoredIds) -> None:
    assert len(model.parts) > 1, "the example has several parts"
    found = identify(model, [replace(intact, parts=(0,))])
    assert (found.mesh == 0).all()
