"""The columns of a picture: for each word of ``--show``, those that the function of ``MAKERS`` makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ...skinning_core.cli.options import maker_named
from ...skinning_core.compare.causes.mistake import MISTAKES, Mistake
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Clip, Float64, Model, Part
from ...skinning_core.pose.pose import Pose, local_matrices, world_matrices
from ...skinning_core.report.heat_scale import srgb_colors
from ...skinning_core.report.readable import Reading
from ...skinning_core.skin.posed_model import posed_model
from ...skinning_core.skinned import Skinned
from ...skinning_core.subject import Makers, facts_of
from ...skinning_core.text.count import counted
from ..gpu.data import column, tint
from ..gpu.data.bones import POSE_COLORS, bone_segments, pose_worlds
from ..gpu.data.column import Column, Paint, Scale
from ..gpu.data.transport import TRANSPORTS
from . import stages
from .crowd import CrowdTimes, crowd_column

_LARGEST_CROWD = 10000

#: A mistake is shown where it moves a vertex by at least this much of the model's size.
SEEN = 2e-3

#: The longest way from a joint to the root that is drawn step by step.
_LONGEST_CHAIN = 24


@dataclass(frozen=True, eq=False)
class Motif:
    """What is drawn, and when."""

    model: Model
    clip: int | None
    time: float  # seconds, within the clip
    asked: float  # seconds, as the user gave it
    pose: Pose  # at that time
    engines: Makers
    spacing: float  # of a crowd, in sizes of the model
    offset: float  # seconds between neighbours of a crowd
    looping: bool  # whether the clip begins again beyond its end
    paint: Paint  # what the file's materials look like

    @property
    def played(self) -> Clip | None:
        """The clip that is played; None for the rest pose."""
        return self.model.clip(self.clip)

    def skinned_by(self, engine: str) -> Skinned:
        """The model at the subject's time, skinned by the engine of that name."""
        return maker_named(engine, self.engines)(self.model).at(self.clip, np.array([self.time]))

    def read_back(self, drawn: Column) -> Skinned:
        """What the vertex shader makes of a column's pieces, one per part: those batches themselves are read back."""
        from ..gpu.device.context import query_limits
        from ..gpu.device.readback import scatter

        limits = query_limits()
        pairs = [scatter(TRANSPORTS["texture"], p.geometry, p.palette, limits) for p in drawn.pieces]
        normals = (None,) * len(pairs)
        return Skinned("gpu", np.array([self.time]), self.model.parts, tuple(p for p, _ in pairs), normals)


def with_skeletons(subject: Motif, under: Column | None, names: list[str]) -> Column:
    """A column with line skeletons drawn over it; the skeletons alone where there is no column."""
    body = column.posed(subject.model, subject.pose, "").points()
    extent = float(np.linalg.norm(np.ptp(body, axis=0))) if len(body) else 1.0
    worlds = pose_worlds(subject.model, subject.played, subject.time)
    lines = tuple((bone_segments(subject.model, worlds[name], extent), POSE_COLORS[name]) for name in names)
    legend = tuple((f"{name} pose", POSE_COLORS[name]) for name in names)
    return replace(under or Column("", ()), lines=lines, names=legend)


def _posed(subject: Motif, _: str) -> Column:
    when = f"{subject.played.name} at {subject.time:g} s" if subject.played else "rest pose"
    return column.posed(subject.model, subject.pose, f"posed: {when}", subject.paint)


def _mesh_space(subject: Motif, _: str) -> Column:
    model = subject.model
    label = "mesh space: as stored"
    return column.staged(
        model, subject.pose, label, lambda part, g: stages.in_mesh_space(model, part, g), subject.paint
    )


def _joint_space(subject: Motif, joint: str, *, alone: bool = False) -> Column:
    model, node = subject.model, find_joint(subject.model, joint)
    label = f"joint space of {model.nodes.names[node]}"
    only = node if alone else None
    return column.staged(
        model,
        subject.pose,
        label,
        lambda part, g: stages.in_joint_space(model, part, g, node),
        subject.paint,
        only=only,
    )


