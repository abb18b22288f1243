"""*Verify After Export*: the tick in the glTF exporter's own panel, and what follows an export.

From 4.2 on, the exporter calls ``glTF2_pre_export_callback`` of an add-on's module when it begins, and the one of
"post" before it writes the file. A timer set there runs after the exporter has returned: then the file is written, if
its stamp has changed and it is whole, or never will be. Nothing that goes wrong here may reach the exporter.
"""

from __future__ import annotations

import atexit
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bpy
from bpy.app.handlers import persistent

from ...skinning_core.error import FAULTS
from ...skinning_core.files.source import Stamp, stamp_of
from ...skinning_core.text.count import counted
from ...skinning_core.text.listing import listed
from ...skinning_core.text.sentence import sentence
from ..scene.ground.stands import Stands, moved_since, standing_as, stands_of
from ..state.preferences import ADDON_ID, preference
from ..state.results import Moved, Side
from ..state.session import session
from ..state.views import start_timer, stop_timer
from . import job
from .extras import glTF2ExportUserExtension
from .settings import plain_settings

#: Most bytes of an old file kept in memory; a larger one is not put back.
LARGEST = 1 << 28


@dataclass(frozen=True)
class OldFile:
    """One file that an export is about to write."""

    path: Path
    before: Stamp | None  # None: there was none
    data: bytes | None  # None: there was none, or it was too large

    @property
    def is_untouched(self) -> bool:
        """Whether the exporter has not even opened it."""
        return stamp_of(self.path) == self.before

    @property
    def is_whole(self) -> bool:
        """Whether a glTF file ends where it says; for others, whether it is there."""
        try:
            size = self.path.stat().st_size
            with self.path.open("rb") as file:
                head = file.read(12)
                if head[:4] == b"glTF":
                    return len(head) == 12 and size == struct.unpack_from("<I", head, 8)[0]
                file.seek(max(size - 8, 0))
                return self.path.suffix != ".gltf" or file.read().rstrip().endswith(b"}")
        except OSError:
            return False


def old_files(settings: Mapping[str, Any]) -> tuple[OldFile, ...]:
    """The glTF file that an export is about to write, and its buffer. settings: the exporter's."""
    path = Path(settings["gltf_filepath"])
    found = [path]
    if settings.get("gltf_format") == "GLTF_SEPARATE":
        found.append(path.parent / settings["gltf_binaryfilename"])
    return tuple(OldFile(each, stamp_of(each), _read(each)) for each in found)


def put_old_back(files: tuple[OldFile, ...], *, ended: bool) -> bool:
    """Put back an export's old files if a new one was begun and is not whole; returns whether this was so.

    ended: the exporter came to write the first of them; the buffer is written before. Raises ``OSError`` if the disk
    does not take even the old ones.
    """
    if all(file.is_untouched or (ended and file.is_whole) for file in files):
        return False
    for file in files:
        if not file.is_untouched and file.data is not None:
            file.path.write_bytes(file.data)
    return True


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.stat().st_size <= LARGEST else None
    except (OSError, MemoryError):
        return None


_EXPORTER = "io_scene_gltf2"


@dataclass
class _Export:
    """An export under way."""

    path: Path
    before: tuple[OldFile, ...]
    scene: str
    stands: Stands  # before it
    ended: bool = False  # all is gathered, and the buffer written
    settings: dict[str, Any] = field(default_factory=dict)


_exports: list[_Export] = []

#: How the scene stood when the exporter began, which goes to another frame before it calls us.
_stood: Stands | None = None


@persistent
def frame_changing(scene: bpy.types.Scene, _depsgraph: bpy.types.Depsgraph | None = None) -> None:
    """Note how a scene stands when the exporter leaves its frame, before Blender evaluates another."""
    global _stood
    caller = sys._getframe().f_back  # a handler has no other way to know; None if Blender itself changes it
    if caller is None or _exports or not str(caller.f_globals.get("__name__")).startswith(f"{_EXPORTER}."):
        return
    _stood = stands_of(scene) if _is_asked_for() else None


