"""The models of a batch: which files they are, which shard has them, and what their bytes are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ..error import SkinproofError

#: Suffixes of files that are models by themselves.
MODELS = (".glb", ".gltf", ".md5mesh")


@dataclass(frozen=True)
class Shard:
    """Part ``number`` of ``count`` of a batch, counted from 1. A model's path alone decides which has it."""

    number: int = 1
    count: int = 1

    def has(self, name: str) -> bool:
        """Whether the model of this name, its path below the folder that was given, is in this shard."""
        return int.from_bytes(hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest()[:8]) % self.count == (
            self.number - 1
        )


@dataclass(frozen=True)
class ModelFile:
    """One model of a batch."""

    path: str  # as reports name it: the path as given, and below a folder with "/" on every system
    size: int  # bytes of the file itself


def find_models(given: Sequence[str], shard: Shard) -> list[ModelFile]:
    """The models of files and folders (searched to the bottom) that a shard has, each once, in order of their names.

    Raises ``SkinproofError`` where something given is not there, or a folder holds no model at all.
    """
    models: dict[str, ModelFile] = {}
    for name in given:
        path = Path(name)
        if path.is_dir():
            below = sorted(p for p in path.rglob("*") if p.suffix.lower() in MODELS and p.is_file())
            if not below:
                raise SkinproofError("there is no model in this folder", where=name, fix=f"models: {', '.join(MODELS)}")
            candidates = [(p, p.relative_to(path).as_posix()) for p in below]
        elif path.is_file():
            candidates = [(path, path.name)]
        else:
            raise SkinproofError("there is no such file or folder", where=name)
        for file, inside in candidates:
            if shard.has(inside):
                models.setdefault(file.as_posix(), ModelFile(file.as_posix(), file.stat().st_size))
    return [models[path] for path in sorted(models)]


def digest(path: str, others: Iterable[str] = ()) -> str:
    """The SHA-256 of all bytes that a model is read from, in hexadecimal; a file that is missing counts as such.

    ``others``: further files that it is read with, such as the clips of an .md5mesh.
    """
    total = hashlib.sha256()
    for file in [Path(path), *_buffers(Path(path)), *map(Path, others)]:
        try:
            with file.open("rb") as stream:
                total.update(hashlib.file_digest(stream, "sha256").digest())
        except OSError:
            total.update(b"missing")
    return total.hexdigest()


def _buffers(path: Path) -> list[Path]:
    """The files that a .gltf keeps its data in, as far as it can be read."""
    if path.suffix.lower() != ".gltf":
        return []
    try:
        document: Any = json.loads(path.read_bytes())
        uris = [buffer.get("uri") for buffer in document["buffers"]]
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return []
    return [path.parent / unquote(uri) for uri in uris if isinstance(uri, str) and not uri.startswith("data:")]
