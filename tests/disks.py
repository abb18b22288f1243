"""A disk of a few bytes, to be filled, and processes for which permissions hold even if the superuser starts them."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

#: ``prctl(PR_CAPBSET_DROP)`` of CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, by which the superuser passes permissions.
_BOUND = """
import ctypes, os, sys
for capability in (1, 2):
    ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


def bound_by_permissions(command: list[str]) -> list[str]:
    """A command for which permissions hold, as for everybody; skips where the superuser cannot be kept from it."""
    if os.name != "posix":
        pytest.skip("permissions of POSIX")
    if os.geteuid() != 0:
        return command
    if sys.platform != "linux":
        pytest.skip("nothing keeps the superuser from a folder here")
    return [sys.executable, "-c", _BOUND, *command]


@contextmanager
def small_disk(place: Path, kibibytes: int) -> Iterator[Path]:
    """A small file system at ``place``, a new folder; skips where none may be mounted."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", str(place)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system may be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def fill(disk: Path, *, leaving: int = 0) -> Path:
    """The file that takes all room of a disk, but for some bytes."""
    room = os.statvfs(disk)
    filler = disk / "filler"
    try:
        filler.write_bytes(bytes(max(room.f_bavail * room.f_frsize - leaving, 0)))
    except OSError as error:
        if error.errno != errno.ENOSPC:  # another process took the last of it first: the disk is full all the same
            raise
    return filler
