"""A teaching picture of the active character, as ``skinproof picture`` draws it, in an image of the scene's file; and
the selected or worst vertex followed through every stage of skinning, in numbers.
"""

from __future__ import annotations

import bpy
import numpy as np
from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy.types import Context

from ...skinning_core.compare.causes.vertex_stages import explain
from ...skinning_core.compare.judge.question import Judged, Question
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Model
from ...skinning_core.pose.playback import playing_times
from ...skinning_core.report.explanation import explanation_lines, explanation_summary
from ...skinning_core.subject import Subject
from ...skinning_core.text.sentence import sentence
from ..compare.inquiry import character_model
from ..gpu.data.picture_request import PictureRequest
from ..gpu.device.context import availability
from ..rig.keys import time_at
from ..rig.space import AXES
from ..scene.ground import stored_names as stored
from ..scene.ground.arrays import values_of
from ..scene.ground.modifiers import own_mesh
from ..scene.ground.noted import our
from ..scene.identity.character import Character
from ..scene.identity.vertex_map import vertex_map
from ..scene.play.placement import moved_to
from ..state.choices import CHOICES
from ..state.listing import active_character, character_with_id
from ..state.views import redraw
from ..subjects.catalogue import every_maker
from ..subjects.scene import scene_subject
from ..translations import say
from . import Action, without_character

#: What can be shown: words of ``--show``, names, descriptions, and whether a joint belongs to them.
WORDS = CHOICES["lesson"]


class SKINPROOF_OT_draw_lesson(Action):
    """Draw into an image how this character is skinned at the current frame"""

    bl_label = "Draw Picture"
    bl_options = {"REGISTER"}  # it changes one image

    show: EnumProperty(name="Picture", items=[word[:3] for word in WORDS])
    joint: StringProperty(name="Joint", description="Empty: the active bone, or the joint with the most weight")

    refusals = (without_character,)

    def act(self, context: Context) -> None:
        character = active_character(context.scene)
        model, settings = character_model(character), context.scene.skinproof
        clip = settings.character.clip_index
        time = time_at(context.scene.frame_current_final, model.clip(clip), character.frame_rate)
        asked = _asked(self.show, self.joint or _active_joint(context, model), time, looping=settings.looping)
        from ..lessons.picture import pictures

        (drawn,) = pictures(model, clip, asked, every_maker())
        _into_image(drawn)
        _shown(context)
        self.report({"INFO"}, say("Drawn into the image {name}", name=repr(stored.PICTURE)))


def _asked(show: str, joint: str, time: float, *, looping: bool) -> PictureRequest:
    """What one entry of ``WORDS`` asks for."""
    of_joint = next(word[3] for word in WORDS if word[0] == show)
    words = ",".join(f"{word}:{joint}" for word in show.split(",")) if of_joint else show
    size = (1400, 900) if show in ("gallery", "steps", "pipelines") else (1280, 560)
    return PictureRequest(time=time, loop=looping, show=words, size=size)


def _active_joint(context: Context, model: Model) -> str:
    """The active bone's node as ``--show`` takes it; empty if no bone of the character is active."""
    bone = context.active_pose_bone
    node = None if bone is None else our(bone).get(stored.NODE)
    return str(int(node)) if node is not None and 0 <= int(node) < len(model.nodes) else ""


def _into_image(drawn: np.ndarray) -> None:
    """(height, width, 3) sRGB, top row first, into the image, whose first row is the lowest."""
    height, width = drawn.shape[:2]
    image = bpy.data.images.get(stored.PICTURE) or bpy.data.images.new(stored.PICTURE, width, height)
    if tuple(image.size) != (width, height):
        image.scale(width, height)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = drawn[::-1] / 255.0
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    image.pack()


def _shown(context: Context) -> None:
    """Show it in open image editors; without any, one is opened as by *Render Image*."""
    if not _in_editors(context) and not bpy.app.background:
        bpy.ops.render.view_show("INVOKE_DEFAULT")
        _in_editors(context)


def _in_editors(context: Context) -> bool:
    """Show it in open image editors; returns whether there are any."""
    windows = context.window_manager.windows
    areas = [(window, area) for window in windows for area in window.screen.areas if area.type == "IMAGE_EDITOR"]
    for window, area in areas:
        area.spaces.active.image = bpy.data.images[stored.PICTURE]
        region = next(region for region in area.regions if region.type == "WINDOW")
        with context.temp_override(window=window, area=area, region=region):
            bpy.ops.image.view_all(fit_view=True)
    return bool(areas)


