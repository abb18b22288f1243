"""Names that fit into Blender and stay apart."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

Package = Callable[[str], ModuleType]


def test_names_fit_into_blender_and_stay_apart(package: Package) -> None:
    names = package("addon.rig.names").unique_names(
        ["", "é" * 40, "é" * 40 + "x", "a", "a", "a.001"], "bone", taken=["bone"]
    )
    assert names[0] == "bone.001"
    assert names[1] == "é" * 31
    assert names[2] == "é" * 29 + ".001"
    assert names[3:] == ["a", "a.001", "a.001.001"]
    assert all(len(name.encode()) <= 63 for name in names)
