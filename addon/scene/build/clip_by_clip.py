"""A character imported once and given one clip after the other."""

from __future__ import annotations

import bpy

from ....skinning_core.model import Model
from ...rig.keys import earlier, frame_span
from ...rig.kinds import RigKind, plan_rig
from ..ground.gc_pause import paused_collector
from ..identity.character import Character, character_of, mark, mark_actions
from ..identity.clip_actions import OwnedAction
from ..identity.vertex_ids import number_vertices
from ..play.playback import show_clip
from .actions import ActionWriter
from .importer import build_objects
from .mesh import UNSEEN


class ClipByClip:
    """A character with the actions of the shown clip alone; showing another replaces them."""

    def __init__(self, context: bpy.types.Context, model: Model, rig: RigKind = "EXACT") -> None:
        self._model = model
        self._writer: ActionWriter
        with paused_collector():
            collection, self._writer = build_objects(context, plan_rig(model, rig), UNSEEN)
            self._writer.grouped = False  # nobody looks at them
            number_vertices(collection.all_objects, model)
            mark(collection, model, 0.0, range(len(model.clips)))
        self.character: Character = character_of(collection)
        self._owned: list[OwnedAction] = []
        self._shown: tuple[int | None, float] | None = None

    def show(self, clip: int | None, frame_rate: float, zero: float = 0.0) -> None:
        """Show a clip (None: the rest pose), keyed for a scene of ``frame_rate`` frames per second.

        zero: the time, in seconds, put at frame 0. Raises ``SkinproofError`` if the clip ends beyond Blender's last
        frame.
        """
        if self._shown == (clip, zero):
            return
        self._shown = None
        if clip is not None:
            self._write(clip, frame_rate, zero)
        show_clip(self.character, clip)
        self._shown = clip, zero

    def _write(self, clip: int, frame_rate: float, zero: float) -> None:
        whole = self._model.clips[clip]
        placed = earlier(whole, zero) if zero else whole
        frame_span(placed.start, placed.end, frame_rate)
        owned = self._writer.write(placed, placed.name, frame_rate)  # copied if the last clip moves the same
        mark_actions(clip, owned)
        old = {previous.action.session_uid: previous.action for previous in self._owned}
        bpy.data.batch_remove(list(old.values()))
        self._owned = owned
