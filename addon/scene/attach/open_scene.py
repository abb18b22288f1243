"""A .blend opened for the command line, and the character in it that belongs to a model: found, or attached to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import bpy
import numpy as np

from ....skinning_core.cli.scene import SceneCharacter
from ....skinning_core.engine import Engine
from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Float64, Model
from ....skinning_core.skinned import Progress, Skinned, no_progress
from ..ground import stored_names as stored
from ..identity.character import Character, characters, objects_of
from ..identity.fit import misfit
from ..identity.record import read_record
from ..identity.version_1 import adopt_older
from ..read.evaluate import evaluate
from ..read.scene_play import skin_on_bones
from .attach import attach
from .scene_model import character_objects


class OpenedCharacter:
    """A character of the open scene."""

    def __init__(self, character: Character, model: Model, notes: tuple[str, ...]) -> None:
        self.clips = character.imported_clips
        self.engine: Engine = partial(_play, character, notes)
        self._character, self._model = character, model

    def in_its_pose(self) -> tuple[Model, Engine]:
        """The model in the pose of the bones, and what Blender makes of it."""
        posed, skinned = skin_on_bones(bpy.context, self._character, self._model, 0.0)

        def as_it_is(
            model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
        ) -> Skinned:
            del model, clip, times, normals, progress
            return skinned

        return posed, as_it_is


def open_scene(blend: Path, name: str | None, model: Model) -> SceneCharacter:
    """Open a .blend and find the character of a model, or attach the model to the one of that name, or the only one."""
    if not blend.is_file():
        raise SkinproofError("there is no such file", where=str(blend))
    try:
        with _stdout_silenced():
            bpy.ops.wm.open_mainfile(filepath=str(blend.resolve()), load_ui=False)
    except RuntimeError as error:
        raise SkinproofError(f"Blender cannot open it: {str(error).strip()}", where=str(blend)) from error
    adopt_older()
    scene = bpy.context.scene
    known = [c for c in characters(scene) if not misfit(read_record(objects_of(c)), model)]
    if name is None and len(known) == 1:
        return OpenedCharacter(known[0], model, ())
    named = _object(scene, name, blend)
    for character in known:
        if named.get(stored.ID) and named.name in character.objects:
            return OpenedCharacter(character, model, ())
    attached = attach(bpy.context, character_objects([named], scene), model)
    return OpenedCharacter(attached.character, model, attached.sentences)


@contextmanager
def _stdout_silenced() -> Iterator[None]:
    """Keep what Blender says of opening a file out of our lines."""
    sys.stdout.flush()
    kept = os.dup(1)
    with Path(os.devnull).open("w", encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 1)
        try:
            yield
        finally:
            os.dup2(kept, 1)
            os.close(kept)


def _object(scene: bpy.types.Scene, name: str | None, blend: Path) -> bpy.types.Object:
    armatures = [ob for ob in scene.objects if ob.type == "ARMATURE"]
    choice = armatures or [ob for ob in scene.objects if ob.type == "MESH"]
    if name is None and len(choice) == 1:
        return choice[0]
    found = scene.objects.get(name or "")
    if found is None:
        listed = ", ".join(repr(ob.name) for ob in choice[:8]) or "neither armatures nor meshes"
        reason = f"there is no object {name!r}" if name else f"it has {len(choice)} characters"
        raise SkinproofError(reason, where=str(blend), fix=f"name one by --object: {listed}")
    return found


def _play(
    character: Character,
    notes: tuple[str, ...],
    model: Model,
    clip: int | None,
    times: Float64,
    *,
    normals: bool = True,
    progress: Progress = no_progress,
) -> Skinned:
    del normals  # Blender's are not read
    skinned = evaluate(bpy.context, character, model, clip, np.atleast_1d(times), strict=False, progress=progress)
    return replace(skinned, notes=(*notes, *skinned.notes))
