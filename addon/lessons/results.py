"""Columns of the words that show results: an engine's, the shader's, an error, a mistake, the two rules for normals;
and influences: which joints, how much, and what becomes of other weights.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...skinning_core.compare.causes.mistake import BY_CODE, MISTAKES, Mistake
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float64, Influences, Model, Part
from ...skinning_core.report.heat_scale import srgb_colors
from ...skinning_core.report.readable import Reading
from ...skinning_core.skin.influence import lost_weight, normalised_weights, with_influences, with_strongest
from ...skinning_core.skin.posed_model import posed_model
from ...skinning_core.skinned import Skinned
from ...skinning_core.subject import facts_of
from ..gpu.data import column, tint
from ..gpu.data.column import Column, Scale
from ..gpu.data.geometry import Float32
from .motif import Motif, find_joint, first_positions

#: A mistake is shown if it moves a vertex by at least this share of the model's size.
SEEN = 2e-3

#: sRGB colour of normals by the right rule.
NORMAL = (0.16, 0.18, 0.20, 1.0)
#: sRGB colour of normals that another rule turns by more than a degree.
TURNED = (0.85, 0.2, 0.2, 1.0)
#: About this many normals are drawn; of more, every second, every third and so on.
_MOST_NORMALS = 400
#: Length of a drawn normal, in sizes of the model.
_NORMAL_LENGTH = 0.05


def engine(subject: Motif, name: str) -> Column:
    """An engine's positions, drawn as they are."""
    skinned, facts = subject.skinned_by(name), facts_of(name)
    label = name if facts is None else f"{facts.label} ({name})"
    return column.of_positions(subject.model, first_positions(skinned), label, subject.colors, skinned.normals)


def cpu(subject: Motif, _: str) -> Column:
    """The reference's positions, drawn as they are."""
    reference = subject.skinned_by("reference")
    label = "skinned on the CPU (float64)"
    return column.of_positions(subject.model, first_positions(reference), label, subject.colors, reference.normals)


def gpu(subject: Motif, _: str) -> Column:
    """The palette drawn by the shader, and how far that very batch, read back, is from the reference."""
    drawn = column.posed(subject.model, subject.pose, "", subject.paint)
    largest = of_size(subject.skinned_by("reference"), first_positions(subject.read_back(drawn)))
    return replace(drawn, label=f"skinned on the GPU: {at_most(largest)} of its size apart")


def error(subject: Motif, name: str) -> Column:
    """An engine's result, painted by its distance from the reference."""
    name = name or "blender"
    other, reference = subject.skinned_by(name), subject.skinned_by("reference")
    return _painted(reference, first_positions(other), f"{name} against the reference", "error: 0", subject)


def mistake(subject: Motif, name: str) -> Column:
    """A typical mistake's result, painted by how far it moves each vertex."""
    if name not in BY_CODE:
        raise SkinproofError(f"there is no mistake {name!r}", fix="mistakes: " + ", ".join(BY_CODE))
    made = _mistaken(subject, BY_CODE[name])
    if made is None:
        raise SkinproofError(f"this model cannot show the mistake {name!r}", fix="try --show gallery")
    return made


def gallery(subject: Motif, _: str) -> tuple[Column, ...]:
    """The right result, then every mistake visible on this model; what looks alike is one column."""
    reference, shown = subject.skinned_by("reference"), list[tuple[str, tuple[Float64, ...]]]()
    for one in MISTAKES:
        places = _mistaken_places(subject, one)
        if places is None:
            continue
        like = next((k for k, (_, before) in enumerate(shown) if not _seen(reference, places, before)), None)
        if like is None:
            shown.append((one.code, places))
        else:
            shown[like] = f"{shown[like][0]}, {one.code}", shown[like][1]
    right = replace(cpu(subject, ""), label="as it should be", own_view=True)
    return (right, *(_as_mistake(subject, label, places) for label, places in shown))


