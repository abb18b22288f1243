"""Writing a file all or nothing: a reader sees either the whole former file or the whole new one.

Bytes go to a hidden file beside the target, which takes its place by one rename. If anything fails before (a full disk,
Ctrl+C, a fault of ours), the former file stays and the hidden one is removed. A target that is not an ordinary file (a
pipe, ``/dev/null``, standard output) has no former state and is written to directly.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from ..error import SkinproofError

#: Windows' errors if another program has the file open: access denied, sharing violation, lock violation.
_HELD_OPEN = {5, 32, 33}

#: Seconds of waiting for a file that a reader or a virus scanner holds open.
_WHILE_HELD = 2.0

#: Seconds between two looks.
_LOOK = 0.01

#: Their file systems usually take names that differ in case only for one.
_IGNORING_CASE = {"win32", "darwin"}

#: What tells one file from another, whatever links lead to it.
_Identity = tuple[int, int] | tuple[int, int, str]


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text, lone surrogates escaped. Raises ``SkinproofError`` as ``write_file`` does."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes. Raises ``SkinproofError`` as ``write_file`` does."""

    def write(file: BinaryIO) -> None:
        file.write(data)

    write_file(path, write)


def write_file(path: Path, write: Callable[[BinaryIO], None]) -> None:
    """Have ``write`` fill a file, which then stands at ``path`` with the former file's mode bits.

    A symbolic link stays: the file that it leads to is replaced. Raises ``SkinproofError`` if the file cannot be
    written. Then, and after any error of ``write``, what was at ``path`` is untouched.
    """
    try:
        former = _former(path)
        if former is not None and _is_direct(former):
            with path.open("wb") as file:
                write(file)
        else:
            _replace(Path(os.path.realpath(path)) if path.is_symlink() else path, former, write)
    except OSError as error:
        held = getattr(error, "winerror", 0) in _HELD_OPEN
        fix = "close the program that has the file open" if held else ""
        raise SkinproofError(f"cannot write: {error.strerror or error}", where=str(path), fix=fix) from error


def require_writable(path: Path) -> None:
    """Raise ``SkinproofError`` if it is clear in advance that no file can be written at ``path``."""
    folder = path.parent
    if not folder.is_dir():
        raise SkinproofError("the folder to write into is not there", where=str(path), fix=f"make {folder}")
    if path.is_dir():
        raise SkinproofError("cannot write: this is a folder", where=str(path), fix="give a file name")
    try:
        former = _former(path)
    except OSError as error:
        raise SkinproofError(f"cannot write: {error.strerror}", where=str(path)) from error
    if former is not None and not os.access(path, os.W_OK):
        raise SkinproofError("cannot write: the file is write-protected", where=str(path), fix="give another file name")
    beside = Path(os.path.realpath(path)).parent if path.is_symlink() else folder
    if not (former is not None and _is_direct(former)) and not os.access(beside, os.W_OK | os.X_OK):
        raise SkinproofError(f"cannot write: {beside} is write-protected", where=str(path), fix="give another folder")


def require_apart(outputs: Sequence[Path], inputs: Iterable[Path]) -> None:
    """Raise ``SkinproofError`` if an output is an input or another output.

    Files are compared, not names: a hard or symbolic link to an input is that input.
    """
    read = {_identity(path): path for path in inputs}
    written: dict[_Identity, Path] = {}
    for path in outputs:
        former = _former(path)
        if former is not None and _is_direct(former):
            continue  # any number of outputs may go to /dev/null
        identity = _identity(path)
        if identity in read:
            sentence = f"this would overwrite {read[identity].name}, which is read"
            raise SkinproofError(sentence, where=str(path), fix="give another file name")
        if identity in written:
            sentence = f"this is the same file as {written[identity]}, which is written too"
            raise SkinproofError(sentence, where=str(path), fix="give another file name")
        written[identity] = path


def _former(path: Path) -> os.stat_result | None:
    """The status of the file at ``path``, links followed; None if there is none.

    Raises ``OSError`` for a link to itself.
    """
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _is_direct(former: os.stat_result) -> bool:
    """Whether a file is written to directly: it is no ordinary file, or standard output."""
    return not stat.S_ISREG(former.st_mode) or _is_standard_stream(former)


def _is_standard_stream(former: os.stat_result) -> bool:
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is None:  # a program without a console
            continue
        with suppress(OSError, ValueError):  # it may be closed
            if os.path.samestat(former, os.fstat(stream.fileno())):
                return True
    return False


def _identity(path: Path) -> _Identity:
    """A file's device and number; of one that is not there yet, its folder's, and its name."""
    try:
        status = path.stat()
    except OSError:
        target = Path(os.path.realpath(path))
        try:
            folder = target.parent.stat()
        except OSError:
            return 0, 0, one_name(str(target))
        return folder.st_dev, folder.st_ino, one_name(target.name)
    return status.st_dev, status.st_ino


def one_name(name: str, system: str = sys.platform) -> str:
    """The one spelling of a file's name under the system ``sys.platform`` names."""
    return name.casefold() if system in _IGNORING_CASE else name


def _replace(target: Path, former: os.stat_result | None, write: Callable[[BinaryIO], None]) -> None:
    """Write the hidden file and rename it in one function: no interruption can separate it from its ``finally``."""
    beside = target.with_name(f".{target.name[:20]}.{os.urandom(8).hex()}.tmp")
    mode = 0o666 if former is None else 0o600
    file: BinaryIO | None = None
    try:
        file = open(beside, "xb", opener=lambda path, flags: os.open(path, flags, mode))  # noqa: SIM115 -- see below
        write(file)
        file.flush()
        os.fsync(file.fileno())  # some systems report a full disk only here
        file.close()
        if former is not None:
            _take_over(beside, former)
        _rename(beside, target)
    finally:
        # An interruption may come between the last line of a ``with`` and its end; Windows removes no open file.
        with suppress(OSError):
            if file is not None:
                file.close()
        with suppress(OSError):
            beside.unlink()


def _rename(beside: Path, target: Path) -> None:
    """Put a file in the target's place. On Windows a reader or a virus scanner may be looking at it."""
    until = time.monotonic() + _WHILE_HELD
    while True:
        try:
            beside.replace(target)
            return
        except OSError as error:
            if getattr(error, "winerror", 0) not in _HELD_OPEN or time.monotonic() > until:
                raise
        time.sleep(_LOOK)


def _take_over(path: Path, former: os.stat_result) -> None:
    """Give a file another's mode bits and, if allowed, owner."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(path, former.st_uid, former.st_gid)
    path.chmod(stat.S_IMODE(former.st_mode))
