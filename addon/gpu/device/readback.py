"""Read-back: what the vertex shader computed for every vertex, as arrays.

``scatter`` runs the real vertex path: each vertex draws one point onto its own pixel of a float image. ``compute`` runs
the same skinning in a compute shader. Both mark what they write; an unmarked vertex is NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any
from weakref import WeakSet

import gpu
import numpy as np

from ....skinning_core.model import Float64
from ..data.device_limits import Limits
from ..data.geometry import Geometry
from ..data.palette import PartPalette
from ..data.program import GROUP, VERTEX_WIDTH, influence_attributes, readback_program, scatter_program
from ..data.transport import TRANSPORTS, Float32, Transport
from .compile import shader_of
from .upload import (
    UploadedPalette,
    influences_texture,
    set_uniforms,
    upload_palette,
    vertex_buffer,
    vertices_texture,
)

#: Pixels of one float image: 16 MB for positions, and as much for normals.
PIXELS = 1 << 20
WIDTH = 1024

Readback = tuple[Float64, Float64 | None]
#: Float images of the positions and of the normals.
Targets = tuple[gpu.types.GPUTexture, gpu.types.GPUTexture]

#: The geometries of which something lies on the GPU.
_uploaded: WeakSet[Geometry] = WeakSet()


def forget_vertices() -> None:
    """Free all vertices, when the add-on is disabled."""
    for geometry in _uploaded:
        geometry.on_device.clear()


def scatter(
    transport: Transport, geometry: Geometry, palette: PartPalette, limits: Limits, *, normals: bool = True
) -> Readback:
    """World positions and normals, each (T, V, 3) float64, of one part at all times of its palette.

    Without ``normals`` they are not read back, and None. A palette in a texture has a line for each time, and all times
    are drawn at once.
    """
    if not geometry.vertex_count:
        return _gathered(geometry, palette, (), normals=normals)
    if transport.name == "texture":
        transport = TRANSPORTS["instanced"]  # the same shader and the same texture
    attributes = geometry.sets <= influence_attributes(limits.vertex_attributes, others=2)
    rule = geometry.choices.directions
    program = scatter_program(transport, palette.joint_count, geometry.sets, as_attributes=attributes, directions=rule)
    shader = shader_of(program)
    influences = None if attributes else _once(geometry, "influences", lambda: influences_texture(geometry))
    together = max(1, min(PIXELS // geometry.vertex_count, limits.texture_size))
    chunks = _uploaded_in_chunks(transport, palette, together)
    images = ((chunk, _draw_points(shader, up, geometry, chunk, influences, normals=normals)) for chunk, up in chunks)
    return _gathered(geometry, palette, images, normals=normals)


def _uploaded_in_chunks(
    transport: Transport, palette: PartPalette, together: int
) -> Iterator[tuple[slice, UploadedPalette]]:
    """The palette on the GPU, so many times of it together, and which times they are."""
    arrays, times = transport.pack(palette), len(palette.skin_palette)
    for begin in range(0, times, together):
        chunk = slice(begin, min(begin + together, times))
        yield chunk, upload_palette(transport, tuple(a[chunk] for a in arrays))


def _gathered(
    geometry: Geometry, palette: PartPalette, images: Iterable[tuple[slice, list[Float32]]], *, normals: bool
) -> Readback:
    """Positions and, if asked for, normals from the images of each chunk of times."""
    shape = len(palette.skin_palette), geometry.vertex_count, 3
    positions, turned = np.empty(shape), np.empty(shape) if normals else None
    for chunk, (image, *rest) in images:
        _gather(image, positions[chunk], palette.centre[chunk], geometry)
        if turned is not None:
            _gather(rest[0], turned[chunk])
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
    """The images of positions and, if asked for, of normals."""
    count, times = geometry.vertex_count, chunk.stop - chunk.start
    size = WIDTH, -(-count * times // WIDTH)

    def draw(_: Targets) -> None:
        gpu.state.viewport_set(0, 0, *size)  # the frame buffer's own viewport_set is broken in 4.3 and 5.2
        gpu.state.blend_set("NONE")
        gpu.state.depth_test_set("NONE")
        gpu.state.point_size_set(1.0)
        shader.bind()
        if influences is not None:
            shader.uniform_sampler("sk_influences", influences)
        at_once = times if palette.transport.instanced and not _is_morphed(geometry) else 1
        for t in range(0, times, at_once):
            batch = _points(geometry, chunk.start + t, as_attributes=influences is None)
            palette.bind(shader, t)
            set_uniforms(shader, sk_size=size, sk_stride=count, sk_first=t * count)
            batch.draw_instanced(shader, instance_count=at_once) if palette.transport.instanced else batch.draw(shader)

    images = _images(size, draw, normals=normals)
    return [image.reshape(-1, 4)[: times * count].reshape(times, count, 4) for image in images]


def _images(size: tuple[int, int], fill: Callable[[Targets], None], *, normals: bool) -> list[Float32]:
    """The images of positions and, if asked for, of normals, as ``fill`` writes them.

    They are cleared before, since an unwritten pixel could carry an earlier run's mark. Read through their frame
    buffer, pixels land in the array; a texture's ``read`` copies them twice (on an H100 33 to 58 ns a vertex and time
    for the whole read-back by the compute shader, 17 to 33 this way).
    """
    targets = gpu.types.GPUTexture(size, format="RGBA32F"), gpu.types.GPUTexture(size, format="RGBA32F")
    frame = gpu.types.GPUFrameBuffer(color_slots=targets)
    images = [np.empty((size[1], size[0], 4), np.float32) for _ in range(2 if normals else 1)]
    with frame.bind():
        frame.clear(color=(0.0, 0.0, 0.0, 0.0))
        fill(targets)
        for slot, image in enumerate(images):
            data = gpu.types.Buffer("FLOAT", image.shape, image)  # backed by the array
            frame.read_color(0, 0, *size, 4, slot, "FLOAT", data=data)
    return images


def _points(geometry: Geometry, time: int, *, as_attributes: bool) -> gpu.types.GPUBatch:
    """A geometry's vertices as points."""

    def made() -> gpu.types.GPUBatch:
        return gpu.types.GPUBatch(type="POINTS", buf=vertex_buffer(geometry, time, as_attributes=as_attributes))

    return _once(geometry, ("points", as_attributes), made, of_shape=True)


