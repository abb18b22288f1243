"""The state that panels draw and operators fill: one ``PropertyGroup`` on the scene, saved and undone with the file.

Numbers of the last comparison are plain properties here. The arrays behind them (errors of every vertex) are too large
for that and stay in ``session``, under ``result.key``.
"""

from __future__ import annotations

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import Context, PropertyGroup, Scene

from ..skinning_core.compare.tolerance import ORDINARY
from . import session
from .engines.table import ITEMS, label_of
from .preferences import preference

REST = "REST"

#: What the panel compares of Blender: the character as it is seen, or its imported clips.
SEEN, CLIPS = "SEEN", "CLIPS"


def clip_items(character: SKINPROOF_PG_character, context: Context | None) -> list[tuple[str, str, str, str, int]]:
    """The rest pose, then the imported clips in the file's order; the identifier is the index in the file."""
    names = tuple((clip.index, clip.name) for clip in character.clips)
    if names not in session.clip_items:
        rest = (REST, "Rest Pose", "The nodes' stored pose, without a clip", "ARMATURE_DATA", 0)
        clips = [(str(i), name or f"Clip {i}", "Clip of the file", "ACTION", i + 1) for i, name in names]
        session.clip_items[names] = [rest, *clips]
    return session.clip_items[names]


def _clip_chosen(character: SKINPROOF_PG_character, context: Context) -> None:
    react = session.reactions.clip_chosen
    if react is not None and not session.listing and preference(context, "play_on_choice"):
        react(context, character)


class SKINPROOF_PG_clip(PropertyGroup):
    """A clip of the file; its name is the group's name."""

    index: IntProperty(name="Index", description="Place among the clips of the file")


class SKINPROOF_PG_character(PropertyGroup):
    """What the list shows of an imported character; its name is the group's name."""

    path: StringProperty(name="File", description="The file that the character came from", subtype="FILE_PATH")
    bones: IntProperty(name="Bones")
    vertices: IntProperty(name="Vertices")
    clips: CollectionProperty(type=SKINPROOF_PG_clip)
    clip: EnumProperty(
        name="Clip",
        description="The clip to play and to compare",
        items=clip_items,
        update=_clip_chosen,
    )

    @property
    def clip_index(self) -> int | None:
        """Index of the chosen clip in the file; None: the rest pose."""
        return int(self.clip) if self.clip not in ("", REST) else None


class SKINPROOF_PG_part(PropertyGroup):
    """Numbers of one part of the last comparison; its name is the group's name."""

    largest: FloatProperty(name="Largest", description="Largest error, as a fraction of the diagonal")
    rms: FloatProperty(name="RMS", description="Root mean square error, as a fraction of the diagonal")
    vertex: IntProperty(name="Worst Vertex", description="Index in the file")


class SKINPROOF_PG_result(PropertyGroup):
    """The last comparison. Errors are fractions of the bounding-box diagonal unless the name says metres."""

    key: IntProperty(name="Key in the session", default=0)  # 0: nothing has been compared yet
    character: StringProperty(name="Character")
    path: StringProperty(name="File", subtype="FILE_PATH")
    clip: StringProperty(name="Clip")
    clip_index: IntProperty(name="Index of the Clip", default=-1)  # -1: the rest pose
    engine: StringProperty(name="Engine")
    seen: BoolProperty(name="Judged as Seen", description="No action was assigned to the character")
    count: IntProperty(name="Times")
    tolerance: FloatProperty(name="Tolerance")
    same: BoolProperty(name="Within Tolerance")
    largest: FloatProperty(name="Largest")
    largest_metres: FloatProperty(name="Largest")
    rms: FloatProperty(name="RMS")
    rms_metres: FloatProperty(name="RMS")
    p99: FloatProperty(name="99th Percentile")
    p99_metres: FloatProperty(name="99th Percentile")
    lost: IntProperty(name="Lost Vertices")
    worst_part: IntProperty(name="Worst Part", default=-1)
    worst_vertex: IntProperty(name="Worst Vertex", default=-1)
    worst_object: StringProperty(name="Mesh of the Worst Vertex")
    worst_row: IntProperty(name="Worst Vertex of the Mesh", default=-1)  # -1: it is no longer in the mesh
    worst_joint: StringProperty(name="Worst Joint")
    worst_position: FloatVectorProperty(
        name="Worst Position", description="Place in world space; it is known once you have jumped to it", size=3
    )
    worst_time: FloatProperty(name="Worst Time")
    worst_frame: FloatProperty(name="Worst Frame")
    seconds: FloatProperty(name="Seconds")
    notes: StringProperty(name="Notes", description="Sentences, one per line")
    parts: CollectionProperty(type=SKINPROOF_PG_part)


