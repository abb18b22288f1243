"""The formats of accessors that each purpose allows (specification 3.7.2, 3.11; KHR_mesh_quantization)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...gltf.grammar.kinds import Json
from .usable_document import Document

_COMPONENTS = {
    "BYTE": 5120,
    "UNSIGNED_BYTE": 5121,
    "SHORT": 5122,
    "UNSIGNED_SHORT": 5123,
    "UNSIGNED_INT": 5125,
    "FLOAT": 5126,
}
_NAMES = {number: name for name, number in _COMPONENTS.items()}


class Format(NamedTuple):
    """Type, component type and whether integers are normalised."""

    type: str
    component: int
    normalized: bool = False

    def __str__(self) -> str:
        return f"{self.type} of {_NAMES.get(self.component, 'unknown')}{' normalised' if self.normalized else ''}"


Formats = frozenset[Format]


def format_of(accessor: Json) -> Format:
    """The format of an accessor."""
    return Format(accessor.get("type", ""), accessor.get("componentType", 0), accessor.get("normalized", False))


def _formats(rows: Sequence[Sequence[Any]]) -> Formats:
    """Of rows: a type, a component, and true where integers are normalised."""
    return frozenset(Format(kind, _COMPONENTS[component], *normalised) for kind, component, *normalised in rows)


#: The formats of ``formats.json`` by table and purpose.
_TABLES: dict[str, dict[str, Formats]] = {
    table: {purpose: _formats(rows) for purpose, rows in purposes.items()}
    for table, purposes in json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).items()
}
KEY_TIMES, INVERSE_BIND, INDICES = (_TABLES["purposes"][name] for name in ("key times", "inverse bind", "indices"))
KEY_VALUES = _TABLES["key values"]


def attribute_formats(document: Document, semantic: str, *, morphed: bool = False) -> Formats | None:
    """The formats that an attribute may have; None for one that the specification says nothing about."""
    table, name = "morphed attributes" if morphed else "attributes", semantic.split("_")[0]
    known = _TABLES[table].get(name)
    if known is None or not document.uses_extension("KHR_mesh_quantization"):
        return known
    return known | _TABLES[f"quantised {table}"].get(name, frozenset())


def misfit(accessor: Json, allowed: Formats) -> str:
    """The words of a finding about an accessor whose format is none of those allowed."""
    return f"{format_of(accessor)} instead of {', '.join(sorted(map(str, allowed)))}"
