"""How much a file may ask for: a few kilobytes can name billions of vertices, and are refused before memory runs out.

A user who trusts a file may raise a limit by ``load_model(path, limits=Limits(...))`` or ``--limit nodes=1000000``. The
defaults lie far above real characters.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from ..error import SkinproofError

#: Bytes that any file may take in memory, however short.
FREE_BYTES = 16 << 20


def _limit(default: int, meaning: str) -> int:
    number: int = field(default=default, metadata={"meaning": meaning})
    return number


@dataclass(frozen=True)
class Limits:
    """The most that is read of each kind."""

    json_depth: int = _limit(256, "levels of objects and arrays in the JSON")
    decoded_ratio: int = _limit(256, "bytes in memory per byte of the file, beyond the first 16 MiB")
    decompressed: int = _limit(1 << 26, "bytes out of compressed data, or eight per byte of the file")
    zeros: int = _limit(1 << 20, "elements of an accessor without data, or one per byte of the file")
    nodes: int = _limit(200_000, "nodes")
    joints: int = _limit(100_000, "joints of all skins")
    parts: int = _limit(10_000, "primitives that nodes draw")
    vertices: int = _limit(1 << 22, "vertices that nodes draw, or one per byte of the file")
    clips: int = _limit(5_000, "clips")
    keys: int = _limit(10_000_000, "keys of all tracks, or one per byte of the file")
    times: int = _limit(1_000_000, "times at which one clip is compared or skinned")


#: Unless the caller gives others.
DEFAULT = Limits()

#: What each limit counts.
MEANINGS: dict[str, str] = {f.name: f.metadata["meaning"] for f in dataclasses.fields(Limits)}


class LimitError(SkinproofError):
    """A file asks for more than a limit allows. ``code`` is stable: LIMIT_ and the limit's name in capitals."""

    def __init__(self, name: str, limit: int, needed: int, *, where: str = "") -> None:
        super().__init__(
            f"{needed} {MEANINGS[name].partition(',')[0]} are too many: at most {limit} are taken",
            where=where,
            fix=f"--limit {option_name(name)}={needed} allows it, where that is wanted",
        )
        self.code = code_of(name)


def code_of(name: str) -> str:
    """The code of exceeding the limit ``name``."""
    return f"LIMIT_{name.upper()}"


def option_name(name: str) -> str:
    """The limit ``name`` on the command line."""
    return name.replace("_", "-")


def require_within(limits: Limits, name: str, needed: int, *, where: str = "", file_bytes: int = 0) -> None:
    """Raise `LimitError` if ``needed`` is above the limit ``name``.

    ``file_bytes``: a file may ask for as many as it has bytes, which justify them.
    """
    limit = max(getattr(limits, name), file_bytes)
    if needed > limit:
        raise LimitError(name, limit, needed, where=where)


def require_memory(limits: Limits, needed: int, file_bytes: int, *, where: str = "") -> None:
    """Raise `LimitError` if ``needed`` bytes in memory are too many for a file of ``file_bytes`` bytes."""
    beyond = needed - FREE_BYTES
    ratio = -(-beyond // max(file_bytes, 1))
    if beyond > 0 and ratio > limits.decoded_ratio:
        raise LimitError("decoded_ratio", limits.decoded_ratio, ratio, where=where)
