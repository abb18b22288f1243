"""What a GPU can hold, and which transport of the palette fits.

Blender's Python API has no storage buffers up to 5.2. The float texture is 16384 texels wide on every desktop GPU of
the last ten years, enough for 5461 joints.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....skinning_core.error import SkinproofError
from ....skinning_core.text.count import counted
from ....skinning_core.text.sentence import joined, sentence
from .transport import TRANSPORTS, Transport


@dataclass(frozen=True)
class Limits:
    """Sizes of the GPU that limit a palette and its vertices."""

    uniform_components: int  # floats of plain uniforms (push constants) of a vertex shader
    uniform_buffer_bytes: int  # of one uniform buffer
    texture_size: int  # texels along a side
    vertex_attributes: int  # of four components


@dataclass(frozen=True)
class Choice:
    """The transport in use, and the reason, as one sentence for the report."""

    transport: Transport
    reason: str
    fell_back: bool = False


#: Tried in this order if the requested transport does not fit.
FALLBACKS = ("texture", "ubo", "array")


def available(transport: Transport, limits: Limits) -> int:
    """How many of the transport's units the GPU has: floats, bytes or texels (see ``Transport.unit``)."""
    return int(max(getattr(limits, transport.unit.limit) - transport.unit.reserved, 0))


def fits(transport: Transport, joints: int, limits: Limits) -> bool:
    """Whether a transport can carry a palette of ``joints`` joints."""
    return joints * transport.per_joint <= available(transport, limits)


def choose(asked: str | None, joints: int, limits: Limits) -> Choice:
    """The requested transport if it holds the palette, else the first that does.

    ``asked``: a name of ``TRANSPORTS``, or None for the default (the float texture). Raises ``SkinproofError`` if no
    transport holds that many joints.
    """
    names = (asked, *FALLBACKS) if asked else FALLBACKS
    for name in names:
        transport = TRANSPORTS[name]
        if fits(transport, joints, limits):
            return _choice(transport, TRANSPORTS[names[0]], joints, limits)
    beyond = "more than any transport of this GPU holds: {need}"
    need = _need(TRANSPORTS["texture"], joints, limits)
    what = counted(joints, f"joint is {beyond}", f"joints are {beyond}", need=need)
    raise SkinproofError(what, fix="skin on the CPU: the engine 'fast' computes the same")


def _choice(transport: Transport, chosen: Transport, joints: int, limits: Limits) -> Choice:
    if transport is chosen:
        return Choice(transport, joined([transport.name, _need(transport, joints, limits)], ": "))
    told, need = "{transport} instead of {other}: {need}", _need(chosen, joints, limits)
    reason = sentence(told, transport=transport.name, other=chosen.name, need=need)
    return Choice(transport, reason, fell_back=True)


def _need(transport: Transport, joints: int, limits: Limits) -> str:
    need = joints * transport.per_joint
    have = available(transport, limits)
    needs = "{need:,} of {have:,} {unit}"
    return counted(
        joints, f"joint needs {needs}", f"joints need {needs}", need=need, have=have, unit=transport.unit.words
    )
