"""The columns of a picture: for each word of ``--show``, those that the function of ``MAKERS`` makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.text.count import counted
from ..gpu.data import column
from ..gpu.data.bones import POSE_COLORS, bone_segments, pose_worlds
from ..gpu.data.column import Column
from . import results, spaces
from .crowd import CrowdTimes, crowd_column
from .layered import layered
from .motif import Motif
from .motion import motion
from .pipelines import pipelines

_LARGEST_CROWD = 10000


def with_skeletons(subject: Motif, under: Column | None, names: list[str]) -> Column:
    """A column with line skeletons over it; the skeletons alone without a column."""
    body = column.posed(subject.model, subject.pose, "").points()
    extent = float(np.linalg.norm(np.ptp(body, axis=0))) if len(body) else 1.0
    worlds = pose_worlds(subject.model, subject.played, subject.time)
    lines = tuple((bone_segments(subject.model, worlds[name], extent), POSE_COLORS[name]) for name in names)
    legend = tuple((f"{name} pose", POSE_COLORS[name]) for name in names)
    return replace(under or Column("", ()), lines=lines, names=legend)


def _posed(subject: Motif, _: str) -> Column:
    return column.posed(subject.model, subject.pose, f"posed: {subject.when}", subject.paint)


def _crowd(subject: Motif, text: str) -> Column:
    """So many characters, of the subject's clip or, after ``N:clips``, of all clips in turn."""
    number, _, which = text.partition(":")
    if which not in ("", "clips"):
        raise SkinproofError(f"crowd:{text} is no crowd", fix="such as crowd:200, or crowd:200:clips for all clips")
    if not (number.isdecimal() and 0 < int(number) <= _LARGEST_CROWD):
        raise SkinproofError(
            f"the size of a crowd must be a number of characters, not {number!r}", fix="such as crowd:200"
        )
    body = column.posed(subject.model, subject.pose, "").points()
    extent = np.ptp(body[:, [0, 2]], axis=0)
    spacing = subject.spacing * np.maximum(extent, extent.max() / 2.0)
    count = int(number)
    clips = subject.model.clips if which and subject.model.clips else (subject.played,)
    of_clips = f", {len(clips)} clips in turn" if len(clips) > 1 else ""
    label = f"{counted(count, 'character')}, {subject.offset:g} s apart{of_clips}"
    times = CrowdTimes(subject.asked, count, subject.offset, subject.looping)
    return crowd_column(subject.model, clips, times, spacing, label, subject.paint)


#: For each word of ``--show``, what makes columns from the subject and the text after the word's colon.
MAKERS: dict[str, Callable[[Motif, str], Column | tuple[Column, ...]]] = {
    "posed": _posed,
    "meshspace": spaces.mesh_space,
    "jointspace": spaces.joint_space,
    "limb": spaces.limb,
    "ownspace": spaces.own_spaces,
    "steps": spaces.steps,
    "carried": spaces.carried,
    "weights": results.weights,
    "isolate": results.isolated,
    "joints": results.of_joints,
    "beyond": results.beyond,
    "weightsum": results.weight_sum,
    "cpu": results.cpu,
    "gpu": results.gpu,
    "engine": results.engine,
    "error": results.error,
    "normals": results.normals,
    "mistake": results.mistake,
    "gallery": results.gallery,
    "motion": motion,
    "layered": layered,
    "pipelines": pipelines,
    "crowd": _crowd,
}


def made(name: str, subject: Motif, value: str) -> tuple[Column, ...]:
    """The columns of one word of ``--show``, a name in ``MAKERS``, with the text after its colon."""
    columns = MAKERS[name](subject, value)
    return (columns,) if isinstance(columns, Column) else columns