def _is_morphed(geometry: Geometry) -> bool:
    return len(geometry.positions) > 1 or len(geometry.normals) > 1


def _once(geometry: Geometry, name: object, make: Callable[[], Any], *, of_shape: bool = False) -> Any:
    """What is uploaded of a geometry once; anew for each time if it is of a morphed shape."""
    if of_shape and _is_morphed(geometry):
        return make()
    _uploaded.add(geometry)
    if name not in geometry.on_device:
        geometry.on_device[name] = make()
    return geometry.on_device[name]


def compute(
    transport: Transport, geometry: Geometry, palette: PartPalette, limits: Limits, *, normals: bool = True
) -> Readback:
    """The results of ``scatter``, by a compute shader that fetches vertices and influences from textures."""
    count = geometry.vertex_count
    if not count:
        return _gathered(geometry, palette, (), normals=normals)
    shader = shader_of(readback_program(transport, geometry.sets, directions=geometry.choices.directions))
    influences = _once(geometry, "influences", lambda: influences_texture(geometry))
    height = -(-count // VERTEX_WIDTH)
    together = 1 if _is_morphed(geometry) else max(1, min(PIXELS // count, limits.texture_size // height))
    images = (
        (chunk, _dispatch(shader, up, influences, _sources(geometry, chunk.start), (count, len(up.arrays[0])), normals))
        for chunk, up in _uploaded_in_chunks(transport, palette, together)
    )
    return _gathered(geometry, palette, images, normals=normals)


def _sources(geometry: Geometry, time: int) -> tuple[gpu.types.GPUTexture, ...]:
    """Textures of positions and normals at a time."""

    def made() -> tuple[gpu.types.GPUTexture, ...]:
        vectors = (geometry.positions, geometry.normals)
        return tuple(vertices_texture(values[min(time, len(values) - 1)], VERTEX_WIDTH) for values in vectors)

    sources: tuple[gpu.types.GPUTexture, ...] = _once(geometry, "sources", made, of_shape=True)
    return sources


def _dispatch(
    shader: gpu.types.GPUShader,
    palette: UploadedPalette,
    influences: gpu.types.GPUTexture,
    sources: tuple[gpu.types.GPUTexture, ...],
    size: tuple[int, int],
    normals: bool,
) -> list[Float32]:
    """The pixels of positions and, if asked for, of normals; size: vertices and times."""
    count, times = size
    height = -(-count // VERTEX_WIDTH)

    def dispatch(targets: Targets) -> None:
        shader.bind()
        shader.uniform_sampler("sk_influences", influences)
        shader.uniform_sampler("sk_positions", sources[0])
        shader.uniform_sampler("sk_normals", sources[1])
        palette.bind(shader, 0)
        shader.image("sk_out_position", targets[0])
        shader.image("sk_out_normal", targets[1])
        set_uniforms(shader, sk_count=count, sk_height=height)
        gpu.compute.dispatch(shader, -(-VERTEX_WIDTH // GROUP), -(-height // GROUP), times)

    images = _images((VERTEX_WIDTH, times * height), dispatch, normals=normals)
    return [image.reshape(times, height * VERTEX_WIDTH, 4)[:, :count] for image in images]


def _gather(pixels: Float32, out: Float64, centre: Float64 | None = None, geometry: Geometry | None = None) -> None:
    """Write the vectors (t, V, 3) of pixels (t, V, 4), with the common translation (t, 3) added back, if any.

    NaN if the mark (an alpha of one) is missing. One axis after the other: NumPy is slow at three numbers a time.
    """
    shares = None if geometry is None or not geometry.choices.raw_weights else geometry.centre_shares[:, 0]
    for axis in range(3):
        if centre is None:
            out[..., axis] = pixels[..., axis]
        else:
            added = centre[:, None, axis]
            np.add(pixels[..., axis], added if shares is None else added * shares, out=out[..., axis])
    marks = pixels[..., 3]
    if not (marks == 1.0).all():
        out[marks != 1.0] = np.nan
