"""Results as JSON: ``times`` and ``positions`` as nested lists, or as float32 in a ``.bin`` file beside it.

    {"times": [0.0, 0.5], "positions": [[[x, y, z], ...], ...]}
    {"times": [0.0, 0.5], "positions": {"bin": "mine.bin", "shape": [2, 1000, 3], "offset": 0}}

``positions``, ``normals``: an array (T, V, 3) of all parts in turn, or a list of one per part. ``joint_matrices``: a
list of one array (T, J, 4, 4) per skin, global joint * inverse bind, as rows. ``nodes``: an array (T, N, 4, 4). Only
``times`` and ``positions`` are needed; others may be null, and other names are ignored. A ``.bin`` is in the same
folder: little-endian float32, last index fastest; ``offset`` in bytes, 0 by default. A null among numbers is NaN, as
JavaScript writes it.
"""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from ....error import SkinproofError, require
from ....files.source import read_source
from ....gltf.document import json_value
from ....model import Float
from .arrays import ResultFile, sound_times

#: Short names of one part's or skin's array.
_SHORT = {"positions": "pos{}", "normals": "nrm{}", "joint_matrices": "skin{}_mats"}


def read_json_results(path: Path) -> ResultFile:
    """The contents of a ``.json`` file. Raises ``SkinproofError`` with the JSON pointer of the fault."""
    data, _ = read_source(path, str(path))
    root = json_value(data, str(path))
    require(isinstance(root, dict), "the JSON's root is not an object", str(path), fix="see docs/formats.md")
    document = _Document(path, root)
    times = sound_times(document.array(root.get("times"), "/times", 1), f"{path}: /times")
    document.array_or_list("positions", 3)
    for name, dimensions in (("normals", 3), ("joint_matrices", 4)):
        if root.get(name) is not None:
            document.array_or_list(name, dimensions)
    if root.get("nodes") is not None:
        document.arrays["nodes"] = document.array(root["nodes"], "/nodes", 4)
    return ResultFile(path, times, document.arrays, (path, *document.files), document.places)


class _Document:
    """A parsed document, and the arrays taken from it."""

    def __init__(self, path: Path, root: dict[str, Any]) -> None:
        self._path, self._root = path, root
        self.arrays: dict[str, Float] = {}
        self.places: dict[str, str] = {}
        self.files: dict[Path, memoryview] = {}

    def array_or_list(self, name: str, dimensions: int) -> None:
        """Take an array of all parts, or a list of one per part; matrices come in a list only."""
        value = self._root.get(name)
        listed = isinstance(value, list) and bool(value) and (isinstance(value[0], dict) or _depth(value) > dimensions)
        fits = listed or name != "joint_matrices"
        require(fits, "a list with one array for each skin is needed", self._at(f"/{name}"))
        for k, one in enumerate((value or []) if listed else [value]):
            pointer, short = (f"/{name}/{k}", _SHORT[name].format(k)) if listed else (f"/{name}", name)
            self.arrays[short] = self.array(one, pointer, dimensions)
            self.places[short] = self._at(pointer)

    def array(self, value: object, pointer: str, dimensions: int) -> Float:
        """The array at a JSON pointer, from nested lists or a reference."""
        if isinstance(value, dict):
            return self._referred(value, pointer, dimensions)
        try:
            numbers = np.array(value)
            array = numbers.astype(np.float64) if numbers.dtype.kind in "fiuO" else numbers
        except (TypeError, ValueError, OverflowError):
            array = np.array("")
        if array.dtype.kind != "f" or array.ndim != dimensions:
            self._require_array(value, pointer, dimensions, {})
            raise SkinproofError(f"these are no numbers in {dimensions} dimensions", where=self._at(pointer))
        return array

    def _at(self, pointer: str) -> str:
        return f"{self._path}: {pointer}"

    def _require_array(self, value: object, pointer: str, dimensions: int, lengths: dict[int, int]) -> None:
        """Raise ``SkinproofError`` at the first place where nested lists are no array; lengths: by dimensions left."""
        if not dimensions:
            number = value is None or (isinstance(value, int | float) and not isinstance(value, bool))
            finite = not isinstance(value, int) or abs(value) < 1 << 1023
            require(number and finite, "a number is needed here", self._at(pointer))
            return
        if not isinstance(value, list):
            here = "is missing" if value is None else "is no list"
            raise SkinproofError(f"{here}: a list is needed, {dimensions} deep", where=self._at(pointer))
        length = lengths.setdefault(dimensions, len(value))
        told = f"{len(value)} items, where the lists before have {length}"
        require(length == len(value), told, self._at(pointer))
        for k, item in enumerate(value):
            self._require_array(item, f"{pointer}/{k}", dimensions - 1, lengths)

    def _referred(self, value: dict[str, Any], pointer: str, dimensions: int) -> Float:
        name, shape, offset = value.get("bin"), value.get("shape"), value.get("offset", 0)
        if not isinstance(name, str) or Path(name).name != name or "\\" in name or "\0" in name:
            raise SkinproofError("the name of a file in the same folder is needed", where=self._at(f"{pointer}/bin"))
        whole = isinstance(shape, list) and all(type(n) is int and n >= 0 for n in shape)
        fits = whole and len(shape or []) == dimensions
        require(fits, f"{dimensions} whole numbers are needed", self._at(f"{pointer}/shape"))
        require(type(offset) is int and offset >= 0, "a number of bytes is needed", self._at(f"{pointer}/offset"))
        file = self._path.parent / name
        if file not in self.files:
            self.files[file], _ = read_source(file, self._at(f"{pointer}/bin"))
        count, data = prod(shape or []), self.files[file]
        end = offset + 4 * count
        told = f"{name} has {len(data)} bytes: {count} numbers from byte {offset} on need {end}"
        require(end <= len(data), told, self._at(pointer))
        return np.frombuffer(data, "<f4", count, offset).astype(np.float32).reshape(shape or [])


def _depth(value: object) -> int:
    """How deep lists are nested, by their first items."""
    depth = 0
    while isinstance(value, list):
        depth, value = depth + 1, value[0] if value else None
    return depth
