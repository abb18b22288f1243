"""Read-back: what the vertex shader computed for every vertex, as arrays.

``scatter`` runs the real vertex path: each vertex draws one point onto a pixel of its own in a float image. ``compute``
runs the same skinning function in a compute shader. Both mark what they have written; an unmarked vertex is NaN.
"""

from __future__ import annotations

from collections.abc import Iterator

import gpu
import numpy as np

from ....skinning_core.model import Float64
from ..data.device_limits import Limits
from ..data.geometry import Geometry
from ..data.palette import PartPalette
from ..data.program import GROUP, VERTEX_WIDTH, influence_attributes, readback_program, scatter_program
from ..data.transport import Float32, Transport
from .compile import shader_of
from .upload import (
    UploadedPalette,
    influences_texture,
    set_uniforms,
    texture_of,
    upload_palette,
    vertex_buffer,
    vertices_texture,
)

#: Pixels of one float image: 16 MB for positions, and as much for normals.
PIXELS = 1 << 20
WIDTH = 1024

Readback = tuple[Float64, Float64 | None]


def scatter(
    transport: Transport, geometry: Geometry, palette: PartPalette, limits: Limits, *, normals: bool = True
) -> Readback:
    """World positions and normals, each (T, V, 3) float64, of one part at all times of its palette.

    Without ``normals`` they are not read back, and None.

    An instanced transport draws all times at once.
    """
    count, times = geometry.vertex_count, len(palette.skin_palette)
    positions, turned = np.empty((times, count, 3)), np.empty((times, count, 3)) if normals else None
    if not count:
        return positions, turned
    attributes = geometry.sets <= influence_attributes(limits.vertex_attributes, others=2)
    rule = geometry.choices.directions
    program = scatter_program(transport, palette.joint_count, geometry.sets, as_attributes=attributes, directions=rule)
    shader = shader_of(program)
    influences = None if attributes else influences_texture(geometry)
    arrays = transport.pack(palette)
    for chunk in _chunks(times, max(1, min(PIXELS // count, limits.texture_size))):
        uploaded = upload_palette(transport, tuple(a[chunk] for a in arrays))
        image, *rest = _draw_points(shader, uploaded, geometry, chunk, influences, normals=normals)
        positions[chunk] = _marked(image, chunk, count) + palette.centre[chunk, None] * geometry.centre_shares
        if turned is not None:
            turned[chunk] = _marked(rest[0], chunk, count)
    return positions, turned


def _draw_points(
    shader: gpu.types.GPUShader,
    palette: UploadedPalette,
    geometry: Geometry,
    chunk: slice,
    influences: gpu.types.GPUTexture | None,
    *,
    normals: bool,
) -> list[Float32]:
    """The images of the positions and, where they are asked for, of the normals."""
    count, times = geometry.vertex_count, chunk.stop - chunk.start
    morphed = len(geometry.positions) > 1
    height = -(-count * times // WIDTH)
    targets = tuple(gpu.types.GPUTexture((WIDTH, height), format="RGBA32F") for _ in range(2))
    frame = gpu.types.GPUFrameBuffer(color_slots=targets)
    images = [np.zeros((height, WIDTH, 4), np.float32) for _ in range(2 if normals else 1)]
    with frame.bind():
        frame.clear(color=(0.0, 0.0, 0.0, 0.0))
        gpu.state.viewport_set(0, 0, WIDTH, height)  # the frame buffer's own viewport_set is broken in 4.3 and 5.2
        gpu.state.blend_set("NONE")
        gpu.state.depth_test_set("NONE")
        gpu.state.point_size_set(1.0)
        shader.bind()
        if influences is not None:
            shader.uniform_sampler("sk_influences", influences)
        set_uniforms(shader, sk_size=(WIDTH, height), sk_stride=count)
        batch = None
        at_once = times if palette.transport.instanced and not morphed else 1
        for t in range(0, times, at_once):
            if batch is None or morphed:
                vertices = vertex_buffer(geometry, chunk.start + t, as_attributes=influences is None)
                batch = gpu.types.GPUBatch(type="POINTS", buf=vertices)
            palette.bind(shader, t)
            set_uniforms(shader, sk_first=t * count)
            batch.draw_instanced(shader, instance_count=at_once) if palette.transport.instanced else batch.draw(shader)
        for slot, image in enumerate(images):
            data = gpu.types.Buffer("FLOAT", image.shape, image)  # backed by the array: the pixels land in it
            frame.read_color(0, 0, WIDTH, height, 4, slot, "FLOAT", data=data)
    return images


def compute(
    transport: Transport, geometry: Geometry, palette: PartPalette, limits: Limits, *, normals: bool = True
) -> Readback:
    """The results of ``scatter``, by a compute shader that fetches vertices and influences from textures."""
    del limits  # attributes' alone
    count, times = geometry.vertex_count, len(palette.skin_palette)
    positions, turned = np.empty((times, count, 3)), np.empty((times, count, 3)) if normals else None
    if not count:
        return positions, turned
    shader = shader_of(readback_program(transport, geometry.sets, directions=geometry.choices.directions))
    influences = influences_texture(geometry)
    arrays = transport.pack(palette)
    still = len(geometry.positions) == 1 and len(geometry.normals) == 1
    sources = None
    for t in range(times):
        if sources is None or not still:
            sources = tuple(
                vertices_texture(values[min(t, len(values) - 1)], VERTEX_WIDTH)
                for values in (geometry.positions, geometry.normals)
            )
        uploaded = upload_palette(transport, tuple(a[t : t + 1] for a in arrays))
        image, *rest = _dispatch(shader, uploaded, influences, sources, count, normals=normals)
        positions[t] = _marked(image, slice(t, t + 1), count)[0] + palette.centre[t] * geometry.centre_shares
        if turned is not None:
            turned[t] = _marked(rest[0], slice(t, t + 1), count)[0]
    return positions, turned


def _dispatch(
    shader: gpu.types.GPUShader,
    palette: UploadedPalette,
    influences: gpu.types.GPUTexture,
    sources: tuple[gpu.types.GPUTexture, ...],
    count: int,
    *,
    normals: bool,
) -> list[Float32]:
    """The pixels of the positions and, where they are asked for, of the normals."""
    height = -(-count // VERTEX_WIDTH)
    # Filled with zeros, so that a pixel which is not written cannot carry the mark of an earlier run.
    empty = np.zeros((height, VERTEX_WIDTH, 4), np.float32)
    targets = texture_of(empty), texture_of(empty)
    shader.bind()
    palette.bind(shader, 0)
    shader.uniform_sampler("sk_influences", influences)
    shader.uniform_sampler("sk_positions", sources[0])
    shader.uniform_sampler("sk_normals", sources[1])
    shader.image("sk_out_position", targets[0])
    shader.image("sk_out_normal", targets[1])
    set_uniforms(shader, sk_count=count)
    gpu.compute.dispatch(shader, -(-VERTEX_WIDTH // GROUP), -(-height // GROUP), 1)
    return [_pixels(target) for target in targets[: 2 if normals else 1]]


def _pixels(texture: gpu.types.GPUTexture) -> Float32:
    data = texture.read()
    data.dimensions = int(np.prod(data.dimensions))  # made flat first: 4.3 gives wrong strides otherwise
    return np.asarray(data, np.float32).reshape(-1, 4)


def _chunks(total: int, size: int) -> Iterator[slice]:
    for begin in range(0, total, size):
        yield slice(begin, min(begin + size, total))


def _marked(image: Float32, chunk: slice, count: int) -> Float64:
    """(t, V, 3) vectors from an image's pixels; NaN where the mark (an alpha of one) is missing."""
    times = chunk.stop - chunk.start
    pixels = image.reshape(-1, 4)[: times * count].reshape(times, count, 4)
    return np.where(pixels[..., 3:] == 1.0, pixels[..., :3].astype(np.float64), np.nan)
