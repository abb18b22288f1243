"""Names in a row: the first few, and how many more; and the one that was meant by a misspelled one."""

from __future__ import annotations

from collections.abc import Sequence

from .sentence import Sentence, sentence

#: Names that are told; JSON and the scene have all.
TOLD = 6


def listed(names: Sequence[str] | Sequence[int], *, quoted: bool = True) -> Sentence:
    """The first ``TOLD`` names, sentences or numbers, and how many more.

    >>> listed(["a", "b"]), listed(list("abcdefghi"), quoted=False)
    ("'a', 'b'", 'a, b, c, d, e, f and 3 more')
    """
    place = "{names!r}" if quoted else "{names}"
    if len(names) <= TOLD:
        return sentence(place, names=tuple(names))
    return sentence(f"{place} and {{more:,}} more", names=tuple(names[:TOLD]), more=len(names) - TOLD)


def numbered(names: Sequence[str]) -> str:
    """All names, each with its number.

    >>> numbered(["walk", "run"]), numbered([])
    ("0 'walk', 1 'run'", 'none')
    """
    return ", ".join(f"{i} {name!r}" for i, name in enumerate(names)) or "none"


def nearest(name: str, known: Sequence[str]) -> str:
    """The known name that a misspelled one is most like; empty if it is like none.

    >>> nearest("verfy", ["verify", "check"]), nearest("rig", ["verify", "check"])
    ('verify', '')
    """
    import difflib  # 3 ms, only after a mistake

    return next(iter(difflib.get_close_matches(name, known, n=1, cutoff=0.75)), "")
