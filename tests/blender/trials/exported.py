"""What is done by chance to a rig that is exported: places, constraints, drivers, strips, rigs, scenes; settings."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

from tests.blender import export_scenes as scenes  # noqa: E402 -- it needs bpy
from tests.blender import lacking_scenes as lacking  # noqa: E402
from tests.blender.animated_tube import LAST, made  # noqa: E402
from tests.blender.mend_scenes import based_key, masked_key  # noqa: E402
from tests.blender.test_elsewhere import prop_in_a_second_scene  # noqa: E402

Work = Callable[[Any, Any], Any]


def constrained(kind: str, **values: Any) -> Work:
    """A constraint of a bone, whose target, if it takes one, is an empty beside the rig."""

    def build(armature: Any, mesh: Any) -> None:
        constraint = armature.pose.bones["b2"].constraints.new(kind)
        if hasattr(constraint, "target"):
            constraint.target = scenes.an_empty(location=(1.5, 0.5, 2.0), rotation_euler=(0.3, 0.2, 0.5))
        for name, value in values.items():
            setattr(constraint, name, value)

    build.__qualname__ = f"constrained {kind}"
    return build


def hung_on_an_empty(armature: Any, mesh: Any) -> None:
    """The armature itself follows something that moves."""
    empty = scenes.an_empty()
    for frame, place in ((0, 0.0), (LAST, 1.0)):
        empty.location.z = place
        empty.keyframe_insert("location", frame=frame)
    empty.animation_data.action.name = "lift"
    empty["actions"], armature["actions"] = "lift", "wave"
    armature.constraints.new("COPY_LOCATION").target = empty


def driven(what: Callable[[Any, Any], tuple[Any, ...]], name: str) -> Work:
    """A driver by the turn of bone b1."""

    def build(armature: Any, mesh: Any) -> None:
        thing, *path = what(armature, mesh)
        driver = thing.driver_add(*path).driver
        driver.type, driver.expression = "SCRIPTED", "0.5 * var"
        variable = driver.variables.new()
        variable.type = "TRANSFORMS"
        target = variable.targets[0]
        target.id, target.bone_target = armature, "b1"
        target.transform_type, target.transform_space = "ROT_X", "LOCAL_SPACE"

    build.__qualname__ = f"driven {name}"
    return build


def in_steps(armature: Any, mesh: Any) -> None:
    """A curve modifier of a key's curve."""
    for curve in curves(armature)[:4]:
        curve.modifiers.new("STEPPED").frame_step = 4.0


def curves(armature: Any) -> list[Any]:
    """Of the action that is assigned; none if strips play it."""
    data = armature.animation_data
    if data.action is None:
        return []
    if bpy.app.version < (4, 4):
        return list(data.action.fcurves)
    return list(data.action.layers[0].strips[0].channelbag(data.action_slot).fcurves)


def strip(**values: Any) -> Work:
    """The action on a track, and nothing assigned; values of its strip."""

    def build(armature: Any, mesh: Any) -> None:
        data = armature.animation_data
        action, slot = data.action, data.action_slot if bpy.app.version >= (4, 4) else None
        track = data.nla_tracks.new()
        track.name = "walk"
        added = track.strips.new(action.name, 0, action)
        if slot is not None:
            added.action_slot = slot
        data.action = None
        for name, value in values.items():
            setattr(added, name, value)
        bpy.context.scene.frame_end = math.ceil(max(bpy.context.scene.frame_end, added.frame_end))

    build.__qualname__ = f"strip {values}"
    return build


def later(armature: Any, mesh: Any) -> None:
    """Its keys begin at frame 10."""
    for curve in curves(armature):
        for key in curve.keyframe_points:
            for part in ("co", "handle_left", "handle_right"):
                getattr(key, part).x += 10.0
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 10, LAST + 10


def rate(fps: int, base: float) -> Work:
    def build(armature: Any, mesh: Any) -> None:
        bpy.context.scene.render.fps, bpy.context.scene.render.fps_base = fps, base

    build.__qualname__ = f"rate {fps} / {base}"
    return build


def two_coats(armature: Any, mesh: Any) -> None:
    """Objects of their own on the same bones, one with modifiers of its own."""
    for number in (1, 2):
        coat = lacking.another(armature, mesh, f"Coat {number}")
        coat.select_set(True)
    coat.modifiers["Armature"].use_deform_preserve_volume = True