def _limb(subject: Motif, joint: str) -> Column:
    return _joint_space(subject, joint, alone=True)


def _own_spaces(subject: Motif, _: str) -> Column:
    model, label = subject.model, "every vertex under its own inverse bind"
    return column.staged(
        model, subject.pose, label, lambda part, g: stages.in_own_joint_spaces(model, part, g), subject.paint
    )


def _carried(subject: Motif, joint: str) -> Column:
    """The whole mesh carried by one joint, painted by its weights: one of the results that blending averages."""
    model, node = subject.model, find_joint(subject.model, joint)
    world = world_matrices(subject.pose)[0, node]

    def paint(model: Model, part: Part) -> np.ndarray:
        return tint.by_weight(tint.weight_of(model, part, node))

    label = f"all carried by {model.nodes.names[node]}"
    return column.staged(
        model, subject.pose, label, lambda part, g: stages.carried_by_one(model, part, g, node, world), paint
    )


def _steps(subject: Motif, joint: str) -> tuple[Column, ...]:
    """A limb in its joint's space, then carried by one local matrix after the other into the world."""
    model, node = subject.model, find_joint(subject.model, joint)
    local = local_matrices(subject.pose)[0]
    steps = stages.steps_to_world(model.nodes.parents, local, node)
    if len(steps) > _LONGEST_CHAIN:
        name = model.nodes.names[node]
        raise SkinproofError(
            f"{counted(len(steps), 'step leads', 'steps lead')} from {name} to the root",
            fix="name a joint nearer the root",
        )
    columns = [_limb(subject, str(node))]
    for above, matrix in steps:
        label = f"times {model.nodes.names[above] or f'node {above}'}"
        stage = partial(stages.carried_by_one, model, node=node, matrix=matrix)
        columns.append(column.staged(model, subject.pose, label, stage, subject.paint, only=node))
    return tuple(columns)


def _engine(subject: Motif, engine: str) -> Column:
    """The positions that an engine gives, drawn as they are."""
    skinned = subject.skinned_by(engine)
    facts = facts_of(engine)
    colors = tuple(subject.paint(subject.model, part) for part in subject.model.parts)
    label = engine if facts is None else f"{facts.label} ({engine})"
    return column.of_positions(subject.model, first_positions(skinned), label, colors, skinned.normals)


def _mistake(subject: Motif, name: str) -> Column:
    """What a typical mistake makes of the model."""
    known = {mistake.name: mistake for mistake in MISTAKES}
    if name not in known:
        raise SkinproofError(f"there is no mistake {name!r}", fix="mistakes: " + ", ".join(known))
    made = _made(subject, known[name])
    if made is None:
        raise SkinproofError(f"this model cannot show the mistake {name!r}", fix="try --show gallery")
    return made


def _gallery(subject: Motif, _: str) -> tuple[Column, ...]:
    """The right result, then every mistake that can be seen on this model."""
    made = [_made(subject, mistake) for mistake in MISTAKES]
    right = replace(_cpu(subject, ""), label="as it should be", own_view=True)
    return (right, *(column for column in made if column is not None))


def _made(subject: Motif, mistake: Mistake) -> Column | None:
    """The mistake's result; None if the model cannot show it, or nobody could see it."""
    posed = posed_model(subject.model, subject.played, [subject.time])
    right = posed.positions()
    with np.errstate(all="ignore"):
        wrong = mistake.positions(posed)
    if wrong is None:
        return None
    size = float(np.linalg.norm(np.ptp(np.concatenate([p[0] for p in right]), axis=0))) or 1.0
    distance = [np.abs(w[0] - r[0]).max(initial=0.0) for w, r in zip(wrong, right, strict=True)]
    if not np.isfinite(distance).all() or max(distance) < SEEN * size:
        return None
    colors = tuple(subject.paint(subject.model, part) for part in subject.model.parts)
    places = tuple(p[0] for p in wrong)
    return replace(column.of_positions(subject.model, places, mistake.name, colors), own_view=True)


