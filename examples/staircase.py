"""From the plain loop to the tiles: seven ways to skin the same vertices, each with what it costs and how exact it is.

Run from the repository's root: ``python -m examples.staircase [MODEL] [--clip C] [--time T]``; the model is by default
the example character. Every step changes one thing. Costs are nanoseconds per vertex for one pose of the largest
skinned part, best of five; errors are relative to the bounding-box diagonal, against the first step. ``docs/guide``
tells the story (page 7).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from skinning_core import SkinproofError, load_model
from skinning_core.fast.part import PartSkinner
from skinning_core.model import TRIANGLES, Float, Float64, Influences, Model, Primitive
from skinning_core.pose.clip import find_clip
from skinning_core.skin.posed_model import posed_skin
from skinning_core.skin.posed_skin import PosedSkin

EXAMPLE = Path(__file__).with_name("character.glb")

Prepared = Callable[[], Float]

#: Products of fewer multiplications than this are left to one thread by OpenBLAS.
ONE_THREAD = 1 << 17


def plain_loop(posed: PosedSkin) -> Prepared:
    """One vertex, one influence at a time, as the formula is written: sum of w (G (B p))."""

    def step() -> Float64:
        out = np.zeros_like(posed.positions)
        for v, point in enumerate(posed.positions):
            for joint, weight in zip(posed.joints[v], posed.weights[v], strict=True):
                bind, world = posed.inverse_bind[joint], posed.joint_world[joint]
                in_joint_space = bind[:, :3] @ point + bind[:, 3]
                out[v] += weight * (world[:, :3] @ in_joint_space + world[:, 3])
        return out

    return step


def multiplied_before(posed: PosedSkin) -> Prepared:
    """G B is formed once per joint, not once per vertex: half of the products are gone."""

    def step() -> Float64:
        skin = skin_palette(posed)
        out = np.zeros_like(posed.positions)
        for v, point in enumerate(posed.positions):
            for joint, weight in zip(posed.joints[v], posed.weights[v], strict=True):
                out[v] += weight * (skin[joint, :, :3] @ point + skin[joint, :, 3])
        return out

    return step


def all_vertices_at_once(posed: PosedSkin) -> Prepared:
    """The loop over vertices moves into NumPy: one call per influence, not several per vertex."""

    def step() -> Float64:
        skin = skin_palette(posed)
        out = np.zeros_like(posed.positions)
        for joints, weights in zip(posed.joints.T, posed.weights.T, strict=True):
            moved = (skin[joints, :, :3] @ posed.positions[:, :, None])[:, :, 0] + skin[joints, :, 3]
            out += weights[:, None] * moved
        return out

    return step


def matrices_blended(posed: PosedSkin) -> Prepared:
    """Blend the matrices, then move the vertex once: moving a point is linear, so the order may change."""
    return _blending(posed, np.float64)


def single_precision(posed: PosedSkin) -> Prepared:
    """The same in float32: half of the bytes move, and twice as many numbers fit into a register."""
    return _blending(posed, np.float32)


def _blending(posed: PosedSkin, dtype: type[np.floating[Any]]) -> Prepared:
    """Both write into memory that is there: asking the system for it anew at each pose can cost more than the sums."""
    points = np.concatenate([posed.positions, np.ones((len(posed.positions), 1))], axis=1).astype(dtype)
    weights = posed.weights.astype(dtype)
    blended, term, out = np.empty((len(points), 12), dtype), np.empty((len(points), 12), dtype), points[:, :3].copy()

    def step() -> Float:
        skin = skin_palette(posed).astype(dtype).reshape(-1, 12)
        blended[:] = 0.0
        for joints, weight in zip(posed.joints.T, weights.T, strict=True):
            np.take(skin, joints, axis=0, out=term, mode="clip")
            np.multiply(term, weight[:, None], out=term)
            np.add(blended, term, out=blended)
        return np.asarray(np.einsum("vrc,vc->vr", blended.reshape(-1, 3, 4), points, out=out))

    return step


def coefficients_before(posed: PosedSkin) -> Prepared:
    """w (x, y, z, 1) never changes: with it as a matrix, a pose is one product (3, 4 J) @ (4 J, V), mostly zeros.

    The product is taken in pieces: one as a whole is shared out among threads, which wait for each other longer than
    they compute where other programs want the processor too.
    """
    coefficients = np.zeros((len(posed.positions), len(posed.joint_world), 4), np.float32)
    homogeneous = np.concatenate([posed.positions, np.ones((len(posed.positions), 1))], axis=1)
    for joints, weights in zip(posed.joints.T, posed.weights.T, strict=True):
        np.add.at(coefficients, (np.arange(len(joints)), joints), weights[:, None] * homogeneous)
    flat = coefficients.reshape(len(coefficients), -1).T
    wide = max(1, ONE_THREAD // (3 * len(flat)))
    pieces = [np.ascontiguousarray(flat[:, k : k + wide]) for k in range(0, flat.shape[1], wide)]
    out = np.empty((3, flat.shape[1]), np.float32)

    def step() -> Float:
        table = skin_palette(posed).astype(np.float32).transpose(1, 0, 2).reshape(3, -1)
        for k, piece in enumerate(pieces):
            np.matmul(table, piece, out=out[:, k * wide : k * wide + piece.shape[1]])
        return out.T

    return step


def tiles(posed: PosedSkin) -> Prepared:
    """Vertices that share their joints form a tile with its own small product: no zeros. This is the fast engine."""
    influences = Influences(posed.joints, posed.weights)
    skinner = PartSkinner(
        Primitive(TRIANGLES, posed.positions, None, influences, None, None, None), len(posed.joint_world)
    )
    still = np.zeros((1, 0))

    def step() -> Float:
        return skinner.positions(skin_palette(posed)[None], still)[0]

    return step


def skin_palette(posed: PosedSkin) -> Float64:
    """(J, 3, 4) world matrix times inverse bind matrix of every joint."""
    product = posed.joint_world[:, :, :3] @ posed.inverse_bind
    product[:, :, 3] += posed.joint_world[:, :, 3]
    return product


STEPS = (
    plain_loop,
    multiplied_before,
    all_vertices_at_once,
    matrices_blended,
    single_precision,
    coefficients_before,
    tiles,
)
#: The product with all joints is left out where its matrix, mostly zeros, would take more bytes than this.
MOST_BYTES = 1 << 28


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; exit status 0, or 2 where the input is no use."""
    parser = argparse.ArgumentParser(prog="python -m examples.staircase", description="From the plain loop to tiles.")
    parser.add_argument("model", type=Path, nargs="?", default=EXAMPLE)
    parser.add_argument("--clip", help="name or index; default: the first clip, or the rest pose where there is none")
    parser.add_argument("--time", type=float, default=0.5, help="seconds")
    options = parser.parse_args(arguments)
    try:
        model = load_model(options.model)
        clip = find_clip(model, options.clip) if options.clip else (0 if model.clips else None)
        print_staircase(model, clip, options.time)
    except SkinproofError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def print_staircase(model: Model, clip: int | None, at: float) -> None:
    """One line per step: nanoseconds per vertex, and the error against the plain loop."""
    skinned = [k for k, part in enumerate(model.parts) if model.is_skinned(part)]
    if not skinned:
        raise SkinproofError(f"{model.name} has no skinned part", fix="give a model with a skin")
    part = max(skinned, key=lambda k: model.primitive(model.parts[k]).vertex_count)
    posed = posed_skin(model, part, clip, at)
    exact = plain_loop(posed)()
    size = float(np.linalg.norm(np.ptp(exact, axis=0))) or 1.0
    print(f"{model.name}, part {part}: {len(exact)} vertices, {len(posed.joint_world)} joints\n")
    print(f"{'step':<24}{'ns per vertex':>14}{'error':>10}")
    for prepare in STEPS:
        name = prepare.__name__.replace("_", " ")
        if prepare is coefficients_before and 16 * len(exact) * len(posed.joint_world) > MOST_BYTES:
            print(f"{name:<24} left out: {16 * len(exact) * len(posed.joint_world) >> 20} MB of mostly zeros")
            continue
        step = prepare(posed)
        error = float(np.linalg.norm(step() - exact, axis=1).max()) / size
        print(f"{name:<24}{_cost(step) / len(exact) * 1e9:>14.1f}{error:>10.1e}")


def _cost(step: Prepared) -> float:
    """Seconds, best of five, or of one where it takes long."""
    best = np.inf
    for _ in range(5):
        begin = time.perf_counter()
        step()
        best = min(best, time.perf_counter() - begin)
        if best > 0.5:
            break
    return best


if __name__ == "__main__":
    sys.exit(main())
