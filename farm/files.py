"""The models of a batch: their files, their shard, and the digest of their bytes."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from threading import Thread
from typing import TypeVar

from ..error import SkinproofError
from ..files.source import content_digest, is_file, is_folder
from ..gltf.named_files import named_files

#: Suffixes of models.
MODELS = (".glb", ".gltf", ".vrm", ".vrma", ".md5mesh")

T = TypeVar("T")

#: A file as read: path from the model's folder, size in bytes, time of change in nanoseconds.
FileStamp = tuple[str, int, int]


@dataclass(frozen=True)
class Shard:
    """Part ``number`` of ``count`` of a batch, counted from 1. Without a plan, a model's name alone decides."""

    number: int = 1
    count: int = 1

    def has(self, name: str) -> bool:
        """Whether the model of this name, its path below the given folder, is in this shard."""
        return int.from_bytes(hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest()[:8]) % self.count == (
            self.number - 1
        )


@dataclass(frozen=True)
class ModelFile:
    """One model of a batch, or a folder that cannot be searched."""

    name: str  # in rows, on every machine: the path below the given folder, with "/" on every system
    path: str  # where it is opened
    size: int = 0  # bytes of the file itself
    fault: str = ""  # why nothing of it can be judged; empty for a file


def find_models(given: Sequence[str], shard: Shard) -> list[ModelFile]:
    """A shard's models among files and folders (searched with all subfolders), each once, sorted by name.

    Each folder is searched once, whatever links lead to it. One that cannot be listed is an entry with a name ending in
    "/". With several given paths, names begin with the folder's own. Raises ``SkinproofError`` if a path does not
    exist, a folder holds no model, or two different files would have one name.
    """
    models: dict[str, ModelFile] = {}
    seen: set[str] = set()
    for place in given:
        path, real = Path(place), os.path.realpath(place)
        if is_folder(path):
            known = real in seen
            below = list(_below(path, f"{Path(real).name}/" if len(given) > 1 else "", seen))
            if not below and not known:
                raise SkinproofError(
                    "there is no model in this folder", where=place, fix=f"models: {', '.join(MODELS)}"
                )
        elif is_file(path):
            known = any(os.path.realpath(model.path) == real for model in models.values())
            below = [] if known else [_model(path.name, path)]
        else:
            raise SkinproofError("there is no such file or folder, or nobody may look at it", where=place)
        for model in below:
            if models.setdefault(model.name, model) is not model:
                other = models[model.name].path
                raise SkinproofError(
                    f"this and {other} would both be called {model.name}", where=model.path, fix="judge them apart"
                )
    return [models[name] for name in sorted(models) if shard.has(name)]


def _below(folder: Path, before: str, seen: set[str]) -> Iterator[ModelFile]:
    """The models in a folder and all below it, folders before links to folders, none of ``seen`` twice."""
    waiting, links = [(before, folder)], list[tuple[str, Path]]()
    while waiting or links:
        inside, place = waiting.pop() if waiting else links.pop(0)
        real = os.path.realpath(place)
        if real in seen:
            continue
        seen.add(real)
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            yield ModelFile(inside or "./", str(place), fault=f"this folder cannot be listed: {error.strerror}")
            continue
        for entry in entries:
            name, path = inside + entry.name, Path(entry.path)
            if entry.is_dir(follow_symlinks=False):
                waiting.append((f"{name}/", path))
            elif _leads_to_folder(path):
                links.append((f"{name}/", path))
            elif path.suffix.lower() in MODELS:
                yield _model(name, path)


def _leads_to_folder(path: Path) -> bool:
    """Whether a link leads to a folder, or to where nobody may look: both are searched, and the latter is told."""
    try:
        return path.is_symlink() and stat.S_ISDIR(path.stat().st_mode)
    except PermissionError:
        return path.suffix.lower() not in MODELS
    except OSError:  # a link to nothing, or to itself
        return False


def _model(name: str, path: Path) -> ModelFile:
    try:
        return ModelFile(name, path.as_posix(), path.stat().st_size)
    except OSError:  # its row says why it cannot be read
        return ModelFile(name, path.as_posix())


def digest(path: str, others: Iterable[str] = ()) -> str:
    """The SHA-256 of all bytes that an answer depends on, in hexadecimal; empty if some cannot be read now.

    ``others``: further files. The buffers that any of them names count too, and so does a missing one.
    """
    total = hashlib.sha256()
    for given in map(Path, (path, *others)):
        for file in (given, *_buffers(given)):
            content = _content_digest(file)
            if content is None:
                return ""
            total.update(content)
    return total.hexdigest()


def within(seconds: float, work: Callable[[], T], otherwise: T) -> T:
    """What ``work`` returns, or ``otherwise`` if it takes longer: a disk may never answer.

    The work itself cannot be ended, and goes on in a thread that nobody waits for.
    """
    answer: list[T] = []
    thread = Thread(target=lambda: answer.append(work()), daemon=True)
    thread.start()
    thread.join(seconds)
    return answer[0] if answer else otherwise


def _content_digest(file: Path) -> bytes | None:
    """The SHA-256 of a file; None if it cannot be read, which says nothing of its bytes."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # a pipe would never end
            return b"missing"
        with FileIO(file) as stream:
            return content_digest(stream, os.fstat(stream.fileno()).st_size)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return b"missing"
    except OSError:
        return None


def stamps(path: str) -> tuple[FileStamp, ...]:
    """A model and its buffers now; if none of these changes, neither does ``digest``.

    Unlike a stamp of ``files.source`` they go into a ledger: without device and file number, which differ between
    machines, and with paths from the model's folder.
    """
    folder = Path(path).parent
    return tuple(_stamp(folder, os.path.relpath(file, folder)) for file in (Path(path), *_buffers(Path(path))))


def unchanged(path: str, before: Sequence[FileStamp]) -> bool:
    """Whether a model and its buffers still have the sizes and times of ``stamps``, without reading them."""
    folder = Path(path).parent
    return bool(before) and all(_stamp(folder, stamp[0]) == tuple(stamp) for stamp in before)


def _stamp(folder: Path, name: str) -> FileStamp:
    try:
        status = (folder / name).stat()
    except (OSError, ValueError):  # a name with a null in it
        return name, -1, -1
    return name, status.st_size, status.st_mtime_ns


def _buffers(path: Path) -> tuple[Path, ...]:
    """The files in which a model keeps its data, as far as it can be read."""
    return named_files(path, ["buffers"]) if path.suffix.lower() in MODELS[:-1] else ()
