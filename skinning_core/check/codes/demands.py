"""Codes for a file that asks for more than the reader allows: one code per limit."""

from __future__ import annotations

from ...files.limits import DEFAULT, MEANINGS, code_of, option_name
from .code import Code

LIMITS: tuple[Code, ...] = tuple(
    Code(
        code_of(name),
        "error",
        f"The file asks for more than {getattr(DEFAULT, name)} {meaning}.",
        f"Where that is wanted, allow it: --limit {option_name(name)}=N.",
    )
    for name, meaning in MEANINGS.items()
)
