"""Arrays on their way to the GPU. Each is first made contiguous float32 (or uint16).

Blender's ``gpu`` does not check: it takes float64 or strided data for float32. A bound texture or buffer that Python
has freed reads as zeros, so keep the ``UploadedPalette`` until the draw is done. In 5.3 on OpenGL a sampler's slot also
lands in the shader's first constant, which is therefore set after all samplers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gpu
import numpy as np
from mathutils import Matrix

from ....skinning_core.model import Float
from ..data.geometry import SET, Geometry
from ..data.program import INFLUENCE_WIDTH
from ..data.transport import Float32, Transport


@dataclass(frozen=True, eq=False)
class UploadedPalette:
    """A palette on the GPU, at one time or at many, ready to be bound."""

    transport: Transport
    arrays: tuple[Float32, ...]  # (T, ...) from ``Transport.pack``
    texture: gpu.types.GPUTexture | None
    buffers: tuple[gpu.types.GPUUniformBuf, ...]  # one per time

    def bind(self, shader: gpu.types.GPUShader, time: int) -> None:
        """Point the bound shader at the palette of one time or, in a crowd, of the first instance."""
        if self.texture is not None:
            shader.uniform_sampler(self.transport.uniforms[0], self.texture)
            shader.uniform_int("sk_line", time)
        elif self.buffers:
            shader.uniform_block(self.transport.uniforms[0], self.buffers[time])
        else:
            for name, array in zip(self.transport.uniforms, self.arrays, strict=True):
                location = shader.uniform_from_name(name)
                shader.uniform_vector_float(location, array[time], 16, array.shape[1])


def upload_palette(transport: Transport, arrays: tuple[Float32, ...]) -> UploadedPalette:
    """Upload a packed palette of T times; in a texture, T is at most the texture size."""
    texture, buffers = None, ()
    if transport.storage == "texture":
        texture = texture_of(arrays[0])
    elif transport.storage == "buffer":
        buffers = tuple(gpu.types.GPUUniformBuf(np.ascontiguousarray(rows)) for rows in arrays[0])
    return UploadedPalette(transport, tuple(np.ascontiguousarray(a) for a in arrays), texture, buffers)


def texture_of(lines: Float, pixels: str = "RGBA32F") -> gpu.types.GPUTexture:
    """A texture of (height, width, 4) values; ``pixels``: how it keeps them."""
    data = np.ascontiguousarray(lines, np.float32)
    height, width, _ = data.shape
    return gpu.types.GPUTexture((width, height), format=pixels, data=gpu.types.Buffer("FLOAT", data.shape, data))


def vertices_texture(vectors: Float, width: int) -> gpu.types.GPUTexture:
    """A texture of (V, 3) vectors, in lines of ``width`` texels."""
    lines = np.zeros((max(1, -(-len(vectors) // width)), width, 4), np.float32)
    lines.reshape(-1, 4)[: len(vectors), :3] = vectors
    return texture_of(lines)


def influences_texture(geometry: Geometry) -> gpu.types.GPUTexture:
    """Two (joint, weight) pairs per texel, as ``influences_texture.glsl`` reads them."""
    texels = np.stack([geometry.joints.astype(np.float32), geometry.weights], axis=-1).reshape(-1, 4)
    lines = np.zeros((max(1, -(-len(texels) // INFLUENCE_WIDTH)), INFLUENCE_WIDTH, 4), np.float32)
    lines.reshape(-1, 4)[: len(texels)] = texels
    return texture_of(lines)


def vertex_buffer(
    geometry: Geometry, time: int, *, as_attributes: bool, tint: Float | None = None, uv: Float | None = None
) -> gpu.types.GPUVertBuf:
    """The vertices of one part; ``time`` selects the morphed shape. For the surface shader, ``tint``: (V, 4) colours,
    and ``uv``: (V, 2) texture coordinates.
    """
    columns: list[tuple[str, str, np.ndarray]] = [
        ("pos", "F32", _at(geometry.positions, time)),
        ("nor", "F32", _at(geometry.normals, time)),
    ]
    if tint is not None:
        columns.append(("tint", "F32", np.asarray(tint, np.float32)))
    if uv is not None:
        columns.append(("uv", "F32", np.asarray(uv, np.float32)))
    for s in range(geometry.sets if as_attributes else 0):
        block = slice(SET * s, SET * s + SET)
        columns.append((f"joints{s}", "U16", geometry.joints[:, block]))
        columns.append((f"weights{s}", "F32", geometry.weights[:, block]))
    layout = gpu.types.GPUVertFormat()
    for name, kind, values in columns:
        layout.attr_add(id=name, comp_type=kind, len=values.shape[1], fetch_mode="INT" if kind == "U16" else "FLOAT")
    buffer = gpu.types.GPUVertBuf(layout, len=geometry.vertex_count)
    for name, _, values in columns:
        buffer.attr_fill(name, np.ascontiguousarray(values))
    return buffer


def _at(values: Float32, time: int) -> Float32:
    return np.asarray(values[min(time, len(values) - 1)])


def set_uniforms(shader: gpu.types.GPUShader, **values: Any) -> None:
    """Set constants by name: whole numbers and their tuples as ints, the rest as floats. Constants that the shader does
    not have are passed over: a compiler may have removed them."""
    for name, value in values.items():
        first = value[0] if isinstance(value, tuple) else value
        put = shader.uniform_int if isinstance(first, int) else shader.uniform_float
        try:
            put(name, value)
        except ValueError as error:
            if "not found" not in str(error):
                raise


def matrix_of(values: Float) -> Matrix:
    """A 4x4 array as Blender's matrix, which it hands to the shader in the right order."""
    return Matrix(values.tolist())
