"""Vertices whose weights name different points of the bind pose, and how far matrices place them from the format's sum.

In MD5 every weight has a point of its own. A bind-pose vertex and joints' matrices hold one point for all: their mean.
Exporters write the same point for all weights, and both agree. If not, the difference is measured over all frames.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..model import Bool, Float64, Int, Unjudged
from ..spread import evenly_spread
from ..text.sentence import sentence
from ..transform import rotation_matrix
from .anim_file import AnimFile
from .joint_space import joints_in_model_space, owned, skin_joint_space, weight_points
from .mesh_file import Joints, MeshBlock, MeshFile

#: Weights farther apart at bind, relative to the mesh's size, name different points.
_SAME_POINT = 1e-5
#: Biases that add up to less have no mean to divide by.
_ROUNDING = 1e-6
#: Up to this, relative to the mesh's size, any engine may be off (``tolerance.ORDINARY``). A known sample, whose
#: weights are 2.1e-6 apart, is judged.
_COUNTS = 3e-6
#: Frames of a clip that are measured, at most, evenly chosen.
_FRAMES = 200
#: Weights times frames in memory at once, at most.
_ROWS_AT_ONCE = 1_000_000


@dataclass(frozen=True)
class Apart:
    """The vertices of one block whose weights name different points."""

    mesh: int
    vertices: int
    relative: float | None  # largest distance over all clips, relative to the size; None: there are no clips

    @property
    def sentence(self) -> str:
        """The facts in a sentence for the user."""
        told = sentence(
            "mesh {mesh}: vertices whose weights name different points of the bind pose: {count}; "
            "skinning by matrices moves such a vertex from their mean",
            mesh=self.mesh,
            count=self.vertices,
        )
        if self.relative is None:
            return told
        return sentence("{what}, up to {share:.1e} of the size in these clips", what=told, share=self.relative)


def weights_apart(file: MeshFile, anims: Sequence[AnimFile]) -> tuple[Apart, ...]:
    """Blocks with such vertices, measured over the frames of ``anims``, which have the file's joints."""
    blocks = []
    for k, block in enumerate(file.meshes):
        which, size = _which(block, file.joints)
        if which.any():
            block_weights = _own_weights(block, np.flatnonzero(which))
            distances = [_distance(block_weights, file.joints, anim) for anim in anims]
            blocks.append(Apart(k, int(which.sum()), max(distances) / max(size, 1e-30) if distances else None))
    return tuple(blocks)


def unjudged(blocks: Sequence[Apart]) -> tuple[Unjudged, ...]:
    """Why the file cannot be judged: blocks that matrices place too far from the format's sum."""
    return tuple(
        Unjudged("MD5_WEIGHTS_APART", "", apart.sentence)
        for apart in blocks
        if apart.relative is not None and apart.relative > _COUNTS
    )


def _which(block: MeshBlock, joints: Joints) -> tuple[Bool, float]:
    """(V,) which vertices have weights with bias apart at bind, and the block's size (its diagonal)."""
    used, runs = owned(block)
    if not len(runs):
        return np.zeros(0, bool), 0.0
    points = weight_points(block, joints.positions, joints.orientations)[used]
    size = float(np.linalg.norm(points.max(axis=0) - points.min(axis=0)))
    first = np.repeat(points[runs], block.weight_count, axis=0)
    apart = np.linalg.norm(points - first, axis=1) * (block.biases[used] != 0)
    return np.maximum.reduceat(apart, runs) > _SAME_POINT * size, size


def _own_weights(block: MeshBlock, vertices: Int) -> MeshBlock:
    """A block of the vertices (n,) alone, in which no two share a weight."""
    count = block.weight_count[vertices]
    first = np.cumsum(count) - count
    rows = np.repeat(block.first_weight[vertices] - first, count) + np.arange(count.sum())
    return dataclasses.replace(
        block,
        texcoords=block.texcoords[vertices],
        first_weight=first,
        weight_count=count,
        triangles=np.zeros((0, 3), np.int64),
        joints=block.joints[rows],
        biases=block.biases[rows],
        positions=block.positions[rows],
    )


def _distance(block: MeshBlock, joints: Joints, anim: AnimFile) -> float:
    """The largest distance, over a clip's frames, between a vertex by matrices and by the format's sum."""
    matrices = _as_matrices_see_it(block, joints)
    frames = len(anim.positions)
    chosen = evenly_spread(frames, _FRAMES)
    positions, orientations = (values[chosen] for values in joints_in_model_space(anim))
    run = max(_ROWS_AT_ONCE // max(len(block.joints), 1), 1)
    largest = 0.0
    for begin in range(0, len(chosen), run):
        pose = positions[begin : begin + run], orientations[begin : begin + run]
        apart = skin_joint_space(block, *pose) - skin_joint_space(matrices, *pose)
        largest = max(largest, float(np.linalg.norm(apart, axis=-1).max(initial=0.0)))
    return largest


def _as_matrices_see_it(block: MeshBlock, joints: Joints) -> MeshBlock:
    """The block with all weights of a vertex at its one point in the bind pose, and biases that add up to one."""
    total: Float64 = np.add.reduceat(block.biases, block.first_weight)
    bind = skin_joint_space(block, joints.positions, joints.orientations)
    sound = np.abs(total) > _ROUNDING
    bind = np.divide(bind, total[:, None], out=bind.copy(), where=sound[:, None])
    placed = np.repeat(bind, block.weight_count, axis=0) - joints.positions[block.joints]
    turn = rotation_matrix(joints.orientations)[block.joints]
    return dataclasses.replace(
        block,
        positions=(np.swapaxes(turn, -1, -2) @ placed[..., None])[..., 0],
        biases=block.biases / np.repeat(np.where(sound, total, 1.0), block.weight_count),
    )
