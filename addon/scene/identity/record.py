"""What a character remembers of its file, as JSON on its objects; and where the files are now.

Paths are kept absolute, and relative to the .blend as last saved, so both can be moved together.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PureWindowsPath
from typing import Any

import bpy

from ....skinning_core.error import SkinproofError
from ....skinning_core.files.source import Source, stamp_of
from ....skinning_core.model import Model
from ..ground import stored_names as stored
from ..ground.noted import our
from .fit import misfit, structure_of

#: The files as they were when read; none in older files.
Sources = tuple[Source, ...]


def new_record(model: Model, frame_rate: float, clips: Sequence[int]) -> dict[str, Any]:
    """The record of a character made from a model; clips: those with actions."""
    return {
        "version": stored.VERSION,
        "name": model.name,
        "path": str(model.path.resolve()) if model.path else "",
        "clip_files": [str(file.resolve()) for file in model.clip_files],
        "frame_rate": frame_rate,
        "imported": list(clips),
        "sources": _stored(model.sources),
        **structure_of(model),
    }


def write_record(objects: Iterable[bpy.types.Object], record: Mapping[str, Any]) -> None:
    """Put a record on a character's objects."""
    text = json.dumps(record)
    for ob in objects:
        our(ob)[stored.RECORD] = text


def read_record(objects: Iterable[bpy.types.Object]) -> dict[str, Any]:
    """The record on a character's objects. Raises ``SkinproofError`` if none has one."""
    for ob in objects:
        if stored.RECORD in our(ob):
            record: dict[str, Any] = json.loads(our(ob)[stored.RECORD])
            return record
    raise SkinproofError("its objects do not say which file they are from", fix="import the file again")


@contextmanager
def recorded_as_read_again(
    objects: Sequence[bpy.types.Object], model: Model, fix: str = "import it again"
) -> Iterator[None]:
    """Make a model, read again from the character's file, its reference.

    Raises ``SkinproofError`` with this ``fix`` if it no longer fits the scene. If the block fails, all is undone.
    """
    former = read_record(objects)
    if changed := misfit(former, model):
        raise SkinproofError(
            "its {changed} have changed since the import", changed=changed, where=str(model.path), fix=fix
        )
    now = {"path": str(model.path), "clip_files": [str(f) for f in model.clip_files], "sources": _stored(model.sources)}
    with recorded(objects, with_relative_path(former | now, bpy.data.filepath)):
        yield


@contextmanager
def recorded(objects: Sequence[bpy.types.Object], record: Mapping[str, Any]) -> Iterator[None]:
    """Put another record on a character's objects; if the block fails, the former one."""
    former = read_record(objects)
    try:
        write_record(objects, record)
        yield
    except BaseException:
        write_record(objects, former)
        raise


def moved_record(record: Mapping[str, Any], path: Path) -> tuple[dict[str, Any], list[Path]]:
    """A record with its file at ``path``, the others beside it; and which are missing or have another digest."""
    former = Path(record["path"])

    def found(name: str) -> Path:
        """Where a file of the record is now; its old place if only that still has it."""
        if Path(name) == former:
            return path
        moved = Path(os.path.normpath(path.parent / os.path.relpath(name, former.parent)))
        return Path(name) if stamp_of(moved) is None and stamp_of(Path(name)) is not None else moved

    sources, others = [], []
    for name, _, digest in record.get("sources", ()):
        file = found(name)
        stamp = stamp_of(file)
        now = None if stamp is None else Source(file, stamp).with_digest()
        if now is None or not digest or now.digest != digest:
            others.append(file)
        else:
            sources.append([str(file), now.stamp, digest])
    files = [str(found(name)) for name in record["clip_files"]]
    now_record = {**record, "path": str(path), "clip_files": files, "sources": sources}
    return with_relative_path(now_record, bpy.data.filepath), others if sources or others else [path]


def files_of_record(record: Mapping[str, Any], library: str = "") -> tuple[Path | None, tuple[Path, ...], Sources]:
    """A character's files now: beside the .blend if they moved with it, else where they were.

    Returns its own; other files that clips came from (for MD5 one per clip); all as read. library: the .blend that it
    is linked from.
    """
    path = Path(record["path"]) if record["path"] else None
    folder = path.parent if path is not None else Path()
    moved = folder
    beside = _beside_blend(record.get("relative", ""), library)
    if path is not None and beside is not None and beside.is_file():
        path, moved = beside, beside.parent

    def found(file: str | Path) -> Path:
        return Path(os.path.normpath(moved / os.path.relpath(file, folder))) if moved != folder else Path(file)

    sources = (Source(found(name), tuple(stamp), digest) for name, stamp, digest in record.get("sources", ()))
    return path, tuple(found(file) for file in record["clip_files"]), tuple(sources)


def with_relative_path(record: Mapping[str, Any], blend: str) -> dict[str, Any]:
    """A record with its file's path relative to a .blend, or without one if ``blend`` is empty."""
    kept = {key: value for key, value in record.items() if key != "relative"}
    if blend and record["path"]:
        with suppress(ValueError):  # on Windows it may be on another drive
            kept["relative"] = "//" + Path(os.path.relpath(record["path"], Path(blend).parent)).as_posix()
    return kept


def _beside_blend(relative: str, library: str) -> Path | None:
    blend = bpy.path.abspath(library) if library else bpy.data.filepath
    below = relative.removeprefix("//")
    if not blend or not below or below.startswith(("/", "\\")) or PureWindowsPath(below).drive:
        return None  # an absolute path or a server: only what lies beside the .blend is looked for unasked
    return Path(os.path.normpath(Path(blend).parent / below))


def _stored(sources: Sequence[Source]) -> list[list[object]]:
    return [[str(source.path), source.stamp, source.with_digest().digest] for source in sources]
