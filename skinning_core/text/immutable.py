"""Data that does not change: every class of data is a frozen dataclass, under one short name.

``eq=False`` is for classes that hold arrays: two objects are then equal only if they are one object.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, dataclass_transform

__all__ = ["field", "immutable", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def immutable(cls: Any = None, /, *, eq: bool = True, kw_only: bool = False) -> Any:
    """Make a class a frozen dataclass."""
    if cls is None:
        return partial(immutable, eq=eq, kw_only=kw_only)
    return dataclass(frozen=True, eq=eq, kw_only=kw_only)(cls)
