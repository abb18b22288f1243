"""What either rig costs a file, before Blender is asked: bones beyond the file's joints, and the largest error.

Some vertices are taken at some times of some clips. The planned bones are multiplied down their chains in float32, as
in Blender, and compared with the specification in float64. The estimate's first digit holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...skinning_core.compare.judge.level import Level, level_of_error
from ...skinning_core.compare.measure.pairs import pair_distances
from ...skinning_core.compare.measure.screen import Screen
from ...skinning_core.model import Float, Float64, Int, Model, Part
from ...skinning_core.skin.influence import normalised_weights
from ...skinning_core.skin.posed_model import posed_model
from ...skinning_core.skinned import bounding_box
from ...skinning_core.transform import compose, decompose, inverse, multiply
from .bones import BonePlan
from .frame_rate import FrameRate, rate_of_keys
from .helper_bones import bindings_of, carriers
from .kinds import RigKind, RigPlans, plan_rig
from .space import AXES, TO_BLENDER

#: Most clips looked at, evenly chosen.
_CLIPS = 6
#: Times of each of these clips.
_TIMES = 4
#: Vertices of all skinned parts together, about, shared equally among the parts.
_VERTICES = 3000


@dataclass(frozen=True)
class RigPrice:
    """What a rig costs."""

    kind: RigKind
    bones: int
    joints: int  # of the file: nodes that are a joint of any skin in use
    error: float  # as a fraction of the character's bounding-box diagonal
    metres: float

    @property
    def is_visible(self) -> bool:
        """Whether the error is visible, if only in a close-up."""
        return level_of_error(self.error, Screen()) is not Level.UNSEEN


def price_of(model: Model, kind: RigKind) -> RigPrice:
    """The price of a rig for a model; infinite if float32 cannot hold it."""
    return _price_of(model, kind, _looked_at(model))


def _price_of(model: Model, kind: RigKind, look: _Look) -> RigPrice:
    with np.errstate(over="ignore", invalid="ignore"):
        planned = plan_rig(model, kind)
        armatures = [_Armature(planned, plan) for plan in planned.plans]
        errors = [armature.error(look) for armature in armatures]
    worn = {part.skin for part in model.parts if part.skin >= 0}
    joints = {int(node) for skin in worn for node in model.skins[skin].joints}
    bones = sum(armature.bones for armature in armatures)
    error, metres = (float(max((each[k].max() for each in errors), default=0.0)) for k in range(2))
    return RigPrice(kind, bones, len(joints), error, metres)


@dataclass(frozen=True, eq=False)
class _Sample:
    """Some vertices of a skinned part, and where the specification has them."""

    skin: int
    vertices: Int  # (n,)
    expected: Float64  # (T, n, 3) metres
    low: Float64  # (T, 3) the smallest and
    high: Float64  # (T, 3) the largest of their coordinates


@dataclass(frozen=True, eq=False)
class _Look:
    """A model at rest and at some times of some clips."""

    local: Float64  # (T, N, 3, 4)
    starts: Int  # where the rest pose and each clip begin
    samples: dict[int, _Sample]  # by part


def _looked_at(model: Model) -> _Look:
    some = model.clips[:: max(1, -(-len(model.clips) // _CLIPS))]
    posed = [posed_model(model, None, np.zeros(1))]
    posed += [posed_model(model, clip, np.linspace(clip.start, clip.end, _TIMES)) for clip in some]
    local = np.concatenate([each.local for each in posed])
    palettes = [np.concatenate(of_skin) for of_skin in zip(*(each.skin_palettes for each in posed), strict=True)]
    starts = np.append(0, 1 + _TIMES * np.arange(len(some)))
    skinned = {k: part for k, part in enumerate(model.parts) if part.skin >= 0}
    share = max(1, _VERTICES // max(len(skinned), 1))
    samples = {}
    for k, part in skinned.items():
        count = model.primitive(part).vertex_count
        vertices = np.arange(0, count, max(1, count // share))
        expected = np.asarray(_skinned(palettes[part.skin], model, part, vertices), np.float64)
        low, high = bounding_box((expected,), len(local))
        samples[k] = _Sample(part.skin, vertices, expected, low, high)
    return _Look(local, starts, samples)


class _Armature:
    """A planned armature, and what its bones do to its meshes."""

    def __init__(self, planned: RigPlans, plan: BonePlan) -> None:
        self._plan, self._built = plan, planned.model
        rests = plan.rests
        child = plan.parents >= 0
        offset = rests.copy()
        offset[child] = multiply(inverse(rests[plan.parents[child]]), rests[child])
        self._offset, self._before = offset, multiply(inverse(offset), plan.before_nodes(plan.after))
        boxes = {s: plan.box(self._built, s) for s in plan.skins}
        bindings = bindings_of(self._built, plan)
        helpers = carriers(rests, plan.after, bindings, boxes)[0] if plan.may_help else []
        self.bones = len(plan.nodes) + sum(2 if helper.sheared else 1 for helper in helpers)

    def error(self, look: _Look) -> tuple[Float64, Float64]:
        """At rest and in each clip the largest distance, as a share of the moving size and in metres."""
        chains, times = self._posed_bones(look.local), len(look.local)
        off, low, high = np.zeros(times), np.full((times, 3), np.inf), np.full((times, 3), -np.inf)
        for k, sample in look.samples.items():
            if sample.skin in self._plan.skins and sample.expected.size:
                apart = pair_distances(sample.expected, self._moved(chains, k, sample.vertices))
                off = np.maximum(off, apart.max(axis=1))  # NaN stays NaN
                low, high = np.minimum(low, sample.low), np.maximum(high, sample.high)
        metres = np.maximum.reduceat(off, look.starts)
        metres[~np.isfinite(metres)] = np.inf
        low, high = np.minimum.reduceat(low, look.starts), np.maximum.reduceat(high, look.starts)
        size = np.linalg.norm(np.where(np.isfinite(low), high - low, 0.0), axis=1)
        return metres / np.where(size > 0.0, size, 1.0), metres

    def _posed_bones(self, local: Float64) -> Float:
        """(T, B, 3, 4) float32 matrices of the posed bones in armature space."""
        plan = self._plan
        own = np.concatenate([plan.after * plan.sizes[:, None, None], np.zeros((len(plan.nodes), 3, 1))], axis=2)
        basis = multiply(multiply(self._before, local[:, plan.nodes]), own)
        if not plan.may_help:  # a bone's own transform is a translation, a rotation and a scale
            fixed = self._built.nodes.has_matrix[plan.nodes]
            basis[:, fixed] = compose(*decompose(basis[:, fixed]))
        small, offset = basis.astype(np.float32), self._offset.astype(np.float32)
        out = _product(offset, small)
        for level in _levels(plan.parents)[1:]:
            out[:, level] = _product(out[:, plan.parents[level]], out[:, level])
        return out

    def _moved(self, chains: Float, k: int, some: Int) -> Float64:
        """(T, n, 3) world positions of a part's vertices (n,), moved by the bones ``chains``."""
        plan, part = self._plan, self._built.parts[k]
        skin = self._built.skins[part.skin]
        bone_of = plan.bone_of
        bones = np.array([bone_of[node] for node in skin.joints.tolist()], np.intp)
        if plan.may_help:
            bind = plan.shifted_bind(skin.inverse_bind)
            back = plan.after[bones].swapaxes(1, 2)
            undo = np.concatenate([back @ bind[:, :, :3], back @ bind[:, :, 3:]], axis=2)
        else:
            undo = multiply(inverse(plan.rests[bones]), AXES[:3])
        palette = _product(chains[:, bones], undo.astype(np.float32))
        found = _skinned(palette, self._built, part, some, plan.origin.bind_origin).astype(np.float64)
        return (found * plan.origin.size) @ TO_BLENDER + plan.origin.place


