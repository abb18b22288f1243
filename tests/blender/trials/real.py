"""Real characters that are edited by chance and exported: the scene of a seed, and the settings of its export."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.blender.trials.mesh import MESH
from tests.blender.trials.modifiers import MODIFIERS
from tests.blender.trials.motion import MOTION
from tests.blender.trials.real_motion import REAL_MOTION
from tests.blender.trials.real_objects import REAL_OBJECTS
from tests.blender.trials.rig import RIG
from tests.blender.trials.scene import SLOTTED, NotHere, TrialScene

bpy = pytest.importorskip("bpy")

from tests.blender.lacking_scenes import curves_of  # noqa: E402 -- it needs bpy
from tests.blender.trials.exported import SETTINGS  # noqa: E402

#: Files of the folder of shared models that Blender reads, each with a skin and a clip.
CHARACTERS = (
    *("models/fox/Fox.glb", "models/cesium_man/cesium_man.gltf", "models/greenman/greenman.glb"),
    *("models/rigged_simple/rigged_simple.gltf", "models/hard/h05_influences8/h05_influences8.gltf"),
    *("models/hard/h11_cubic_all/h11_cubic_all.glb", "models/hard/h19_skinned_node_moved/h19_skinned_node_moved.glb"),
    *("models/hard/h21_matrix_nodes/h21_matrix_nodes.glb", "field/characters/RobotExpressive.glb"),
    *("field/characters/player.glb", "field/characters/toon_cat.glb"),
)
#: Frames of a clip that are kept: these, and what was between them.
LONGEST = 20
#: Each kind is as likely as another; what only real work has is twice there.
KINDS = (MOTION, RIG, MESH, MODIFIERS, REAL_MOTION, REAL_OBJECTS, REAL_MOTION, REAL_OBJECTS)
#: What leaves Object Mode: the exporter leaves it, too.
LEFT_OUT = ("mode ",)
#: Settings of the exporter beside those that a made tube is exported with.
MORE_SETTINGS: tuple[dict[str, Any], ...] = (
    {"export_gn_mesh": True},
    {"use_mesh_edges": True},
    {"use_mesh_vertices": True},
    {"export_materials": "NONE"},
    {"export_normals": False},
    {"export_tangents": True},
    {"export_texcoords": False},
    {"export_extras": True},
    {"export_cameras": True, "export_lights": True},
    {"export_optimize_animation_keep_anim_armature": False},
    {"export_optimize_animation_keep_anim_object": True},
    {"export_morph_reset_sk_data": False},
    {"export_morph_normal": False},
    {"export_try_omit_sparse_sk": True},
    {"export_extra_animations": True},
    {"export_pointer_animation": True},
    {"export_frame_step": 2},
    {"export_influence_nb": 2},
    {"export_animation_mode": "SCENE", "export_anim_scene_split_object": False},
    {"export_animation_mode": "SCENE", "export_anim_scene_split_object": False},
    {"use_active_collection": True, "use_active_collection_with_nested": True},
)
_WHAT_PLAYS = ("ACTIVE_ACTIONS", "SCENE")


class RealScene(TrialScene):
    """A real character with one clip, whose keys are at whole frames, as the edits of other trials take a scene."""

    def __init__(self, path: Path, random: Random) -> None:
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        bpy.ops.import_scene.gltf(filepath=str(path))
        self.random = random
        objects = list(bpy.context.scene.objects)
        self.armatures = [ob for ob in objects if ob.type == "ARMATURE"]
        self.parts = [ob for ob in objects if ob.type == "MESH" and not self._is_shape(ob)]
        self.base = self.armature
        while self.base.parent is not None:
            self.base = self.base.parent
        self.scored: set[str] = set()
        self._one_clip()
        self._whole_frames()
        bpy.ops.object.select_all(action="DESELECT")
        for ob in (*self.armatures, *self.parts):
            ob.select_set(True)
        bpy.context.view_layer.objects.active = self.armature

    def bone(self) -> Any:
        """A pose bone that deforms."""
        return self.pick(bone for bone in self.armature.pose.bones if bone.bone.use_deform)

    def _one_clip(self) -> None:
        """One of the file's clips is assigned, and the others are gone."""
        owners = [owner for owner in self.owners() if owner.animation_data]
        name = self.pick(track.name for track in self.armature.animation_data.nla_tracks)
        kept = set()
        for owner in owners:
            data = owner.animation_data
            strip = next((track.strips[0] for track in data.nla_tracks if track.name == name), None)
            data.action = action = None if strip is None else strip.action
            if SLOTTED and action is not None:
                data.action_slot = strip.action_slot
            kept.add(action)
            for track in list(data.nla_tracks):
                data.nla_tracks.remove(track)
        for action in list(bpy.data.actions):
            if action not in kept:
                bpy.data.actions.remove(action)

    def _whole_frames(self) -> None:
        """The keys at whole frames, as an animator sets them, of a short clip; the scene is as long."""
        scene = bpy.context.scene
        all_curves = [curve for action in bpy.data.actions for curve in curves_of(action)]
        begin = round(min(curve.keyframe_points[0].co.x for curve in all_curves))
        first, last = math.inf, -math.inf
        for curve in all_curves:
            frames = sorted({min(round(point.co.x), begin + LONGEST) for point in curve.keyframe_points})
            values, kind = [curve.evaluate(f) for f in frames], curve.keyframe_points[0].interpolation
            curve.keyframe_points.clear()
            for frame, value in zip(frames, values, strict=True):
                curve.keyframe_points.insert(frame, value, options={"FAST"}).interpolation = kind
            curve.update()
            first, last = min(first, frames[0]), max(last, frames[-1])
        scene.frame_start, scene.frame_end = int(first), int(last)
        scene.frame_set(scene.frame_start)