#: Tolerance of two times, in seconds: frames are kept in float32.
_SAME_TIME = 1e-4


class SKINPROOF_OT_explain_vertex(Action):
    """Follow one vertex from file to place: where each joint would put it, the mean, and what engines make of it"""

    bl_label = "Explain Vertex"
    bl_options = {"REGISTER"}  # it changes only the panel, unless a text is asked for

    which: EnumProperty(name="Which", items=CHOICES["explained_vertex"], default="SELECTED", options={"SKIP_SAVE"})
    as_text: BoolProperty(
        name="As Text", description=f'Write all numbers into the text "{stored.NUMBERS_TEXT}" as well', default=True
    )

    refusals = (without_character,)

    def act(self, context: Context) -> None:
        settings = context.scene.skinproof
        find = _worst if self.which == "WORST" else _selected
        character, part, vertex, clip, time = find(context)
        model = character_model(character)
        chosen, now = _now(context, character)
        seen = chosen == clip and abs(now - time) < _SAME_TIME  # then what is seen can be held against it
        subjects = _answering(context, character, model, clip, time, seen=seen)
        explanation = explain(model, part, vertex, clip, time, subjects)
        told = [] if seen else [say("Blender shows another time: jump to the worst frame to have its place here too")]
        place = moved_to(context.evaluated_depsgraph_get(), character, model, clip) @ AXES
        settings.explained = "\n".join([*explanation_summary(explanation, place), *told])
        if self.as_text:
            text = bpy.data.texts.get(stored.NUMBERS_TEXT) or bpy.data.texts.new(stored.NUMBERS_TEXT)
            text.from_string("\n".join(explanation_lines(explanation)) + "\n")
        redraw(context, {"UI"})
        self.report({"INFO"}, settings.explained.split("\n")[0])


def _selected(context: Context) -> tuple[Character, int, int, int | None, float]:
    """Character, part, vertex of the file, clip and time of the selected vertex."""
    mesh_object = context.object
    character = active_character(context.scene)
    if mesh_object is None or mesh_object.type != "MESH":
        fix = sentence("select a vertex of a mesh of {character}", character=character.label)
        raise SkinproofError("the active object is no mesh", fix=fix)
    with own_mesh(mesh_object) as mesh:
        rows = np.flatnonzero(values_of(mesh.vertices, "select", kind=bool))
    if len(rows) != 1:
        raise SkinproofError("{count} vertices are selected", count=len(rows), fix="select one, in Edit Mode")
    for of_part in vertex_map(character_model(character), character).present:
        if of_part.object == mesh_object and rows[0] in of_part.rows:
            vertex = int(of_part.vertices[np.flatnonzero(of_part.rows == rows[0])[0]])
            return character, of_part.part, vertex, *_now(context, character)
    raise SkinproofError(
        "this vertex is not one of {character}'s file", character=character.label, fix="choose its character above"
    )


def _now(context: Context, character: Character) -> tuple[int | None, float]:
    """The chosen clip, and its time at the current frame."""
    settings = context.scene.skinproof
    clip = settings.character.clip_index
    played = character_model(character).clip(clip)
    time = time_at(context.scene.frame_current_final, played, character.frame_rate)
    return clip, float(playing_times(played, np.array([time]), looping=settings.looping)[0])


def _worst(context: Context) -> tuple[Character, int, int, int | None, float]:
    """Character, part, vertex of the file, clip and time of the last comparison's worst vertex."""
    result = context.scene.skinproof.result
    if result.worst_vertex < 0:
        raise SkinproofError("there is no worst vertex yet", fix="compare first")
    character = character_with_id(context.scene, result.character, result.label)
    clip = None if result.clip_index < 0 else result.clip_index
    return character, result.worst_part, result.worst_vertex, clip, result.worst_time


def _answering(
    context: Context, character: Character, model: Model, clip: int | None, time: float, *, seen: bool
) -> dict[str, Subject]:
    """The fast path, the shader if there is a GPU, and, if useful, the character as seen now.

    Only those that can skin the character at a time: a missing answer does not spoil the others.
    """
    makers = every_maker()
    subjects = {name: makers[name](model) for name in ("fast", *(["gpu"] if availability().ok else []))}
    if seen:
        subjects["blender"] = scene_subject(context, character, model, Question(judged=Judged.PLAYS), now=True)
    able = {}
    for name, subject in subjects.items():
        try:
            subject.at(clip, np.array([time]), normals=False)
        except SkinproofError:
            continue
        able[name] = subject
    return able