def _weights(subject: Motif, joint: str) -> Column:
    node = find_joint(subject.model, joint)

    def paint(model: Model, part: Part) -> np.ndarray:
        return tint.by_weight(tint.weight_of(model, part, node))

    painted = column.posed(subject.model, subject.pose, f"weights of {subject.model.nodes.names[node]}", paint)
    return replace(painted, legend=Scale("weight 0", "1", tint.by_weight))


def _isolated(subject: Motif, joint: str) -> Column:
    node = find_joint(subject.model, joint)
    label = f"moved by {subject.model.nodes.names[node]}"
    return column.posed(subject.model, subject.pose, label, subject.paint, only=node)


def _joints(subject: Motif, _: str) -> Column:
    return column.posed(subject.model, subject.pose, "one colour per joint", tint.by_joint)


def _cpu(subject: Motif, _: str) -> Column:
    """The reference's positions drawn as they are."""
    reference = subject.skinned_by("reference")
    colors = tuple(subject.paint(subject.model, part) for part in subject.model.parts)
    label = "skinned on the CPU (float64)"
    return column.of_positions(subject.model, first_positions(reference), label, colors, reference.normals)


def _gpu(subject: Motif, _: str) -> Column:
    """The palette drawn by the shader, and how far that very batch, read back, is from the reference."""
    drawn = column.posed(subject.model, subject.pose, "", subject.paint)
    errors = _errors(subject.skinned_by("reference"), subject.read_back(drawn))
    largest = max((float(np.nanmax(e)) for e in errors if len(e)), default=0.0)
    return replace(drawn, label=f"skinned on the GPU: {_at_most(largest)} of its size apart")


def _at_most(relative: float) -> str:
    share = Reading().share(relative)
    return f"less than {share[1:]}" if share.startswith("<") else f"at most {share}"


def _error(subject: Motif, engine: str) -> Column:
    engine = engine or "blender"
    other, reference = subject.skinned_by(engine), subject.skinned_by("reference")
    errors = _errors(reference, other)
    top = max((float(np.nanmax(e, initial=0.0)) for e in errors if len(e)), default=0.0)
    colors = tuple(np.column_stack([srgb_colors(e / (top or 1.0)), np.ones(len(e))]).astype(np.float32) for e in errors)
    label = f"{engine} against the reference"
    painted = column.of_positions(subject.model, first_positions(other), label, colors, reference.normals)
    return replace(painted, legend=Scale("error: 0", f"{Reading().share(top)} of the size", srgb_colors))


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


#: For each word of ``--show``, the function that makes columns from the subject and the text after the word's colon.
MAKERS: dict[str, Callable[[Motif, str], Column | tuple[Column, ...]]] = {
    "posed": _posed,
    "meshspace": _mesh_space,
    "jointspace": _joint_space,
    "limb": _limb,
    "ownspace": _own_spaces,
    "steps": _steps,
    "carried": _carried,
    "weights": _weights,
    "isolate": _isolated,
    "joints": _joints,
    "cpu": _cpu,
    "gpu": _gpu,
    "engine": _engine,
    "error": _error,
    "mistake": _mistake,
    "gallery": _gallery,
    "crowd": _crowd,
}


def made(name: str, subject: Motif, value: str) -> tuple[Column, ...]:
    """The columns of one word of ``--show``, whose name ``MAKERS`` has, with the text after its colon."""
    columns = MAKERS[name](subject, value)
    return (columns,) if isinstance(columns, Column) else columns


def find_joint(model: Model, name: str) -> int:
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


def first_positions(skinned: Skinned) -> tuple[Float64, ...]:
    return tuple(positions[0] for positions in skinned.positions)


def _errors(reference: Skinned, other: Skinned) -> tuple[Float64, ...]:
    """Per part, distances (V,) relative to the size of the reference (the diagonal of its bounding box)."""
    diagonal = float(reference.diagonal[0]) or 1.0
    pairs = zip(first_positions(reference), first_positions(other), strict=True)
    return tuple(np.linalg.norm(a - b, axis=1) / diagonal for a, b in pairs)
