"""The vertices of a ``.ply`` file, ASCII or binary: ``x``, ``y``, ``z``; normals if all of ``nx``, ... are there."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ....error import SkinproofError, require
from ....files.source import read_source
from ....model import Float64
from .text_numbers import number_rows

_INTEGERS = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4"}
_KINDS = {**_INTEGERS, "float": "f4", "double": "f8"}
_KINDS |= {np.dtype(kind).name: kind for kind in _KINDS.values()}
#: Properties that a vertex must have.
_PLACE = ("x", "y", "z")
#: Properties of its normal, read if all three are there.
_NORMAL = ("nx", "ny", "nz")
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}


@dataclass
class _Element:
    name: str
    count: int
    properties: dict[str, str] = field(default_factory=dict)  # name -> kind of number; "" for a list


def read_ply_vertices(path: Path) -> tuple[Float64, Float64 | None]:
    """(V, 3) the vertices, and (V, 3) their normals, if any. Raises ``SkinproofError`` if it is no such file."""
    data, _ = read_source(path, str(path))
    head, separator, _ = bytes(data[: 1 << 16]).partition(b"end_header")
    end = bytes(data[: 1 << 16]).find(b"\n", len(head)) + 1
    require(head.startswith(b"ply") and separator and end, "not a PLY file: it has no header", str(path))
    order, elements = _header(head.decode("ascii", "replace").splitlines(), path)
    elements = _up_to_vertices(elements, path, text=not order)
    vertex = elements[-1]
    with_normals = all(name in vertex.properties for name in _NORMAL)
    names = [*_PLACE, *_NORMAL] if with_normals else [*_PLACE]
    if order:
        values = _binary(data, end, elements, order, names)
    else:
        first = head.count(b"\n") + 2
        lines = list(enumerate(str(data[end:], "ascii", "replace").splitlines(), start=first))
        skipped = sum(each.count for each in elements[:-1])
        columns = [list(vertex.properties).index(name) for name in names]
        values = number_rows(lines[skipped : skipped + vertex.count], columns, path)
    told = f"{len(values)} of {vertex.count} vertices are there"
    require(len(values) == vertex.count, told, str(path), fix="write it again")
    return values[:, :3], values[:, 3:] if with_normals else None


def _up_to_vertices(elements: list[_Element], path: Path, *, text: bool) -> list[_Element]:
    """The elements of the header up to the vertices, of which all that is needed is there."""
    place = next((k for k, each in enumerate(elements) if each.name == "vertex"), -1)
    require(place >= 0, "the header has no element vertex", str(path))
    elements = elements[: place + 1]
    lists = [each.name for each in elements if "" in each.properties.values()]
    if lists and (not text or lists[-1] == "vertex"):  # a line of text is skipped whatever it holds
        raise SkinproofError(f"element {lists[0]} has a list", where=str(path), fix="write the vertices first")
    for name in _PLACE:
        if name not in elements[-1].properties:
            raise SkinproofError(f"the vertices have no property {name}", where=str(path))
    return elements


def _binary(data: memoryview, end: int, elements: list[_Element], order: str, names: list[str]) -> Float64:
    """(V, columns) of the last element's properties; fewer rows if the data stop early. end: of the header."""
    kinds = [np.dtype([(name, order + kind) for name, kind in each.properties.items()]) for each in elements]
    begin = end + sum(kind.itemsize * each.count for kind, each in zip(kinds[:-1], elements[:-1], strict=True))
    kind = kinds[-1]
    whole = max(min((len(data) - begin) // kind.itemsize, elements[-1].count), 0)
    table = np.frombuffer(data, kind, whole, begin) if whole else np.zeros(0, kind)
    return np.stack([table[name].astype(np.float64) for name in names], axis=1)


def _header(lines: list[str], path: Path) -> tuple[str, list[_Element]]:
    """The order of bytes ("": text), and the elements."""
    order, elements = None, list[_Element]()
    for number, line in enumerate(lines, start=1):
        words = line.split()
        try:
            match words:
                case ["format", name, *_]:
                    order = _ORDERS[name]
                case ["element", name, count] if int(count) >= 0:
                    elements.append(_Element(name, int(count)))
                case ["property", "list", _, _, name]:
                    elements[-1].properties[name] = ""
                case ["property", kind, name]:
                    elements[-1].properties[name] = _KINDS[kind]
                case ["element" | "property", *_]:
                    raise ValueError
        except (ValueError, LookupError):
            raise SkinproofError(f"{line[:60]!r} cannot be read", where=f"{path}:{number}") from None
    if order is None:
        raise SkinproofError("the header names no format", where=str(path))
    return order, elements
