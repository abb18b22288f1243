"""Whether a scene stands at a frame, and whether it can leave it and come back without losing a pose."""

from __future__ import annotations

import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64
from ..identity.character import Character, objects_of
from ..play.playback import pose_of, restored, set_frame


def is_current(scene: bpy.types.Scene, character: Character, times: Float64) -> bool:
    """Whether times (T,), seconds, is one time, at the scene's frame."""
    return len(times) == 1 and abs(float(times[0]) * character.frame_rate - scene.frame_current_final) < 1e-4


def is_keyed(scene: bpy.types.Scene, character: Character) -> bool:
    """Whether the character's pose survives going to another frame and back; the scene is left as it was."""
    with restored(scene, character):
        return _survives(scene, character)


def require_keyed(scene: bpy.types.Scene, character: Character) -> None:
    """Evaluate the current frame anew. Raises ``SkinproofError`` if that changes the character's pose."""
    if not _survives(scene, character):
        what = "the pose at frame {frame:g} is not keyed, and other frames would lose it"
        fix = "compare the current frame, or key the pose"
        raise SkinproofError(what, frame=scene.frame_current_final, fix=fix)


def _survives(scene: bpy.types.Scene, character: Character) -> bool:
    objects = objects_of(character)
    before = [value for ob in objects for value in pose_of(ob)]
    set_frame(scene, scene.frame_current + scene.frame_subframe)  # the final frame is that after remapping
    after = [value for ob in objects for value in pose_of(ob)]
    return all(np.allclose(a, b, rtol=1e-5, atol=1e-5) for a, b in zip(before, after, strict=True))
