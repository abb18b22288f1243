"""Pairs of shapes: by order where the faces are the same, else by place; a pose is not taken for a placement."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.compare.between.shapes import Shape, pair_shapes, shape_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.skeleton.faces import triangles_of
from tests import golden


def shape(name: str = "one") -> Shape:
    rng = np.random.default_rng(2)
    return Shape(name, rng.normal(size=(80, 3)), rng.integers(0, 80, (90, 3)))


def changed(positions: np.ndarray, triangles: np.ndarray | None = None) -> Shape:
    return Shape("other", positions, shape().triangles if triangles is None else triangles)


def pairs_of(other: Shape, guesses=()):
    return pair_shapes(shape_model("one", [shape()], "now"), shape_model("other", [other], "now"), guesses)


def test_with_the_same_faces_numbers_are_partners_wherever_they_are() -> None:
    found = pairs_of(changed(shape().positions + np.random.default_rng(3).normal(size=(80, 3))))
    assert found.by_order
    np.testing.assert_array_equal(found.first, found.second)
    assert found.vertices.placement.is_identity
    assert found.notes(placed=True) == ()


@pytest.mark.parametrize("factor", [1.0, 100.0])
def test_a_placement_is_found_and_told(factor) -> None:
    found = pairs_of(changed(factor * shape().positions[:, [0, 2, 1]] * [1.0, 1.0, -1.0] + [5.0, 0.0, 1.0]))
    matrix = found.vertices.placement.matrix
    back = changed(factor * shape().positions[:, [0, 2, 1]] * [1.0, 1.0, -1.0] + [5.0, 0.0, 1.0]).positions
    np.testing.assert_allclose(back @ matrix[:, :3].T + matrix[:, 3], shape().positions, atol=1e-12)
    (told,) = found.notes(placed=True)
    assert "turned by 90 degrees" in str(told)
    assert found.notes(placed=False) == ()


def test_a_pose_is_not_taken_for_another_size() -> None:
    """Moved by 4 and posed a little otherwise: a similarity that fits better would hide some of the pose."""
    posed = shape().positions * [1.0, 1.02, 1.0] + [4.0, 0.0, 0.0]
    guess = np.column_stack([np.eye(3), [-4.0, 0.0, 0.0]])
    np.testing.assert_array_equal(pairs_of(changed(posed), [guess]).vertices.placement.matrix, guess)


def test_other_faces_are_paired_by_place() -> None:
    order = np.random.default_rng(4).permutation(80)
    found = pairs_of(changed(shape().positions[order], shape().triangles[:50]))
    assert not found.by_order
    np.testing.assert_array_equal(order[found.second], found.first)
    assert len(found.first) == 80


def test_nothing_in_common_is_refused() -> None:
    with pytest.raises(SkinproofError, match="no vertex of 'other' lies where one of 'one' does"):
        pairs_of(changed(np.random.default_rng(8).uniform(50.0, 51.0, (7, 3)) ** 3, np.array([[0, 1, 2]])))


@pytest.mark.parametrize("name", ["fox", "cesium_man"])
def test_a_pose_that_was_written_without_a_skin_is_not_called_simplified(shared: Path, name: str) -> None:
    """A character that went through OBJ has one shape, of whatever frame it was: no face of it was made anew."""
    model = load_model(golden.sheet(shared, name).model)
    (part,) = model.parts
    (posed,) = skin_model(model, 0, np.array([model.clips[0].start + 0.3]), variants=False).positions
    other = shape_model("obj", [Shape("obj", posed[0], triangles_of(model.primitive(part)))], "rest")
    steps = OtherFile(Path("obj.glb"), model, other).split(None, 0.0).steps
    assert [step.name for step in steps] == ["one shape"]
    assert "no skin" in steps[0].sentence


@pytest.mark.parametrize(("name", "clip", "share"), [("fox", 0, 0.31), ("cesium_man", 0, 0.7), ("woman", 1, 0.43)])
def test_the_moment_that_a_file_without_a_skin_shows_is_told(shared: Path, name: str, clip: int, share: float) -> None:
    """Its vertices are others: welded, in another order."""
    model = load_model(golden.sheet(shared, name).model)
    played = model.clips[clip]
    time = played.start + share * (played.end - played.start)
    (part,) = model.parts
    (posed,) = skin_model(model, clip, np.array([time]), variants=False).positions
    places, where = np.unique(posed[0].round(9), axis=0, return_inverse=True)
    other = shape_model("obj", [Shape("obj", places, where.reshape(-1)[triangles_of(model.primitive(part))])], "rest")
    file = OtherFile(Path("obj.glb"), model, other)
    try:
        (told,) = (note for note in file.at(None, np.zeros(1)).notes if "without a skin" in note)
        assert told.values["time"] == pytest.approx(time, abs=2e-3)
    except SkinproofError as error:  # too far from rest for a surface to compare with
        told = error.sentence
    assert f"without a skin, it shows {played.name!r} at {time:.2f}"[:-1] in told
    larger = shape_model(
        "obj", [Shape("obj", 1.05 * places, other.meshes[0].primitives[0].indices.reshape(-1, 3))], "x"
    )
    assert not OtherFile(Path("obj.glb"), model, larger)._moment