#: What is done to the rig and its mesh: at most one of each row, whose entries are ways of one thing.
WORK: tuple[tuple[Work, ...], ...] = (
    (scenes.small, scenes.in_centimetres, scenes.mirrored, scenes.moved, scenes.sheared, scenes.under_an_empty),
    (scenes.mesh_elsewhere, scenes.moving_armature, scenes.kept_in_place),
    (scenes.inverse_kinematics, scenes.copied_rotation, scenes.spline),
    (
        constrained("LIMIT_ROTATION", use_limit_x=True, max_x=0.2, owner_space="LOCAL"),
        constrained("STRETCH_TO"),
        constrained("COPY_TRANSFORMS", influence=0.5),
        constrained("DAMPED_TRACK"),
        constrained("TRACK_TO", mute=True),
        hung_on_an_empty,
    ),
    tuple(scenes.scale_inherited(kind) for kind in ("NONE", "ALIGNED", "AVERAGE", "FIX_SHEAR")),
    (scenes.driven_shape_key, masked_key, based_key),
    (
        driven(lambda armature, mesh: (armature.pose.bones["b3"], "location", 0), "bone"),
        driven(lambda armature, mesh: (armature, "location", 2), "armature"),
        in_steps,
    ),
    (scenes.without_weights, scenes.hardly_any_weights, scenes.little_weights, scenes.six_influences),
    (scenes.one_that_deforms_nothing, scenes.bendy, scenes.volume_kept, scenes.envelopes, scenes.masked),
    (scenes.materials, scenes.seams, scenes.skinned_twice),
    (scenes.subdivided, scenes.subdivided_before, scenes.mirrored_before, scenes.caged, scenes.smoothed),
    (lacking.clothes, lacking.sword_on_a_bone, lacking.hat_hung_on, lacking.a_hidden_coat, lacking.a_room, two_coats),
    (
        strip(),
        strip(frame_start_ui=10),
        strip(scale=1.5),
        strip(repeat=2.0),
        strip(use_reverse=True),
        strip(frame_start_ui=6, scale=0.5, repeat=3.0),
        strip(blend_in=6.0),
    ),
    (scenes.one_of_two_assigned, scenes.a_pose_left_over, scenes.two_rigs, scenes.two_rigs_in_one_place),
    (rate(30, 1.0), rate(24, 1.001), rate(25, 0.5), later),
    (prop_in_a_second_scene,),
)
#: The row of strips, which play an action otherwise than the file has it.
_STRIPS = 12
#: Settings of the exporter: at most three of them are chosen.
SETTINGS: tuple[dict[str, Any], ...] = (
    {"export_apply": True},
    {"export_all_influences": True},
    {"export_influence_nb": 1},
    {"export_influence_nb": 8},
    scenes.FLAT,
    {"export_hierarchy_flatten_objs": True},
    scenes.DEFORMING,
    {"export_force_sampling": False},
    {"export_frame_step": 3},
    {"export_rest_position_armature": False},
    {"export_yup": False},
    {"export_optimize_animation_size": False},
    {"export_animation_mode": "ACTIVE_ACTIONS"},
    {"export_animation_mode": "SCENE"},
    {"export_animation_mode": "NLA_TRACKS"},
    {"export_animation_mode": "BROADCAST"},
    {"export_morph": False},
    {"export_skins": False},
    {"export_animations": False},
    {"export_current_frame": True},
    {"use_selection": True},
    {"use_renderable": True},
    {"use_visible": True},
    {"use_active_scene": True},
    {"export_armature_object_remove": True},
    {"export_frame_range": True},
    {"export_anim_slide_to_zero": True},
    {"export_negative_frame": "CROP"},
    {"export_reset_pose_bones": False},
    {"export_anim_single_armature": False},
    {"export_bake_animation": True},
    {"export_morph_animation": False},
    {"export_optimize_disable_viewport": True},
    {"export_leaf_bone": True},
    {"export_shared_accessors": True},
    {"export_try_sparse_sk": False},
)
#: Modes of animation that write what plays; the others write actions or tracks, each as if it played alone. So does
#: "BROADCAST": it writes every action for all that it can move, and none of the strips that show it otherwise.
_WHAT_PLAYS = ("ACTIVE_ACTIONS", "SCENE")


class Trial:
    """A scene made by chance, as often as it is asked for, and the settings of its export."""

    still = False  # a file without clips is told apart from its scene by the motion that it lacks

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.bones = random.randint(4, 6)
        self.rows = sorted(random.sample(range(len(WORK)), random.choice([0, 1, 1, 2, 2, 3, 3])))
        self.work = [random.choice(WORK[row]) for row in self.rows]
        self.settings: dict[str, Any] = {}
        for setting in random.sample(SETTINGS, random.choice([0, 0, 1, 1, 2, 3])):
            self.settings |= setting

    @property
    def names(self) -> list[str]:
        return [work.__qualname__ for work in self.work]

    @property
    def plays(self) -> bool:
        """Whether the clip of the file is to be what plays, not an action or a track by itself; asked of the scene."""
        alone = _STRIPS not in self.rows and len(bpy.data.actions) == 1
        return alone or self.settings.get("export_animation_mode") in _WHAT_PLAYS

    @property
    def zeros(self) -> tuple[int, ...]:
        """Frames of the scene at which a clip may begin."""
        return (0, 6, 10) if self.settings.get("export_anim_slide_to_zero") else (0,)

    @property
    def applied(self) -> bool:
        return bool(self.settings.get("export_apply"))

    def build(self) -> None:
        """Make it, in a new file."""
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        armature, mesh = made(bones=self.bones)
        bpy.ops.object.select_all(action="DESELECT")
        for ob in (armature, mesh):
            ob.select_set(True)
        for work in self.work:
            work(armature, mesh)
        for ob in bpy.context.scene.objects:  # of two rigs both are chosen: else one has the other's actions
            if ob.name.startswith("Other"):
                ob.select_set(True)
        bpy.context.scene.frame_set(bpy.context.scene.frame_start)
