"""The state that panels draw and operators fill: one ``PropertyGroup`` on the scene, saved and undone with the file.

Results are no property, since measuring is no edit: see ``result_store``.
"""

from __future__ import annotations

import sys

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import Context, PropertyGroup, Scene

from ...skinning_core.compare.judge.question import NORMAL_TOLERANCE
from ...skinning_core.compare.judge.verdict import ACCEPTABLE
from ..blender_classes import own_classes
from ..subjects.catalogue import ITEMS, chosen_name
from .choices import CHOICES
from .preferences import TOLERANCE, recolor
from .result_store import result_of
from .results import Result
from .session import session
from .views import redraw

REST = "REST"

#: What the panel compares of Blender (`Judged`): what plays now.
PLAYS = "PLAYS"

#: What it compares: the imported clips.
CLIPS = "CLIPS"

#: What it compares: the skin on the bones.
POSE = "POSE"


def clip_items(character: SKINPROOF_PG_character, _context: Context | None) -> list[tuple[str, str, str, str, int]]:
    """The rest pose, then the imported clips in the file's order; the identifier is the index in the file."""
    names = tuple((clip.index, clip.name) for clip in character.clips)
    if names not in session.clip_items:
        rest = (REST, "Rest Pose", "The nodes' stored pose, without a clip", "ARMATURE_DATA", 0)
        clips = [(str(i), name or f"Clip {i}", "Clip of the file", "ACTION", i + 1) for i, name in names]
        session.clip_items[names] = [rest, *clips]
    return session.clip_items[names]


def _clip_chosen(character: SKINPROOF_PG_character, context: Context) -> None:
    react = session.reactions.clip_chosen
    if react is not None and not session.listing:
        react(context, character)


class SKINPROOF_PG_clip(PropertyGroup):
    """A clip of the file; its name is the group's name."""

    index: IntProperty(name="Index", description="Place among the clips of the file")


class SKINPROOF_PG_character(PropertyGroup):
    """What the list shows of an imported character; its name is the group's name."""

    key: StringProperty(name="Id of the Character")
    path: StringProperty(name="File", description="The file that the character came from", subtype="FILE_PATH")
    bones: IntProperty(name="Bones")
    joints: IntProperty(name="Joints")  # of its skins; other bones are helpers, or nodes above
    vertices: IntProperty(name="Vertices")
    strangers: IntProperty(
        name="Not in the File", description="Vertices that were not found in the file when it was attached"
    )
    attached: BoolProperty(name="Attached", description="Something else brought it in, and a file was attached to it")
    clips: CollectionProperty(type=SKINPROOF_PG_clip)
    clip: EnumProperty(
        name="Clip", description="The clip to play and to compare", items=clip_items, update=_clip_chosen
    )

    @property
    def clip_index(self) -> int | None:
        """Index of the chosen clip in the file; None: the rest pose."""
        return int(self.clip) if self.clip not in ("", REST) else None


class SKINPROOF_PG_bone(PropertyGroup):
    """A row of the bone map; the joint's name is the group's name."""

    bone: StringProperty(name="Bone", description="The bone that the joint is; empty: none")


class SKINPROOF_PG_bone_label(PropertyGroup):
    """What the bone map calls a bone of the character; for the search beside each joint."""


class SKINPROOF_PG_heat_map(PropertyGroup):
    """The heat map that is shown, if any."""

    shown: BoolProperty(name="Heat Map Shown")
    character: StringProperty(name="Character")
    time: FloatProperty(name="Time", description="Clip time that the colours belong to")
    top: FloatProperty(name="Top", description="Error that the last colour stands for, as a fraction of the diagonal")
    scale: EnumProperty(
        name="Colour Scale",
        description="What the last colour of the heat map stands for",
        items=CHOICES["heat_scale"],
        update=recolor,
    )
    follow: BoolProperty(
        name="Follow the Timeline",
        description="Recolour the meshes while the timeline plays, from the errors of the compared times",
        default=True,
    )


def _live_chosen(_settings: SKINPROOF_PG_scene, context: Context) -> None:
    if session.reactions.live_chosen is not None and not session.listing:
        session.reactions.live_chosen(context)


def redraw_views(_settings: object, context: Context) -> None:
    """Draw 3D views again after what is drawn over them has changed."""
    redraw(context)


#: What a scene holds only while it has a character.
_OF_CHARACTERS = {"active", "live", "live_colors", "explained", "results", "bone_row", "bone_map_of"}


