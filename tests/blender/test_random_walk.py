"""A random walk through everyday work: after every step the verdict of *What I See* is that of a plain float64 reading.

The test keeps its own book of which row of the mesh is which vertex of the file, and reads the file by `plain`; what
Blender's evaluated mesh shows, with every modifier, within tolerance and with every triangle, is the same. Three
seeds run always; ``SKINPROOF_WALK_SEEDS=500 SKINPROOF_WALK_STEPS=30`` is the long version (hours).
"""

from __future__ import annotations

import os
import random
from pathlib import Path

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
        self.count = len(self.book)
        file = plain.PlainFile(self.path)
        primitive = file.json["meshes"][0]["primitives"][0]
        self.places = list(map(tuple, file.accessor(primitive["attributes"]["POSITION"]).tolist()))
        corners = file.accessor(primitive["indices"]).astype(int).reshape(-1, 3).tolist()
        self.triangles = [{self.places[corner] for corner in triangle} for triangle in corners]
        self.key = bpy.context.scene.skinproof.character.key
        self.log: list[str] = []
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
        self.log.append(name[3:])
        getattr(self, name)()
        bpy.context.view_layer.update()
        if name not in ("do_undo", "do_redo"):
            self.keep()

    def do_frame(self) -> None:
        bpy.context.scene.frame_set(self.random.randrange(-8, 40))

    def do_key_outside_the_clip(self) -> None:
        bone = self.armature.pose.bones[-1]
        bone.keyframe_insert("rotation_quaternion", frame=self.random.choice([-5, 30]))

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

    def edit(self, rows: list[int], operator, **words) -> None:
        bpy.ops.object.select_all(action="DESELECT")
        self.mesh.select_set(True)
        bpy.context.view_layer.objects.active = self.mesh
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_mode(type="VERT")
        bpy.ops.mesh.select_all(action="DESELECT")
        bpy.ops.object.mode_set(mode="OBJECT")
        for row in rows:
            self.mesh.data.vertices[row].select = True
        bpy.ops.object.mode_set(mode="EDIT")
        operator(**words)
        bpy.ops.object.mode_set(mode="OBJECT")

    def do_delete_vertex(self) -> None:
        if len(self.book) > 20:
            row = self.random.randrange(len(self.book))
            self.edit([row], bpy.ops.mesh.delete, type="VERT")
            del self.book[row]

    def do_delete_face(self) -> None:
        """The face alone: its vertices and edges stay."""
        faces = self.mesh.data.polygons
        if len(faces) > 4:
            rows = list(faces[self.random.randrange(len(faces))].vertices)
            self.edit(rows, bpy.ops.mesh.delete, type="ONLY_FACE")

    def do_modifier(self) -> None:
        """One behind the armature that moves the mesh, or one that moves nothing; taken off at the next turn."""
        modifiers = self.mesh.modifiers
        if len(modifiers) > 1:
            modifiers.remove(modifiers[-1])
        else:
            modifiers.new("Cast", "CAST").factor = self.random.choice([0.0, 0.2])

    def do_merge(self) -> None:
        before = [tuple(v.co) for v in self.mesh.data.vertices]
        self.edit(list(range(len(self.book))), bpy.ops.mesh.remove_doubles, threshold=1e-6)
        known: dict[tuple[float, ...], set[int]] = {}
        for co, row in zip(before, self.book, strict=True):
            known.setdefault(co, set()).update(row)
        self.book = [known[tuple(v.co)] for v in self.mesh.data.vertices]

    def do_duplicate_and_damage(self) -> None:
        """Both objects, or one of the two."""
        bpy.ops.object.select_all(action="DESELECT")
        for ob in self.random.choice([(self.mesh, self.armature), (self.mesh,), (self.armature,)]):
            ob.select_set(True)
        bpy.ops.object.duplicate()
        for ob in bpy.context.selected_objects:
            if ob.type == "MESH" and len(ob.data.vertices):
                ob.data.vertices[0].co.z += 3.0

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
        """The action taken off, so that strips or an unkeyed pose play, or put back."""
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

    def whole(self) -> bool:
        """Whether a face joins the three places of every triangle of the file."""
        there = [{self.places[v] for row in face.vertices for v in self.book[row]} for face in self.mesh.data.polygons]
        return all(any(triangle <= face for face in there) for triangle in self.triangles)

    def skin_alone(self) -> np.ndarray:
        """The positions without other modifiers."""
        others = [modifier for modifier in self.mesh.modifiers if modifier.type != "ARMATURE"]
        for modifier in others:
            modifier.show_viewport = False
        found = self.positions()
        for modifier in others:
            modifier.show_viewport = True
        bpy.context.view_layer.update()
        return found

    def told(self):
        """The result of a comparison, which must change nothing."""
        settings = bpy.context.scene.skinproof
        keys = [item.key for item in settings.characters]
        assert self.key in keys, self.log
        settings.active = keys.index(self.key)
        before = self.state()
        try:
            assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
        except RuntimeError as error:
            pytest.fail(f"{error} after {self.log}")
        assert self.state() == before, self.log
        return settings.result

    def check(self) -> None:
        scene, result = bpy.context.scene, self.told()
        (expected,) = plain.skin(self.path, 0, [min(max(scene.frame_current_final / scene.render.fps, 0.0), 1.0)])
        size = float(np.linalg.norm(np.ptp(expected[0], axis=0)))
        known = set().union(*self.book)
        pairs = [(row, vertex) for row, vertices in enumerate(self.book) for vertex in vertices]
        error, seen = (
            max((float(np.linalg.norm(places[row] - expected[0, vertex])) / size for row, vertex in pairs), default=0.0)
            for places in (self.skin_alone(), self.positions())
        )
        told = f"{error:.2e} by the book, {result.largest:.2e} told, lost {result.lost} of {self.count - len(known)}; "
        told += f"{self.log}; {result.notes}"
        same = max(error, seen) <= LIMIT and not result.lost and self.whole()
        assert result.outcome == ("SAME" if same else "DIFFERS"), f"{told}; {result.grounds}; {seen:.2e} seen"
        assert result.lost <= self.count - len(known), told
        if not result.lost:
            assert abs(error - result.largest) <= max(0.02 * error, LIMIT), told

    def state(self) -> tuple[object, ...]:
        scene = bpy.context.scene
        bones = [tuple(b.rotation_quaternion) for b in self.armature.pose.bones]
        blocks = [len(getattr(bpy.data, k)) for k in ("objects", "meshes", "actions", "collections", "scenes")]
        return scene.frame_current, bpy.context.mode, bones, blocks, self.positions().tobytes()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_verdict_is_true_after_every_step(extension: str, tmp_path: Path, seed: int) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    module(extension, "addon.state.session").forget()
    walk = Walk(seed, tmp_path)
    for _ in range(STEPS):
        walk.step()
        walk.check()
