"""Any file read as big ones are: first asked, all at once, whether anything in it is odd."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from skinning_core.gltf import animation, document


@contextmanager
def as_if_large() -> Iterator[None]:
    """Whatever the number of objects in a file, they count as many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "_MANY", 0)
        patch.setattr(animation, "_MANY", 0)
        yield
