"""Objects that an export of the selection leaves out: selected."""

from __future__ import annotations

from collections.abc import Iterator

import bpy

from ....skinning_core.compare.judge.verdict import Verdict
from ....skinning_core.text.sentence import Sentence
from .mend import Mend


def mends_by_selection(scene: bpy.types.Scene, verdict: Verdict) -> Iterator[Mend]:
    """Those that a verdict on an export of the selection says are missing, the largest first."""
    missing = [ground.sentence for ground in verdict.grounds if ground.code == "SCENE_OBJECT"]
    names = [str(told.values.get("object")) for told in missing if isinstance(told, Sentence)]
    if names and all(name in scene.objects and not scene.objects[name].hide_select for name in names):
        yield Mend("SELECT", names[0], tuple(names))


def lacks_selection(scene: bpy.types.Scene, mend: Mend) -> bool:
    """Whether one of them is not selected."""
    return not all(ob is not None and ob.select_get() for ob in map(scene.objects.get, mend.items))


def select_objects(scene: bpy.types.Scene, mend: Mend) -> None:
    """Select them, beside what is selected."""
    for name in mend.items:
        scene.objects[name].select_set(True)
