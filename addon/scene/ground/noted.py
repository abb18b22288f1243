"""Our notes on objects, bones, actions and collections: one group of custom properties on each.

A number or list on the thing itself is keyed by I, with custom properties among the default channels or the keying set
Whole Character. In a group it is not: tried in 4.3 and 5.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .stored_names import GROUP


class Notes:
    """The notes on one thing, by the names of ``stored_names``.

    Notes of earlier versions, written on the thing itself, are read too.
    """

    __slots__ = ("_thing",)

    def __init__(self, thing: Any) -> None:
        self._thing = thing

    @property
    def _group(self) -> Any:
        group = self._thing.get(GROUP)
        return group if hasattr(group, "items") else {}

    def __contains__(self, name: str) -> bool:
        return name in self._group or name in self._thing

    def __getitem__(self, name: str) -> Any:
        group = self._group
        return group[name] if name in group else self._thing[name]

    def get(self, name: str, otherwise: Any = None) -> Any:
        """A note; ``otherwise`` if there is none."""
        group = self._group
        return group[name] if name in group else self._thing.get(name, otherwise)

    def of(self, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Those of these names that are noted."""
        group = self._group
        for name in names:
            if name in group:
                yield name, group[name]
            elif name in self._thing:
                yield name, self._thing[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if not hasattr(self._thing.get(GROUP), "items"):
            self._thing[GROUP] = {}
        self._thing[GROUP][name] = value
        if name in self._thing:
            del self._thing[name]

    def pop(self, name: str, otherwise: Any = None) -> Any:
        """Remove a note and return a copy."""
        value = self.get(name, otherwise)
        for copied in ("to_list", "to_dict"):  # Blender's own value dies with the property
            value = getattr(value, copied)() if hasattr(value, copied) else value
        if name in self._group:
            del self._thing[GROUP][name]
            if not len(self._thing[GROUP]):
                del self._thing[GROUP]
        if name in self._thing:
            del self._thing[name]
        return value

    def __iter__(self) -> Iterator[str]:
        yield from list(self._group.keys())


def our(thing: Any) -> Notes:
    """The notes on a thing."""
    return Notes(thing)