def begun(settings: dict[str, Any]) -> None:
    """Note an export that begins and what it will write over, if you have asked for it."""
    try:
        if not _is_asked_for():
            return
        scene, path = bpy.context.scene, Path(settings["gltf_filepath"])
        stood = _stood if _stood is not None and _stood.scene == scene.name else stands_of(scene)
        _exports.append(_Export(path, old_files(settings), scene.name, stood))
        start_timer(_written, after=0.0)
    except (*FAULTS, KeyError) as error:
        print(f"Skinproof: the export is not verified: {error}", file=sys.stderr)


def exported(settings: dict[str, Any]) -> None:
    """Note that an export is about to be written."""
    try:
        if _exports:
            _exports[-1].ended = True
            _exports[-1].settings = plain_settings(settings)
    except (*FAULTS, KeyError) as error:
        print(f"Skinproof: the export is not verified: {error}", file=sys.stderr)


def _is_asked_for() -> bool:
    """Whether the box is ticked, and a window could show an answer."""
    return not bpy.app.background and bool(preference(bpy.context, "verify_exports"))


def _written() -> None:
    """Verify the last of the exports that have ended (a timer)."""
    global _stood
    last, first = _exports[-1], _exports[0]
    _stood = None
    scene, path = bpy.data.scenes.get(last.scene), last.path
    nothing = sentence("{file} could not be written whole, so nothing was verified", file=path.name)
    back = sentence("{file} could not be written whole, so the file from before was put back", file=path.name)
    told = None
    for export in reversed(_exports):
        try:
            if put_old_back(export.before, ended=export.ended):
                told = nothing if export.before[0].data is None else back
        except OSError:
            told = nothing
    _exports.clear()
    session.moved = None
    if told is not None:
        job.tell(Side(refusal=told))
    elif scene is None or stamp_of(path) is None or last.before[0].is_untouched:
        job.tell(Side(refusal=sentence("{file} was not written, so nothing was verified", file=path.name)))
    elif last.settings:
        session.moved = _moved(first.stands)  # a failed export leaves another frame, and nothing can be told
        with standing_as(first.stands):
            job.begin(path, scene, _meant(scene, last.settings), last.settings)


def _moved(before: Stands) -> Moved | None:
    """What the exporter moved in the scene: it plays every action on the objects and bones themselves.

    A channel that only one action moves stays where that left it, and the next export begins there (glTF-Blender-IO
    1732, 2461). Poses without keys are lost with the frame.
    """
    names = moved_since(before)
    if not names:
        return None
    words = "the export has moved {count} in the scene: {names}"
    count = counted(len(names), "object or bone", "objects and bones")
    return Moved(sentence(words, count=count, names=listed(names)), before)


def _meant(scene: bpy.types.Scene, settings: dict[str, Any]) -> list[str]:
    """The exported armature, if the selection was exported and holds one; none if it is not clear."""
    if not settings.get("gltf_selected"):
        return []
    layer = bpy.context.view_layer if bpy.context.scene == scene else scene.view_layers[0]
    selected = [ob for ob in scene.objects if ob.select_get(view_layer=layer)]
    above = {ob.parent for ob in selected if ob.parent is not None and ob.parent.type == "ARMATURE"}
    armatures = {ob for ob in selected if ob.type == "ARMATURE"} or above
    return [ob.name for ob in armatures] if len(armatures) == 1 else []


_CALLBACKS = {"glTF2_pre_export_callback": begun, "glTF2_post_export_callback": exported}


def register() -> None:
    for name, callback in _CALLBACKS.items():
        setattr(sys.modules[ADDON_ID], name, callback)
    setattr(sys.modules[ADDON_ID], glTF2ExportUserExtension.__name__, glTF2ExportUserExtension)
    bpy.app.handlers.frame_change_pre.append(frame_changing)
    atexit.register(job.stop)


def unregister() -> None:
    atexit.unregister(job.stop)
    job.stop()
    bpy.app.handlers.frame_change_pre.remove(frame_changing)
    _exports.clear()
    stop_timer(_written)
    for name in (*_CALLBACKS, glTF2ExportUserExtension.__name__):
        if hasattr(sys.modules.get(ADDON_ID), name):
            delattr(sys.modules[ADDON_ID], name)
