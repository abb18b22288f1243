"""What is kept about a model: one memory, visible, empty when it is emptied, gone with the model."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import numpy as np

from skinning_core import load_model, skin_model, skin_model_fast
from skinning_core.lessons.instance import skeleton
from skinning_core.model import forget_prepared, prepared, remembered
from tests.house import ROOT
from tests.models import MODELS


class Owner:
    """Something that can be pointed to weakly."""


def test_a_result_is_computed_once_for_each_owner_and_arguments() -> None:
    calls = []

    @remembered
    def measured(_owner: Owner, size: int = 1) -> list[int]:
        calls.append(size)
        return [size]

    one, other = Owner(), Owner()
    assert measured(one, 2) is measured(one, 2) is not measured(other, 2)
    assert measured(one, 3) == [3]
    assert measured(one, size=3) == [3]
    assert len(calls) == 4
    forget_prepared()
    assert measured(one, 2) == [2]
    assert len(calls) == 5


def test_what_is_kept_can_be_seen_and_changes_no_result(tmp_path: Path) -> None:
    model = load_model(MODELS["plain"](tmp_path))
    assert not prepared(model)
    first, fast = skin_model(model, 0, [0.1, 0.5]), skin_model_fast(model, 0, [0.1, 0.5])
    shared = skeleton(model)
    assert skeleton(model) is shared
    names = {name.removeprefix("skinning_core.") for name, _ in prepared(model)}
    assert {"fast.engine.part_skinners", "fast.engine.prepared_poses", "lessons.instance.skeleton"} <= names
    assert prepared(model.meshes[0].primitives[0])
    forget_prepared()
    assert not prepared(model)
    assert skeleton(model) is not shared
    again = skin_model(model, 0, [0.1, 0.5]), skin_model_fast(model, 0, [0.1, 0.5])
    for before, after in zip((first, fast), again, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(before.positions, after.positions, strict=True))


def test_nothing_of_it_outlives_the_model(tmp_path: Path) -> None:
    model = load_model(MODELS["two_skins"](tmp_path))
    skin_model(model, 0, [0.5])
    skin_model_fast(model, 0, [0.5])
    alive = weakref.ref(model), weakref.ref(model.meshes[0].primitives[0])
    del model
    gc.collect()
    assert [one() for one in alive] == [None, None]


def test_there_is_no_other_memory_of_the_kind() -> None:
    files = sorted((ROOT / "skinning_core").rglob("*.py")) + sorted((ROOT / "addon").rglob("*.py"))
    assert [f.name for f in files if "WeakKeyDictionary" in f.read_text(encoding="utf-8")] == ["model.py"]
