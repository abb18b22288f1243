"""Limits by Blender's float32 arithmetic, not by the rig, in words for the user."""

from __future__ import annotations

import numpy as np

from ...skinning_core.compare.measure.float32_floor import chain_reason, chain_span, span_reason
from ...skinning_core.compare.measure.tolerance import PER_SPAN
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float, Float64, Model, remembered
from ...skinning_core.pose.pose import rest_pose, world_matrices
from ...skinning_core.skin.posed_model import posed_model
from ...skinning_core.text.sentence import Sentence, sentence
from .clock import WORTH_SAYING, clock_blur
from .origin import origin_of

#: The square of a larger number may overflow float32.
LARGEST_SQUARED = 1e18


def floors_of_float32(
    model: Model, clip: int | None, times: Float64, frame_rate: float, zero: float = 0.0
) -> tuple[str, ...]:
    """One sentence for each reason to expect errors of Blender beyond 3e-6 of the size.

    zero: the time played at frame 0.
    """
    return (*_floors_at_rest(model), *clock_floor(model, clip, times, frame_rate, zero))


def clock_floor(model: Model, clip: int | None, times: Float64, frame_rate: float, zero: float) -> tuple[str, ...]:
    """One sentence if Blender's clock is too coarse at these times for what moves fastest."""
    blur = clock_blur(model, clip, times, frame_rate, zero)
    if blur <= WORTH_SAYING:
        return ()
    told = (
        "Blender's clock is a float32 count of frames: late in a clip the fastest joint may be off by up to "
        "{blur:.0e} of the size"
    )
    return (sentence(told, blur=10.0 ** np.ceil(np.log10(blur))),)  # the same words for similar clips


@remembered
def _floors_at_rest(model: Model) -> tuple[str, ...]:
    """One sentence for each reason that no time changes: chains, scales, and distance from the origin."""
    notes = []
    rest = world_matrices(rest_pose(model.nodes))
    chain, ratio = chain_reason(model), chain_span(model, rest)
    span = span_reason(ratio)
    if chain is not None:
        told = "{chain}: each of Blender's float32 matrices adds an error of about 1e-8 of the size"
        notes.append(sentence(told, chain=chain))
    if span is not None:
        told = "{span}: products of float32 matrices may be off by {error:.0e} of the size"
        notes.append(sentence(told, span=span, error=min(PER_SPAN * ratio, 1.0)))
    skins = tuple(sorted({part.skin for part in model.parts if part.skin >= 0}))
    origin = origin_of(model, skins)
    far = max(float(np.linalg.norm(origin.bind_origin)), float(np.linalg.norm(origin.place)))
    if far > 0.0:
        told = (
            "the character stands {far:.3g} m from the origin: it is rigged around a point of its own, but "
            "Blender moves it there in float32"
        )
        notes.append(sentence(told, far=far))
    return tuple(notes)


@remembered
def stored_far(model: Model) -> float:
    """The largest coordinate of skinned vertices as they are stored, relative to their own size.

    An exporter stores them where the skeleton rests, in float32, and inverse bind matrices bring them back.
    """
    skinned = {(part.mesh, part.primitive): model.primitive(part) for part in model.parts if part.skin >= 0}
    places = [primitive.positions for primitive in skinned.values() if len(primitive.positions)]
    if not places:
        return 0.0
    low, high = np.min([each.min(axis=0) for each in places], axis=0), np.max([each.max(axis=0) for each in places], 0)
    largest = float(np.maximum(np.abs(low), np.abs(high)).max())
    size = float(np.linalg.norm(np.subtract(high, low, dtype=np.float64)))
    return largest / size if size > 0.0 else 0.0


def require_importable(model: Model) -> None:
    """Raises ``SkinproofError`` for a model with numbers whose squares overflow Blender's float32."""
    posed = posed_model(model, None, np.zeros(1))
    vertices = [primitive.positions for mesh in model.meshes for primitive in mesh.primitives]
    keys = []
    for track in (track for clip in model.clips for track in clip.tracks):
        keys += [track.times, track.values]
    arrays: dict[Sentence, list[Float]] = {
        sentence("vertices"): vertices,
        sentence("joints or nodes"): [posed.local, posed.world, *posed.skin_palettes],
        sentence("inverse bind matrices"): [skin.inverse_bind for skin in model.skins],
        sentence("keys"): keys,
    }
    for what, values in arrays.items():
        largest = max((float(np.abs(array).max(initial=0.0)) for array in values), default=0.0)
        if largest > LARGEST_SQUARED:
            told = "{what} hold numbers up to {largest:.0e}, more than Blender can reckon with"
            fix = "look for what has blown up in the program that wrote the file"
            raise SkinproofError(told, what=what, largest=largest, where=str(model.path or model.name), fix=fix)
