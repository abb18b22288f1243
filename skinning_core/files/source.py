"""Reading a file whole, and telling later if it changed.

A file is never mapped: if an exporter makes a mapped file shorter, the next access to the missing pages ends the
process (SIGBUS), and with it Blender and unsaved work; on Windows a map keeps others from writing. Reading costs a
quarter of a millisecond per megabyte more.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import FileIO
from pathlib import Path

import numpy as np

from ..error import SkinproofError

#: Two states of a file told apart without reading it: bytes, times of change (ns), device, file number.
Stamp = tuple[int, int, int, int, int]


#: Bytes hashed at a time.
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Source:
    """A file that was read, and its stamp then; sources are equal by path and stamp."""

    path: Path  # absolute
    stamp: Stamp
    digest: str = field(default="", compare=False)  # of its bytes, see ``with_digest``; empty: not known

    def is_unchanged(self) -> bool:
        """Whether the file still holds the bytes that were read.

        Either the stamp is the same or, as after a fresh checkout, the digest is known and the same. That reads the
        file, once for each stamp.
        """
        now = stamp_of(self.path)
        if now == self.stamp:
            return True
        return (
            now is not None and bool(self.digest) and now[0] == self.stamp[0] and _digest(self.path, now) == self.digest
        )

    def with_digest(self) -> Source:
        """This source with its bytes' digest, empty if the file has changed since."""
        return replace(self, digest=_digest(self.path, self.stamp))


def require_file(path: Path) -> None:
    """Raise ``SkinproofError`` if there is no file at ``path``, or if this user may not look into its folder."""
    try:
        kind = os.stat(path).st_mode  # noqa: PTH116 - the same in every Python: is_file() hides a missing permission
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise SkinproofError("there is no such file", where=str(path)) from None
    except OSError as error:
        raise SkinproofError(f"cannot be read: {error.strerror}", where=str(path)) from error
    if not stat.S_ISREG(kind):
        raise SkinproofError("there is no such file: this is a folder or a device", where=str(path))


def is_folder(path: Path | str) -> bool:
    """Whether there is a folder that this user may look at; ``Path.is_dir`` raises if he may not, until Python 3.14."""
    return os.path.isdir(path)  # noqa: PTH112


def is_file(path: Path | str) -> bool:
    """Whether there is a regular file that this user may look at, as ``is_folder``."""
    return os.path.isfile(path)  # noqa: PTH113


def read_source(path: Path, where: str) -> tuple[memoryview, Source]:
    """All bytes of a file, read-only, and its source.

    Raises ``SkinproofError``, placed at ``where``, for a file that cannot be read, does not fit into memory, or is
    written to meanwhile.
    """
    try:
        with FileIO(path) as file:
            before = _stamp(os.fstat(file.fileno()))
            data = np.empty(before[0], np.uint8)
            count = _fill(file, data.data)
            after = _stamp(os.fstat(file.fileno()))
    except MemoryError:
        raise SkinproofError("the file does not fit into memory", where=where) from None
    except (OSError, ValueError) as error:
        # Windows calls it a missing permission.
        why = os.strerror(errno.EISDIR) if is_folder(path) else getattr(error, "strerror", None) or error
        raise SkinproofError(f"cannot be read: {why}", where=where) from error
    if count < len(data) or before != after:
        raise SkinproofError("the file changed while it was read", where=where, fix="try again once it is written")
    data.flags.writeable = False
    return data.data, Source(path.absolute(), before)


def stamp_of(path: Path) -> Stamp | None:
    """The present stamp of a file; None if it cannot be read."""
    try:
        return _stamp(path.stat())
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=256)
def _digest(path: Path, stamp: Stamp) -> str:
    """SHA-256 of a file in hexadecimal digits; empty if it has another stamp or cannot be read."""
    try:
        if not is_file(path):  # a pipe would be waited for
            return ""
        with FileIO(path) as file:
            if _stamp(os.fstat(file.fileno())) != stamp:
                return ""
            digest = content_digest(file, stamp[0]).hex()
            return digest if _stamp(os.fstat(file.fileno())) == stamp else ""
    except OSError:
        return ""


def content_digest(file: FileIO, size: int) -> bytes:
    """SHA-256 of as many bytes of a file as its size: some files of the system never end."""
    import hashlib  # brings OpenSSL, which who only reads a file does not need

    total, left = hashlib.sha256(), size
    while left > 0 and (read := file.read(min(left, _CHUNK))):
        total.update(read)
        left -= len(read)
    return total.digest()


def _stamp(status: os.stat_result) -> Stamp:
    # Windows tells when a file was made instead of changed, and Wine tells that in two ways.
    changed = status.st_ctime_ns if os.name == "posix" else 0
    return status.st_size, status.st_mtime_ns, changed, status.st_dev, status.st_ino


def _fill(file: FileIO, target: memoryview) -> int:
    """Read until the target is full or the file ends (one call reads at most 2 GiB); returns the number of bytes."""
    count = 0
    while count < len(target):
        step = file.readinto(target[count:])
        if not step:
            break
        count += step
    return count
