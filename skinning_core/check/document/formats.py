"""The formats of accessors allowed for each purpose (specification 3.7.2, 3.11; KHR_mesh_quantization)."""

from __future__ import annotations

from typing import NamedTuple

from ...gltf.grammar.kinds import Json
from .usable_document import Document

#: By glTF's numbers (specification 3.6.2.2).
_BYTE, _UNSIGNED_BYTE, _SHORT, _UNSIGNED_SHORT, _UNSIGNED_INT, _FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
_NAMES = {
    _BYTE: "BYTE",
    _UNSIGNED_BYTE: "UNSIGNED_BYTE",
    _SHORT: "SHORT",
    _UNSIGNED_SHORT: "UNSIGNED_SHORT",
    _UNSIGNED_INT: "UNSIGNED_INT",
    _FLOAT: "FLOAT",
}


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


def _formats(kinds: str, *components: int, normalized: bool = False) -> Formats:
    return frozenset(Format(kind, component, normalized) for kind in kinds.split() for component in components)


_UNSIGNED = (_UNSIGNED_BYTE, _UNSIGNED_SHORT)
_SIGNED = (_BYTE, _SHORT)
_COLOR = _formats("VEC3 VEC4", _FLOAT) | _formats("VEC3 VEC4", *_UNSIGNED, normalized=True)

KEY_TIMES = _formats("SCALAR", _FLOAT)
INVERSE_BIND = _formats("MAT4", _FLOAT)
INDICES = _formats("SCALAR", *_UNSIGNED, _UNSIGNED_INT)
KEY_VALUES: dict[str, Formats] = {
    "translation": _formats("VEC3", _FLOAT),
    "rotation": _formats("VEC4", _FLOAT) | _formats("VEC4", *_SIGNED, *_UNSIGNED, normalized=True),
    "scale": _formats("VEC3", _FLOAT),
    "weights": _formats("SCALAR", _FLOAT) | _formats("SCALAR", *_SIGNED, *_UNSIGNED, normalized=True),
}
_ATTRIBUTES: dict[str, Formats] = {
    "POSITION": _formats("VEC3", _FLOAT),
    "NORMAL": _formats("VEC3", _FLOAT),
    "TANGENT": _formats("VEC4", _FLOAT),
    "TEXCOORD": _formats("VEC2", _FLOAT) | _formats("VEC2", *_UNSIGNED, normalized=True),
    "COLOR": _COLOR,
    "JOINTS": _formats("VEC4", *_UNSIGNED),
    "WEIGHTS": _formats("VEC4", _FLOAT) | _formats("VEC4", *_UNSIGNED, normalized=True),
}
_MORPHED: dict[str, Formats] = {
    "POSITION": _formats("VEC3", _FLOAT),
    "NORMAL": _formats("VEC3", _FLOAT),
    "TANGENT": _formats("VEC3", _FLOAT),
    "TEXCOORD": _formats("VEC2", _FLOAT) | _formats("VEC2", *_SIGNED, *_UNSIGNED, normalized=True),
    "COLOR": _COLOR | _formats("VEC3 VEC4", *_SIGNED, normalized=True),
}
_QUANTISED: dict[str, Formats] = {
    "POSITION": _formats("VEC3", *_SIGNED, *_UNSIGNED) | _formats("VEC3", *_SIGNED, *_UNSIGNED, normalized=True),
    "NORMAL": _formats("VEC3", *_SIGNED, normalized=True),
    "TANGENT": _formats("VEC4", *_SIGNED, normalized=True),
    "TEXCOORD": _formats("VEC2", *_SIGNED, *_UNSIGNED) | _formats("VEC2", *_SIGNED, normalized=True),
}
_QUANTISED_MORPHED: dict[str, Formats] = {
    "POSITION": _formats("VEC3", *_SIGNED) | _formats("VEC3", *_SIGNED, normalized=True),
    "NORMAL": _formats("VEC3", *_SIGNED, normalized=True),
    "TANGENT": _formats("VEC3", *_SIGNED, normalized=True),
}


def attribute_formats(document: Document, semantic: str, *, morphed: bool = False) -> Formats | None:
    """The formats that an attribute may have; None if the specification says nothing."""
    plain, quantised = (_MORPHED, _QUANTISED_MORPHED) if morphed else (_ATTRIBUTES, _QUANTISED)
    name = semantic.split("_")[0]
    known = plain.get(name)
    if known is None or not document.uses_extension("KHR_mesh_quantization"):
        return known
    return known | quantised.get(name, frozenset())


def misfit(accessor: Json, allowed: Formats) -> str:
    """The words about an accessor whose format is not allowed."""
    return f"{format_of(accessor)} instead of {', '.join(sorted(map(str, allowed)))}"
