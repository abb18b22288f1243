"""The files that a document names, found without reading its data: none may be overwritten."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..error import SkinproofError
from ..files.source import is_file, read_source
from .container import open_container
from .resolver import Resolver


def read_members(path: Path, names: Sequence[str]) -> dict[str, Any]:
    """These members of a .gltf or .glb file's document, as far as it has them; none if it cannot be understood."""
    if not is_file(path):  # a pipe would be waited for
        return {}
    try:
        container = open_container(read_source(path, path.name)[0], path.name)
        document = json.loads(str(container.json, "utf-8-sig").rstrip("\0"))
    except (SkinproofError, ValueError, RecursionError):
        return {}
    return {name: document[name] for name in names if name in document} if isinstance(document, dict) else {}


def named_files(path: Path, kinds: Sequence[str] = ("buffers", "images")) -> tuple[Path, ...]:
    """The files of buffers and images that a .gltf or .glb file names; none if it cannot be understood.

    One outside the file's folder, which the reader would not open, is not even looked at.
    """
    members = read_members(path, kinds)
    resolver = Resolver(path.parent)
    files = []
    for kind in kinds:
        entries = members.get(kind)
        for entry in entries if isinstance(entries, list) else ():
            uri = entry.get("uri") if isinstance(entry, dict) else None
            if isinstance(uri, str) and not uri.startswith("data:"):
                files.append(resolver.inside(uri))
    return tuple(file for file in files if file is not None)
