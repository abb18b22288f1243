"""Why a comparison differs, looked for at its worst times: how much is the pose's, and which typical mistake it is.

What a scene says of itself comes first: if a setting or an edit is named, no mistake is looked for, since on a small
character many a mistake comes to nearly the same (an edited bone, in three joints, to quaternions in another order).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Sequence

from ...skin.posed_model import posed_model
from ...skinned import Skinned, joined_in_time
from ...subject import Subject
from ..causes.attribution import attribute
from ..causes.finder import diagnosing
from ..causes.recovered_share import attribute_recovered
from .comparison import Comparison, Request


def explaining(
    comparison: Comparison, request: Request, subject: Subject, telling: Sequence[tuple[Skinned, Skinned]]
) -> Generator[None, None, Comparison]:
    """The comparison with its attribution and its causes; rests now and then.

    telling: the specification and the subject at single times. A subject that is compared in its own pose has no fault
    in the pose; the last, worst of its times is looked at.
    """
    worst = max(telling, key=lambda pair: _largest(comparison, pair[0]))
    posed = subject.posed(worst[1])
    if posed is not None:
        if comparison.changes:
            return comparison
        found = yield from diagnosing(posed_model(posed, None, worst[0].times), *worst)
        return dataclasses.replace(comparison, causes=(*comparison.causes, *found.causes))
    reference, other = (joined_in_time([pair[side] for pair in telling]) for side in (0, 1))
    steps = posed_model(request.model, request.model.clip(request.clip), reference.times)
    split = attribute(request.model, request.clip, reference, other)
    if split is not None and comparison.changes:
        return dataclasses.replace(comparison, attribution=split)
    found = yield from diagnosing(steps, reference, other)
    if split is None:
        split = attribute_recovered(steps, reference, other, found)
    named = () if comparison.changes else found.causes
    return dataclasses.replace(comparison, attribution=split, causes=(*comparison.causes, *named))


def _largest(comparison: Comparison, at: Skinned) -> float:
    """The relative error of the comparison at the single time of a result."""
    row = abs(comparison.difference.times - at.times[0]).argmin()
    return float(comparison.difference.relative[row])
