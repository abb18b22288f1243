"""What can be changed in the scene where no setting is enough: each change is made in the copy, exported and judged.

A change is kept if its export is better beside the scene as it was, and the next is tried on top of it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import bpy

from ...skinning_core.text.immutable import immutable
from .mends import left_out, pushed_down
from .mends.mend import Mend
from .mends.mend_kinds import make_mend, mends_of_scene
from .trial import Task, Trial, open_copy, tried

#: Seconds after which no other change is tried.
_LONGEST = 40.0


@immutable(eq=False)
class MendFound:
    """One change that helps, after those before it in the list."""

    mend: Mend
    before: Trial  # without it
    after: Trial
    follows: bool = False  # the one before it is made first


def mends_found(task: Task, made: Sequence[Trial]) -> list[MendFound]:
    """The changes that leave less than the best settings do, in the order in which they are to be made.

    made: what was tried already. What stands instead of a setting is told with the settings without that one.
    """
    best, until = min(made, key=lambda trial: trial.rank), time.monotonic() + _LONGEST
    instead = [*_instead(task, made, best, "parts"), *_instead(task, made, best, "clips")]
    if best.answer is None or best.is_enough or any(each.after.is_near for each in instead):
        return instead
    return [*instead, *_on_top(task, best, until)]


def _instead(task: Task, made: Sequence[Trial], best: Trial, kind: str) -> list[MendFound]:
    """Changes of the scene where the best settings bring back by others of a kind what was missing."""
    kept = tuple(move for move in best.moves if move.kind != kind)
    if made[0].answer is None or len(kept) == len(best.moves):
        return []
    open_copy(task.blend)
    verdict = made[0].answer.verdict
    known = left_out.mends_by_selection if kind == "parts" else pushed_down.mends_by_tracks
    mends = [*known(bpy.context.scene, verdict)]
    if not mends:
        return []
    before = next((trial for trial in made if trial.moves == kept), None) or tried(task, *kept)
    after = tried(task, *kept, prepare=partial(_make_all, mends[:1]))
    return [MendFound(mends[0], before, after)] if after.worth < before.worth else []


def _on_top(task: Task, best: Trial, until: float) -> list[MendFound]:
    assert best.answer is not None  # whoever calls has seen it
    open_copy(task.blend)
    found: list[MendFound] = []
    for mend in list(mends_of_scene(bpy.context.scene, best.answer.verdict, best.codes)):
        before = found[-1].after if found else best
        if before.is_near or time.monotonic() > until:
            break
        mends = [*(each.mend for each in found), mend]
        after = tried(task, *best.moves, prepare=partial(_make_all, mends))
        if after.worth < before.worth:
            found.append(MendFound(mend, before, after, follows=bool(found)))
    return found


def _make_all(mends: Sequence[Mend]) -> None:
    for mend in mends:
        make_mend(bpy.context.scene, mend)
