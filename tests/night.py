"""How far a search of random cases goes: by day a third of its cases, others every day; at night all of them."""

from __future__ import annotations

import os

#: Set by the session `nightly`, and by hand for `.ci/run`.
NIGHT = os.environ.get("SKINPROOF_NIGHTLY") not in (None, "", "0")


def cases(most: int) -> int:
    """How many of ``most`` cases are tried now."""
    return most if NIGHT else -(-most // 3)
