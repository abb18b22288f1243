"""A random walk through everyday work: after every step the verdict on what plays now is that of a plain reading.

The test keeps its own book of which row of the mesh is which vertex of the file, and reads the file by `plain`. "The
same" is said if and only if the mesh that Blender evaluates, with every modifier, is that of the file within the
tolerance, each of the file's triangles is there, and nothing is added. Three seeds run always;
``SKINPROOF_WALK_SEEDS=500 SKINPROOF_WALK_STEPS=30`` is the long version (hours).
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.blender.test_identity import quad_strip

bpy = pytest.importorskip("bpy")

SEEDS = int(os.environ.get("SKINPROOF_WALK_SEEDS", "3"))
STEPS = int(os.environ.get("SKINPROOF_WALK_STEPS", "12"))
LIMIT = 3e-6
TO_GLTF = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]], np.float64)
#: The clip lasts a second, at Blender's 24 frames.
LAST = 24


class Walk:
    """A scene with one ribbon, what is done to it, and what is known of it."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random, self.folder = random.Random(seed), folder
        self.path = quad_strip(folder / "ribbon.glb")
        assert bpy.ops.skinproof.import_skin(filepath=str(self.path)) == {"FINISHED"}
        self.name = {"MESH": "", "ARMATURE": ""}
        for ob in bpy.context.scene.objects:
            self.name[ob.type] = ob.name
        self.book: list[set[int]] = [{v} for v in range(len(self.mesh.data.vertices))]  # per row: vertices of the file
        document = plain.PlainFile(self.path)
        (mesh,) = document.json["meshes"]
        (primitive,) = mesh["primitives"]
        #: Of each vertex of the file its place; vertices of one place are twins here: they have the same weights.
        self.place = [tuple(row) for row in document.accessor(primitive["attributes"]["POSITION"]).tolist()]
        corners = document.accessor(primitive["indices"])[:, 0].astype(int).reshape(-1, 3)
        self.triangles = [frozenset(self.place[v] for v in corner) for corner in corners.tolist()]
        self.joints = len(document.json["skins"][0]["joints"])
        self.key = bpy.context.scene.skinproof.character.key
        self.log: list[str] = []
        self.damaged = False
        self.past: list[tuple[dict[str, str], list[set[int]]]] = []
        self.future: list[tuple[dict[str, str], list[set[int]]]] = []
        self.keep()

    @property
    def mesh(self):
        return bpy.data.objects[self.name["MESH"]]

    @property
    def armature(self):
        return bpy.data.objects[self.name["ARMATURE"]]

    def keep(self) -> None:
        """One undo step, and what the test knows at it."""
        bpy.ops.ed.undo_push(message="Walk")
        self.past.append((dict(self.name), [set(row) for row in self.book]))
        self.future.clear()

    def step(self) -> None:
        name = self.random.choice([n for n in dir(self) if n.startswith("do_")])
        if self.damaged and self.random.random() < 0.5:  # else a walk never comes back from its first damage
            name = "do_undo"
        self.log.append(name[3:])
        getattr(self, name)()
        bpy.context.view_layer.update()
        if name not in ("do_undo", "do_redo"):
            self.keep()

    def do_frame(self) -> None:
        bpy.context.scene.frame_set(self.random.randrange(-8, LAST + 9))

    def do_pose(self) -> None:
        angle = self.random.choice([0.0, 0.0, 0.5])
        self.armature.pose.bones[-1].rotation_quaternion = (np.cos(angle), 0.0, np.sin(angle), 0.0)

    def do_place(self) -> None:
        self.armature.location.x += self.random.choice([0.5, -2.0])

    def do_rename(self) -> None:
        for kind in self.name:
            ob = bpy.data.objects[self.name[kind]]
            ob.name = f"Name {self.random.randrange(1000)}"
            self.name[kind] = ob.name

    def do_move_vertex(self) -> None:
        if self.book:
            self.mesh.data.vertices[self.random.randrange(len(self.book))].co.x += self.random.choice([0.0, 0.2])

    def do_add_vertex(self) -> None:
        self.mesh.data.vertices.add(1)
        self.mesh.data.vertices[-1].co = (
            5.0 + len(self.book),
            0.0,
            0.0,
        )  # merged with none, whose identity it would blur
        self.mesh.data.update()
        self.book.append(set())

    def choose(self, kind: str, elements: Iterable[int]) -> None:
        """Select these vertices or faces of the mesh, for the next ``edit``."""
        self.edit(lambda: (bpy.ops.mesh.select_mode(type=kind), bpy.ops.mesh.select_all(action="DESELECT")))
        for element in elements:
            (self.mesh.data.vertices if kind == "VERT" else self.mesh.data.polygons)[element].select = True

    def edit(self, operator: Callable[..., object], **words: object) -> None:
        bpy.ops.object.select_all(action="DESELECT")
        self.mesh.select_set(True)
        bpy.context.view_layer.objects.active = self.mesh
        bpy.ops.object.mode_set(mode="EDIT")
        operator(**words)
        bpy.ops.object.mode_set(mode="OBJECT")

    def delete(self, kind: str, element: int) -> None:
        """Delete a vertex or a face in Edit Mode, and what goes with it from the book."""
        rows = self.mesh.data.attributes.new("walk", "INT", "POINT")
        rows.data.foreach_set("value", range(len(self.book)))
        self.choose("VERT" if kind == "VERT" else "FACE", [element])
        self.edit(bpy.ops.mesh.delete, type=kind)
        left = self.mesh.data.attributes.get("walk")
        kept = [] if left is None else [item.value for item in left.data]  # without vertices there are no attributes
        self.book = [self.book[row] for row in kept]
        if left is not None:
            self.mesh.data.attributes.remove(left)

    def do_delete_vertex(self) -> None:
        if len(self.book) > 20:
            self.delete("VERT", self.random.randrange(len(self.book)))

    def do_delete_face(self) -> None:
        """With the vertices that no other face uses, or the face alone."""
        if len(self.mesh.data.polygons) > 4:
            kind = self.random.choice(["FACE", "ONLY_FACE"])
            self.delete(kind, self.random.randrange(len(self.mesh.data.polygons)))

    def do_quads(self) -> None:
        self.choose("FACE", range(len(self.mesh.data.polygons)))
        self.edit(bpy.ops.mesh.tris_convert_to_quads)

    def do_add_face(self) -> None:
        """A face that is none of the file's: on three new vertices."""
        mesh = self.mesh.data
        count = len(mesh.vertices)
        for _ in range(3):
            self.do_add_vertex()
        mesh.vertices[-1].co.y = 1.0
        mesh.loops.add(3)
        mesh.polygons.add(1)
        mesh.polygons[-1].loop_start = len(mesh.loops) - 3
        for k in range(3):
            mesh.loops[len(mesh.loops) - 3 + k].vertex_index = count + k
        mesh.update(calc_edges=True)

    def do_merge(self) -> None:
        before = [tuple(v.co) for v in self.mesh.data.vertices]
        self.choose("VERT", range(len(self.book)))
        self.edit(bpy.ops.mesh.remove_doubles, threshold=1e-6)
        known: dict[tuple[float, ...], set[int]] = {}
        for co, row in zip(before, self.book, strict=True):
            known.setdefault(co, set()).update(row)
        self.book = [known[tuple(v.co)] for v in self.mesh.data.vertices]

    def do_duplicate_and_damage(self) -> None:
        bpy.ops.object.select_all(action="DESELECT")
        for ob in (self.mesh, self.armature):
            ob.select_set(True)
        bpy.ops.object.duplicate()
        for ob in bpy.context.selected_objects:
            if ob.type == "MESH" and len(ob.data.vertices):
                ob.data.vertices[0].co.z += 3.0

    def do_duplicate_one(self) -> None:
        """The mesh or the armature alone: no character, and the original stays what it is."""
        bpy.ops.object.select_all(action="DESELECT")
        self.random.choice([self.mesh, self.armature]).select_set(True)
        before = [item.key for item in bpy.context.scene.skinproof.characters]
        bpy.ops.object.duplicate()
        bpy.context.view_layer.update()
        assert [item.key for item in bpy.context.scene.skinproof.characters] == before, self.log

    def do_modifier(self) -> None:
        """One more behind the armature, at most one that moves and one that adds or takes away; or one taken off."""
        others = [m for m in self.mesh.modifiers if m.type != "ARMATURE"]
        if others and self.random.random() < 0.6:
            modifier = self.random.choice(others)
            if self.random.random() < 0.5:
                modifier.show_viewport = not modifier.show_viewport
            else:
                self.mesh.modifiers.remove(modifier)
            return
        kind = self.random.choice(["DISPLACE", "LATTICE", "ARRAY", "MASK"])
        of_kind = ("DISPLACE", "LATTICE") if kind in ("DISPLACE", "LATTICE") else ("ARRAY", "MASK")
        if any(m.type in of_kind for m in others):
            return
        modifier, bites = self.mesh.modifiers.new(kind.title(), kind), self.random.random() < 0.5
        if kind == "DISPLACE":
            modifier.strength = 0.1 * bites
        elif kind == "ARRAY":
            modifier.count = 1 + bites
        elif kind == "MASK":
            modifier.vertex_group = self.mesh.vertex_groups[1].name if bites else ""
        else:
            modifier.object = bpy.data.objects.new("Cage", bpy.data.lattices.new("Cage"))
            bpy.context.scene.collection.objects.link(modifier.object)
            modifier.object.data.points[0].co_deform.x += 0.3 * bites

    def curves(self) -> list[Any]:
        """Those of the action that is assigned."""
        animation = self.armature.animation_data
        if animation is None or animation.action is None:
            return []
        if not hasattr(animation, "action_slot"):
            return list(animation.action.fcurves)
        bags = [s.channelbag(animation.action_slot) for layer in animation.action.layers for s in layer.strips]
        return [curve for bag in bags if bag is not None for curve in bag.fcurves]

    def do_key_outside(self) -> None:
        """A key before the first or after the last of a curve's, elsewhere or where the curve is anyway."""
        if curves := self.curves():
            curve, frame = self.random.choice(curves), self.random.choice([-5.0, -1.0, LAST + 1.0, LAST + 6.5])
            curve.keyframe_points.insert(frame, curve.evaluate(frame) + self.random.choice([0.0, 0.5]))
            curve.update()

    def do_mute_curve(self) -> None:
        if curves := self.curves():
            curve = self.random.choice(curves)
            curve.mute = not curve.mute

    def do_delete_bone(self) -> None:
        """Seldom, since nothing is the same afterwards but by Undo."""
        if self.random.random() < 0.2 and len(self.armature.data.bones) > 1:
            bpy.ops.object.select_all(action="DESELECT")
            bpy.context.view_layer.objects.active = self.armature
            bpy.ops.object.mode_set(mode="EDIT")
            bones = self.armature.data.edit_bones
            bones.remove(bones[-1])
            bpy.ops.object.mode_set(mode="OBJECT")

    def do_mode(self) -> None:
        bpy.ops.object.select_all(action="DESELECT")
        bpy.context.view_layer.objects.active = self.armature
        bpy.ops.object.mode_set(mode="POSE")
        self.check()
        bpy.ops.object.mode_set(mode="OBJECT")

    def do_collection(self) -> None:
        other = bpy.data.collections.new("Other")
        bpy.context.scene.collection.children.link(other)
        for collection in self.mesh.users_collection:
            collection.objects.unlink(self.mesh)
        other.objects.link(self.mesh)

    def do_undo(self) -> None:
        if len(self.past) > 1:
            bpy.ops.ed.undo()
            self.future.append(self.past.pop())
            self.recall()

    def do_redo(self) -> None:
        if self.future:
            bpy.ops.ed.redo()
            self.past.append(self.future.pop())
            self.recall()

    def recall(self) -> None:
        self.name, self.book = dict(self.past[-1][0]), [set(row) for row in self.past[-1][1]]

    def do_weight(self) -> None:
        if self.book:
            group = self.mesh.vertex_groups[self.random.randrange(2)]
            share = self.random.choice([0.0, 0.5])
            group.add([self.random.randrange(len(self.book))], share, self.random.choice(["ADD", "REPLACE"]))

    def do_strip(self) -> None:
        """An NLA strip that turns the last bone, or all strips muted."""
        animation = self.armature.animation_data
        if animation.nla_tracks and self.random.random() < 0.5:
            for track in animation.nla_tracks:
                track.mute = not track.mute
        elif bpy.data.actions:
            strip = animation.nla_tracks.new().strips.new("strip", self.random.randrange(8), bpy.data.actions[0])
            strip.influence = self.random.choice([0.5, 1.0])

    def do_action(self) -> None:
        """The action taken off, so that strips or a pose without keys play, or put back."""
        if bpy.data.actions:
            animation = self.armature.animation_data
            animation.action = None if animation.action is not None else bpy.data.actions[0]
            if animation.action is not None and hasattr(animation, "action_slot"):
                animation.action_slot = animation.action.slots[0]

    def do_edit_mode(self) -> None:
        """Into Edit Mode and out again; what is judged there is the cage as it is evaluated."""
        bpy.ops.object.select_all(action="DESELECT")
        bpy.context.view_layer.objects.active = self.mesh
        bpy.ops.object.mode_set(mode="EDIT")
        self.told()
        bpy.ops.object.mode_set(mode="OBJECT")

    def do_scene_copy(self) -> None:
        """The objects in a second scene too; work goes on there."""
        if len(bpy.data.scenes) < 3:
            bpy.ops.scene.new(type="LINK_COPY")

    def do_save_and_load(self) -> None:
        path = str(self.folder / "walk.blend")
        bpy.ops.wm.save_as_mainfile(filepath=path)
        bpy.ops.wm.open_mainfile(filepath=path)
        self.past.clear()

    def positions(self) -> np.ndarray:
        depsgraph = bpy.context.evaluated_depsgraph_get()
        mesh = self.mesh.evaluated_get(depsgraph)
        points = np.array([mesh.matrix_world @ v.co for v in mesh.data.vertices], np.float64).reshape(-1, 3)
        points[:, 0] -= self.armature.matrix_world.translation.x
        return points @ TO_GLTF.T

    def told(self, scope: str = "FRAME"):
        """The result of a comparison, which must change nothing; None if whole clips would lose a pose without keys."""
        settings = bpy.context.scene.skinproof
        keys = [item.key for item in settings.characters]
        assert self.key in keys, self.log
        settings.active = keys.index(self.key)
        before = self.state()
        try:
            assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
        except RuntimeError as error:
            if scope == "CLIP" and "is not keyed" in str(error):
                assert self.state() == before, self.log
                return None
            pytest.fail(f"{error} after {self.log}")
        assert self.state() == before, self.log
        return settings.result

    def check(self) -> None:
        result = self.told()
        error = self.error()
        self.damaged = self.outcome(error) == "DIFFERS"
        told = f"{error:.2e} by the book, {result.largest:.2e} told, lost {result.lost}, {result.grounds}; {self.log}"
        assert result.outcome == self.outcome(error), told
        if not self.gone() and not [m for m in self.mesh.modifiers if m.type != "ARMATURE"]:
            assert result.lost == 0, told
            assert abs(error - result.largest) <= max(0.02 * error, LIMIT), told

    def check_clip(self) -> None:
        """The same of the whole clip, and of what is keyed before and after it."""
        scene, result = bpy.context.scene, self.told("CLIP")
        frame, poses = scene.frame_current, self.poses()
        if result is None:
            scene.frame_set(frame)
            assert poses != self.poses(), self.log
            return
        errors = []
        for each in self.frames():
            scene.frame_set(each)
            errors.append(self.error())
        scene.frame_set(frame)
        told = f"{max(errors):.2e} by the book, {result.largest:.2e} told, {result.grounds}; {self.log}"
        assert result.outcome == self.outcome(max(errors)), told

    def frames(self) -> range:
        """From the first key or strip to the last one, and all frames of the clip."""
        spans = [(0.0, float(LAST)), *(curve.range() for curve in self.curves())]
        animation = self.armature.animation_data
        for track in animation.nla_tracks if animation.use_nla else ():
            spans += [(strip.frame_start, strip.frame_end) for strip in track.strips if not track.mute]
        return range(math.floor(min(s[0] for s in spans)), math.ceil(max(s[1] for s in spans)) + 1)

    def error(self) -> float:
        """How far the mesh that Blender shows is from the file at the current frame, relative; inf: it lacks some."""
        scene = bpy.context.scene
        (expected,) = plain.skin(self.path, 0, [min(max(scene.frame_current_final / scene.render.fps, 0.0), 1.0)])
        size = float(np.linalg.norm(np.ptp(expected[0], axis=0)))
        seen = self.positions()
        if len(seen) < len(self.book):
            return math.inf
        far = [np.linalg.norm(seen[row] - expected[0, v]) for row, vs in enumerate(self.book) for v in vs]
        return float(max(far, default=0.0)) / size

    def outcome(self, error: float) -> str:
        """What is to be said of what is off by ``error``."""
        faces = [
            [{self.place[v] for v in self.book[corner]} for corner in face.vertices] for face in self.mesh.data.polygons
        ]
        whole = [frozenset().union(*face) for face in faces]
        lost = any(not any(triangle <= face for face in whole) for triangle in self.triangles)
        if error > LIMIT or lost or self.gone():
            return "DIFFERS"
        strange = any(not all(face) for face in faces) or any(not any(t <= f for t in self.triangles) for f in whole)
        depsgraph = bpy.context.evaluated_depsgraph_get()
        added = len(self.mesh.evaluated_get(depsgraph).data.vertices) > len(self.book)
        bones = sum("skinproof_notes" in bone for bone in self.armature.pose.bones)
        return "PARTLY" if strange or added or bones < self.joints else "SAME"

    def gone(self) -> int:
        """How many vertices of the file are not in the mesh, nor a twin of theirs."""
        there = {self.place[v] for row in self.book for v in row}
        return sum(place not in there for place in self.place)

    def poses(self) -> list[tuple[float, ...]]:
        return [tuple(b.rotation_quaternion) for b in self.armature.pose.bones]

    def state(self) -> tuple[object, ...]:
        scene = bpy.context.scene
        blocks = [len(getattr(bpy.data, k)) for k in ("objects", "meshes", "actions", "collections", "scenes")]
        return scene.frame_current, bpy.context.mode, self.poses(), blocks, self.positions().tobytes()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_verdict_is_true_after_every_step(extension: str, tmp_path: Path, seed: int) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    module(extension, "addon.state.session").session.forget()
    walk = Walk(seed, tmp_path)
    for _ in range(STEPS):
        walk.step()
        walk.check()
        if walk.random.random() < 0.2:
            walk.check_clip()
