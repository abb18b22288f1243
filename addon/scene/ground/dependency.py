"""Which objects Blender evaluated for a new frame, as its dependency graph reports them.

Most objects of a large scene do not move in most clips, and need not be read again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import bpy


class Changes:
    """Objects evaluated since ``clear``, by ``session_uid``."""

    def __init__(self, scene: bpy.types.Scene) -> None:
        self._scene = scene.session_uid
        self.shape: set[int] = set()  # vertices, or the pose of an armature
        self.place: set[int] = set()  # the object's matrix

    def clear(self) -> None:
        """Forget all."""
        self.shape.clear()
        self.place.clear()

    def of(self, objects: Collection[int]) -> set[int]:
        """Those of ``objects``, by number, that were evaluated."""
        return {number for number in self.shape | self.place if number in objects}

    def note(self, scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
        """Handler of ``frame_change_post``."""
        if scene.session_uid != self._scene:
            return
        for update in depsgraph.updates:
            if isinstance(update.id, bpy.types.Object):
                number = update.id.original.session_uid
                if update.is_updated_geometry:
                    self.shape.add(number)
                if update.is_updated_transform:
                    self.place.add(number)


@contextmanager
def watched(scene: bpy.types.Scene) -> Iterator[Changes]:
    """The changes of a scene within the block. Only handlers are told what Blender evaluated."""
    changes = Changes(scene)
    handler = changes.note  # a bound method is a new object at each access
    bpy.app.handlers.frame_change_post.append(handler)
    try:
        yield changes
    finally:
        bpy.app.handlers.frame_change_post.remove(handler)
