"""Any file read as a big one: first asked, all at once, whether anything is odd; or as a tiny one, one by one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from skinning_core.gltf import animation
from skinning_core.gltf.grammar import kinds


def as_if_small() -> AbstractContextManager[None]:
    """Whatever the number of objects in a file, they count as few."""
    return _several_from(sys.maxsize)


def as_if_large() -> AbstractContextManager[None]:
    """Whatever the number of objects in a file, they count as many."""
    return _several_from(0)


@contextmanager
def _several_from(count: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kinds, "SEVERAL", count)
        patch.setattr(animation, "MANY", count)
        yield
