"""A scene with one character, what it is made of, and which vertex of the file each of its vertices is.

Vertices are known by a number of their own, an attribute that edits carry along; it is given to them in the untouched
scene by where they go over two clips, against `oracle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.blender.trials.oracle import Oracle

bpy = pytest.importorskip("bpy")

NUMBER = "trial"
RATE = 24.0
SLOTTED = bpy.app.version >= (4, 4)


class NotHere(Exception):
    """An edit that this scene has no place for."""


class TrialScene:
    """The only character of the open scene, as it came in."""

    def __init__(self, path: Path, seed: int, *, attached: bool) -> None:
        self.random, self.oracle, self.attached = Random(seed), Oracle(path), attached
        self.settings = bpy.context.scene.skinproof
        objects = list(bpy.context.scene.objects)
        self.armatures = [ob for ob in objects if ob.type == "ARMATURE"]
        self.parts = [ob for ob in objects if ob.type == "MESH" and not self._is_shape(ob)]
        self.base = next((ob for ob in [*self.armatures, *self.parts] if ob.parent is None), None) or objects[0]
        while self.base.parent is not None:
            self.base = self.base.parent
        self.scored = {"PLAYS", "CLIPS", "POSE"}
        self.actions = [self._played(clip) for clip in range(self.oracle.clips)]
        self.rest = self._stands() if attached else self._at_rest()
        if self.oracle.clips:
            self.settings.character.clip = "0"
        self.choose(0 if self.oracle.clips else None)
        self.number()
        bpy.context.view_layer.update()
        self.stood = np.array(self.base.matrix_world)

    def _at_rest(self) -> list[Any]:
        """How every bone stands at the file's rest pose, which is not where its first clip begins (seed 1364)."""
        self.settings.character.clip = "REST"
        return self._stands()

    def _stands(self) -> list[Any]:
        bones = self._pose_bones()
        return [((b.id_data.name, b.name), b.location[:], b.rotation_quaternion[:], b.scale[:]) for b in bones]

    def _is_shape(self, ob: Any) -> bool:
        return any(bone.custom_shape == ob for rig in self.armatures for bone in rig.pose.bones)

    def _pose_bones(self) -> list[Any]:
        return [bone for rig in self.armatures for bone in rig.pose.bones]

    def at_rest(self) -> None:
        """Every bone as at rest, or as another importer left it; what is keyed moves it from there."""
        known = {(bone.id_data.name, bone.name): bone for bone in self._pose_bones()}
        for place, *values in self.rest:
            if bone := known.get(place):
                bone.location, bone.rotation_quaternion, bone.scale = values

    def choose(self, clip: int | None) -> None:
        self.clip = clip
        bpy.context.scene.frame_set(0)

    def owners(self) -> list[Any]:
        """All that may be animated: objects and shape keys."""
        blocks = list(bpy.context.scene.objects)
        return blocks + [ob.data.shape_keys for ob in blocks if ob.type == "MESH" and ob.data.shape_keys]

    def _played(self, clip: int) -> list[tuple[Any, Any, str]]:
        """What a clip of the untouched character is: owners with their actions and slots."""
        self.settings.character.clip = str(clip)
        found = []
        for owner in self.owners():
            data = owner.animation_data
            if data is not None and data.action is not None:
                slot = data.action_slot.identifier if SLOTTED and data.action_slot else ""
                found.append((owner, data.action, slot))
        return found

    # ---- Whose vertex is whose.

    def number(self) -> None:
        """Give each vertex the number of the file's vertex that goes where it goes; twins share one."""
        moments = [(clip, t) for clip in range(min(self.oracle.clips, 2)) for t in self._moments(clip)] or [(None, 0.0)]
        self.stood = np.array(self.base.matrix_world)
        seen, there = [], []
        for clip, time in moments:
            if clip is not None:
                self.settings.character.clip = str(clip)
            bpy.context.scene.frame_set(round(time * RATE))
            seen.append(np.concatenate([self.places(ob) for ob in self.parts]))
            there.append(self.oracle.at(clip, time))
        scale = np.array([self.oracle.size(*moment) for moment in moments])
        ways, file_ways = np.stack(seen, 1) / scale[:, None], np.stack(there, 1) / scale[:, None]
        self.numbers = _classes(file_ways)
        far = np.abs(ways[:, None] - file_ways[None]).max(axis=(2, 3))
        nearest = far.argmin(axis=1)
        self.off = float(far.min(axis=1).max())
        shared = len({ob.data for ob in self.parts}) < len(self.parts)  # one number cannot say which of them
        self.complete = not shared and set(self.numbers[nearest].tolist()) == set(self.numbers.tolist())
        values = np.random.default_rng(5).permutation(4 * len(self.numbers))[: len(self.numbers)].astype(np.float32)
        self.value_of = {float(values[n]) + 0.37: n for n in range(len(self.numbers))}
        self.value_of = {float(np.float32(value)): n for value, n in self.value_of.items()}
        back, first = {n: value for value, n in self.value_of.items()}, 0
        for ob in self.parts:
            count = len(ob.data.vertices)
            own = [back[int(self.numbers[v])] for v in nearest[first : first + count]]
            ob.data.attributes.new(NUMBER, "FLOAT", "POINT").data.foreach_set("value", own)
            first += count
        self.triangles = {
            frozenset(int(self.numbers[v]) for v in corner) for corner in self.oracle.triangles if len({*corner}) == 3
        }
        self.triangles = {t for t in self.triangles if len(t) == 3}
        if self.oracle.clips:
            self.settings.character.clip = "0"
        bpy.context.scene.frame_set(0)

    def reopened(self) -> None:
        """Find everything again, by name, after the scene was opened from a file."""
        self.settings = bpy.context.scene.skinproof
        objects = bpy.data.objects
        self.armatures = [objects[name] for name in self.names["armatures"] if name in objects]
        self.parts = [objects[name] for name in self.names["parts"] if name in objects]
        self.base = objects.get(self.names["base"])
        self.actions = [
            [
                (found, bpy.data.actions.get(action), slot)
                for owner, action, slot in rows
                if (found := self._owner(*owner))
            ]
            for rows in self.names["actions"]
        ]

    @staticmethod
    def _owner(kind: str, name: str) -> Any:
        return bpy.data.objects.get(name) if kind == "object" else bpy.data.shape_keys.get(name)

    def remember(self) -> None:
        """Note the names of everything, for ``reopened``."""
        gone = ReferenceError

        def name(block: Any) -> str:
            try:
                return str(block.name)
            except gone:
                return ""

        self.names: dict[str, Any] = {
            "armatures": [name(ob) for ob in self.armatures],
            "parts": [name(ob) for ob in self.parts],
            "base": name(self.base),
            "actions": [
                [
                    (("object" if isinstance(o, bpy.types.Object) else "key", name(o)), name(a), slot)
                    for o, a, slot in rows
                ]
                for rows in self.actions
            ],
        }

    def _moments(self, clip: int) -> list[float]:
        last = int(self.oracle.last(clip) * RATE)
        return sorted({0.0, last // 3 / RATE, last // 2 / RATE, last / RATE})

    def places(self, ob: Any) -> np.ndarray:
        """(V, 3) the evaluated vertices of an object in the world."""
        shown = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
        out = np.empty((len(shown.data.vertices), 3), np.float32)
        shown.data.vertices.foreach_get("co", out.ravel())
        world = np.array(shown.matrix_world, np.float64)
        return out.astype(np.float64) @ world[:3, :3].T + world[:3, 3]

    # ---- Work.

    @property
    def armature(self) -> Any:
        if not self.armatures:
            raise NotHere
        return self.armatures[0]

    @property
    def mesh(self) -> Any:
        """The part that has most vertices."""
        if not self.parts:
            raise NotHere
        return max(self.parts, key=lambda ob: len(ob.data.vertices))

    def bone(self) -> Any:
        """A pose bone that stands for a node."""
        names = {node.get("name") for node in self.oracle.file.json["nodes"]}
        bones = [bone for bone in self.armature.pose.bones if bone.name in names]
        return self.pick(bones)

    def keyed(self, *, beside: bool = True) -> None:
        """Something was keyed on the way; go back to the frame. ``beside``: in an action that is none of the clips'."""
        bpy.context.scene.frame_set(bpy.context.scene.frame_current)
        if beside:
            self.scored -= {"CLIPS"}  # whether it belongs to the clip is a matter of words

    def pick(self, choice: Iterable[Any]) -> Any:
        choice = list(choice)
        if not choice:
            raise NotHere
        return self.random.choice(choice)

    def some(self, count: int, share: float = 0.3) -> list[int]:
        """Some of so many."""
        return sorted(self.random.sample(range(count), max(1, int(count * share)))) if count else []

    def action(self) -> Any:
        data = self.armature.animation_data
        if data is None or data.action is None:
            raise NotHere
        return data.action

    def curves(self) -> list[Any]:
        action, data = self.action(), self.armature.animation_data
        if not SLOTTED:
            return list(action.fcurves)
        bags = [s.channelbag(data.action_slot) for layer in action.layers for s in layer.strips if data.action_slot]
        return [curve for bag in bags if bag is not None for curve in bag.fcurves]

    def turning(self) -> Any:
        """A curve that turns, moves or scales something."""
        return self.pick(c for c in self.curves() if len(c.keyframe_points) > 1)

    def edit(self, ob: Any, work: Callable[[], object]) -> None:
        """Do something in Edit Mode, with everything selected that was."""
        if bpy.context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        bpy.ops.object.select_all(action="DESELECT")
        ob.hide_set(False)
        ob.select_set(True)
        bpy.context.view_layer.objects.active = ob
        bpy.ops.object.mode_set(mode="EDIT")
        try:
            work()
        finally:
            bpy.ops.object.mode_set(mode="OBJECT")

    def select(self, kind: str, elements: Iterable[int]) -> None:
        """Select vertices, edges or faces of the largest part, for the next ``edit``."""
        ops = bpy.ops.mesh
        self.edit(self.mesh, lambda: (ops.select_mode(type=kind), ops.select_all(action="DESELECT")))
        data = self.mesh.data
        of_kind = {"VERT": data.vertices, "EDGE": data.edges, "FACE": data.polygons}[kind]
        for element in elements:
            of_kind[element].select = True

    def linked(self, name: str, data: Any = None, **values: Any) -> Any:
        """A new object in the scene."""
        ob = bpy.data.objects.new(name, data)
        bpy.context.scene.collection.objects.link(ob)
        for key, value in values.items():
            setattr(ob, key, value)
        return ob


def _classes(ways: np.ndarray) -> np.ndarray:
    """(V,) a number for each vertex, equal for those that are always at one place."""
    count = len(ways)
    numbers = np.arange(count)
    for v in range(1, count):
        near = np.abs(ways[:v] - ways[v]).max(axis=(1, 2)) < 2e-5
        if near.any():
            numbers[v] = numbers[int(np.argmax(near))]
    return numbers
