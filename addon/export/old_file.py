"""The files that an export writes over, put back if the new ones are not whole: on a full disk, say.

Blender's exporter empties the old file before it writes. Until the new one is whole, the old one is kept in memory, so
that nothing is beside it in its folder, which other programs may watch, and no room is taken on the disk.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...skinning_core.files.source import Stamp, stamp_of

#: Bytes of an old file that are kept in memory, at most; a larger one is not put back.
LARGEST = 1 << 28


@dataclass(frozen=True)
class OldFile:
    """One file that an export is about to write."""

    path: Path
    before: Stamp | None  # None: there was none
    data: bytes | None  # None: there was none, or it was too large

    @property
    def is_untouched(self) -> bool:
        """Whether the exporter has not even opened it."""
        return stamp_of(self.path) == self.before

    @property
    def is_whole(self) -> bool:
        """Whether it ends where it says, if it is a glTF file; of any other, that it is there."""
        try:
            size = self.path.stat().st_size
            with self.path.open("rb") as file:
                head = file.read(12)
                if head[:4] == b"glTF":
                    return len(head) == 12 and size == struct.unpack_from("<I", head, 8)[0]
                file.seek(max(size - 8, 0))
                return self.path.suffix != ".gltf" or file.read().rstrip().endswith(b"}")
        except OSError:
            return False


def old_files(settings: Mapping[str, Any]) -> tuple[OldFile, ...]:
    """The glTF file that an export is about to write, and its buffer. settings: the exporter's."""
    path = Path(settings["gltf_filepath"])
    found = [path]
    if settings.get("gltf_format") == "GLTF_SEPARATE":
        found.append(path.parent / settings["gltf_binaryfilename"])
    return tuple(OldFile(each, stamp_of(each), _read(each)) for each in found)


def put_old_back(files: tuple[OldFile, ...], *, ended: bool) -> bool:
    """Put back the old files of an export, if one of the new was begun and is not whole; whether this was so.

    ended: the exporter came as far as to write the first of them; the buffer is written before.

    Raises ``OSError`` if the disk does not even take the old ones.
    """
    if all(file.is_untouched or (ended and file.is_whole) for file in files):
        return False
    for file in files:
        if not file.is_untouched and file.data is not None:
            file.path.write_bytes(file.data)
    return True


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.stat().st_size <= LARGEST else None
    except (OSError, MemoryError):
        return None
