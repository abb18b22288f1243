"""Reading ``.md5anim`` (version 10): hierarchy, bounds, base frame and frames become local joint transforms.

Space: the file's own (+Z up), relative to the parent. A frame stores the components that joints' flags name; the others
come from the base frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..files.limits import DEFAULT, Limits, require_memory
from ..files.source import Source
from ..model import Float64, Int
from ..text.count import counted
from .mesh_file import read_orientation, read_parent
from .orientation import with_w
from .tokens import Reader, read_version

#: Bytes of a joint in each frame: six components, and the position and orientation made of them.
_BYTES = (6 + 3 + 4) * 8
#: Bits of a joint's flags, in a frame's order: Tx Ty Tz Qx Qy Qz.
COMPONENTS = 6


@dataclass(frozen=True, eq=False)
class AnimFile:
    """The contents of an ``.md5anim`` file with F frames and J joints."""

    names: tuple[str, ...]
    parents: Int  # (J,) int32; -1: a root
    flags: Int  # (J,) bit c set: component c is animated
    frame_rate: float  # frames per second
    bounds: Float64  # (F, 2, 3) lowest and highest corner, model space
    positions: Float64  # (F, J, 3) relative to the parent
    orientations: Float64  # (F, J, 4) unit xyzw, relative to the parent
    source: Source


def read_anim_file(path: Path, limits: Limits = DEFAULT) -> AnimFile:
    """Parse a file. Raises ``SkinproofError`` with ``file:line`` for anything that the format does not allow.

    ``limits``: a frame stores only animated components but takes memory for all joints.
    """
    reader = Reader.open(path)
    read_version(reader)
    head, rate = _read_head(reader)
    frames, joints, animated = head["numFrames"], head["numJoints"], head["numAnimatedComponents"]
    names, parents, flags, starts = _read_hierarchy(reader, joints, animated)
    reader.expect("bounds")
    bounds = _read_rows(reader, frames, "bounds", lambda: [*reader.vector(3), *reader.vector(3)])
    reader.expect("baseframe")
    base = _read_rows(reader, joints, "baseframe", lambda: [*reader.vector(3), *read_orientation(reader)[:3]])
    values, places = _read_frames(reader, frames, animated)
    require_memory(limits, frames * joints * _BYTES, len(reader), where=path.name)
    local = _with_components(base, flags, starts, values)
    _require_short(reader, local[..., 3:], places)
    return AnimFile(
        names=names,
        parents=parents,
        flags=flags,
        frame_rate=rate,
        bounds=bounds.reshape(frames, 2, 3),
        positions=local[..., :3],
        orientations=with_w(local[..., 3:]),
        source=reader.source,
    )


def _require_short(reader: Reader, vectors: Float64, places: Sequence[int]) -> None:
    """Raises ``SkinproofError`` for xyz (F, J, 3) of a quaternion longer than 1; places: (F,) of frames in the text."""
    square = (vectors**2).sum(axis=-1)
    largest = square.max()
    if largest > 1.01:
        frame, joint = (int(i) for i in np.unravel_index(square.argmax(), square.shape))
        told = f"in frame {frame} the orientation of joint {joint} is longer than 1 (its square is {largest:.4g})"
        raise reader.error(f"{told}: no w can make it unit", at=places[frame])


def _read_head(reader: Reader) -> tuple[dict[str, int], float]:
    """The counts and the frame rate; reads up to and including the word ``hierarchy``."""
    head: dict[str, int] = {}
    rate = 0.0
    while (keyword := reader.word()) != "hierarchy":
        if keyword == "commandline":
            reader.name()
        elif keyword in ("numFrames", "numJoints", "numAnimatedComponents"):
            head[keyword] = reader.count(keyword)
            if head[keyword] == 0 and keyword != "numAnimatedComponents":
                raise reader.error(f"{keyword} is 0: there is nothing to play")
        elif keyword == "frameRate":
            rate = reader.number()
            if rate <= 0:
                raise reader.error(f"frameRate is {rate:g}: it must be above 0")
        else:
            raise reader.error(f"'{keyword}' is not expected here")
    missing = {"numFrames", "numJoints", "numAnimatedComponents"} - head.keys() | ({"frameRate"} if not rate else set())
    if missing:
        raise reader.error(f"{sorted(missing)[0]} is missing")
    return head, rate


def _read_hierarchy(reader: Reader, joints: int, animated: int) -> tuple[tuple[str, ...], Int, Int, Int]:
    """Names, parents, flags and first components of all joints."""
    names: list[str] = []

    def row() -> list[float]:
        """[parent, flags, first component] of one line. Raises ``SkinproofError`` if that goes past the components."""
        names.append(reader.name())
        joint = len(names) - 1
        parent, flags, start = read_parent(reader, joint), reader.count("flags"), reader.count("a start index")
        if flags >> COMPONENTS:
            raise reader.error(f"joint {joint} has flags {flags}: only the lowest six bits mean anything")
        if flags and start + flags.bit_count() > animated:
            raise reader.error(
                f"joint {joint} takes components {start} to {start + flags.bit_count() - 1}, "
                f"but numAnimatedComponents is {animated}"
            )
        return [parent, flags, start]

    parents, flags, starts = _read_rows(reader, joints, "hierarchy", row).T.astype(np.int64)
    return tuple(names), parents.astype(np.int32), flags, starts


def _read_rows(reader: Reader, count: int, what: str, row: Callable[[], list[float]]) -> Float64:
    """(count, C) a block ``{ ... }`` of rows."""
    reader.expect("{")
    rows: list[list[float]] = []
    while not reader.next_is("}"):
        rows.append(row())
    reader.expect("}")
    if len(rows) != count:
        raise reader.error(f"{what} has {counted(len(rows), 'row')}, but {count} announced")
    return np.array(rows, np.float64)


def _read_frames(reader: Reader, count: int, animated: int) -> tuple[Float64, list[int]]:
    """(F, A) all ``frame i { ... }`` blocks, and the place of each."""
    rows: dict[int, Float64] = {}
    places: dict[int, int] = {}
    while not reader.at_end():
        reader.expect("frame")
        frame = reader.count("a frame index")
        if frame >= count or frame in rows:
            raise reader.error(
                f"frame {frame} comes twice" if frame in rows else f"frame {frame}, but numFrames is {count}"
            )
        places[frame] = reader.place
        reader.expect("{")
        rows[frame] = reader.numbers_of_block()
        if len(rows[frame]) != animated:
            raise reader.error(
                f"frame {frame} has {counted(len(rows[frame]), 'number')}, but numAnimatedComponents is {animated}",
                at=places[frame],
            )
    if len(rows) != count:
        missing = next(i for i in range(count) if i not in rows)
        raise reader.error(f"frame {missing} is missing: there are {len(rows)} of {count} frames")
    return np.stack([rows[i] for i in range(count)]), [places[i] for i in range(count)]


def _with_components(base: Float64, flags: Int, starts: Int, values: Float64) -> Float64:
    """(F, J, 6): the base frame with joints' animated components written over it."""
    local = np.tile(base, (len(values), 1, 1))
    for joint, (bits, start) in enumerate(zip(flags.tolist(), starts.tolist(), strict=True)):
        animated = [c for c in range(COMPONENTS) if bits >> c & 1]
        local[:, joint, animated] = values[:, start : start + len(animated)]
    return local
