"""The extensions of glTF: which are read, which cannot matter to deformation, and which, unread, could move a vertex.

The table is ``extensions.json``; docs/extensions.md shows it, and a test compares both. What could move a vertex unread
becomes an `Unjudged` of the model: no result from such a file may be called the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from ..model import Unjudged
from ..text.sentence import sentence
from .grammar.kinds import member


class Treatment(Enum):
    """What the reader does about an extension."""

    READ = "read"
    HARMLESS = "cannot matter"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class Extension:
    """One row of the table. A name that ends in ``*`` stands for all that begin so."""

    name: str
    treatment: Treatment
    reason: str
    code: str = ""  # of its `Unjudged`, if it is not judged


def _rows() -> tuple[Extension, ...]:
    groups = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return tuple(
        Extension(name, Treatment(group["treatment"]), group["reason"], group.get("code", ""))
        for group in groups
        for name in group["names"]
    )


#: All rows; ``extension_named`` finds one.
EXTENSIONS = _rows()
_UNKNOWN = Extension(
    "", Treatment.NOT_JUDGED, "Skinproof does not know this extension, and it could move vertices", "EXTENSION_UNKNOWN"
)
_EXACT = {row.name: row for row in EXTENSIONS if not row.name.endswith("*")}
_BEGINNINGS = {row.name[:-1]: row for row in EXTENSIONS if row.name.endswith("*")}

#: Collections whose objects can have an extension that moves a vertex.
_BEARERS = ("nodes", "meshes", "skins", "animations", "accessors", "bufferViews", "buffers")


def extension_named(name: str) -> Extension:
    """The table's row for an extension; one that no row names is not judged."""
    if name in _EXACT:
        return _EXACT[name]
    return next((row for beginning, row in _BEGINNINGS.items() if name.startswith(beginning)), _UNKNOWN)


def unjudged_extensions(json: Mapping[str, Any], read: Container[str] = ()) -> tuple[Unjudged, ...]:
    """The extensions in checked JSON that are not judged, each at the first place that has it.

    read: pointers of those that were read after all.
    """
    first: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for pointer, extensions in _borne(json):
        for name, value in extensions.items() if isinstance(extensions, dict) else ():
            pointer_of_it = f"{pointer}/extensions/{name}"
            idle = pointer_of_it in read or _is_idle(name, value)
            if extension_named(name).treatment is Treatment.NOT_JUDGED and not idle:
                first.setdefault(name, pointer_of_it)
                counts[name] += 1
    for place, name in enumerate(json.get("extensionsRequired", ())):
        if extension_named(name) is _UNKNOWN:
            first.setdefault(name, f"/extensionsRequired/{place}")
    return tuple(_unjudged(name, pointer, counts[name]) for name, pointer in first.items())


def _unjudged(name: str, pointer: str, count: int) -> Unjudged:
    row = extension_named(name)
    told = sentence("the extension {extension!r} is not read ({why})", extension=name, why=sentence(row.reason))
    if count > 1:
        told = sentence("{what}, in {count} places", what=told, count=count)
    return Unjudged(row.code, pointer, told)


def _borne(json: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The ``extensions`` of all objects that could have such a one, with pointers."""
    if "extensions" in json:
        yield "", json["extensions"]
    for key in _BEARERS:
        yield from _of(f"/{key}", json.get(key, ()))
    for m, mesh in enumerate(json.get("meshes", ())):
        yield from _of(f"/meshes/{m}/primitives", mesh["primitives"])


def _of(pointer: str, objects: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    for k in [k for k, value in enumerate(objects) if "extensions" in value]:
        yield f"{pointer}/{k}", objects[k]["extensions"]


#: By extension with springs: the path to its chains, and a chain's member with bones.
_CHAINS = {
    "VRM": (("secondaryAnimation", "boneGroups"), "bones"),
    "VRMC_springBone": (("springs",), "joints"),
}


def _is_idle(name: str, value: Any) -> bool:
    """Whether it has nothing to move, such as springs without a chain of bones."""
    if name not in _CHAINS or not isinstance(value, dict):
        return False
    path, bones = _CHAINS[name]
    chains = member(value, *path)
    if not chains:
        return True
    return isinstance(chains, list) and not any(isinstance(chain, dict) and chain.get(bones) for chain in chains)