def normals(subject: Motif, _: str) -> tuple[Column, ...]:
    """The normals by the two rules: the inverse transpose, and as directions (w = 0)."""
    posed = posed_model(subject.model, subject.played, [subject.time])
    places = tuple(positions[0] for positions in posed.positions())
    right = tuple(posed.part_normals(part, inverse_transpose=True) for part in posed.model.parts)
    wrong = tuple(posed.part_normals(part, inverse_transpose=False) for part in posed.model.parts)
    with_normals = [k for k, of_part in enumerate(right) if of_part is not None and wrong[k] is not None]
    if not with_normals:
        raise SkinproofError(f"{subject.model.name} has no normals", fix="give a model with normals")
    angles = [_angles(_of_one(right, k), _of_one(wrong, k)) for k in with_normals]
    step = max(1, sum(map(len, places)) // _MOST_NORMALS)
    off = np.concatenate([of_part[::step] > 1.0 for of_part in angles])
    worst = max(float(of_part.max(initial=0.0)) for of_part in angles)
    size = float(np.linalg.norm(np.ptp(np.concatenate(places), axis=0))) or 1.0

    def hairs(rule: tuple[Float64 | None, ...]) -> Float64:
        """(n, 2, 3) some normals as lines."""
        lines = []
        for k in with_normals:
            ends = places[k] + _NORMAL_LENGTH * size * _of_one(rule, k)
            lines.append(np.stack([places[k], ends], axis=1)[::step])
        return np.concatenate(lines)

    by_rule = column.of_positions(subject.model, places, "normals by the inverse transpose", subject.colors, right)
    label = f"as directions (w = 0): up to {worst:.0f}° off"
    as_directions = column.of_positions(subject.model, places, label, subject.colors, wrong)
    turned = hairs(wrong)
    return (
        replace(by_rule, lines=((hairs(right), NORMAL),), names=()),
        replace(
            as_directions,
            lines=((turned[~off], NORMAL), (turned[off], TURNED)),
            names=(("more than 1° off", TURNED),),
        ),
    )


def _of_one(rule: tuple[Float64 | None, ...], k: int) -> Float64:
    """(V, 3) the normals of part k at the one time."""
    of_part = rule[k]
    assert of_part is not None
    one: Float64 = of_part[0]
    return one


def _angles(a: Float64, b: Float64) -> Float64:
    """(V,) degrees between unit vectors (V, 3); 0 if one has no direction."""
    known = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1) > 0.5
    return np.where(known, np.degrees(np.arccos(np.clip((a * b).sum(axis=1), -1.0, 1.0))), 0.0)


def _mistaken(subject: Motif, one: Mistake) -> Column | None:
    """The mistake's result; None if the model cannot show it, or it is invisible."""
    places = _mistaken_places(subject, one)
    return None if places is None else _as_mistake(subject, one.code, places)


def _mistaken_places(subject: Motif, one: Mistake) -> tuple[Float64, ...] | None:
    """Per part (V, 3) the vertices by the mistake; None if the model cannot show it, or it is invisible."""
    posed = posed_model(subject.model, subject.played, [subject.time])
    with np.errstate(all="ignore"):
        wrong = one.positions(posed)
    if wrong is None:
        return None
    reference, places = subject.skinned_by("reference"), tuple(p[0] for p in wrong)
    finite = all(np.isfinite(p).all() for p in places)
    return places if finite and _seen(reference, places, first_positions(reference)) else None


def _seen(reference: Skinned, some: tuple[Float64, ...], others: tuple[Float64, ...]) -> bool:
    """Whether a difference of the vertices' places, per part (V, 3), is visible."""
    diagonal = float(reference.diagonal[0]) or 1.0
    apart = [np.linalg.norm(a - b, axis=1).max(initial=0.0) for a, b in zip(some, others, strict=True)]
    return max(apart, default=0.0) >= SEEN * diagonal


def _as_mistake(subject: Motif, label: str, places: tuple[Float64, ...]) -> Column:
    reference = subject.skinned_by("reference")
    return replace(_painted(reference, places, label, "0", subject, flat=True), own_view=True)


def _painted(
    reference: Skinned, places: tuple[Float64, ...], label: str, low: str, subject: Motif, *, flat: bool = False
) -> Column:
    """Places (V, 3) per part, painted by their distance from the reference, with the scale of the colours.

    ``flat``: faces are shaded by themselves, since the reference's normals are not theirs.
    """
    errors = [np.linalg.norm(p, axis=1) for p in distances_of_size(reference, places)]
    top = max((float(np.nanmax(e, initial=0.0)) for e in errors), default=0.0)
    normals = () if flat else reference.normals
    painted = column.of_positions(subject.model, places, label, tuple(_heat(e, top) for e in errors), normals)
    return replace(painted, legend=Scale(low, f"{_share(top)} of the size", srgb_colors))


