"""Mistakes alone, together and by region are named with their sizes, and nothing is named where no rule is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from skinning_core import load_model
from skinning_core.compare.causes import search
from tests.core.compare.causes.confusion import MODELS, Character, cases, table
from tests.night import NIGHT

SHARED = Path(__file__).parents[5] / "shared" / "models"
REAL = [SHARED / "fox" / "Fox.glb", SHARED / "mannequiny" / "mannequiny.glb"]

#: How much of all cases may be told in part, or not at all: what comes to nearly the same as something else. Of 335
#: these were 0 on the arm, 1 on mannequiny, 3 on the Fox.
_NEARLY_THE_SAME = 0.01


def test_a_few_of_each_kind_are_right() -> None:
    found = list(cases(Character(load_model(MODELS[0])), few=True, part=(1, 1 if NIGHT else 2)))
    assert len(found) > 15
    assert all(case.right for case in found), table(found)


@pytest.mark.parametrize(
    "codes",
    [
        ("held", "joint-before", "strongest-one"),  # by region: nothing is skinned, and held
        ("speed", "rest-for-bind", "joint-before"),  # no pair of them explains much
        ("speed", "joint-before", "8-bit-weights"),
        ("linear-as-step", "speed", "rest-for-bind"),
    ],
    ids="+".join,
)
def test_three_that_come_near_to_something_else_are_told(codes: tuple[str, ...]) -> None:
    case = Character(load_model(MODELS[0])).together(codes)
    assert case.right, case


@pytest.mark.parametrize("bind", ["inverse-bind-ignored", "rest-for-bind"])
def test_another_bind_with_other_joints_is_tried_however_few_pairs_are(
    monkeypatch: pytest.MonkeyPatch, bind: str
) -> None:
    """Neither helps alone: they came after the last pair that is tried of mannequiny, when more mistakes were known."""
    monkeypatch.setattr(search, "_PAIRS", 12)
    monkeypatch.setattr(search, "_TRIPLES", 0)
    case = Character(load_model(MODELS[0])).together((bind, "joint-before"))
    assert case.right, case


def test_what_the_unit_enlarges_is_told_and_no_map_is_fitted_to_what_is_left() -> None:
    """Alone nlerp moves this character by 6e-6 of its size, a hundredfold one as far as 6e-4 of the file's."""
    case = Character(load_model(MODELS[1])).together(("nlerp", "late", "scaled"))
    assert case.right, case
    assert set(case.named) == {"nlerp", "late", "scaled"}


@pytest.mark.nightly
@pytest.mark.parametrize("path", [*MODELS, *REAL], ids=lambda path: path.stem)
def test_all_are_right(path: Path) -> None:
    if not path.exists():
        pytest.skip(f"{path} is not there")
    found = list(cases(Character(load_model(path)), few=False))
    print(table(found))
    assert sum(not case.right for case in found) <= _NEARLY_THE_SAME * len(found), table(found)
    assert not [case.name for case in found if case.wrong], table(found)
