"""The columns of a picture: one per word of ``--show``, made by the function that ``MAKERS`` has for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ...skinning_core.cli.options import engine_named
from ...skinning_core.engine import Engines
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Clip, Float64, Model, Part
from ...skinning_core.pose.pose import Pose
from ...skinning_core.skinned import Skinned
from ..draw.heat_scale import srgb_colors
from ..gpu.data import column, tint
from ..gpu.data.bones import POSE_COLORS, axes_segments, bone_segments, pose_worlds
from ..gpu.data.column import Column, Scale

#: Colours of the axes x, y, z.
_AXES = ((0.85, 0.2, 0.2, 1.0), (0.25, 0.6, 0.2, 1.0), (0.2, 0.35, 0.85, 1.0))
_LARGEST_CROWD = 10000


@dataclass(frozen=True, eq=False)
class Subject:
    """What is drawn, and when."""

    model: Model
    clip: int | None
    time: float  # seconds
    pose: Pose  # at that time
    engines: Engines
    spacing: float  # of a crowd, in sizes of the model
    offset: float  # seconds between neighbours of a crowd

    @property
    def played(self) -> Clip | None:
        """The clip that is played; None for the rest pose."""
        return self.model.clip(self.clip)

    def skinned_by(self, engine: str) -> Skinned:
        """The model at the subject's time, skinned by the engine of that name."""
        return engine_named(engine, self.engines)(self.model, self.clip, np.array([self.time]))


def with_skeletons(subject: Subject, under: Column | None, names: list[str]) -> Column:
    """A column with line skeletons drawn over it; the skeletons alone where there is no column."""
    body = column.posed(subject.model, subject.pose, "").points()
    extent = float(np.linalg.norm(np.ptp(body, axis=0))) if len(body) else 1.0
    worlds = pose_worlds(subject.model, subject.played, subject.time)
    lines = tuple((bone_segments(subject.model, worlds[name], extent), POSE_COLORS[name]) for name in names)
    legend = tuple((f"{name} pose", POSE_COLORS[name]) for name in names)
    return replace(under or Column("", ()), lines=lines, names=legend)


def _posed(subject: Subject, _: str) -> Column:
    when = f"{subject.played.name} at {subject.time:g} s" if subject.played else "rest pose"
    return column.posed(subject.model, subject.pose, f"posed: {when}")


def _mesh_space(subject: Subject, _: str) -> Column:
    return column.stage(subject.model, subject.pose, "mesh space: as stored", None)


def _joint_space(subject: Subject, joint: str) -> Column:
    node = _joint(subject.model, joint)
    staged = column.stage(subject.model, subject.pose, f"joint space of {subject.model.nodes.names[node]}", node)
    extent = float(np.linalg.norm(np.ptp(staged.points(), axis=0)))
    return replace(staged, lines=tuple(zip(axes_segments(0.25 * extent), _AXES, strict=True)))


def _weights(subject: Subject, joint: str) -> Column:
    node = _joint(subject.model, joint)

    def paint(model: Model, part: Part) -> np.ndarray:
        return tint.by_weight(tint.weight_of(model, part, node))

    painted = column.posed(subject.model, subject.pose, f"weights of {subject.model.nodes.names[node]}", paint)
    return replace(painted, legend=Scale("weight 0", "1", tint.by_weight))


def _isolated(subject: Subject, joint: str) -> Column:
    node = _joint(subject.model, joint)
    return column.posed(subject.model, subject.pose, f"moved by {subject.model.nodes.names[node]}", only=node)


def _joints(subject: Subject, _: str) -> Column:
    return column.posed(subject.model, subject.pose, "one colour per joint", tint.by_joint)


def _cpu(subject: Subject, _: str) -> Column:
    """The reference's positions drawn as they are."""
    reference = subject.skinned_by("reference")
    colors = tuple(tint.material(subject.model, part) for part in subject.model.parts)
    label = "skinned on the CPU (float64)"
    return column.of_positions(subject.model, _first(reference), label, colors, reference.normals)


def _gpu(subject: Subject, _: str) -> Column:
    """The palette drawn by the shader, and how far the same shader, read back, is from the reference."""
    errors = _errors(subject.skinned_by("reference"), subject.skinned_by("gpu"))
    largest = max((float(np.nanmax(e)) for e in errors if len(e)), default=0.0)
    return column.posed(subject.model, subject.pose, f"skinned on the GPU: at most {largest:.1e} of its size apart")


def _error(subject: Subject, engine: str) -> Column:
    engine = engine or "blender"
    other, reference = subject.skinned_by(engine), subject.skinned_by("reference")
    errors = _errors(reference, other)
    top = max((float(np.nanmax(e, initial=0.0)) for e in errors if len(e)), default=0.0)
    colors = tuple(np.column_stack([srgb_colors(e / (top or 1.0)), np.ones(len(e))]).astype(np.float32) for e in errors)
    label = f"{engine} against the reference"
    painted = column.of_positions(subject.model, _first(other), label, colors, reference.normals)
    return replace(painted, legend=Scale("error: 0", f"{top:.1e} of the size", srgb_colors))


def _crowd(subject: Subject, number: str) -> Column:
    if not (number.isdecimal() and 0 < int(number) <= _LARGEST_CROWD):
        raise SkinproofError(
            f"the size of a crowd must be a number of characters, not {number!r}", fix="such as crowd:200"
        )
    body = column.posed(subject.model, subject.pose, "").points()
    extent = np.ptp(body[:, [0, 2]], axis=0)
    spacing = subject.spacing * np.maximum(extent, extent.max() / 2.0)
    label = f"{number} characters, {subject.offset:g} s apart"
    return column.crowd(subject.model, subject.played, subject.time, int(number), subject.offset, spacing, label)


#: For each word of ``--show``, the function that makes its column from the subject and the text after the word's colon.
MAKERS: dict[str, Callable[[Subject, str], Column]] = {
    "posed": _posed,
    "model": _mesh_space,
    "skinspace": _joint_space,
    "weights": _weights,
    "isolate": _isolated,
    "joints": _joints,
    "cpu": _cpu,
    "gpu": _gpu,
    "error": _error,
    "crowd": _crowd,
}


def _joint(model: Model, name: str) -> int:
    """The node of a joint given by name or number; for an empty name, that of the joint with the most weight."""
    joints = list(dict.fromkeys(int(node) for skin in model.skins for node in skin.joints))
    if not joints:
        raise SkinproofError("the model has no joints", where=str(model.path or ""))
    if not name:
        totals = [sum(float(tint.weight_of(model, part, node).sum()) for part in model.parts) for node in joints]
        return joints[int(np.argmax(totals))]
    for node in joints:
        if name in (model.nodes.names[node], str(node)):
            return node
    known = ", ".join(model.nodes.names[node] for node in joints[:12])
    raise SkinproofError(f"there is no joint {name!r}", fix=f"joints: {known}{', ...' if len(joints) > 12 else ''}")


def _first(skinned: Skinned) -> tuple[Float64, ...]:
    return tuple(positions[0] for positions in skinned.positions)


def _errors(reference: Skinned, other: Skinned) -> tuple[Float64, ...]:
    """Per part, distances (V,) relative to the size of the reference (the diagonal of its bounding box)."""
    diagonal = float(reference.diagonal[0]) or 1.0
    pairs = zip(_first(reference), _first(other), strict=True)
    return tuple(np.linalg.norm(a - b, axis=1) / diagonal for a, b in pairs)
