"""What is to be said of a scene: how far its vertices are from the file's, which are gone, what was added."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import pytest

from tests.blender.trials.scene import NUMBER, RATE, SLOTTED, TrialScene

bpy = pytest.importorskip("bpy")

#: Relative to the size: what is surely seen, and what is surely rounding. Between them either may be said.
SURE, ROUNDING = 2e-5, 3e-6
#: Float32's halves of a last digit that a chain of bones may add up, of its largest coordinate: 8.1 were seen on a
#: character of 8 mm that is animated 2 m from its origin, 10.4 are the most that walks of characters have shown.
HALVES = 12.0


@dataclass(frozen=True)
class Truth:
    """Of a question; None where it has no answer of its own."""

    error: float  # the largest, relative to the size then
    gone: int = 0  # vertices of the file that are nowhere
    holes: int = 0  # triangles of the file that no face covers
    strange: bool = False  # faces that are none of the file's
    sure: float = SURE  # errors above are surely seen

    def false(self, said: str) -> str:
        """How a verdict is false, if it is."""
        lost = self.gone or self.holes
        if said == "SAME" and (lost or not self.error <= self.sure):
            return "false same"
        if said == "SAME" and self.strange:
            return "false same: something is added"
        if said == "DIFFERS" and not lost and self.error < ROUNDING:
            return "false differs"
        return ""

    @property
    def word(self) -> str:
        if self.gone or self.holes or not self.error <= self.sure:
            return "differs"
        return "partly" if self.strange else "same" if self.error < ROUNDING else "between"


def all_of(truths: list[Truth]) -> Truth:
    return Truth(
        max(t.error for t in truths),
        max(t.gone for t in truths),
        max(t.holes for t in truths),
        any(t.strange for t in truths),
        max(t.sure for t in truths),
    )


def beside(scene: TrialScene, expected: np.ndarray, far: float, *, stood: np.ndarray) -> Truth:
    """The scene as it stands, against (V, 3) places in the world as it was; ``stood``: (4, 4) where the base is.

    ``far``: metres, the largest coordinate on the way to a vertex.
    """
    back = scene.stood @ np.linalg.inv(stood)
    size = float(np.linalg.norm(np.ptp(expected, axis=0)))
    here: dict[int, float] = {}
    polygons: list[tuple[int | None, ...]] = []
    layer = set(bpy.context.view_layer.objects)
    for ob in scene.parts:
        if ob not in layer or ob.hide_viewport:
            continue
        shown = ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
        attribute = shown.attributes.get(NUMBER)
        if attribute is None or not len(shown.vertices):
            continue
        values = np.empty(len(shown.vertices), np.float32)
        attribute.data.foreach_get("value", values)
        places = scene.places(ob) @ back[:3, :3].T + back[:3, 3]
        numbers = [scene.value_of.get(float(value)) for value in values]
        off = [
            math.inf if n is None else float(np.linalg.norm(p - expected[n])) / size for n, p in zip(numbers, places)
        ]
        for n, each in zip(numbers, off, strict=True):
            if n is not None:
                here[n] = min(here.get(n, math.inf), each)
        near = [
            n if n is not None and (each < 1e-3 or each <= here[n]) else None
            for n, each in zip(numbers, off, strict=True)
        ]
        polygons += [tuple(near[v] for v in face.vertices) for face in shown.polygons]
    gone = len(set(scene.numbers.tolist()) - set(here))
    holes, strange = _surface(scene, polygons)
    sure = max(SURE, HALVES * 2.0**-24 * far / size)
    return Truth(max(here.values(), default=0.0), gone, holes, strange, sure)


def _surface(scene: TrialScene, polygons: list[tuple[int | None, ...]]) -> tuple[int, bool]:
    """How many triangles no polygon covers, and whether a polygon covers none."""
    with_vertex: dict[int, set[int]] = defaultdict(set)
    for k, polygon in enumerate(polygons):
        for n in polygon:
            if n is not None:
                with_vertex[n].add(k)
    known = {k for k, polygon in enumerate(polygons) if len({*polygon}) < 3}  # of twins: it has no area
    holes = 0
    for triangle in scene.triangles:
        a, b, c = triangle
        covering = with_vertex[a] & with_vertex[b] & with_vertex[c]
        holes += not covering
        known |= covering
    return holes, len(known) < len(polygons)


def at_frame(scene: TrialScene, clip: int | None, frame: float, stood: np.ndarray | None = None) -> Truth:
    """What is seen now against a clip at a frame."""
    time = min(max(frame / RATE, 0.0), scene.oracle.last(clip))
    base = np.array(scene.base.matrix_world) if stood is None else stood
    return beside(scene, scene.oracle.at(clip, time), scene.oracle.far(clip, time), stood=base)


def over_clip(scene: TrialScene, clip: int | None, also: list[float]) -> Truth:
    """At every frame of a clip, and at some other frames too."""
    last = scene.oracle.last(clip) * RATE
    frames = sorted({*map(float, range(math.ceil(last - 1e-4) + 1)), *also})
    found, stood = [], None
    for frame in frames:
        bpy.context.scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
        stood = np.array(scene.base.matrix_world) if stood is None else stood
        found.append(at_frame(scene, clip, frame, stood))
    return all_of(found)


def of_clip(scene: TrialScene, clip: int, also: list[float]) -> Truth | None:
    """The clip's own actions assigned, the NLA silent, what they leave alone at rest."""
    for owner in scene.owners():
        if owner.animation_data is not None:
            owner.animation_data.use_nla = False
            if owner in scene.armatures:
                owner.animation_data.action = None
    scene.at_rest()
    try:
        for owner, action, slot in scene.actions[clip]:
            owner.animation_data_create()
            owner.animation_data.action = action
            if SLOTTED and slot:
                owner.animation_data.action_slot = action.slots[slot]
    except (AttributeError, ReferenceError, KeyError):  # an owner or an action was deleted
        return None
    return over_clip(scene, clip, also)