def _heard(data: Any) -> bool:
    """Whether a strip plays."""
    return data.use_nla and any(not track.mute and len(track.strips) for track in data.nla_tracks)


class RealTrial:
    """A character, none to four edits and some settings, of a seed; built as often as it is asked for."""

    still = True  # a file without clips is held beside its scene as it is at rest

    def __init__(self, seed: int, shared: Path) -> None:
        self.seed, random = seed, Random(seed)
        self.path = shared / random.choice(CHARACTERS)
        known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
        self.settings: dict[str, Any] = {}
        self.together = random.random() < 0.6
        for setting in random.sample((*SETTINGS, *MORE_SETTINGS), random.choice([0, 0, 1, 1, 2, 3])):
            self.settings |= {name: value for name, value in setting.items() if name in known}
        self.count = random.choice([0, 1, 1, 1, 2, 2, 3])
        self.names: list[str] = []

    def build(self) -> None:
        random = Random(self.seed + 1)
        scene = RealScene(self.path, random)
        self.names, self.rig = list(self._edits(scene, random)), scene.armature.name
        if bpy.context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        for ob in bpy.context.scene.objects:  # of several rigs all are chosen
            ob.select_set(ob.visible_get() and not scene._is_shape(ob))
        bpy.context.scene.frame_set(bpy.context.scene.frame_start)
        tracks = any(ob.animation_data.nla_tracks for ob in bpy.data.objects if ob.animation_data)
        if self.together and (tracks or len(bpy.data.actions) > 1):  # else each is a clip of its own
            self.settings |= {"export_animation_mode": "SCENE", "export_anim_scene_split_object": False}

    def _edits(self, scene: RealScene, random: Random) -> Iterable[str]:
        for _ in range(self.count):
            for _ in range(20):
                kind = random.choice(KINDS)
                name = random.choice([name for name in kind if not name.startswith(LEFT_OUT)])
                try:
                    kind[name](scene)
                except NotHere:
                    continue
                except RuntimeError as error:  # an operator that does not work here
                    assert any(word in str(error) for word in ("poll", "failed", "Cannot", "not suitable")), name
                    continue
                yield name
                break
        bpy.context.view_layer.update()

    @property
    def plays(self) -> bool:
        """The scene is looked at as it plays; ``shown`` says which clips that is the truth of."""
        return True

    def shown(self, clips: Sequence[str]) -> set[str]:
        """Of the names of a file's clips, those that show what plays; asked of the scene."""
        if self.settings.get("export_animation_mode") in _WHAT_PLAYS:
            return set(clips) if len(clips) == 1 else set()
        if list(clips) == [""]:  # there is none
            return {""}
        data = bpy.data.objects[self.rig].animation_data
        others = [ob for ob in bpy.data.objects if ob.animation_data and ob.type != "EMPTY" and ob.name != self.rig]
        others += [keys for keys in bpy.data.shape_keys if keys.animation_data]
        if data is None or data.action is None or any(_heard(each.animation_data) for each in (*others, data.id_data)):
            return set()
        alone = all(each.animation_data.action in (None, data.action) for each in others)
        return {data.action.name} & set(clips) if alone else set()

    @property
    def zeros(self) -> tuple[int, ...]:
        """Frames of the scene at which a clip may begin."""
        first = min((math.floor(action.frame_range[0]) for action in bpy.data.actions), default=0)
        return (0, first) if first < 0 or self.settings.get("export_anim_slide_to_zero") else (0,)

    @property
    def applied(self) -> bool:
        return bool(self.settings.get("export_apply"))
