"""What is drawn over the active character's 3D view: one ``PropertyGroup`` on the scene; and its joints by names of
bones."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty, PointerProperty, StringProperty
from bpy.types import Context, PoseBone, PropertyGroup, Scene

from ...skinning_core.compare.causes.mistake import MISTAKES
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Model
from ..rig.space import AXES
from ..scene.ground import stored_names as stored
from ..scene.ground.noted import our
from ..scene.identity.character import Character, node_bones, object_of
from ..scene.play.placement import moved_to
from ..state.choices import CHOICES
from ..state.properties import redraw_views
from ..state.session import session
from ..subjects.catalogue import FORM_ITEMS
from .row_in_view import extent_at_rest, frame_row


def node_of_bone(character: Character, bone: str) -> int | None:
    """The node of a character's bone; None if there is no such bone, or it stands for no node."""
    return next((int(our(b)[stored.NODE]) for b in _bones(character) if b.name == bone), None)


def joint_bones(character: Character, model: Model) -> list[str]:
    """The bones of the file's joints, in its order: no helpers, and no nodes without vertices."""
    bones = {int(our(bone)[stored.NODE]): bone.name for bone in _bones(character)}
    joints = dict.fromkeys(int(node) for skin in model.skins for node in skin.joints)
    return [bones[node] for node in joints if node in bones]


def joints_to_search(_settings: object, context: Context, _text: str) -> list[str]:
    """What the search of the field "Joint" offers; nothing before the file was read: typing must not wait for it."""
    item = context.scene.skinproof.character
    character = session.characters.get(item.key) if item is not None else None
    model = session.models.in_memory(character) if character is not None else None
    return [] if character is None or model is None else joint_bones(character, model)


def _bones(character: Character) -> list[PoseBone]:
    objects = (object_of(character, name) for name in character.armatures)
    return node_bones(ob for ob in objects if ob is not None)


#: Skins the drawn mesh if no form of skinning is chosen.
SHADER = "SHADER"
FORMS = ((SHADER, "Shader", "The measured vertex shader, as engines do it", "SHADING_RENDERED", 0), *FORM_ITEMS)
#: Skinned on the CPU and by the shader, beside each other.
BOTH = "BOTH"
NO_MISTAKE = "NONE"
_MISTAKES = ((NO_MISTAKE, "None", ""), *((one.code, one.sentence, "") for one in MISTAKES))

#: The settings of a crowd, here and in its dialog.
COUNT = {"name": "Count", "description": "Number of characters", "default": 49, "min": 1, "max": 10000}
SPACING = {
    "name": "Spacing",
    "description": "Distance from one character to the next, in sizes of the character",
    **{"default": 1.1, "min": 0.0, "soft_max": 5.0},
}
OFFSET = {
    "name": "Time Offset",
    "description": "Seconds from one character's time to the next one's",
    **{"default": 0.13, "soft_min": 0.0, "soft_max": 2.0, "subtype": "TIME_ABSOLUTE", "unit": "TIME_ABSOLUTE"},
}


#: Common to settings from nothing to all.
_SHARE: dict[str, Any] = {"min": 0.0, "max": 1.0, "subtype": "FACTOR", "update": redraw_views}


def _stage_chosen(settings: SKINPROOF_PG_overlay, context: Context) -> None:
    """Show the chosen stage."""
    if settings.ghost == "NONE":
        settings.ghost = "BESIDE"
    redraw_views(settings, context)


def _ghost_chosen(settings: SKINPROOF_PG_overlay, context: Context) -> None:
    """Bring what stands beside the character into view."""
    item = context.scene.skinproof.character
    character = session.characters.get(item.key) if item is not None else None
    beside = {"BESIDE": 1, BOTH: 2}.get(settings.ghost, 0)
    if character is not None and beside and not bpy.app.background:
        objects = [ob for mesh in character.meshes if (ob := object_of(character, mesh.object)) is not None]
        with suppress(SkinproofError):  # of a file that is not to be read: the drawing says so
            model = session.models.of(character)
            place = moved_to(context.evaluated_depsgraph_get(), character, model, item.clip_index) @ AXES
            frame_row(context, objects, beside, extent_at_rest(model), place)
    redraw_views(settings, context)


class SKINPROOF_PG_overlay(PropertyGroup):
    """Settings of the overlay. Lengths are metres, times seconds."""

    ghost: EnumProperty(
        name="GPU Mesh",
        description="The mesh as the measured vertex shader skins it",
        items=CHOICES["ghost"],
        update=_ghost_chosen,
    )
    stage: EnumProperty(
        name="Stage",
        description="Stage of the vertex pipeline that the GPU mesh shows",
        items=CHOICES["stage"],
        default="POSED",
        update=_stage_chosen,
    )
    form: EnumProperty(
        name="Form", description="How the posed mesh is skinned before it is drawn", items=FORMS, update=redraw_views
    )
    mistake: EnumProperty(
        name="Mistake",
        description="A typical mistake of skinning code, made on purpose in the posed mesh",
        items=_MISTAKES,
        update=redraw_views,
    )
    way: FloatProperty(
        name="To the World",
        description="How far the joint's space is carried into the world, one local matrix after the other",
        **_SHARE,
    )
    smoothness: FloatProperty(
        name="Smoothness",
        description="From rigid, each vertex by its strongest joint alone, to smooth, by the weights of the file",
        default=1.0,
        **_SHARE,
    )
    paint: EnumProperty(name="Colour", description="What the colours mean", items=CHOICES["paint"], update=redraw_views)
    joint: StringProperty(
        name="Joint",
        description="Bone whose weights or space are shown",
        search=joints_to_search,
        search_options=set(),  # nothing else is a joint
        update=redraw_views,
    )
    isolate: BoolProperty(name="Isolate", description="Only the faces that the chosen joint moves", update=redraw_views)
    opacity: FloatProperty(name="Opacity", description="Opacity of the GPU mesh", default=0.75, **_SHARE)
    rest: BoolProperty(name="Rest", description="Skeleton in the rest pose of the file's nodes", update=redraw_views)
    bind: BoolProperty(name="Bind", description="Skeleton in the pose in which the mesh was bound", update=redraw_views)
    current: BoolProperty(name="Current", description="Skeleton at the current frame", update=redraw_views)
    unmatched: BoolProperty(
        name="Unmatched Vertices",
        description="Crosses on vertices that are not in the file, and where the file has vertices that are not here",
        update=redraw_views,
    )
    crowd: BoolProperty(name="Crowd", description="Many characters, each at its own time", update=redraw_views)
    count: IntProperty(**COUNT, update=redraw_views)
    spacing: FloatProperty(**SPACING, update=redraw_views)
    offset: FloatProperty(**OFFSET, update=redraw_views)
    all_clips: BoolProperty(
        name="All Clips", description="The characters play all clips of the file in turn", update=redraw_views
    )

    @property
    def engine(self) -> str:
        """What skins the posed mesh on the CPU; empty if the shader does."""
        return self.form if self.form != SHADER else "fast" if self.ghost == BOTH else ""

    @property
    def poses(self) -> tuple[str, ...]:
        """The skeletons that are shown."""
        return tuple(name for name in ("rest", "bind", "current") if getattr(self, name))

    @property
    def anything(self) -> bool:
        """Whether there is something to draw."""
        return self.ghost != "NONE" or self.crowd or self.unmatched or bool(self.poses)


def register() -> None:
    Scene.skinproof_overlay = PointerProperty(type=SKINPROOF_PG_overlay)


def unregister() -> None:
    del bpy.types.Scene.skinproof_overlay