class SKINPROOF_PG_scene(PropertyGroup):
    """Everything of Skinproof that a scene holds."""

    characters: CollectionProperty(type=SKINPROOF_PG_character)
    active: IntProperty(name="Active Character", description="The character that buttons act on", update=_live_chosen)
    live: BoolProperty(
        name="Live",
        description="Compare the character with its file at every frame, pose and stroke of a brush, and show it",
        update=_live_chosen,
    )
    live_colors: BoolProperty(
        name="Live Heat Map",
        description="Draw the live difference as colours over the character",
        default=True,
        update=redraw_views,
    )
    engine: EnumProperty(name="Engine", description="What is compared with the reference", items=ITEMS)
    raw_weights: BoolProperty(
        name="Raw Weights", description="Weights are used as the file stores them, not divided by their sum"
    )
    directions: BoolProperty(
        name="Normals as Directions",
        description="Normals are carried as if they were directions (w = 0), not by the inverse transpose",
    )
    looping: BoolProperty(
        name="Loop",
        description=(
            "Repeat the clip beyond its end, in comparisons and in all that is drawn. Off: its last pose holds"
        ),
        update=redraw_views,
    )
    question: EnumProperty(
        name="Compared",  # as the sentence below the verdict begins
        description="What of this character is compared with the file's clip",
        items=CHOICES["question"],
    )
    strict_placement: BoolProperty(
        name="Strict Placement",
        description=(
            "If you have moved, turned or scaled the whole character, count that as an error. Off: it is taken out"
        ),
    )
    other_modifiers: BoolProperty(
        name="Other Modifiers",
        description="What modifiers beside the armature's do to the mesh counts as a difference",
        default=True,
    )
    times: EnumProperty(name="Times", description="At which times the whole clip is compared", items=CHOICES["times"])
    time_count: IntProperty(
        name="Count", description="How many times are spread over the clip", default=25, min=2, max=100_000
    )
    normals: BoolProperty(
        name="Normals", description="Compare the normals too, if what is compared has some of its own", default=True
    )
    normal_tolerance: FloatProperty(
        name="Normal Tolerance",
        description="By how many degrees a normal may be turned",
        default=NORMAL_TOLERANCE,
        min=0.0,
        max=180.0,
    )
    own_tolerance: BoolProperty(
        name="Own Tolerance",
        description="Use your own tolerance instead of what float32 rounding explains (3e-6 or more)",
    )
    tolerance: FloatProperty(**TOLERANCE)
    accepted: StringProperty(
        name="Accepted", description="Codes of what may be left unjudged, as the command line's --accept takes them"
    )
    explained: StringProperty(name="Explained Vertex", description="What was last found out about one vertex, in lines")
    results: StringProperty(name="Results", options={"HIDDEN"})  # see `result_store`: text to be saved
    heat_map: PointerProperty(type=SKINPROOF_PG_heat_map)
    bone_map: CollectionProperty(type=SKINPROOF_PG_bone)
    bone_labels: CollectionProperty(type=SKINPROOF_PG_bone_label)
    bone_row: IntProperty(name="Row of the Bone Map")
    bone_map_of: StringProperty(name="Character of the Bone Map")

    @property
    def is_chosen(self) -> bool:
        """Whether any setting that counts without a character, for two objects or an export, is not its default."""
        values = [each for each in self.bl_rna.properties if each.type not in ("POINTER", "COLLECTION")]
        counting = [each for each in values if each.identifier not in _OF_CHARACTERS]
        return any(getattr(self, each.identifier) != each.default for each in counting)

    @property
    def codes_accepted(self) -> frozenset[str]:
        """What may be left unjudged."""
        return frozenset(self.accepted.split()) & frozenset(ACCEPTABLE)

    @property
    def engine_name(self) -> str:
        """The chosen engine with its choices."""
        return chosen_name(self.engine, raw_weights=self.raw_weights, directions=self.directions)

    @property
    def result(self) -> Result:
        """The last comparison of the active character."""
        return self.result_of(self.character.key if self.character is not None else "")

    def result_of(self, key: str) -> Result:
        """The last comparison of the character with that id."""
        return result_of(self.id_data, key)

    @property
    def character(self) -> SKINPROOF_PG_character | None:
        """The active character; None if the list is empty."""
        return self.characters[self.active] if 0 <= self.active < len(self.characters) else None


def make_known() -> None:
    """Register what a scene stores, such as its own tolerance, if the extension is not enabled."""
    if not hasattr(Scene, "skinproof"):
        for each in own_classes(sys.modules[__name__]):
            bpy.utils.register_class(each)
        register()


def choose_nothing(scene: Scene) -> None:
    """Set all that the tab holds to its defaults."""
    for group in (scene.skinproof.heat_map, scene.skinproof, scene.skinproof_overlay):
        for each in group.bl_rna.properties:
            if each.type != "POINTER":  # its holder would hold freed memory
                group.property_unset(each.identifier)


def drop_choices(scene: Scene) -> None:
    """Unset everything of ours in a scene.

    Blender adds it to a scene that is looked at. Without the extension it lists it among the artist's properties
    (before 5.0), and exports it as extras.
    """
    for choices in ("skinproof", "skinproof_overlay"):
        scene.property_unset(choices)


def register() -> None:
    Scene.skinproof = PointerProperty(type=SKINPROOF_PG_scene)


def unregister() -> None:
    del bpy.types.Scene.skinproof
