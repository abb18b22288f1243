"""What others write: the ways of skinning that the tiles are measured against. Float32, positions only.

All take a mesh and give a function of nothing that skins one frame.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from skinning_core.model import Float, Float64

from .meshes import TestMesh

#: Vertices at a time where results stay in the cache; the best of 512 to 8192.
_CHUNK = 2048


def python_loop(mesh: TestMesh, skin_palette: Float64) -> Callable[[], list[list[float]]]:
    """A loop over vertices and influences in plain Python, on lists."""
    matrices = [m.tolist() for m in skin_palette.reshape(-1, 12)]
    positions, joints, weights = mesh.positions.tolist(), mesh.joints.tolist(), mesh.weights.tolist()

    def skin() -> list[list[float]]:
        out = []
        for (x, y, z), chosen, shares in zip(positions, joints, weights):
            px = py = pz = 0.0
            for joint, weight in zip(chosen, shares):
                if weight:
                    a, b, c, d, e, f, g, h, i, j, k, m = matrices[joint]
                    px += weight * (a * x + b * y + c * z + d)
                    py += weight * (e * x + f * y + g * z + h)
                    pz += weight * (i * x + j * y + k * z + m)
            out.append([px, py, pz])
        return out

    return skin


def gathered_einsum(mesh: TestMesh, skin_palette: Float64) -> Callable[[], Float]:
    """Gather a matrix per influence, blend them by einsum, transform by einsum."""
    matrices, weights = skin_palette.astype(np.float32), mesh.weights.astype(np.float32)
    points = np.concatenate([mesh.positions, np.ones((len(mesh.positions), 1), np.float32)], axis=1)

    def skin() -> Float:
        blended = np.einsum("vi,virc->vrc", weights, matrices[mesh.joints])
        return np.einsum("vrc,vc->vr", blended, points)

    return skin


def take_accumulate(mesh: TestMesh, skin_palette: Float64) -> Callable[[], Float]:
    """Slot by slot: take the matrices, scale, add up; then transform. In chunks that stay in the cache."""
    matrices = skin_palette.reshape(-1, 12).astype(np.float32)
    weights = np.ascontiguousarray(mesh.weights.T.astype(np.float32))[:, :, None]
    joints = np.ascontiguousarray(mesh.joints.T.astype(np.intp))
    taken, blended = np.empty((_CHUNK, 12), np.float32), np.empty((_CHUNK, 12), np.float32)
    out = np.empty_like(mesh.positions)

    def skin() -> Float:
        for begin in range(0, len(out), _CHUNK):
            chunk = slice(begin, min(begin + _CHUNK, len(out)))
            part, sums = taken[: chunk.stop - begin], blended[: chunk.stop - begin]
            for slot in range(len(joints)):
                target = part if slot else sums
                np.take(matrices, joints[slot, chunk], axis=0, out=target, mode="wrap")
                np.multiply(target, weights[slot, chunk], out=target)
                if slot:
                    np.add(sums, part, out=sums)
            rows = sums.reshape(-1, 3, 4)
            np.einsum("vrc,vc->vr", rows[:, :, :3], mesh.positions[chunk], out=out[chunk])
            np.add(out[chunk], rows[:, :, 3], out=out[chunk])
        return out

    return skin


def copy_output(mesh: TestMesh) -> Callable[[], None]:
    """The least that any method must do: write 12 bytes per vertex, after reading as many."""
    source, target = mesh.positions.copy(), np.empty_like(mesh.positions)
    return lambda: np.copyto(target, source)


def copy_everything(mesh: TestMesh) -> Callable[[], None]:
    """A copy that moves as many bytes as a frame of four float weights and byte joints: 44 per vertex."""
    source = np.zeros(22 * len(mesh.positions), np.uint8)
    target = np.empty_like(source)
    return lambda: np.copyto(target, source)
