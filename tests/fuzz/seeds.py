"""The sound files that are spoilt: the smallest skinned file, the tests' own models, two MD5 texts."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from tests.core.md5.md5_text import MESH
from tests.models import MODELS
from tests.tiny import Tiny

#: Models that are large or slow to skin: the path's length counts here, not the file's.
LARGE = {"many_joints"}


@cache
def seeds() -> tuple[tuple[str, bytes], ...]:
    """(suffix, bytes) of each."""
    files = [(".glb", Tiny().glb())] * 6
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(set(MODELS) - LARGE):
            path = MODELS[name](Path(folder))
            data = path.read_bytes()
            if path.suffix == ".glb" and len(data) < 100_000:
                files.append((".glb", data))
    return (*files, *[(".md5mesh", MESH.encode())] * 4)


def case(number: int) -> tuple[str, bytes]:
    """The suffix and the bytes of the spoilt file of this number."""
    from .mutate import spoilt

    suffix, data = seeds()[number % len(seeds())]
    return suffix, spoilt(data, number)
