"""A .blend opened for the command line, and the character in it that belongs to a model: found, or attached."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path

import bpy

from ...skinning_core.compare.judge.question import Judged, Origin, Question
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.bone_map import BoneMap
from ...skinning_core.model import Model
from ...skinning_core.subject import Subject
from ...skinning_core.text.count import counted
from ...skinning_core.text.sentence import sentence
from ..scene.attach.action_match import map_actions
from ..scene.attach.attach import Attached, attach
from ..scene.attach.elsewhere import left_in_scene, require_some_left
from ..scene.attach.mesh_forms import objects_written
from ..scene.attach.notes import detach, is_attached
from ..scene.attach.scene_model import character_objects
from ..scene.ground import stored_names as stored
from ..scene.ground.modes import leave_mode
from ..scene.ground.noted import our
from ..scene.identity.character import Character, characters, objects_of
from ..scene.identity.clip_times import ClipTimes
from ..scene.identity.fit import misfit
from ..scene.identity.loose_notes import gather_loose_notes
from ..scene.identity.record import read_record, write_record
from ..scene.identity.round_trips import forget_round_trips
from ..scene.identity.version_1 import adopt_older
from ..scene.play.sources import playing
from .clips_asked import clips_asked
from .nothing_left import NothingLeft
from .pair import pair_of
from .scene import scene_subject


def open_scene(
    blend: Path, name: str | None, model: Model, question: Question, times: ClipTimes | None = None
) -> tuple[Subject, Question]:
    """Open a .blend and find a model's character, or attach the model to the named one or the only one.

    times: what the exporter was told, if known. Returns the subject, with what of the file is in this scene, and
    the question with what it left open: the scene's tolerance, and which clip plays. Raises ``SkinproofError`` if it is
    not clear which is meant.
    """
    _open(blend)
    adopt_older()
    gather_loose_notes()
    forget_round_trips()
    if not _is_imported(model):
        model, elsewhere = left_in_scene(model, bpy.context.scene, export=question.source is Origin.SCENE)
        if not model.parts and elsewhere:
            return NothingLeft(model), replace(question, clips=())
    character, notes = _character(blend, name, model, question.bone_map, times)
    bpy.context.view_layer.update()  # drivers are looked at as evaluated
    if bpy.app.autoexec_fail:
        kept = (
            "Python in this .blend was not run, as Blender's preferences have it ({what}): what it moves stands still"
        )
        notes = (*notes, sentence(kept, what=bpy.app.autoexec_fail_message))
    if question.clip_map:
        character = map_actions(character, model, question.clip_map)
    complete = _completed(question, character, model)
    subject = scene_subject(bpy.context, character, model, complete, notes=notes)
    if question.judged is Judged.PLAYS and question.clips is None and complete.clips != (None,):
        complete = replace(complete, clips=None)  # one of them plays; the others count as not judged
    return subject, complete


def open_pair(blend: Path, names: Sequence[str], question: Question) -> tuple[Subject, Question]:
    """Open a .blend and put a question to two of its objects, see ``pair_of``."""
    _open(blend)
    tolerance = _asked_tolerance(question)
    return pair_of(bpy.context, names, replace(question, tolerance=tolerance))


def _open(blend: Path) -> None:
    if not blend.is_file():
        raise SkinproofError("there is no such file", where=str(blend))
    try:
        with stdout_silenced():
            bpy.ops.wm.open_mainfile(filepath=str(blend.resolve()), load_ui=False)
            leave_mode(bpy.context)  # a mesh that was saved in Edit Mode has no arrays until then
    except RuntimeError as error:
        raise SkinproofError(f"Blender cannot open it: {str(error).strip()}", where=str(blend)) from error


def _character(
    blend: Path, name: str | None, model: Model, bones: BoneMap, times: ClipTimes | None
) -> tuple[Character, tuple[str, ...]]:
    """The character, and notes of attaching it."""
    told = partial(attach, bpy.context, model=model, bones=bones, times=times)
    scene = bpy.context.scene
    fitting = [c for c in characters(scene) if not misfit(read_record(objects_of(c)), model)]
    known = [c for c in fitting if not _is_export(model, c) and not (bones and is_attached(objects_of(c)))]
    if name is None and len(known) == 1:
        return known[0], ()
    several = _armatures(scene) if not known else []
    named = None if name is None else _object(scene, name, blend)
    for character in known:
        if named is not None and our(named).get(stored.ID) and named.name in character.objects:
            return character, ()
    written = objects_written(model, scene)
    if written and (named is None or named in written):
        found = told(written, export=True)
    elif (together := _attached_together(several, named, told)) is not None:
        found = together
    else:
        objects = character_objects([named or _object(scene, name, blend)], scene)
        found = told(objects, export=None)
    return found.character, found.sentences


def attach_export(context: bpy.types.Context, model: Model) -> Attached:
    """Attach a file to the meshes that it was exported from, else to what is chosen.

    Raises ``SkinproofError`` as ``attach`` does, and if nothing suitable is chosen.
    """
    model, elsewhere = left_in_scene(model, context.scene, export=True)
    require_some_left(model, context.scene, elsewhere)
    objects = objects_written(model, context.scene)
    if not objects:
        active = context.scene.skinproof.character
        of_active = next((c for c in characters(context.scene) if active is not None and c.id == active.key), None)
        chosen = context.selected_objects if of_active is None else objects_of(of_active)
        objects = character_objects(chosen, context.scene)
    attached = attach(context, objects, model, export=True)
    write_record(objects, read_record(objects) | {"elsewhere": [[e.name, e.kind.value, e.nodes] for e in elsewhere]})
    return attached


def _is_imported(model: Model) -> bool:
    """Whether a file is known to be older than a character of the scene, which then has all of it."""
    digests = {source.with_digest().digest for source in model.sources}
    return any(
        not character.written_here and not digests.isdisjoint(source.digest for source in character.sources)
        for character in characters(bpy.context.scene)
    )


def _is_export(model: Model, character: Character) -> bool:
    """Whether a file may be written from a character: by Blender, and not the one that it is of."""
    known = {source.digest for source in character.sources}
    return "Blender" in model.generator and known.isdisjoint(source.with_digest().digest for source in model.sources)


def _attached_together(
    armatures: Sequence[bpy.types.Object], named: bpy.types.Object | None, told: Callable[..., Attached]
) -> Attached | None:
    """A file attached to all armatures of a scene; None if it does not hold them all, or the named one does.

    Else all but the named one would be "gone".
    """
    scene = bpy.context.scene
    if len(armatures) < 2:
        return None
    objects = character_objects(armatures, scene)
    if named is not None:
        alone = told(character_objects([named], scene), export=None)
        if not alone.missing:
            return alone
        detach(objects)
    try:
        together = told(objects, export=None)
    except SkinproofError:
        return None
    if together.missing or together.unmatched:
        detach(objects)
        return None
    return together


def _completed(question: Question, character: Character, model: Model) -> Question:
    tolerance = _asked_tolerance(question)
    clips = question.clips
    if question.judged is Judged.PLAYS and clips is None:
        clips = (_clip_that_plays(character, model),)
    elif question.judged is Judged.CLIPS and clips is None and len(model.clips):
        clips = clips_asked(character, model)  # a scene's rest is no pose of its own: constraints act on it too
    strict = character.written_here if question.strict is None else question.strict
    source = question.source or (Origin.SCENE if character.written_here else Origin.FILE)
    judged = question.judged
    if source is Origin.SCENE and judged is Judged.CLIPS and not model.clips and not clips:
        judged, clips = Judged.PLAYS, (None,)  # the file holds one pose: is it the one that is seen?
    return replace(question, judged=judged, tolerance=tolerance, clips=clips, strict=strict, source=source)


def _asked_tolerance(question: Question) -> float | None:
    """The question's tolerance, or the scene's; None: the ordinary one."""
    settings = bpy.context.scene.skinproof
    if question.tolerance is None and settings.own_tolerance:
        return float(settings.tolerance)
    return question.tolerance


def _clip_that_plays(character: Character, model: Model) -> int | None:
    """The clip chosen in the panel's list or, for an unlisted character, the one whose actions play."""
    scene = bpy.context.scene
    for item in scene.skinproof.characters:
        if item.key == character.id:
            result: int | None = item.clip_index
            return result
    frame = scene.frame_current_final
    own = [clip for clip in character.imported_clips if playing(character, clip, frame, frame, frame).own]
    if len(own) == 1:
        return own[0]
    if len(model.clips) <= 1:
        return 0 if len(model.clips) else None
    names = ", ".join(repr(name) for name in model.clip_names)
    raise SkinproofError("what plays now is no single clip of the file", fix=f"name the clip by --clip: {names}")


def _object(scene: bpy.types.Scene, name: str | None, blend: Path) -> bpy.types.Object:
    choice = _armatures(scene) or [ob for ob in scene.objects if ob.type == "MESH"]
    if name is None and len(choice) == 1:
        return choice[0]
    found = scene.objects.get(name or "")
    if found is None:
        listed = ", ".join(repr(ob.name) for ob in choice[:8]) or "neither armatures nor meshes"
        reason = f"there is no object {name!r}" if name else f"it has {counted(len(choice), 'character')}"
        raise SkinproofError(reason, where=str(blend), fix=f"name one by --object: {listed}")
    return found


def _armatures(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    return [ob for ob in scene.objects if ob.type == "ARMATURE"]


@contextmanager
def stdout_silenced() -> Iterator[None]:
    """Keep what Blender and its add-ons print out of our lines."""
    sys.stdout.flush()
    kept = os.dup(1)
    with Path(os.devnull).open("w", encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 1)
        try:
            with redirect_stdout(nothing):
                yield
        finally:
            os.dup2(kept, 1)
            os.close(kept)
