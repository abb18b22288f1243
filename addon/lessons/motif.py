"""What a picture is of: a model at a time of a clip, and who skins it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...skinning_core.cli.options import maker_named
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Clip, Float64, Model
from ...skinning_core.pose.pose import Pose
from ...skinning_core.skinned import Skinned
from ...skinning_core.subject import Makers
from ..gpu.data import tint
from ..gpu.data.column import Column, Paint
from ..gpu.data.geometry import Float32
from ..gpu.data.transport import TRANSPORTS


@dataclass(frozen=True, eq=False)
class Motif:
    """What is drawn, and when."""

    model: Model
    clip: int | None
    time: float  # seconds, within the clip
    asked: float  # seconds, as the user gave it
    pose: Pose  # at that time
    engines: Makers
    spacing: float  # of a crowd, in sizes of the model
    offset: float  # seconds between neighbours of a crowd
    looping: bool  # whether the clip begins again beyond its end
    paint: Paint  # the look of the file's materials

    @property
    def when(self) -> str:
        """The clip and the time within it, for labels."""
        return f"{self.played.name} at {self.time:g} s" if self.played else "rest pose"

    @property
    def colors(self) -> tuple[Float32, ...]:
        """Per part, the material's colours of its vertices."""
        return tuple(self.paint(self.model, part) for part in self.model.parts)

    def joint_name(self, node: int) -> str:
        """The name of a joint, or the number of a node without one."""
        return self.model.nodes.names[node] or f"node {node}"

    @property
    def played(self) -> Clip | None:
        """The clip that is played; None for the rest pose."""
        return self.model.clip(self.clip)

    def skinned_by(self, engine: str) -> Skinned:
        """The model at the subject's time, skinned by the engine of that name."""
        return maker_named(engine, self.engines)(self.model).at(self.clip, np.array([self.time]))

    def read_back(self, drawn: Column) -> Skinned:
        """The vertex shader's result for a column's pieces, one per part: those very batches are read back."""
        from ..gpu.device.context import query_limits
        from ..gpu.device.readback import scatter

        limits = query_limits()
        pairs = [scatter(TRANSPORTS["texture"], p.geometry, p.palette, limits) for p in drawn.pieces]
        normals = (None,) * len(pairs)
        return Skinned("gpu", np.array([self.time]), self.model.parts, tuple(p for p, _ in pairs), normals)


def find_joint(model: Model, name: str) -> int:
    """The node of the joint with this name or number; without a name, of the joint with the most weight."""
    joints = list(dict.fromkeys(int(node) for skin in model.skins for node in skin.joints))
    if not joints:
        raise SkinproofError("the model has no joints", where=str(model.path or ""))
    if not name:
        totals = [sum(float(tint.weight_of(model, part, node).sum()) for part in model.parts) for node in joints]
        return joints[int(np.argmax(totals))]
    for node in joints:
        if name in (model.nodes.names[node], str(node)):
            return node
    known = ", ".join(model.nodes.names[node] for node in joints[:12])
    raise SkinproofError(f"there is no joint {name!r}", fix=f"joints: {known}{', ...' if len(joints) > 12 else ''}")


def first_positions(skinned: Skinned) -> tuple[Float64, ...]:
    return tuple(positions[0] for positions in skinned.positions)
