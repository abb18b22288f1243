"""Names that Blender keeps: not empty, unique, and at most 63 bytes of UTF-8."""

from __future__ import annotations

from collections.abc import Iterable

#: Blender cuts names of bones, vertex groups and shape keys after so many bytes, and equal ones would clash.
LONGEST = 63


def unique_names(wanted: Iterable[str], fallback: str, taken: Iterable[str] = ()) -> list[str]:
    """One name per name in ``wanted``, in order; later duplicates get ".001", ".002", ... as in Blender.

    ``fallback`` replaces empty names. ``taken`` names are avoided too.
    """
    used = set(taken)
    counters: dict[str, int] = {}
    names = []
    for name in wanted:
        base = shortened(name.replace("\0", "")) or fallback
        unique = base
        while unique in used:
            counters[base] = counters.get(base, 0) + 1
            suffix = f".{counters[base]:03d}"
            unique = shortened(base, LONGEST - len(suffix)) + suffix
        used.add(unique)
        names.append(unique)
    return names


def shortened(name: str, limit: int = LONGEST) -> str:
    """The longest beginning of a name that fits into ``limit`` bytes without splitting a character."""
    return name.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore")
