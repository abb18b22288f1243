"""An engine's way from a file to positions, step by step, so mistakes can be made on purpose at any step.

The order is that of real engines: morphs, times, keys, local matrices, hierarchy, bind and palette, weights, blending,
mesh node, world, and what shapes the result. A mistake takes an ``EngineState`` and returns another. Without one, the
state gives the reference's positions. Several are made in the order of ``STAGES``: each step follows from those before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ...fast.exact_parts import part_positions
from ...model import Clip, Float64, Influences, Model, Part, Primitive
from ...skin.influence import weight_sums
from ...skin.linear import skin_positions
from ...skin.posed_model import PosedModel, posed_model
from ...transform import identity, inverse, move_points

#: Every step at which a mistake can be made, in an engine's order.
STAGES = (
    *("morphs", "time", "keys", "quaternions", "local", "hierarchy", "bind", "index"),
    *("precision", "repeated", "kept", "zero", "sum"),
    *("blending", "mesh node", "world", "shape"),
)

#: Stages that read weights.
WEIGHTS = frozenset({"precision", "repeated", "kept", "zero", "sum"})

#: Stages that change the deformation of the same pose.
DEFORMING = WEIGHTS | {"blending", "shape"}

#: Smaller parts are blended at all times at once: calls cost more than sums.
_FEW = 1000

#: Reads stored influences in another way.
Reading = Callable[[Influences], Influences]

#: Positions (T, V, 3) of a skinned part by other than linear blending.
Blending = Callable[[PosedModel, Part, Influences], Float64]

#: A modifier of positions: (T, V, 3) of every part, world.
Shaping = Callable[[tuple[Float64, ...]], tuple[Float64, ...]]


def with_primitives(model: Model, change: Callable[[Primitive], Primitive]) -> Model:
    """The model with each primitive of its meshes changed."""
    meshes = (dataclasses.replace(mesh, primitives=tuple(map(change, mesh.primitives))) for mesh in model.meshes)
    return dataclasses.replace(model, meshes=tuple(meshes))


@dataclass(frozen=True, eq=False)
class EngineState:
    """A model at T times, and how an engine goes on from the skin palettes."""

    posed: PosedModel
    readings: tuple[Reading, ...] = ()  # of influences, in turn
    divided: bool = True  # weights are divided by their sum
    unweighted: Literal["first joint", "origin", "mesh"] = "first joint"  # where vertices without weights go
    blending: Blending | None = None  # None: linear
    mesh_node: Literal["ignored", "applied", "divided"] = "ignored"
    placed: Float64 = field(default_factory=identity)  # (3, 4) moves everything in the world
    shaped: Shaping | None = None  # the last step, on all parts

    @property
    def model(self) -> Model:
        """The model, as read so far."""
        return self.posed.model

    def reposed(
        self, *, model: Model | None = None, clip: Clip | None = None, times: Float64 | None = None, unit: bool = True
    ) -> EngineState:
        """The same state with another model, clip or times (T,), seconds; ``unit``: quaternions are normalised."""
        old = self.posed
        asked = old.times if times is None else times
        return dataclasses.replace(self, posed=posed_model(model or old.model, clip or old.clip, asked, normalise=unit))

    def with_posed(self, **changes: Any) -> EngineState:
        """The state with changes to ``posed``."""
        return dataclasses.replace(self, posed=dataclasses.replace(self.posed, **changes))

    def with_palettes(self, palettes: tuple[Float64, ...]) -> EngineState:
        """The same state with other skin palettes, per skin (T, J, 3, 4)."""
        return self.with_posed(skin_palettes=palettes)

    def influences(self, part: Part) -> Influences | None:
        """Joints and weights that blend the part's vertices; None: it moves with its node."""
        stored = self.model.influences(part)
        if stored is None:
            return None
        for reading in self.readings:
            stored = reading(stored)
        weights = stored.weights.astype(np.float64)
        total = weight_sums(weights)
        if self.divided:
            weights = weights / np.where(total == 0.0, 1.0, total)[:, None]
            if self.unweighted == "first joint":
                weights[total == 0.0, 0] = 1.0
        return Influences(stored.joints, weights)

    def skinning(self, part: Part) -> Influences:
        """The same for a part that has a skin."""
        influences = self.influences(part)
        assert influences is not None
        return influences

    def base(self, part: Part) -> Float64:
        """(T, V, 3) positions of a part in mesh space, morph targets applied; (1, V, 3) if they stand still."""
        weights = self.posed.pose.morph_weights[part.node]
        still = (weights == weights[:1]).all()
        return (self.posed.at_first(1) if still else self.posed).morphed_positions(part)

    def positions(self) -> tuple[Float64, ...]:
        """Per part (T, V, 3) positions in the world, metres."""
        made = tuple(self.part_positions(part) for part in self.model.parts)
        return made if self.shaped is None else self.shaped(made)

    def part_positions(self, part: Part) -> Float64:
        """(T, V, 3) positions of one part in the world, metres, before shaping."""
        posed = self.posed
        if self.readings == () and self.divided and self.unweighted == "first joint" and self.blending is None:
            moved = self._on_node(part, part_positions(posed, part))  # in tiles: a tenth of the time
        elif (influences := self.influences(part)) is None:
            moved = part_positions(posed, part)
        else:
            moved = self._on_node(part, self._skinned(part, influences, self.base(part)))
        return moved if (self.placed == identity()).all() else moved @ self.placed[:, :3].T + self.placed[:, 3]

    def _skinned(self, part: Part, influences: Influences, base: Float64) -> Float64:
        posed = self.posed
        if self.blending is None and base.shape[1] <= _FEW:
            moved = _blended_at_once(posed.skin_palettes[part.skin], base, influences)
        elif self.blending is None:
            moved = skin_positions(posed.skin_palettes[part.skin], base, influences.joints, influences.weights)
        else:
            moved = self.blending(posed, part, influences)
        if self.unweighted == "mesh":
            lost = weight_sums(influences.weights) == 0.0
            moved[:, lost] = base[:, lost]
        return moved

    def _on_node(self, part: Part, moved: Float64) -> Float64:
        """Positions (T, V, 3) of a skinned part after what its node does to them."""
        if self.mesh_node == "ignored" or not self.model.is_skinned(part):
            return moved
        node = self.posed.world[:, part.node]
        matrices = node if self.mesh_node == "applied" else inverse(node)
        return moved @ matrices[..., :3].swapaxes(-1, -2) + matrices[:, None, :, 3]


def _blended_at_once(palette: Float64, base: Float64, influences: Influences) -> Float64:
    """(T, V, 3) positions of a part by a palette (T, J, 3, 4); base: (T or 1, V, 3)."""
    blended = np.zeros((len(palette), base.shape[1], 3, 4))
    for slot in range(influences.joints.shape[1]):
        blended += influences.weights[:, slot, None, None] * palette[:, influences.joints[:, slot]]
    return move_points(blended, base)
