"""Results of comparisons, one per scene and character: plain data beside the file, which no undo step touches.

A copy as text is on the scene, since a .blend holds that: written after every comparison, undo step and before saving,
read for an unknown scene (a loaded one, or a copy).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from bpy.types import Scene

from .results import NOTHING, ClipResult, PartResult, Result, Standing
from .session import session


def result_of(scene: Scene, key: str) -> Result:
    """The result of the character with that id in a scene; ``NOTHING`` if it was not compared there."""
    return results_in(scene).get(key, NOTHING)


def may_have_changed(scene: Scene, key: str) -> bool:
    """Whether Blender has evaluated the character since it was compared, other than for another frame."""
    return (scene.session_uid, key) in session.touched


def is_as_saved(scene: Scene, key: str) -> bool:
    """Whether the character was not compared since the file was opened, so that the result is the saved one."""
    return (scene.session_uid, key) in session.saved


def standing_of(scene: Scene, key: str) -> Standing | None:
    """How a character stands to its file, as far as known; None if it was not compared."""
    result = result_of(scene, key)
    if not result.compared:
        return None
    if may_have_changed(scene, key):
        return Standing.CHANGED
    return result.standing


def keep_result(scene: Scene, result: Result) -> None:
    """Make this the result of its character, as of now."""
    results_in(scene)[result.character] = result
    session.touched.discard((scene.session_uid, result.character))
    session.saved.discard((scene.session_uid, result.character))
    write_results(scene)


def amend_result(scene: Scene, result: Result) -> None:
    """Put more into a result, which is no newer for that."""
    results_in(scene)[result.character] = result
    write_results(scene)


def write_results(scene: Scene) -> None:
    """Bring the scene's text up to date with the results of its listed characters."""
    if scene.library is not None:
        return
    results = results_in(scene)
    listed = [item.key for item in scene.skinproof.characters if item.key in results]
    kept = [results[key].data | {"key": 0, "touched": may_have_changed(scene, key)} for key in listed]
    text = json.dumps(kept) if kept else ""
    if scene.skinproof.results != text:
        scene.skinproof.results = text


@contextmanager
def results_kept_on_error(scene: Scene) -> Iterator[None]:
    """If the block raises, the scene's results are put back."""
    former, touched, text = dict(results_in(scene)), set(session.touched), scene.skinproof.results
    try:
        yield
    except BaseException:
        session.results[scene.session_uid], session.touched = former, touched
        scene.skinproof.results = text
        raise


def results_in(scene: Scene) -> dict[str, Result]:
    """A scene's results by characters' ids, to read and write; read from the text of a new scene."""
    number = scene.session_uid
    if number not in session.results:
        session.results[number] = {}
        for values in _read(scene.skinproof.results):
            result = _from_values(values)
            session.results[number][result.character] = result
            session.touched.add((number, result.character))
            if not _is_of_a_copy(number, result):
                # An opened file says how it stood when saved, and anybody may have written it.
                session.saved.add((number, result.character))
    return session.results[number]


def _is_of_a_copy(number: int, result: Result) -> bool:
    """Whether a scene's result is that of another scene of this session, which was copied: nothing was saved."""
    others = [other for other in session.results if other != number and (other, result.character) not in session.saved]
    found = (session.results[other].get(result.character, NOTHING).fingerprint for other in others)
    return bool(result.fingerprint) and result.fingerprint in found


def _read(text: str) -> list[dict[str, Any]]:
    try:
        values = json.loads(text or "[]")
    except ValueError:  # scripts could write it too
        return []
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


def _from_values(values: dict[str, Any]) -> Result:
    """A result from the values of its text."""
    result = Result.of_data(values)
    return replace(
        result,
        parts=tuple(PartResult(**part) for part in values.get("parts", ())),
        clips=tuple(ClipResult(**clip) for clip in values.get("clips", ())),
        worst_position=tuple(values.get("worst_position", (0.0, 0.0, 0.0))),
        worst_wanted=(),  # the scene was saved at some frame, and nobody has jumped since
    )
