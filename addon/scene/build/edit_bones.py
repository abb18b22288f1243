"""Edit bones made and read back, and nudged until their rests are true rotations.

Blender keeps an edit bone as head, tail and roll in float32, and builds its rest from its direction in the parent's
space. If it points back along its parent (a thigh under a hip bone that points up), that formula divides by 1 + y near
zero, and the "rotation" is sheared by up to 6e-5. No pose can undo that. The error depends on the direction's rounding,
so the bone is tried in other lengths and slightly tilted, and the good one closest to the original is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from ....skinning_core.model import Float64
from ...rig.names import unique_names
from ..ground.arrays import values_of

#: Rests whose columns are orthonormal within this are rotations as far as float32 can tell.
_TRUE = 2.5e-7

_VARIANTS = 64
_LARGEST_TILT = 0.05  # rad
_ROUNDS = 6

#: (_VARIANTS,) tilts (rad).
_TILTS = np.array([_LARGEST_TILT * (k / _VARIANTS) ** 3 for k in range(1, _VARIANTS + 1)])


@dataclass(frozen=True)
class BoneSpec:
    """Everything that decides a bone's rest; the same numbers give the same rest, bit for bit."""

    name: str
    parent: str  # "" for a root
    head: tuple[float, float, float]
    tail: tuple[float, float, float]
    roll: float


@dataclass(frozen=True, eq=False)
class Rests:
    """The rests of n bones as Blender made them."""

    index: dict[str, int]  # by name
    rest: Float64  # (n, 3, 4) bone -> armature
    offset: Float64  # (n, 3, 4) bone at rest -> its parent's axes, or the armature's

    def find(self, names: Sequence[str]) -> list[int]:
        """Places of bones."""
        return [self.index[name] for name in names]

    def skew(self, names: Sequence[str]) -> Float64:
        """(len(names),) the distance of each bone's offset from a rotation."""
        linear = self.offset[self.find(names), :, :3]
        return np.asarray(np.abs(linear.swapaxes(1, 2) @ linear - np.eye(3)).max(axis=(1, 2)))


class Editing:
    """Edit Mode of an armature in its view layer's scene; then Object Mode."""

    def __init__(self, arm: bpy.types.Object, view_layer: bpy.types.ViewLayer) -> None:
        self._arm, self._view_layer = arm, view_layer

    def __enter__(self) -> bpy.types.ArmatureEditBones:
        self._view_layer.update()
        self._view_layer.objects.active = self._arm
        self._mode("EDIT")
        return self._arm.data.edit_bones

    def __exit__(self, *_: object) -> None:
        self._mode("OBJECT")

    def _mode(self, mode: str) -> None:
        arm, layer = self._arm, self._view_layer
        with bpy.context.temp_override(
            scene=layer.id_data, view_layer=layer, active_object=arm, object=arm, selected_objects=[arm]
        ):
            bpy.ops.object.mode_set(mode=mode)


def spec_at(edit_bones: bpy.types.ArmatureEditBones, name: str, parent: str, rest: Float64, length: float) -> BoneSpec:
    """The spec of a bone with a rest as near to ``rest`` (3, 4) as head, tail and roll allow; Edit Mode only."""
    bone = edit_bones.new(name)
    bone.head, bone.tail = (0.0, 0.0, 0.0), (0.0, float(length), 0.0)
    bone.matrix = Matrix([*rest.tolist(), [0.0, 0.0, 0.0, 1.0]])
    spec = BoneSpec(name, parent, tuple(bone.head), tuple(bone.tail), bone.roll)
    edit_bones.remove(bone)
    return spec


def realise(specs: Sequence[BoneSpec], editing: Editing, data: bpy.types.Armature) -> Rests:
    """Replace all bones of an armature by those of ``specs``, parents first, and read back their rests."""
    with editing as edit_bones:
        for old in list(edit_bones):
            edit_bones.remove(old)
        by_name = {}
        for spec in specs:
            by_name[spec.name] = edit_bones.new(spec.name)
            by_name[spec.name].parent = by_name.get(spec.parent)
        for name in ("head", "tail", "roll"):  # one by one, each would look through all bones for its children
            values = np.array([getattr(spec, name) for spec in specs], np.float32)
            edit_bones.foreach_set(name, values.ravel())
    return _read_back(data)


