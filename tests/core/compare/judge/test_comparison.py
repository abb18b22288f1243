"""What a comparison says of itself: its largest error, its normals, and why it differs."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skinning_core import Model, Outcome, Skinned, load_model, verify
from skinning_core.compare.judge.comparison import Comparison, Request
from skinning_core.compare.judge.question import Question, Times, When
from skinning_core.compare.judge.verdict import Ground, decided
from skinning_core.model import Clip, Float64
from skinning_core.skinned import SetAside
from skinning_core.subject import Computed, NormalsAtRest, Presence, skin_reference
from skinning_core.text.sentence import sentence
from tests.models import MODELS
from tests.subjects import subjects


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))


def pushed(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
    right = skin_reference(model, clip, times)
    right.positions[0][:, 7, 0] += 0.01
    return right


@pytest.fixture(scope="module")
def compared(model: Model) -> Comparison:
    """A vertex is 1 cm off throughout."""
    found = verify(model, subjects(model, {"pushed": pushed}), Question(clips=(0,), times=Times(When.KEYS)))
    return dataclasses.replace(found.comparison, causes=())


def aside(name: str, metres: float, times: int) -> SetAside:
    return SetAside(name, np.full(times, metres), 0)


def counting(*names: str) -> tuple[Ground, ...]:
    """Grounds that say that these modifiers count."""
    return tuple(Ground(Outcome.DIFFERS, "MODIFIER", "it moves", about=name) for name in names)


@pytest.mark.parametrize(
    ("moves", "counts", "largest"),
    [
        ({}, (), 0.01),
        ({"Wave": 0.5}, ("Wave",), 0.5),
        ({"Wave": 0.5}, (), 0.01),
        ({"Wave": 0.005}, ("Wave",), 0.01),
        ({"Wave": 0.5, "Lattice": 0.7}, ("Wave",), 0.5),
        ({"Wave": np.nan, "Lattice": 0.7}, ("Wave", "Lattice"), 0.7),
    ],
)
def test_the_largest_error_is_of_the_skin_or_of_a_modifier_that_counts(
    compared: Comparison, moves: dict[str, float], counts: tuple[str, ...], largest: float
) -> None:
    """Relative and in metres, of one and the same; what cannot be told apart has no size."""
    times = len(compared.difference.times)
    beside = tuple(aside(name, metres, times) for name, metres in moves.items())
    verdict = decided(counting(*counts), frozenset())
    relative, metres = dataclasses.replace(compared, set_aside=beside, verdict=verdict).largest
    assert metres == pytest.approx(largest, rel=1e-6)
    assert relative == pytest.approx(largest / compared.difference.scale.min(), rel=0.2)


def test_a_ground_of_another_kind_makes_no_modifier_count(compared: Comparison) -> None:
    verdict = decided((Ground(Outcome.DIFFERS, "NORMALS", "turned", about="Wave"),), frozenset())
    beside = (aside("Wave", 0.5, len(compared.difference.times)),)
    assert dataclasses.replace(compared, set_aside=beside, verdict=verdict).largest[1] == pytest.approx(0.01, rel=1e-6)


def test_of_nothing_that_is_off_the_largest_error_is_none(model: Model) -> None:
    found = verify(model, subjects(model, {"same": skin_reference}), Question(clips=(0,)))
    assert dataclasses.replace(found.comparison, set_aside=()).largest == (0.0, 0.0)


def test_what_has_no_vertex_left_has_no_error(model: Model) -> None:
    def nothing(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
        right = skin_reference(model, clip, times)
        return dataclasses.replace(right, positions=tuple(np.full_like(p, np.nan) for p in right.positions))

    found = verify(model, subjects(model, {"nothing": nothing}), Question(clips=(0,)))
    assert found.comparison.largest == (0.0, 0.0)
    assert found.verdict.outcome is Outcome.DIFFERS


def test_normals_of_a_scene_are_those_at_rest(compared: Comparison) -> None:
    """Each mesh's angle counts, and all of their corners together."""
    meshes = (NormalsAtRest("a", 0.1, (1, 0), 10), NormalsAtRest("b", 0.5, (4, 2), 10))
    there = Presence(joints=1, joints_missing=(), faces=1, faces_lost=0, faces_added=0, strangers=0, normals=meshes)
    scene = dataclasses.replace(compared, presence=there)
    assert scene.normal_angle == 0.5
    assert scene.normals_turned == (0.25, 0.1)
    for none in (None, dataclasses.replace(there, normals=())):
        without = dataclasses.replace(compared, presence=none)
        assert without.normal_angle == compared.difference.normal_angle
        assert without.normals_turned == compared.difference.normals_turned


def test_what_the_rig_cannot_hold_comes_before_what_was_edited(compared: Comparison) -> None:
    limit = sentence("the rig cannot hold it").with_code("rig-limit")
    edits = (sentence("a bone was moved").with_code("bone-moved"), "weights")
    told = dataclasses.replace(compared, changes=(edits[0], limit, edits[1])).why
    assert list(told) == [limit, *edits]


class EveryNormal(Computed):
    every_normal = True


def test_normals_are_compared_at_all_times_if_the_question_or_a_subject_asks_for_it(model: Model) -> None:
    times = np.linspace(0.0, 1.0, 4000)
    plain, every = ({name: made(model, name, skin_reference)} for name, made in (("a", Computed), ("b", EveryNormal)))
    some = Request(model, 0, times, plain).with_normals
    assert not some.all()
    assert Request(model, 0, times, every).with_normals.all()
    assert Request(model, 0, times, plain, Question(times=Times(When.EVERY_KEY))).with_normals.all()
    assert not Request(model, 0, times, plain, Question(normals=False)).with_normals.any()


def test_vertices_are_those_of_all_parts_and_the_moving_ones_of_the_clip(model: Model) -> None:
    times, still = np.zeros(1), dataclasses.replace(model, clips=(Clip("still", ()),))
    assert Request(model, 0, times, {}).vertices == sum(model.primitive(p).vertex_count for p in model.parts)
    assert Request(model, 0, times, {}).moving_vertices == Request(model, 0, times, {}).vertices
    assert Request(still, 0, times, {}).moving_vertices == 0
