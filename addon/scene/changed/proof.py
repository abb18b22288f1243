"""Whether a cause is one: it is taken away for a moment, and the difference has to become smaller.

A constraint, a driver or a moved origin may do no harm. Looking finds it; trying tells whether it explains anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

import bpy
import numpy as np

from ....skinning_core.compare.measure.tolerance import ORDINARY
from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64
from ....skinning_core.text.sentence import Sentence
from ..play.playback import Poses, pose_of, poses_of, put_back, set_pose
from .case import Case, Undo
from .remedies import FIXES
from .switches import SWITCHES

Seen = TypeVar("Seen")

#: A cause explains something if the root mean square or the largest error falls by at least this share.
_TELLING = 0.05
#: At least half of the moves by its removal must be towards the right places: the errors' squares fall by so much of
#: the moves' squares. What is no cause moves vertices anywhere.
_TOWARDS = 0.5

#: Changed rests are not tried, since their remedies write bones anew. They hide where the removal of others leads.
_OF_REST = frozenset({"rest-mirrored", "rest-scaled", "bone-rest"})

#: Kinds taken away in a moment and put back exactly, so no rest poses.
_TRIED = frozenset(
    {
        *("bone-constraint", "object-constraint", "bone-driver", "object-driver", "key-driver"),
        *("key-foreign", "key-muted", "key-masked", "key-relative", "key-pinned"),
        *(
            "mesh-moved",
            "mesh-unparented",
            "mesh-on-bone",
            "curve-muted",
            "curve-modifier",
            "strip-blended",
            "strip-other",
        ),
        *("strip-shifted", "strip-scaled", "strip-repeated", "strip-reversed", "strip-influence", "strip-faded"),
        *("strip-trimmed", "strip-timed", "track-solo"),
        *("action-none", "action-other", "track-muted"),  # without a foreign action its last values stay
    }
)
#: Tried for exports too, which may have them and be right: the exporter writes what they make. In a scene that a file
#: came into, each is an edit, and may wait for another to be seen.
_OF_EXPORTS = frozenset(
    {
        *("bone-inherit-rotation", "bone-location-axes", "bone-deform", "bone-bendy"),
        *("bone-envelope-multiplied", "modifier-off", "modifier-without-groups", "modifier-masked"),
        *("modifier-preserve-volume", "modifier-envelopes", *SWITCHES),
        *("armature-at-rest", "clock-remapped"),
    }
)

#: Tried too, if a mesh is not too large.
_OF_WEIGHTS = frozenset({"weights-other", "weights-fewer", "weights-tiny", "weights-behind", "weights-by-pose"})

#: Most vertices of such a mesh: writing weights takes 5 us each.
_MOST_VERTICES = 50_000

#: Drivers of one object are looked at together.
_DRIVERS = frozenset({"bone-driver", "object-driver", "key-driver"})

#: Causes whose removal gives other values to what is keyed.
_OF_MOTION = ("curve-", "strip-", "action-", "track-")


def proven(
    causes: Sequence[Sentence],
    case_of: Callable[[Sentence], Case],
    errors: Callable[[], Float64],
    *,
    size: float,
    exported: bool,
) -> list[Sentence]:
    """The causes whose removal makes the difference smaller, and those that cannot be tried, in their order.

    One cause may hide another, and a false one may undo a part of a true one. So the answer is the fewest causes
    without which the scene is nearest to the file; if something is left, also what alone explains a part. errors: (V,
    3) each vertex's error now, relative to the size (metres); NaN if unknown. exported: the file was written from the
    scene.
    """
    tried = [cause for cause in causes if _can_be_tried(cause, case_of, exported=exported)]
    towards = 0.0 if any(cause.code in _OF_REST for cause in causes) else _TOWARDS
    removals = _Removals(tried, case_of, errors)
    if exported and removals.left(()) <= ORDINARY**2:
        return []  # nothing is left to explain
    idle = [found for group in _driven_together(tried) if (found := removals.idle(group))]
    apart = set(range(len(tried))).difference(*idle)
    units = [*({k} for k in apart if removals.without({k}) is not None), *idle]
    possible = set().union(*units)
    if not possible:
        return list(causes)
    best = removals.best(units)
    whole = removals.left(best) <= ORDINARY**2
    asked = [k for unit in units if removals.explains(best, best - unit, towards) for k in best & unit]
    needed = {k for k in asked if removals.explains(best, best - {k}, towards)}
    if exported:  # what another hides in the scene is not seen, so the file need not have it
        needed = {k for k in needed if removals.moves({k})} or needed
    alone = {k for k in possible & apart if removals.explains({k}, set(), towards)}
    if whole:
        alone = {k for k in alone if removals.left({k}) <= ORDINARY**2}
    kept = {tried[k]: max(removals.nearer(best - {k}, best), removals.nearer(set(), {k})) for k in needed | alone}
    looked_at = {tried[k] for k in possible}
    # If all is explained, what was not tried explains nothing in a file that was written from the scene.
    untold = (set(causes) if whole and exported else looked_at) - set(kept)
    return [_limited(c, kept[c] * size) if exported and c in kept else c for c in causes if c not in untold]


def _can_be_tried(cause: Sentence, case_of: Callable[[Sentence], Case], *, exported: bool) -> bool:
    if cause.code in _TRIED:
        return True
    if not exported:
        return False
    if cause.code in _OF_EXPORTS:
        return True
    return cause.code in _OF_WEIGHTS and len(case_of(cause).object.data.vertices) <= _MOST_VERTICES


def _driven_together(causes: Sequence[Sentence]) -> Iterator[list[int]]:
    """The drivers of each object, by place: a rig has fifty that switch something and move nothing alone."""
    objects = {cause.values.get("at") for cause in causes if cause.code in _DRIVERS}
    for name in objects:
        yield [k for k, cause in enumerate(causes) if cause.code in _DRIVERS and cause.values.get("at") == name]


def _limited(cause: Sentence, moves: float) -> Sentence:
    """A cause that moves vertices no farther than its removal brings them nearer, metres."""
    told = cause.values.get("moves")
    return cause.with_code(cause.code, moves=min(told, moves)) if isinstance(told, float) and moves else cause


class _Removals:
    """The errors without some of the causes, by place; each is asked once."""

    def __init__(
        self, causes: Sequence[Sentence], case_of: Callable[[Sentence], Case], errors: Callable[[], Float64]
    ) -> None:
        self._causes, self._case_of, self._errors = causes, case_of, errors
        self._left: dict[frozenset[int], Float64 | None] = {frozenset(): errors()}

    def without(self, places: Iterable[int]) -> Float64 | None:
        """(V, 3) relative to the size; None if these cannot be taken away together."""
        chosen = frozenset(places)
        if chosen not in self._left:
            self._left[chosen] = looked_without([self._causes[k] for k in sorted(chosen)], self._case_of, self._errors)
        return self._left[chosen]

    def idle(self, places: Sequence[int]) -> set[int]:
        """The causes that move nothing, together or apart: asked all at once, then by halves."""
        if not self.moves(places):
            return set(places)
        if len(places) == 1:
            return set()
        half = len(places) // 2
        return self.idle(places[:half]) | self.idle(places[half:])

    def moves(self, places: Iterable[int]) -> bool:
        """Whether taking these away moves something, or cannot be tried."""
        moved, as_it_is = self.without(places), self.without(())
        if moved is None or as_it_is is None:
            return True
        return float(np.nanmax(np.abs(moved - as_it_is), initial=0.0)) > ORDINARY

    def left(self, places: Iterable[int]) -> float:
        """The largest known square of an error."""
        found = self.without(places)
        return np.inf if found is None else largest_square(found)

    def _sum(self, places: Iterable[int]) -> float:
        found = self.without(places)
        return np.inf if found is None else float(np.nansum(found**2))

    def best(self, units: Sequence[set[int]]) -> set[int]:
        """The causes without which the errors are smallest, searched from none and from all.

        units: what is taken away together.
        """
        found = self._descended(set(), units)
        if self.left(found) <= ORDINARY**2:
            return found
        return min(found, self._descended(set().union(*units), units), key=self._sum)

    def _descended(self, chosen: set[int], units: Sequence[set[int]]) -> set[int]:
        """The causes ``chosen``, with one unit more or one less at a time, as long as the errors fall."""
        while self.left(chosen) > ORDINARY**2:
            nearest = min((chosen ^ unit for unit in units), key=self._sum)
            if not self._sum(nearest) < (1.0 - _TELLING) * self._sum(chosen):
                break
            chosen = nearest
        return chosen

    def explains(self, now: Iterable[int], then: Iterable[int], towards: float) -> bool:
        """Whether taking away ``now`` explains errors left by ``then``; ``towards``: see ``_TOWARDS``."""
        less, more = self.without(now), self.without(then)
        return less is not None and more is not None and _explains(less, more, towards)

    def nearer(self, then: Iterable[int], now: Iterable[int]) -> float:
        """By how much a vertex is nearer ``now``, relative to the size."""
        more, less = self.without(then), self.without(now)
        if more is None or less is None:
            return 0.0
        fallen = np.linalg.norm(more, axis=1) - np.linalg.norm(less, axis=1)
        return float(np.nanmax(fallen, initial=0.0))


def _explains(now: Float64, then: Float64, towards: float) -> bool:
    """Whether what was taken away since explains errors (V, 3) ``then``; ``towards``: see ``_TOWARDS``."""
    known = np.isfinite(now).all(axis=1) & np.isfinite(then).all(axis=1)
    squares, former, moves = ((each[known] ** 2).sum(axis=1) for each in (now, then, then - now))
    if not len(moves) or moves.max() <= ORDINARY**2:
        return False
    less = any(kind(squares) < (1.0 - _TELLING) ** 2 * kind(former) for kind in (np.sum, np.max))
    return less and (not towards or bool(former.sum() - squares.sum() >= towards * moves.sum()))


def largest_square(errors: Float64) -> float:
    """Of known errors (V, 3), relative to the size."""
    return float(np.nanmax((errors**2).sum(axis=1), initial=0.0))


def can_be_taken_away(cause: Sentence) -> bool:
    """Whether there is a way to see the scene without a cause."""
    return cause.code in FIXES or cause.code in SWITCHES


def looked_without(
    causes: Iterable[Sentence], case_of: Callable[[Sentence], Case], look: Callable[[], Seen]
) -> Seen | None:
    """What ``look`` sees without these causes; None if they cannot be taken away: linked, overridden, in another mode.

    Poses set by hand stay, although Blender evaluates the keys beneath them.
    """
    undone: list[Undo] = []
    causes, stood = list(causes), poses_of(bpy.context.scene.objects)
    try:
        undone.extend({**FIXES, **SWITCHES}[cause.code](case_of(cause)) for cause in causes)
        if any(cause.code.startswith(_OF_MOTION) for cause in causes):
            bpy.context.view_layer.update()
            for ob, _ in stood:
                ob.update_tag()  # else a newly heard track moves its bones, and not always their mesh
            bpy.context.view_layer.update()
        else:
            _update_beneath(stood)
        return look()
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
    """Evaluate the scene, and put back what no remedy has set since ``stood``."""
    own = [[a != b for a, b in zip(values, pose_of(ob), strict=True)] for ob, values in stood]
    bpy.context.view_layer.update()
    for (ob, values), remedied in zip(stood, own, strict=True):
        now = pose_of(ob)
        wanted = [np.where(mask, a, b) for mask, a, b in zip(remedied, now, values, strict=True)]
        if not all(map(np.array_equal, now, wanted)):
            set_pose(ob, wanted)
            ob.update_tag()
    bpy.context.view_layer.update()