def _scale_chosen(_heat_map: SKINPROOF_PG_heat_map, context: Context) -> None:
    if session.reactions.scale_chosen is not None:
        session.reactions.scale_chosen(context.scene)


class SKINPROOF_PG_heat_map(PropertyGroup):
    """The heat map that is shown, if any."""

    shown: BoolProperty(name="Heat Map Shown", default=False)
    character: StringProperty(name="Character")
    time: FloatProperty(name="Time", description="Clip time that the colours belong to")
    top: FloatProperty(name="Top", description="Error that the last colour stands for, as a fraction of the diagonal")
    scale: EnumProperty(
        name="Scale",
        description="What the last colour of the heat map stands for",
        items=(
            ("AUTO", "Auto", "The largest error of the comparison, and at least the tolerance"),
            ("LARGEST", "Largest", "The largest error of the comparison, however small"),
            ("TOLERANCE", "Tolerance", "The tolerance: whatever has the last colour is beyond it"),
        ),
        update=_scale_chosen,
    )
    follow: BoolProperty(
        name="Follow the Timeline",
        description="Recolour the meshes while the timeline plays, from the errors of the compared times",
        default=True,
    )


class SKINPROOF_PG_scene(PropertyGroup):
    """Everything of Skinproof that a scene holds."""

    characters: CollectionProperty(type=SKINPROOF_PG_character)
    active: IntProperty(name="Active Character", description="The character that buttons act on", default=0)
    engine: EnumProperty(name="Engine", description="What is compared with the reference", items=ITEMS)
    question: EnumProperty(
        name="Judge",
        description="What of this character is compared with the file's clip",
        items=(
            (
                SEEN,
                "What I See",
                "The character as it stands: the action, NLA strips or unkeyed pose that play. Nothing is touched",
            ),
            (CLIPS, "The File's Clips", "The actions that came with the import, whatever plays; put back afterwards"),
        ),
    )
    strict_placement: BoolProperty(
        name="Strict Placement",
        description="Where you have moved, turned or scaled the character to counts as error; else it is taken off",
        default=False,
    )
    times: EnumProperty(
        name="Times",
        description="At which times the whole clip is compared",
        items=(
            ("FRAMES", "Every Frame", "Each frame of the scene from the clip's first key to its last"),
            ("KEYS", "Every Key", "Each time that has a key in any track, and one time between every two"),
        ),
    )
    own_tolerance: BoolProperty(
        name="Own Tolerance",
        description="Judge by a tolerance of your own, not by what float32 leaves of this character (3e-6 or more)",
        default=False,
    )
    tolerance: FloatProperty(
        name="Tolerance",
        description="Largest error that counts as the same, as a fraction of the character's bounding-box diagonal",
        default=ORDINARY,
        min=0.0,
        soft_min=1e-7,
        soft_max=1e-2,
        precision=6,
        step=0.0001,
    )
    result: PointerProperty(type=SKINPROOF_PG_result)
    heat_map: PointerProperty(type=SKINPROOF_PG_heat_map)

    @property
    def engine_label(self) -> str:
        return label_of(self.result.engine)

    @property
    def character(self) -> SKINPROOF_PG_character | None:
        """The active character; None where the list is empty."""
        return self.characters[self.active] if 0 <= self.active < len(self.characters) else None


CLASSES = (
    SKINPROOF_PG_clip,
    SKINPROOF_PG_character,
    SKINPROOF_PG_part,
    SKINPROOF_PG_result,
    SKINPROOF_PG_heat_map,
    SKINPROOF_PG_scene,
)


def register() -> None:
    Scene.skinproof = PointerProperty(type=SKINPROOF_PG_scene)


def unregister() -> None:
    del bpy.types.Scene.skinproof
