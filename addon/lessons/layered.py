"""Columns of the word that shows two clips at once: the one below, the one over it, and both."""

from __future__ import annotations

import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.lessons.blend import Layers, mask_below
from ...skinning_core.model import Clip
from ...skinning_core.pose.clip import find_clip
from ..gpu.data import column
from ..gpu.data.column import Column
from .motif import Motif, find_joint


def layered(subject: Motif, text: str) -> tuple[Column, ...]:
    """The subject's clip, another, and the other over it, at the asked time after each one's beginning.

    text: ``JOINT:CLIP:WEIGHT``: what the other moves (that joint and all below; everything without one), its name or
    number (the clip after the subject's without one), and how much of it is seen (0 to 1; 1).
    """
    joint, _, rest = text.partition(":")
    wanted, _, share = rest.rpartition(":")
    if _as_share(share) is None:
        wanted, share = rest, "1"
    weight = _as_share(share)
    assert weight is not None
    below, over = _clips(subject, wanted)
    node = find_joint(subject.model, joint) if joint else None
    mask = mask_below(subject.model.nodes, [] if node is None else [node])
    seconds = np.array([subject.asked - below.start])
    of_both = "" if node is None else f" from {subject.joint_name(node)} on"
    labels = (below.name, over.name, f"{below.name} + {100 * weight:g} % {over.name}{of_both}")
    weights = (np.zeros_like(mask), np.ones_like(mask), weight * mask)
    return tuple(
        column.posed(subject.model, Layers(subject.model, below, over, of_nodes).at(seconds), label, subject.paint)
        for label, of_nodes in zip(labels, weights, strict=True)
    )


def _as_share(text: str) -> float | None:
    try:
        share = float(text)
    except ValueError:
        return None
    return share if 0.0 <= share <= 1.0 else None


def _clips(subject: Motif, wanted: str) -> tuple[Clip, Clip]:
    """The clip below and the one over it. Raises ``SkinproofError`` if there are no two."""
    clips = subject.model.clips
    if subject.clip is None or len(clips) < 2:
        raise SkinproofError("two clips are shown at once, and there are no two", fix="take a clip of a file with more")
    over = find_clip(subject.model, wanted) if wanted else (subject.clip + 1) % len(clips)
    if over is None:
        raise SkinproofError("the rest pose is no clip to lay over another", fix="name a clip")
    return clips[subject.clip], clips[over]
