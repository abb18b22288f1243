"""``immutable`` is a frozen dataclass, and all data of the product is made so."""

from __future__ import annotations

import dataclasses
import pickle

import numpy as np
import pytest

from skinning_core.text.immutable import field, immutable, replace
from tests.house import modules


@immutable
class Key:
    time: float
    values: tuple[float, ...] = field(default=(), repr=False)


@immutable(eq=False)
class Track:
    times: np.ndarray


@immutable(kw_only=True)
class Named(Key):
    name: str


def test_it_is_a_frozen_dataclass():
    named = Named(time=1.0, name="a")
    assert named == pickle.loads(pickle.dumps(named)) == replace(Named(time=1.0, name="b"), name="a")
    assert hash(Key(1.0)) == hash(Key(1.0))
    with pytest.raises(dataclasses.FrozenInstanceError):
        named.time = 2.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        del named.time


def test_arrays_are_equal_only_to_themselves():
    track, other = (Track(np.zeros(3)) for _ in range(2))
    assert track == track
    assert track != other
    assert len({track, other}) == 2


def test_the_product_defines_its_data_so():
    product = modules("skinning_core", "addon").values()
    others = [module.name for module in product if "dataclass(frozen=True" in module.path.read_text("utf-8")]
    assert others == ["skinning_core.text.immutable"]
