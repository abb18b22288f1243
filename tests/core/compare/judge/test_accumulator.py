"""What is kept of a clip's pieces, and what a subject brings along beside its positions."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core import Model, Question, Skinned, load_model
from skinning_core.compare.judge.comparison import Request
from skinning_core.compare.judge.measurement import Measured, Pace, measuring
from skinning_core.compare.judge.question import Origin
from skinning_core.model import Float64
from skinning_core.skinned import SeenVertices, SetAside
from skinning_core.subject import Computed, SkinFunction, skin_reference
from tests.models import MODELS
from tests.subjects import to_the_end
from tests.tiny import INVERSE_BIND, POSITIONS, Tiny

TIMES = np.linspace(0.1, 0.9, 9)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return load_model(MODELS["plain"](tmp_path_factory.mktemp("plain")))


class Bringing(Computed):
    """A subject with what it is given: fields of its result, a counterpart, and parts of its difference."""

    def __init__(self, model: Model, skin: SkinFunction, **given: Any) -> None:
        super().__init__(model, "bringing", skin)
        self._given, self.asked_to_split = given, list[float]()

    def at(self, clip: int | None, times: Float64, **asked: Any) -> Skinned:
        aside = self._given.get("set_aside")
        skinned = super().at(clip, times, **asked)
        return skinned if aside is None else dataclasses.replace(skinned, set_aside=(aside(times),))

    def counterpart(self, skinned: Skinned) -> Skinned | None:
        made: SkinFunction | None = self._given.get("counterpart")
        return None if made is None else made(self.model, 0, skinned.times)

    def split(self, clip: int | None, time: float) -> Any:
        self.asked_to_split.append(time)
        return self._given.get("split")


def pushed_by(metres: float, vertices: Any = 7) -> SkinFunction:
    """The reference with vertices moved to the side."""

    def skin(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
        skinned = skin_reference(model, clip, times)
        skinned.positions[0][:, vertices, 0] += metres
        return skinned

    return skin


def turned(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
    """The reference with its normals the other way."""
    skinned = skin_reference(model, clip, times)
    return dataclasses.replace(skinned, normals=tuple(None if n is None else -n for n in skinned.normals))


def measured(subject: Bringing, piece: int = 4, question: Question | None = None, errors: int = 0) -> Measured:
    request = Request(subject.model, 0, TIMES, {subject.name: subject}, question or Question(), vertex_errors=errors)
    return to_the_end(measuring(request, Pace(times=piece)))


@pytest.mark.parametrize(("missing", "kept"), [(0, 9), (1, 8)])
def test_all_errors_are_kept_up_to_the_number_asked_for(plain: Model, missing: int, kept: int) -> None:
    room = int(plain.part_starts[-1]) * len(TIMES) - missing
    errors = measured(Bringing(plain, pushed_by(0.1)), errors=room).comparison.vertex_errors
    assert errors is not None
    assert len(errors.kept) == kept


def test_a_difference_is_explained_unless_the_subject_says_all_of_it(plain: Model) -> None:
    """One with parts of its own, and one beside a counterpart, which no step of the model explains."""
    parts = object()
    for given, split, unexplained in (
        ({}, None, 1),
        ({"split": parts}, parts, 0),
        ({"counterpart": pushed_by(0.2)}, None, 0),
    ):
        subject = Bringing(plain, pushed_by(0.1), **given)
        found = measured(subject)
        assert found.comparison.verdict.differs
        assert found.comparison.split is split
        assert len(subject.asked_to_split) == 1
        assert len(found.unexplained) == unexplained


def test_turned_normals_alone_have_no_parts_and_no_cause_is_looked_for(plain: Model) -> None:
    subject = Bringing(plain, turned, split=object())
    found = measured(subject)
    assert found.comparison.verdict.differs
    assert (subject.asked_to_split, found.comparison.split, found.unexplained) == ([], None, ())


def test_a_subject_is_compared_with_its_counterpart(plain: Model) -> None:
    found = measured(Bringing(plain, pushed_by(0.1), counterpart=pushed_by(0.1)))
    assert found.comparison.verdict.same


@pytest.mark.parametrize("modifiers", [True, False])
@pytest.mark.parametrize("held", [True, False])
def test_what_is_set_aside_is_told_unless_it_counts_or_the_file_has_it(
    plain: Model, modifiers: bool, held: bool
) -> None:
    """A modifier that moves vertex 7 by 0.1 m; the file has it if the subject's skin alone lacks it."""

    def aside(times: Float64) -> SetAside:
        seen = skin_reference(plain, 0, times).positions[0][:, [7]] + (0.0 if held else 0.1) * np.eye(3)[0]
        return SetAside("the modifier", np.full(len(times), 0.1), 0, seen=(SeenVertices(0, np.array([7]), seen),))

    skin = pushed_by(-0.1 if held else 0.0)
    comparison = measured(Bringing(plain, skin, set_aside=aside), question=Question(modifiers=modifiers)).comparison
    told = [note for note in comparison.notes if "modifier" in note]
    assert comparison.verdict.same == (held or not modifiers)
    assert [note.partition(":")[0] for note in told] == (
        ["Compared as it is seen"] if held else [] if modifiers else ["Not compared"]
    )


def test_what_is_far_outside_is_counted_and_measured_in_sizes(tmp_path: Path) -> None:
    """Two vertices of a hand's size at one time, one of them farther away at another."""
    tiny = Tiny()
    tiny.primitive["attributes"]["POSITION"] = tiny.add((0.1 * POSITIONS).astype(np.float32))
    tiny.data["nodes"][1]["translation"] = [0.0, 0.1, 0.0]
    bind = INVERSE_BIND.copy()
    bind[1, 3, 1] = -0.1
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(bind.reshape(2, 16))
    model = load_model(tiny.write_glb(tmp_path / "small.glb"))

    def skin(model: Model, clip: int | None, times: Float64, **_asked: object) -> Skinned:
        skinned = skin_reference(model, clip, times)
        skinned.positions[0][times == TIMES[2], 2:] = 1e29
        skinned.positions[0][times == TIMES[6], 2] = -2e29
        return skinned

    found = measured(Bringing(model, skin)).comparison
    (cause,) = found.causes
    size = float(found.difference.scale.max())
    assert size < 0.5
    assert (cause.code, cause.vertices, cause.times) == ("values-senseless", 2, (TIMES[2], TIMES[6]))
    assert cause.size == pytest.approx(2e29 / size)
    own = dataclasses.replace(model, generator="Khronos glTF Blender I/O v5.0")  # which reads no buffer wrongly
    assert not measured(Bringing(own, skin), question=Question(source=Origin.SCENE)).comparison.causes
    assert measured(Bringing(model, skin), question=Question(source=Origin.SCENE)).comparison.causes == found.causes