class PosedSkin:
    """The file's skin on the bones of a scene as they stand: which bone carries which node, and how."""

    def __init__(self, scene: TrialScene) -> None:
        """Looks at the untouched scene."""
        self.scene, self.carriers = scene, {}
        oracle = scene.oracle
        moments = [(0, t) for t in scene._moments(0)] if oracle.clips else [(None, 0.0)]
        nodes, bones = [], []
        for clip, time in moments:
            bpy.context.scene.frame_set(round(time * RATE))
            nodes.append(oracle.nodes(clip, time))
            bones.append(self._bones())
        for n, node in enumerate(oracle.file.json["nodes"]):
            for key in sorted(bones[0], key=lambda key: key[1] != node.get("name")):
                ways = [np.linalg.pinv(b[key]) @ m[n] for b, m in zip(bones, nodes, strict=True)]
                if all(
                    np.allclose(bones[k][key] @ ways[0], nodes[k][n], atol=1e-5, rtol=1e-5) for k in range(len(ways))
                ):
                    self.carriers[n] = (key, ways[0])
                    break
        bpy.context.scene.frame_set(0)
        used = {n for n, _ in oracle.drawn if oracle.file.json["nodes"][n].get("skin") is None}
        for n, _ in oracle.drawn:
            if n not in used:
                used |= set(oracle.file.json["skins"][oracle.file.json["nodes"][n]["skin"]]["joints"])
        self.known = used <= set(self.carriers) and all(
            self.carriers[n][0][1] == oracle.file.json["nodes"][n].get("name") for n in used
        )

    def _bones(self) -> dict[tuple[str, str], np.ndarray]:
        found = {}
        for rig in self.scene.armatures:
            shown = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
            world = np.array(shown.matrix_world, np.float64)
            for bone in shown.pose.bones:
                found[rig.name, bone.name] = world @ np.array(bone.matrix, np.float64)
        return found

    def truth(self) -> Truth | None:
        """Of the pose as it stands."""
        bones = self._bones()
        if not self.known or any(key not in bones for key, _ in self.carriers.values()):
            return None
        world = {n: bones[key] @ way for n, (key, way) in self.carriers.items()}
        if self.scene.oracle.file.json["meshes"][0].get("weights") or any(
            ob.data.shape_keys for ob in self.scene.parts
        ):
            return None
        expected = self.scene.oracle.skinned(world, {})
        origins = [np.abs(matrix[:3, 3]).max() for matrix in world.values()]
        return beside(self.scene, expected, max(np.abs(expected).max(), *origins), stood=self.scene.stood)