def straightened(
    specs: list[BoneSpec], editing: Editing, data: bpy.types.Armature, uneven: Mapping[str, float] | None = None
) -> tuple[list[BoneSpec], Rests]:
    """The specs with skewed rests nudged, and what Blender made of them.

    uneven: for bones whose axes must stay, the tilt (rad) that counts as much as a skew.
    """
    uneven = {} if uneven is None else uneven
    rests = realise(specs, editing, data)
    settled: set[str] = set()
    for _ in range(_ROUNDS):
        skewed = [b for b in _topmost_skewed(specs, rests) if specs[b].name not in settled]
        if not skewed:
            break
        names = iter(unique_names(["variant"] * (_VARIANTS * len(skewed)), "bone", [spec.name for spec in specs]))
        variants = {b: _variants(specs[b], names) for b in skewed}
        tried = realise([*specs, *(v for tries in variants.values() for v in tries)], editing, data)
        for b, tries in variants.items():
            name = specs[b].name
            cost = tried.skew([v.name for v in tries]) + uneven.get(name, 0.0) * _TILTS
            good = np.flatnonzero(cost <= _TRUE)
            best = tries[int(good[0]) if len(good) else int(cost.argmin())]
            if cost.min() < rests.skew([name])[0]:
                specs[b] = replace(best, name=name)
            if uneven.get(name):
                settled.add(name)
        rests = realise(specs, editing, data)
    return specs, rests


def _topmost_skewed(specs: Sequence[BoneSpec], rests: Rests) -> list[int]:
    """Bones with a skewed rest, but not those below another such bone: their rest changes with it."""
    skewed = rests.skew([spec.name for spec in specs]) > _TRUE
    below: dict[str, bool] = {"": False}
    top = []
    for b, spec in enumerate(specs):
        under = below[spec.parent]
        below[spec.name] = under or bool(skewed[b])
        if skewed[b] and not under:
            top.append(b)
    return top


def _variants(spec: BoneSpec, names: Iterator[str]) -> list[BoneSpec]:
    """The bone in other lengths, tilted ever further along a spiral."""
    head, tail = Vector(spec.head), Vector(spec.tail)
    along = tail - head
    aside = along.orthogonal().normalized()
    variants = []
    for k in range(1, _VARIANTS + 1):
        part = k / _VARIANTS
        axis = Quaternion(along.normalized(), 2.399963 * k) @ aside  # the golden angle
        turned = Quaternion(axis, float(_TILTS[k - 1])) @ along
        new_tail = head + turned * (1.0 + 0.1 * part)
        variants.append(replace(spec, name=next(names), tail=tuple(new_tail)))
    return variants


def _read_back(data: bpy.types.Armature) -> Rests:
    rest = values_of(data.bones, "matrix_local", 4, 4).astype(np.float64).swapaxes(1, 2)[:, :3]
    index = {bone.name: k for k, bone in enumerate(data.bones)}
    above = np.array([index[bone.parent.name] if bone.parent else -1 for bone in data.bones], np.intp)
    # Blender poses a child behind this offset (own 3x3, head from the parent's tail), not behind the quotient of the
    # rests, whose rounding would add up over a chain of hundreds.
    offset = np.zeros((len(data.bones), 3, 4))
    offset[:, :, :3] = values_of(data.bones, "matrix", 3, 3).swapaxes(1, 2)
    offset[:, :, 3] = values_of(data.bones, "head", 3)
    offset[:, 1, 3] += np.append(values_of(data.bones, "length").astype(np.float64), 0.0)[above]
    offset[above < 0] = rest[above < 0]
    return Rests(index, rest, offset)
