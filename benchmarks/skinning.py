"""One frame and many frames of skinning, against the textbook ways and the limits of memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from skinning_core.fast.tiles.joint_sets import Binding
from skinning_core.fast.tiles.kernels import Kernel, einsum_kernel, matmul_kernel, thread_count
from skinning_core.fast.tiles.layout import homogeneous
from skinning_core.fast.tiles.skinner import TileSkinner, normal_ranges, position_ranges
from skinning_core.fast.tiles.tuning import Tuning
from skinning_core.model import Float, Float64
from skinning_core.skin.linear import blended_matrices, carry_normals
from skinning_core.transform import move_points

from . import textbook
from .meshes import TestMesh, body, scattered, skin_palettes
from .row import Row
from .timing import medians

#: Beyond this, a method that takes as long as the others together is left out.
_LOOP_LIMIT, _EINSUM_LIMIT = 10_000, 1_000_000


def tile_frame(
    mesh: TestMesh, skin_palette: Float64, kernel: Kernel | None, *, threads: int = 1, normals: bool = False
) -> Callable[[], Float]:
    """A function that skins one frame with tiles into a buffer of its own."""
    tuning = Tuning(kernel=kernel, threads=threads)
    binding = Binding(mesh.joints, mesh.weights, mesh.joint_count, tuning)
    if normals:
        columns, ranges = 3, normal_ranges(mesh.normals, binding)
    else:
        columns, ranges = 4, position_ranges(homogeneous(mesh.positions), binding)
    skinner = TileSkinner(ranges, tuning)
    table = np.ascontiguousarray(skin_palette[None, :, :, :columns].swapaxes(1, 2), np.float32)
    out = np.empty((1, len(mesh.positions), 3), np.float32)
    return lambda: skinner.skin(table, out)


def plain_reference(mesh: TestMesh, skin_palette: Float64, *, normals: bool = False) -> Callable[[], Float64]:
    """Steps 4 and 5 of ``skin.reference``: what an answer spends on each vertex at a few of its times."""

    def skin() -> Float64:
        matrices = blended_matrices(skin_palette, mesh.joints, mesh.weights)
        if normals:
            carry_normals(matrices[..., :3], mesh.normals)
        return move_points(matrices, mesh.positions)

    return skin


def check(mesh: TestMesh, skin_palette: Float64, skin: Callable[[], Float]) -> None:
    """Raise ``AssertionError`` where a method does not compute what it is measured for."""
    some = slice(None, None, max(len(mesh.positions) // 1000, 1))
    points = np.c_[mesh.positions[some], np.ones(len(mesh.positions[some]))]
    expected = np.einsum("vi,virc,vc->vr", mesh.weights[some], skin_palette[mesh.joints[some]], points)
    error = np.abs(np.asarray(skin()).reshape(-1, 3)[some] - expected).max()
    assert error < 2e-6 * np.abs(expected).max(), f"wrong by {error}"


def one_frame(mesh: TestMesh, *, seconds: float) -> list[Row]:
    """All methods on one mesh, one thread; ns per vertex."""
    skin_palette = skin_palettes(mesh.joint_count)[0]
    count = len(mesh.positions)
    ways: dict[str, Callable[[], object]] = {
        "tiles": tile_frame(mesh, skin_palette, matmul_kernel),
        "tiles without BLAS": tile_frame(mesh, skin_palette, einsum_kernel),
        "take-accumulate": textbook.take_accumulate(mesh, skin_palette),
        "copy of all": textbook.copy_everything(mesh),
        "copy of output": textbook.copy_output(mesh),
    }
    if count <= _EINSUM_LIMIT:
        ways["einsum"] = textbook.gathered_einsum(mesh, skin_palette)
        ways["plain reference"] = plain_reference(mesh, skin_palette)
    for name, way in ways.items():
        if not name.startswith("copy"):
            check(mesh, skin_palette, way)  # type: ignore[arg-type]
    ways["tiles with normals"] = _both(mesh, skin_palette)
    if count <= _EINSUM_LIMIT:
        ways["plain reference with normals"] = plain_reference(mesh, skin_palette, normals=True)
    if count <= _LOOP_LIMIT:
        ways["Python loop"] = textbook.python_loop(mesh, skin_palette)
    if count >= 300_000 and thread_count() > 1:
        ways[f"tiles, {thread_count()} threads"] = tile_frame(mesh, skin_palette, None, threads=thread_count())
    found = medians(ways, seconds=seconds, rounds=5 if count > 300_000 else 9)
    influences = mesh.joints.shape[1]
    subject = f"{mesh.name} of {mesh.joint_count} joints"
    return [
        Row("skin", subject, count, influences, name, value / count * 1e9, "ns/vertex") for name, value in found.items()
    ]


def _both(mesh: TestMesh, skin_palette: Float64) -> Callable[[], None]:
    positions, normals = tile_frame(mesh, skin_palette, None), tile_frame(mesh, skin_palette, None, normals=True)

    def skin() -> None:
        positions()
        normals()

    return skin


def meshes(sizes: list[int], influences: list[int]) -> list[Callable[[], TestMesh]]:
    """Every size with four influences, the size nearest 100,000 with the others, and scattered joints as adversary."""
    middle = min(sizes, key=lambda size: abs(size - 100_000))
    found = [partial(body, size) for size in sizes]
    found += [partial(body, middle, influences=i) for i in influences if i != 4]
    found += [partial(scattered, size) for size in sizes if 10_000 <= size <= 100_000]
    return [*found, partial(body, middle, 300), partial(scattered, middle, 300)]


def many_frames(vertices: int, frames: int, *, seconds: float) -> list[Row]:
    """A batch into (F, V, 3) in the file's order; millions of vertex-frames per second."""
    mesh = body(vertices)
    table = np.ascontiguousarray(skin_palettes(mesh.joint_count, frames).swapaxes(1, 2), np.float32)
    binding = Binding(mesh.joints, mesh.weights, mesh.joint_count)
    ranges = position_ranges(homogeneous(mesh.positions), binding)
    out = np.empty((frames, vertices, 3), np.float32)
    source = np.zeros_like(out)
    ways: dict[str, Callable[[], object]] = {"copy of output": lambda: np.copyto(out, source)}
    for threads in sorted({1, min(2, thread_count()), thread_count()}):
        skinner = TileSkinner(ranges, Tuning(threads=threads))
        ways[f"tiles, {threads} threads"] = partial(skinner.skin, table, out)
    found = medians(ways, seconds=seconds, rounds=7)
    work = vertices * frames / 1e6
    return [
        Row("batch", f"{frames} frames", vertices, 4, name, work / value, "M vertex-frames/s")
        for name, value in found.items()
    ]
