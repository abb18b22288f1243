"""Whether a cause that was found is one: it is taken away for a moment, and the difference has to become smaller.

A constraint, a driver or a moved origin may be there and do no harm. What is there is found by looking; whether it
explains anything is found by trying, as a person would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.text.sentence import Sentence
from ..play.playback import Poses, pose_of, poses_of, put_back, set_pose
from .remedies import FIXES, Case, Undo

#: The root mean square and the largest of the errors of all vertices, metres.
Error = tuple[float, float]

#: A cause explains something if one of the two errors becomes smaller by at least this share of it.
_TELLING = 0.05

#: Kinds that are taken away in a moment, and put back exactly. Not rest poses, whose remedies write bones anew, and not
#: what Blender's formula has, weights and modifiers: ``setting_effect`` knows how far they move a vertex.
_TRIED = frozenset(
    {
        *("bone-constraint", "object-constraint", "bone-driver", "object-driver", "key-driver"),
        *("key-foreign", "key-muted", "key-masked", "key-relative", "key-pinned"),
        *("mesh-moved", "curve-muted", "curve-modifier", "strip-blended", "strip-other"),
        *("strip-shifted", "strip-scaled", "strip-repeated", "strip-reversed", "strip-influence", "strip-faded"),
    }
)

#: Causes whose removal leads to other values of what is keyed.
_OF_MOTION = ("curve-", "strip-")


def proven(
    causes: Sequence[Sentence], case_of: Callable[[Sentence], Case], error: Callable[[], Error]
) -> list[Sentence]:
    """The causes whose removal makes the difference smaller, and those that cannot be tried, in their order.

    One may hide another. So each is taken away alone and, beside that, left as the only one: it is told if either
    changes the error. error: how far off the character is now, as it is evaluated.
    """
    tried = [cause for cause in causes if cause.code in _TRIED]
    if not tried:
        return list(causes)
    before, none_left = error(), _without(tried, case_of, error)
    kept = set()
    for cause in tried:
        others = [each for each in tried if each is not cause]
        alone = _without([cause], case_of, error)
        beside = _without(others, case_of, error) if others else before
        if alone is None or none_left is None or beside is None:
            kept.add(cause)  # it could not be tried
        elif _is_less(alone, before) or _is_less(none_left, beside):
            kept.add(cause)
    return [cause for cause in causes if cause not in tried or cause in kept]


def _is_less(now: Error, then: Error) -> bool:
    return any(a < (1.0 - _TELLING) * b for a, b in zip(now, then, strict=True))


def _without(
    causes: Iterable[Sentence], case_of: Callable[[Sentence], Case], error: Callable[[], Error]
) -> Error | None:
    """The error without these causes; None if they cannot be taken away: linked, overridden, or in another mode.

    What was posed by hand stays so, although Blender evaluates the keys anew beneath it.
    """
    undone: list[Undo] = []
    causes, stood = list(causes), poses_of(bpy.context.scene.objects)
    try:
        undone.extend(FIXES[cause.code](case_of(cause)) for cause in causes)
        if any(cause.code.startswith(_OF_MOTION) for cause in causes):
            bpy.context.view_layer.update()
        else:
            _update_beneath(stood)
        return error()
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
