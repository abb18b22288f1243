"""Codes for data that could move a vertex but are not read: `verify` says "not judged", unless --accept allows them."""

from __future__ import annotations

from ...model import UNJUDGED
from .code import Code

UNREAD: tuple[Code, ...] = tuple(
    Code(
        name,
        "warning",
        f"What could move a vertex was not read: {meaning}.",
        f"Export without it, or leave it out of the verdict: verify --accept {name}.",
    )
    for name, meaning in UNJUDGED.items()
)
