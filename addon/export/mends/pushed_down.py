"""Actions that an exporter does not find: pushed down, each as a muted track of its own, so that nothing plays else."""

from __future__ import annotations

from collections.abc import Iterator

import bpy

from ....skinning_core.compare.judge.verdict import Verdict
from ....skinning_core.text.sentence import Sentence
from ... import compat
from .mend import Mend, is_own, own_object


def mends_by_tracks(scene: bpy.types.Scene, verdict: Verdict) -> Iterator[Mend]:
    """The actions that a verdict says are missing, by the armature that has all of their bones."""
    codes = {ground.code for ground in verdict.grounds}
    told = [ground.sentence for ground in verdict.grounds if ground.code == "SCENE_ACTION"]
    names = {str(each.values.get("action")) for each in told if isinstance(each, Sentence)}
    left = [action for action in bpy.data.actions if action.name in names or "SCENE_ANIMATION" in codes]
    animated = [ob for ob in scene.objects if ob.animation_data is not None]
    for rig in scene.objects:
        if rig.type != "ARMATURE" or not is_own(rig):
            continue
        of_others = {compat.assigned_action(ob)[0] for ob in animated if ob != rig}
        own = [action for action in left if action not in of_others and _fits(action, rig)]
        left = [action for action in left if action not in own]
        if own:
            yield Mend("PUSH_DOWN", rig.name, tuple(action.name for action in own))


def _fits(action: bpy.types.Action, rig: bpy.types.Object) -> bool:
    """Whether an action moves bones of an armature, has a slot for it, and is not among its tracks."""
    if compat.slot_for(action, rig) is None or _has_track(rig, action):
        return False
    paths = [curve.data_path for curve in compat.all_curves(action) if curve.data_path.startswith("pose.bones[")]
    return bool(paths) and all(_is_there(rig, path) for path in paths)


def _is_there(rig: bpy.types.Object, path: str) -> bool:
    try:
        rig.path_resolve(path)
    except ValueError:
        return False
    return True


def _has_track(rig: bpy.types.Object, action: bpy.types.Action) -> bool:
    tracks = rig.animation_data.nla_tracks if rig.animation_data is not None else ()
    return any(len(track.strips) == 1 and track.strips[0].action == action for track in tracks)


def lacks_track(scene: bpy.types.Scene, mend: Mend) -> bool:
    """Whether one of them is on no track of its own."""
    rig = scene.objects.get(mend.object)
    found = [bpy.data.actions.get(name) for name in mend.items]
    return rig is not None and any(action is not None and not _has_track(rig, action) for action in found)


def push_down(scene: bpy.types.Scene, mend: Mend) -> None:
    """Push them down. Raises ``SkinproofError`` if the armature is gone."""
    rig = own_object(scene, mend)
    for name in mend.items:
        action = bpy.data.actions.get(name)
        if action is not None and not _has_track(rig, action):
            slot = compat.slot_for(action, rig) or ""
            compat.add_muted_track(rig, name, action, slot, int(action.frame_range[0]))