def _levels(parents: Int) -> list[Int]:
    """Bones (B,), parents first, by how many are above them."""
    depth = np.zeros(len(parents), np.intp)
    for b, parent in enumerate(parents.tolist()):
        depth[b] = depth[parent] + 1 if parent >= 0 else 0
    ordered = np.argsort(depth, kind="stable")
    return np.split(ordered, np.cumsum(np.bincount(depth))[:-1])


def _product(a: Float, b: Float) -> Float:
    """(..., 3, 4) product of affine matrices in their own precision."""
    linear = a[..., :3] @ b[..., :3]
    return np.concatenate([linear, a[..., :3] @ b[..., 3:] + a[..., 3:]], axis=-1)


def _skinned(palette: Float, model: Model, part: Part, some: Int, origin: Float64 | None = None) -> Float:
    """(T, n, 3) vertices (n,) of a part under skin palettes (T, J, 3, 4), in the palettes' precision."""
    primitive, influences = model.primitive(part), model.influences(part)
    assert influences is not None  # it has a skin
    stored = primitive.positions[some].astype(np.float64)
    positions = (stored if origin is None else stored - origin).astype(palette.dtype)
    joints = influences.joints[some]
    weights = normalised_weights(influences.weights[some]).astype(palette.dtype)
    out = np.zeros((len(palette), len(some), 3), palette.dtype)
    for i in range(joints.shape[1]):
        led = np.flatnonzero(weights[:, i])
        matrices = palette[:, joints[led, i]]
        moved = np.einsum("tnij,nj->tni", matrices[..., :3], positions[led]) + matrices[..., 3]
        out[:, led] += weights[None, led, i, None] * moved
    return out


@dataclass(frozen=True)
class FirstLook:
    """What is worth knowing before an import."""

    prices: tuple[RigPrice, ...]  # of the exact rig and the one for animation; none without skins
    rate: FrameRate | None  # of the keys, if not the scene's

    @property
    def rig(self) -> RigKind:
        """The rig that suits the file: for animation if its error is invisible."""
        return "ANIMATION" if self.prices and not self.price("ANIMATION").is_visible else "EXACT"

    def price(self, kind: RigKind) -> RigPrice:
        """The price of one rig."""
        return next(price for price in self.prices if price.kind == kind)


def first_look(model: Model, scene_rate: float) -> FirstLook:
    """Look at a model; scene_rate: frames per second."""
    skinned = any(part.skin >= 0 for part in model.parts)
    look = _looked_at(model) if skinned else None
    prices = () if look is None else (_price_of(model, "EXACT", look), _price_of(model, "ANIMATION", look))
    return FirstLook(prices, rate_of_keys(model, scene_rate))