def _heat(errors: Float64, top: float) -> Float32:
    return np.column_stack([srgb_colors(errors / (top or 1.0)), np.ones(len(errors))]).astype(np.float32)


def distances_of_size(reference: Skinned, places: tuple[Float64, ...]) -> tuple[Float64, ...]:
    """Per part, (V, 3) offsets of places from the reference, in sizes of it (the diagonal of its bounding box)."""
    diagonal = float(reference.diagonal[0]) or 1.0
    return tuple((p - r) / diagonal for p, r in zip(places, first_positions(reference), strict=True))


def of_size(reference: Skinned, places: tuple[Float64, ...]) -> float:
    """The largest distance of places (V, 3) per part from the reference, in sizes of it; lost ones do not count."""
    apart = [np.linalg.norm(p, axis=1) for p in distances_of_size(reference, places)]
    return max((float(np.nanmax(e)) for e in apart if len(e)), default=0.0)


def at_most(relative: float) -> str:
    """``relative`` in a label's words."""
    share = Reading().share(relative)
    return f"less than {share[1:]}" if share.startswith("<") else f"at most {share}"


def _share(relative: float) -> str:
    """``relative`` in percent, as a figure even if too small to read."""
    share = Reading().share(relative)
    return f"{100 * relative:.1g} %" if share.startswith("<") else share


def weights(subject: Motif, joint: str) -> Column:
    """The weights of one joint."""
    node = find_joint(subject.model, joint)
    painted = column.posed(subject.model, subject.pose, f"weights of {subject.joint_name(node)}", tint.of_joint(node))
    return replace(painted, legend=Scale("weight 0", "1", tint.by_weight))


def isolated(subject: Motif, joint: str) -> Column:
    """The faces that one joint moves."""
    node = find_joint(subject.model, joint)
    label = f"moved by {subject.joint_name(node)}"
    piece = column.posed(subject.model, subject.pose, label, subject.paint, only=node)
    return replace(piece, grounded=False)  # it hangs in the air without the rest


def of_joints(subject: Motif, _: str) -> Column:
    """One colour per joint, mixed by weights."""
    return column.posed(subject.model, subject.pose, "one colour per joint", tint.by_joint)


def beyond(subject: Motif, text: str) -> Column:
    """The weight lost if an engine keeps each vertex's N strongest influences, and how far that moves them."""
    count = _count(text)
    model = subject.model
    lost = {id(part): _lost(model, part, count) for part in model.parts}
    top = max((float(share.max(initial=0.0)) for share in lost.values()), default=0.0)
    kept = posed_model(with_strongest(model, count), subject.played, [subject.time]).positions()
    moved = of_size(subject.skinned_by("reference"), tuple(positions[0] for positions in kept))
    label = f"beyond the strongest {count}: {at_most(moved)} of its size apart"

    def painted(_: Model, part: Part) -> Float32:
        return tint.by_weight(lost[id(part)] / (top or 1.0))

    drawn = column.posed(model, subject.pose, label, painted)
    return replace(drawn, legend=Scale("weight lost: 0", f"{100 * top:.2g} %", tint.by_weight))


def _count(text: str) -> int:
    if not (text.isdecimal() and int(text) > 0):
        raise SkinproofError(f"beyond:{text} names no number of influences", fix="such as beyond:4")
    return int(text)


def _lost(model: Model, part: Part, count: int) -> Float64:
    influences = model.influences(part)
    if influences is None:
        return np.zeros(model.primitive(part).vertex_count)
    return lost_weight(influences.joints, influences.weights, count)


def weight_sum(subject: Motif, text: str) -> Column:
    """What weights that add up to another number than one do, used as they are."""
    try:
        total = float(text)
    except ValueError:
        total = 0.0
    if not 0.0 < total <= 10.0:
        raise SkinproofError(f"weightsum:{text} is no sum of weights", fix="such as weightsum:0.9")

    def scaled(stored: Influences) -> Influences:
        return Influences(stored.joints, normalised_weights(stored.weights) * total)

    posed = posed_model(with_influences(subject.model, scaled), subject.played, [subject.time])
    places = tuple(p[0] for p in posed.positions(raw_weights=True))
    return column.of_positions(subject.model, places, f"weights that add up to {total:g}", subject.colors)
