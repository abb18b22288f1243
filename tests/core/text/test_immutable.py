"""``immutable`` beside ``dataclass(frozen=True)``, which it stands in for."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import numpy as np
import pytest

from skinning_core.text.immutable import immutable
from tests.house import modules


@immutable
class Key:
    time: float
    values: tuple[float, ...] = field(default=(), repr=False)
    note: str = field(default="", compare=False)


@dataclass(frozen=True)
class _Key:
    time: float
    values: tuple[float, ...] = field(default=(), repr=False)
    note: str = field(default="", compare=False)


@immutable(eq=False)
class Track:
    times: np.ndarray


@immutable(kw_only=True)
class Named(Key):
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name.strip())


def test_a_field_is_set_once():
    key = Key(1.0)
    for name in ("time", "note", "unheard_of"):
        with pytest.raises(FrozenInstanceError, match=f"'{name}' of Key"):
            setattr(key, name, 2.0)
    with pytest.raises(FrozenInstanceError, match="'time' of Key"):
        del key.time
    assert key == Key(1.0)


@pytest.mark.parametrize("values", [(1.0,), (1.0, (2.0,)), (1.0, (2.0,), "other"), (3.0,)])
def test_it_is_equal_hashed_and_shown_as_a_frozen_dataclass_is(values):
    ours, theirs = Key(*values), _Key(*values)
    assert (ours == Key(1.0)) == (theirs == _Key(1.0))
    assert hash(ours) == hash(theirs)
    assert repr(ours) == repr(theirs).replace("_Key", "Key")
    assert Key.__match_args__ == _Key.__match_args__
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert ours != theirs


def test_arrays_are_equal_only_to_themselves():
    track, other = (Track(np.zeros(3)) for _ in range(2))
    assert track == track
    assert track != other
    assert len({track, other}) == 2


def test_it_is_replaced_copied_pickled_and_inherited():
    named = Named(time=1.0, name=" a ")
    assert (named.name, replace(named, name="b ").name) == ("a", "b")
    assert named == copy.deepcopy(named) == pickle.loads(pickle.dumps(named))
    assert repr(named).endswith("Named(time=1.0, note='', name='a')")
    with pytest.raises(FrozenInstanceError, match="'time' of Named"):
        named.time = 2.0
    with pytest.raises(TypeError):
        Named(1.0, name="a", other=2)


def test_the_product_defines_its_data_so():
    product = modules("skinning_core", "addon").values()
    compiled = [module.name for module in product if "dataclass(frozen=True" in module.path.read_text("utf-8")]
    assert compiled == ["skinning_core.text.immutable"]
