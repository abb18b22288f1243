"""A whole model skinned by one of the forms: the engines "form:rigid", "form:palette" and so on.

With joints and weights known, every form carries a vertex affinely, p -> L p + t. So the linear map L for its normal
needs no formula: its columns are the form's images of the unit vectors, less its image of the origin.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from ...error import SkinproofError
from ...model import Float64, Model, Part
from ...skinned import Progress, Skinned, no_progress
from ...text.count import counted
from ...text.sentence import sentence
from ..influence import normalised_weights
from ..linear import carry_normals
from ..morph import morphed
from ..posed_model import PosedModel, posed_model
from ..posed_skin import Form, PosedSkin
from .table import FORMS
from .transform_objects import transform_loss


@dataclass(frozen=True)
class FormChoice:
    """A form with the two choices that every one leaves open."""

    form: str  # a name of ``FORMS``
    raw_weights: bool = False  # weights as stored, not divided by their sum
    directions: bool = False  # normals carried as directions (w = 0), not by the inverse transpose

    @property
    def engine(self) -> str:
        """``form:palette``, ``form:palette:raw``, ``form:palette:raw:directions``."""
        tail = ":raw" * self.raw_weights + ":directions" * self.directions
        return f"form:{self.form}{tail}"


def skin_by_form(
    choice: FormChoice,
    model: Model,
    clip: int | None,
    times: Float64,
    *,
    normals: bool = True,
    progress: Progress = no_progress,
) -> Skinned:
    """Skin every part at times (T,), seconds. Parts without a skin move with their node. Without ``normals`` every part
    has None.

    Raises ``SkinproofError`` if the form cannot hold a joint's matrix, or its numbers.
    """
    posed = posed_model(model, model.clip(clip), times)
    positions, carried, losses = [], [], [0.0]
    for k, part in enumerate(model.parts):
        progress(k, len(model.parts))
        if model.is_skinned(part):
            at_times = [posed_part(posed, part, t, raw_weights=choice.raw_weights) for t in range(len(posed.times))]
            with _refusing(model.skins[part.skin].name):
                positions.append(np.stack([FORMS[choice.form](skin) for skin in at_times]))
                carried.append(_normals(posed, part, at_times, choice) if normals else None)
                losses += [transform_loss(skin) for skin in at_times if choice.form == "transform"]
                _require_numbers(positions[-1], choice)
        else:
            positions.append(posed.part_positions(part))
            carried.append(_node_normals(posed, part, choice) if normals else None)
    progress(len(model.parts), len(model.parts))
    notes = _notes(choice.form, max(losses))
    return Skinned(choice.engine, posed.times, model.parts, tuple(positions), tuple(carried), notes=notes)


def _notes(form: str, loss: float) -> tuple[str, ...]:
    if form == "transform":
        taken = "taking its matrices apart into translation, rotation and scale loses at most {loss:.1e} of them"
        return (sentence(taken, loss=loss),)
    return (_NOTES[form],) if form in _NOTES else ()


def posed_part(posed: PosedModel, part: Part, t: int, *, raw_weights: bool = False) -> PosedSkin:
    """One skinned part at the time with index ``t``, for a form."""
    influences, skin = posed.model.influences(part), posed.model.skins[part.skin]
    assert influences is not None
    base = posed.morphed_positions(part)
    return PosedSkin(
        joint_world=posed.world[t, skin.joints],
        inverse_bind=skin.inverse_bind,
        positions=base[min(t, len(base) - 1)],
        joints=influences.joints.astype(np.intp),
        weights=influences.weights.astype(np.float64) if raw_weights else normalised_weights(influences.weights),
    )


def linear_map(form: Form, posed: PosedSkin) -> Float64:
    """(V, 3, 3) what the form does to directions at each vertex: columns are the images of the unit vectors."""
    origin = form(replace(posed, positions=np.zeros_like(posed.positions)))
    images = [form(replace(posed, positions=np.broadcast_to(axis, posed.positions.shape))) for axis in np.eye(3)]
    return np.stack([image - origin for image in images], axis=-1)


@contextmanager
def _refusing(skin: str) -> Iterator[None]:
    """Refusals name the skin, a matrix without an inverse is one, and overflow is found afterwards."""
    try:
        with np.errstate(all="ignore"):
            yield
    except np.linalg.LinAlgError as error:
        problem = "an inverse bind matrix is singular, so that its joint has no place in the bind pose"
        raise SkinproofError(problem, where=skin, fix=_ANY) from error
    except SkinproofError as error:
        raise SkinproofError(error.what, where=skin, fix=error.fix) from error


def _require_numbers(positions: Float64, choice: FormChoice) -> None:
    """Refuse positions (T, V, 3) that are no numbers. Raw weights of nothing lose a vertex; that is shown instead."""
    lost = int((~np.isfinite(positions).all(axis=(0, 2))).sum())
    if lost and not choice.raw_weights:
        raise SkinproofError(
            sentence(
                "the numbers of {engine} are too large to place {vertices}",
                engine=choice.engine,
                vertices=counted(lost, "vertex"),
            ),
            fix=_ANY,
        )


def _normals(posed: PosedModel, part: Part, at_times: list[PosedSkin], choice: FormChoice) -> Float64 | None:
    primitive = posed.model.primitive(part)
    if primitive.normals is None:
        return None
    base = morphed(primitive.normals, primitive.morph_normals, posed.pose.morph_weights[part.node])
    form = FORMS[choice.form]
    out = []
    for t, skin in enumerate(at_times):
        linear = np.nan_to_num(linear_map(form, skin), posinf=0.0, neginf=0.0)
        out.append(carry_normals(linear, base[min(t, len(base) - 1)], inverse_transpose=not choice.directions))
    return np.stack(out)


def _node_normals(posed: PosedModel, part: Part, choice: FormChoice) -> Float64 | None:
    primitive = posed.model.primitive(part)
    if primitive.normals is None or not choice.directions:
        return posed.part_normals(part)
    base = morphed(primitive.normals, primitive.morph_normals, posed.pose.morph_weights[part.node])
    return carry_normals(posed.world[:, part.node, None, :, :3], base, inverse_transpose=False)


_ANY = "use form:points or form:palette, which take any matrix"

#: How a form differs from the specification by design.
_NOTES = {
    "rigid": sentence("by design not the specification: every vertex follows its strongest joint alone"),
    "four": sentence("by design not the specification: a vertex follows its four strongest joints"),
    "dual-quaternion": sentence(
        "by design not the specification: rotations are blended as dual quaternions, volume is kept"
    ),
    "preserve-volume": sentence("by design not the specification: this is Blender's Preserve Volume"),
}
