"""Changes of the scene if no setting is enough: each is made in the copy, exported and judged.

A change is kept if its export is better beside the scene as it was. The next is tried on top of it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import bpy

from .mends import correctives, left_out, pushed_down
from .mends.mend import Mend
from .mends.mend_kinds import make_mend, mends_of_scene
from .trial import Task, Trial, open_copy, tried

#: Seconds after which no other change is tried.
_LONGEST = 40.0

#: Members of ``Trial.worth`` before the error: judged, missing, clips, outcome.
_BEFORE_ERROR = 4

#: A change gains something if it leaves at most this part of a length: a tenth of a decade, as rows are ranked.
_LESS = 10.0**-0.1

#: A part counts from this share of the largest error.
_LEAST = 0.01


@dataclass(frozen=True, eq=False)
class MendFound:
    """One change that helps, after those before it."""

    mend: Mend
    before: Trial  # without it
    after: Trial
    follows: bool = False  # the one before is made first
    there: tuple[float, float] | None = None  # metres before and after at its own part, if another is farther off


def mends_found(task: Task, made: Sequence[Trial]) -> list[MendFound]:
    """The changes that leave less than the best settings do, in the order in which they are to be made.

    made: what was tried already. A change instead of a setting is told with the settings without that one.
    """
    best, until = min(made, key=lambda trial: trial.rank), time.monotonic() + _LONGEST
    instead = [*_instead(task, made, best, "parts"), *_instead(task, made, best, "clips")]
    if best.answer is None or best.is_enough or any(each.after.is_near for each in instead):
        return instead
    plain = _without(task, made, best, "modifiers") if made[0].codes & correctives.TOLD else None
    baked = [] if plain is None else _on_top(task, plain, until)  # applied modifiers leave no shape keys
    if baked and baked[-1].after.worth < best.worth:
        return [*instead, *baked]
    return [*instead, *_on_top(task, best, until)]


def _without(task: Task, made: Sequence[Trial], best: Trial, kind: str) -> Trial | None:
    """The best settings without those of a kind; None if there are none."""
    kept = tuple(choice for choice in best.choices if choice.kind != kind)
    if len(kept) == len(best.choices):
        return None
    return next((trial for trial in made if trial.choices == kept), None) or tried(task, *kept)


def _instead(task: Task, made: Sequence[Trial], best: Trial, kind: str) -> list[MendFound]:
    """Changes of the scene instead of the settings of a kind that bring back what was missing."""
    if made[0].answer is None or all(choice.kind != kind for choice in best.choices):
        return []
    open_copy(task.blend)
    verdict = made[0].answer.verdict
    known = left_out.mends_by_selection if kind == "parts" else pushed_down.mends_by_tracks
    mends = [*known(bpy.context.scene, verdict)]
    if not mends:
        return []
    before = _without(task, made, best, kind)
    assert before is not None
    after = tried(task, *before.choices, prepare=partial(_make_all, mends[:1]))
    return [MendFound(mends[0], before, after)] if after.worth < before.worth else []


def _on_top(task: Task, best: Trial, until: float) -> list[MendFound]:
    if best.answer is None:
        return []
    open_copy(task.blend)
    left, found = list(mends_of_scene(bpy.context.scene, best.answer.verdict, best.codes)), list[MendFound]()
    tries = 0
    while left and tries < len(left) and time.monotonic() < until:
        mend, before = left.pop(0), found[-1].after if found else best
        after = tried(task, *best.choices, prepare=partial(_make_all, [*(each.mend for each in found), mend]))
        if _gains(before, after):
            found.append(MendFound(mend, before, after, follows=bool(found), there=_there(before, after)))
            tries = 0
            if after.is_near:
                break
        else:
            left.append(mend)  # another may hide its gain: a second object, farther off
            tries += 1
    return found


def _gains(before: Trial, after: Trial) -> bool:
    """Whether a change leaves less: nothing is lost, some part of the file is less far off, and none farther.

    The largest error of all would hide a gain at one object while another is as far off.
    """
    if after.answer is None or after.worth[:_BEFORE_ERROR] != before.worth[:_BEFORE_ERROR]:
        return after.worth < before.worth
    if len(after.part_metres) != len(before.part_metres) or after.open > before.open:
        return False
    least = _LEAST * max(before.part_metres, default=0.0)
    pairs = list(zip(before.part_metres, after.part_metres, strict=True))
    rises = any(now > then + least for then, now in pairs)
    return not rises and any(then > least and now < _LESS * then for then, now in pairs)


def _there(before: Trial, after: Trial) -> tuple[float, float] | None:
    """The change's worth at the part that gains most, metres; None if the largest error of all tells it."""
    told = after.worth[:_BEFORE_ERROR] != before.worth[:_BEFORE_ERROR]
    if told or max(after.part_metres, default=0.0) < _LESS * max(before.part_metres, default=0.0):
        return None
    return max(zip(before.part_metres, after.part_metres, strict=True), key=lambda pair: pair[0] - pair[1])


def _make_all(mends: Sequence[Mend]) -> None:
    for mend in mends:
        make_mend(bpy.context.scene, mend)
