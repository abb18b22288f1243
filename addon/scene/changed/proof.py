"""Whether a cause that was found is one: it is taken away for a moment, and the difference has to become smaller.

A constraint, a driver or a moved origin may be there and do no harm. What is there is found by looking; whether it
explains anything is found by trying, as a person would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import bpy
import numpy as np

from ....skinning_core.compare.measure.tolerance import ORDINARY
from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64
from ....skinning_core.text.sentence import Sentence
from ..play.playback import Poses, pose_of, poses_of, put_back, set_pose
from .remedies import FIXES, Case, Undo
from .switches import SWITCHES

#: A cause explains something if the root mean square or the largest of the errors falls by at least this share of it.
_TELLING = 0.05
#: And if at least half of what its removal moves is towards where vertices should be: of the squares of the moves, the
#: squares of the errors lose so many. What is no cause moves vertices anywhere.
_TOWARDS = 0.5

#: Changed rest poses are not tried (their remedies write bones anew), and hide which way the removal of others leads.
_OF_REST = frozenset({"rest-mirrored", "rest-scaled", "bone-rest"})

#: Kinds that are taken away in a moment, and put back exactly. Not rest poses, whose remedies write bones anew.
_TRIED = frozenset(
    {
        *("bone-constraint", "object-constraint", "bone-driver", "object-driver", "key-driver"),
        *("key-foreign", "key-muted", "key-masked", "key-relative", "key-pinned"),
        *("mesh-moved", "curve-muted", "curve-modifier", "strip-blended", "strip-other"),
        *("strip-shifted", "strip-scaled", "strip-repeated", "strip-reversed", "strip-influence", "strip-faded"),
        *("action-none", "action-other", "track-muted"),  # without a foreign action its last values stay
    }
)
#: And of an export, whose scene may have them and be right: the exporter writes what they make. Of a scene that a file
#: came into, each of these is an edit by itself, and may wait for another to be seen.
_OF_EXPORTS = frozenset(
    {
        *("bone-inherit-rotation", "bone-location-axes", "bone-deform", "bone-bendy"),
        *("bone-envelope-multiplied", "modifier-off", "modifier-without-groups", "modifier-masked"),
        *("modifier-preserve-volume", "modifier-envelopes", "parent-moves", *SWITCHES),
    }
)

#: Weights, too, of a mesh of no more vertices than this: to write them takes 5 us each.
_OF_WEIGHTS, _MOST_VERTICES = frozenset({"weights-other", "weights-fewer", "weights-tiny"}), 50_000

#: What something else may do instead: a control rig that plays the clip. Without that alone, it would be missed.
_REPLACED = frozenset({"action-none", "action-other", "track-muted"})

#: Causes whose removal leads to other values of what is keyed.
_OF_MOTION = ("curve-", "strip-", "action-", "track-")


def proven(
    causes: Sequence[Sentence], case_of: Callable[[Sentence], Case], errors: Callable[[], Float64], *, exported: bool
) -> list[Sentence]:
    """The causes whose removal makes the difference smaller, and those that cannot be tried, in their order.

    One may hide another. So each is taken away alone and, beside that, left as the only one: it is told if either
    explains something. errors: (V, 3) how far each vertex is off now, relative to the size; NaN where it is not known.
    exported: the file was written from the scene.
    """
    tried = [
        cause
        for cause in causes
        if cause.code in _TRIED
        or (exported and cause.code in _OF_EXPORTS)
        or (exported and cause.code in _OF_WEIGHTS and len(case_of(cause).object.data.vertices) <= _MOST_VERTICES)
    ]
    if not tried:
        return list(causes)
    before, none_left = errors(), _without(tried, case_of, errors)
    towards = 0.0 if any(cause.code in _OF_REST for cause in causes) else _TOWARDS
    kept = set()
    for cause in tried:
        others = [each for each in tried if each is not cause]
        alone = _without([cause], case_of, errors)
        beside = _without(others, case_of, errors) if others else before
        missed = cause.code not in _REPLACED
        if alone is None or none_left is None or beside is None:
            kept.add(cause)  # it could not be tried
            continue
        shown = _explains(none_left, beside, towards) and (missed or _explains(none_left, before, towards))
        if shown or _explains(alone, before, towards):
            kept.add(cause)
    return [cause for cause in causes if cause not in tried or cause in kept]


def _explains(now: Float64, then: Float64, towards: float) -> bool:
    """Whether errors (V, 3) ``then`` were of what was taken away since; ``towards``: see ``_TOWARDS``."""
    known = np.isfinite(now).all(axis=1) & np.isfinite(then).all(axis=1)
    squares, former, moves = ((each[known] ** 2).sum(axis=1) for each in (now, then, then - now))
    if not len(moves) or moves.max() <= ORDINARY**2:
        return False
    less = any(kind(squares) < (1.0 - _TELLING) ** 2 * kind(former) for kind in (np.sum, np.max))
    return less and (not towards or bool(former.sum() - squares.sum() >= towards * moves.sum()))


def _without(
    causes: Iterable[Sentence], case_of: Callable[[Sentence], Case], errors: Callable[[], Float64]
) -> Float64 | None:
    """The errors without these causes; None if they cannot be taken away: linked, overridden, or in another mode.

    What was posed by hand stays so, although Blender evaluates the keys anew beneath it.
    """
    undone: list[Undo] = []
    causes, stood = list(causes), poses_of(bpy.context.scene.objects)
    try:
        undone.extend({**FIXES, **SWITCHES}[cause.code](case_of(cause)) for cause in causes)
        if any(cause.code.startswith(_OF_MOTION) for cause in causes):
            bpy.context.view_layer.update()
            for ob, _ in stood:
                ob.update_tag()  # else what a track plays from now on moves its bones, and not always their mesh
            bpy.context.view_layer.update()
        else:
            _update_beneath(stood)
        return errors()
    except (SkinproofError, AttributeError, RuntimeError, TypeError):
        return None
    finally:
        for undo in reversed(undone):
            with suppress(AttributeError, RuntimeError):
                undo()
        bpy.context.view_layer.update()
        put_back(stood)
        bpy.context.view_layer.update()


def _update_beneath(stood: Poses) -> None:
    """Evaluate the scene; what no remedy has set since ``stood`` stands there again."""
    own = [[a != b for a, b in zip(values, pose_of(ob), strict=True)] for ob, values in stood]
    bpy.context.view_layer.update()
    for (ob, values), remedied in zip(stood, own, strict=True):
        now = pose_of(ob)
        wanted = [np.where(mask, a, b) for mask, a, b in zip(remedied, now, values, strict=True)]
        if not all(map(np.array_equal, now, wanted)):
            set_pose(ob, wanted)
            ob.update_tag()
    bpy.context.view_layer.update()
