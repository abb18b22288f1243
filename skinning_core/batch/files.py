"""The models of a batch: which files they are, which shard has them, and the digest of their bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..error import SkinproofError
from ..gltf.named_files import named_files

#: Suffixes of the files that count as models.
MODELS = (".glb", ".gltf", ".vrm", ".md5mesh")


@dataclass(frozen=True)
class Shard:
    """Part ``number`` of ``count`` of a batch, counted from 1. A model's path alone decides which shard has it."""

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

    path: str  # as reports name it: the path as given; below a given folder, with "/" on every system
    size: int  # bytes of the file itself


def find_models(given: Sequence[str], shard: Shard) -> list[ModelFile]:
    """A shard's models among files and folders (searched with all subfolders), each once, in the order of their names.

    Raises ``SkinproofError`` if a given path does not exist, or a folder holds no model at all.
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
    """The SHA-256 of all bytes that an answer depends on, in hexadecimal; that a file is missing counts as well.

    ``others``: further files that the model is read or compared with. The buffers that any of them names count too.
    """
    total = hashlib.sha256()
    for given in map(Path, (path, *others)):
        for file in (given, *_buffers(given)):
            try:
                with file.open("rb") as stream:
                    total.update(hashlib.file_digest(stream, "sha256").digest())
            except OSError:
                total.update(b"missing")
    return total.hexdigest()


def _buffers(path: Path) -> tuple[Path, ...]:
    """The files in which a model keeps its data, as far as it can be read."""
    return named_files(path, ["buffers"]) if path.suffix.lower() in (".glb", ".gltf") else ()
