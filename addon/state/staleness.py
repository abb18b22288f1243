"""Which results may be out of date: characters whose meshes Blender has evaluated since they were compared.

Whatever moves a vertex (an edit, paint, a key, a constraint's target) ends in an evaluation; selecting, renaming and
other frames do not. Entering a mode and Undo do too, so the character *may* have changed; and an edit evaluated
together with another frame looks like that frame. So characters are looked at when Blender has rested: another
fingerprint means changed, the same one removes the note, if it covers all.
"""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from contextlib import contextmanager

import bpy
from bpy.types import Context, Depsgraph, Mesh, Object, Scene

from ..scene.changed.fingerprint import fingerprint, in_edit_mode, is_self_contained
from ..scene.ground import stored_names as stored
from ..scene.ground.noted import our
from ..scene.ground.visible import layers_shown
from ..scene.identity.character import Character, id_of, objects_left
from .result_store import results_in
from .results import Result
from .session import session
from .views import redraw, start_timer, stop_timer

#: Seconds without an evaluation after which characters are looked at.
REST = 0.5

#: Seconds after which they are looked at even while they play.
LONGEST_WAIT = 2.0

#: Seconds between two characters.
_BETWEEN = 0.02


def note_touched(context: Context, scene: Scene, depsgraph: Depsgraph, *, frame_changed: bool = False) -> None:
    """Note the characters that Blender has just evaluated, other than for another frame."""
    if session.contents and (depsgraph.id_type_updated("MESH") or depsgraph.id_type_updated("KEY")):
        for update in depsgraph.updates:
            if isinstance(update.id, Mesh):
                session.contents.pop(update.id.original.session_uid, None)
            elif isinstance(update.id, bpy.types.Key):
                session.contents.pop(update.id.original.user.session_uid, None)
    if session.unnoticed or session.job is not None:
        return
    check_at_rest(scene)
    results = session.results.get(scene.session_uid, {})
    waiting = {key for key, result in results.items() if result.engine == "blender"}
    waiting -= {key for number, key in session.touched if number == scene.session_uid}
    for update in depsgraph.updates if waiting and not frame_changed else ():
        ob = update.id.original
        moved = update.is_updated_geometry or update.is_updated_transform
        if moved and isinstance(ob, Object) and ob.type == "MESH" and stored.ID in our(ob) and id_of(ob) in waiting:
            note_change(context, scene, id_of(ob))


def note_change(context: Context, scene: Scene, key: str) -> None:
    """Note that a character is no longer what was compared as seen."""
    if session.results.get(scene.session_uid, {}).get(key) is not None:
        session.touched.add((scene.session_uid, key))
        redraw(context, {"UI"})


def check_at_rest(scene: Scene) -> None:
    """Have the compared characters of a scene looked at when Blender has rested."""
    number = scene.session_uid
    results = results_in(scene)
    judged = {(number, key) for key, result in results.items() if result.fingerprint and key in session.characters}
    if not judged:
        return
    now = clock.perf_counter()
    if not session.to_check:
        session.evaluated_first = now
    session.evaluated_last = now
    session.to_check |= judged
    start_timer(_check_next, after=REST)


def notice_layers(scene: Scene) -> None:
    """Have characters looked at if windows show other view layers than before.

    Called while panels are drawn: of an empty layer nothing is evaluated, so no handler hears of it.
    """
    now = tuple(layer.name for layer in layers_shown(scene))
    if session.layers.setdefault(scene.session_uid, now) != now:
        session.layers[scene.session_uid] = now
        check_at_rest(scene)


def stop_checking() -> None:
    """Undo ``check_at_rest``."""
    session.to_check.clear()
    stop_timer(_check_next)


def fingerprint_of(scene: Scene, result: Result) -> str:
    """The fingerprint of a result's character now; empty in Edit Mode and for a verdict on the file alone."""
    character = session.characters.get(result.character)
    if character is None or result.engine != "blender":
        return ""
    chosen = next((item.clip for item in scene.skinproof.characters if item.key == result.character), "")
    objects = objects_left(character)
    if in_edit_mode(objects):
        return ""
    chosen = "" if result.clips else chosen  # all were judged, whichever is shown
    return fingerprint(scene, objects, result.clips_judged, chosen, session.contents, seen=result.seen)


def _check_next() -> float | None:
    """Look at the next character, if Blender has rested; called by a timer."""
    now = clock.perf_counter()
    wait = min(session.evaluated_last + REST, session.evaluated_first + LONGEST_WAIT) - now
    if session.job is not None or session.unnoticed:
        wait = max(wait, REST)
    if wait > 0.0:
        return wait
    if session.to_check:
        _check_one(bpy.context)
    return _BETWEEN if session.to_check else None


def _check_one(context: Context) -> None:
    number, key = session.to_check.pop()
    result = session.results.get(number, {}).get(key)
    scene = next((scene for scene in bpy.data.scenes if scene.session_uid == number), None)
    character = session.characters.get(key)
    if result is None or scene is None or character is None or not result.fingerprint:
        return
    if (number, key) in session.touched and _is_painted(character):
        return
    now = fingerprint_of(scene, result)
    changed = now != result.fingerprint or (number, key) in session.saved
    if not now or changed == ((number, key) in session.touched):
        return
    if changed:
        session.touched.add((number, key))
    elif is_self_contained(objects_left(character)):
        session.touched.discard((number, key))
    redraw(context, {"UI"})


def _is_painted(character: Character) -> bool:
    """Whether a mesh is being painted or sculpted: reading it between two strokes would be felt."""
    objects = [ob for ob in objects_left(character) if ob.type == "MESH" and ob.mode != "OBJECT"]
    return any(ob.data.session_uid not in session.contents for ob in objects)


@contextmanager
def unnoticed(context: Context) -> Iterator[None]:
    """The block's effects on a scene are our own: it shows, selects or paints, and changes nothing, even if it fails.

    What happened before is noted first.
    """
    context.view_layer.update()
    session.unnoticed += 1
    try:
        try:
            yield
        finally:
            context.view_layer.update()
    finally:
        session.unnoticed -= 1
