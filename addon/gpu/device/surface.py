"""Drawing a part with the measured vertex shader: the same skinning function, then light and colour."""

from __future__ import annotations

from dataclasses import dataclass

import gpu
import numpy as np

from ....skinning_core.model import Float, Float64, Int
from ..data.device_limits import Limits
from ..data.geometry import Geometry
from ..data.palette import PartPalette
from ..data.program import HEAT, influence_attributes, surface_program
from ..data.tint import SurfaceTexture
from ..data.transport import TRANSPORTS
from .compile import shader_of
from .upload import UploadedPalette, influences_texture, matrix_of, set_uniforms, upload_palette, vertex_buffer


@dataclass(frozen=True)
class Look:
    """How a surface is shown."""

    light: tuple[float, float, float]  # unit vector towards the key light, glTF's space
    to_viewer: tuple[float, float, float]
    shading: float = 1.0  # 0: flat colours
    opacity: float = 1.0
    to_linear: bool = False  # True for the 3D view, whose frame buffer expects linear colours


@dataclass(frozen=True, eq=False)
class Surface:
    """A part's vertices on the GPU."""

    shader: gpu.types.GPUShader
    batch: gpu.types.GPUBatch
    influences: gpu.types.GPUTexture | None
    instanced: bool
    texture: tuple[SurfaceTexture, gpu.types.GPUTexture] | None = None  # the material's, and its pixels


@dataclass(frozen=True, eq=False)
class PosedSurface:
    """A surface with matrices: one character or, if instanced, a crowd."""

    surface: Surface
    palette: UploadedPalette
    centre: Float64  # (3,) world: to be added to the shader's positions
    count: int


def upload_surface(
    geometry: Geometry,
    triangles: Int,
    tint: Float,
    joints: int,
    limits: Limits,
    *,
    instanced: bool = False,
    texture: tuple[SurfaceTexture, gpu.types.GPUTexture] | None = None,
) -> Surface:
    """Upload vertices, (F, 3) triangles and (V, 4) colours of one part whose palette has ``joints`` joints.

    ``texture``: multiplies the colours; its pixels are on the GPU already.
    """
    transport = TRANSPORTS["instanced" if instanced else "texture"]
    uv = None if texture is None else texture[0].texcoords
    attributes = geometry.sets <= influence_attributes(limits.vertex_attributes, others=3 if uv is None else 4)
    rule, sets = geometry.choices.directions, geometry.sets
    program = surface_program(
        transport, joints, sets, as_attributes=attributes, directions=rule, textured=uv is not None
    )
    shader = shader_of(program)
    vertices = vertex_buffer(geometry, 0, as_attributes=attributes, tint=tint, uv=uv)
    indices = gpu.types.GPUIndexBuf(type="TRIS", seq=np.ascontiguousarray(triangles, np.uint32))
    batch = gpu.types.GPUBatch(type="TRIS", buf=vertices, elem=indices)
    return Surface(shader, batch, None if attributes else influences_texture(geometry), instanced, texture)


def pose_surface(surface: Surface, palette: PartPalette) -> PosedSurface:
    """Upload the matrices of the first time or, if the surface is instanced, of every instance."""
    transport = TRANSPORTS["instanced" if surface.instanced else "texture"]
    count = len(palette.skin_palette) if surface.instanced else 1
    packed = upload_palette(transport, tuple(a[:count] for a in transport.pack(palette)))
    return PosedSurface(surface, packed, palette.centre[0], count)


def _set_look(shader: gpu.types.GPUShader, world_to_clip: Float64, look: Look) -> None:
    set_uniforms(
        shader,
        sk_view_projection=matrix_of(world_to_clip),
        sk_light=look.light,
        sk_to_viewer=look.to_viewer,
        sk_shading=look.shading,
        sk_opacity=look.opacity,
        sk_to_linear=int(look.to_linear),
    )


def draw_surface(posed: PosedSurface, world_to_clip: Float64, look: Look) -> None:
    """Draw with one call, whatever the number of instances. The caller sets depth test and blending.

    ``world_to_clip``: (4, 4) float64 from glTF's world.
    """
    shader = posed.surface.shader
    shader.bind()
    if posed.surface.influences is not None:
        shader.uniform_sampler("sk_influences", posed.surface.influences)
    if posed.surface.texture is not None:
        of_part, pixels = posed.surface.texture
        shader.uniform_sampler("sk_image", pixels)
        set_uniforms(shader, sk_wrap=of_part.wrap, sk_smooth=int(of_part.smooth), sk_cutoff=of_part.cutoff)
    posed.palette.bind(shader, 0)
    back = np.eye(4)
    back[:3, 3] = posed.centre
    _set_look(shader, world_to_clip @ back, look)
    if posed.surface.instanced:
        posed.surface.batch.draw_instanced(shader, instance_count=posed.count)
    else:
        posed.surface.batch.draw(shader)


@dataclass(frozen=True, eq=False)
class HeatSurface:
    """A part's vertices and their errors, on the GPU."""

    batch: gpu.types.GPUBatch
    buffers: tuple[gpu.types.GPUVertBuf, ...]  # kept as long as the batch is drawn


def heat_surface(positions: Float, errors: Float, faces: gpu.types.GPUIndexBuf) -> HeatSurface:
    """Upload positions (V, 3) and errors (V,), negative if lost; the faces lie on the GPU already."""
    buffers = []
    for name, values in (("pos", positions), ("error", errors[:, None])):
        layout = gpu.types.GPUVertFormat()
        layout.attr_add(id=name, comp_type="F32", len=values.shape[1], fetch_mode="FLOAT")
        buffers.append(gpu.types.GPUVertBuf(layout, len=len(values)))
        buffers[-1].attr_fill(name, np.ascontiguousarray(values, np.float32))
    batch = gpu.types.GPUBatch(type="TRIS", buf=buffers[0], elem=faces)
    batch.vertbuf_add(buffers[1])
    return HeatSurface(batch, tuple(buffers))


def draw_heat(
    surfaces: list[HeatSurface], scale: gpu.types.GPUTexture, top: float, world_to_clip: Float64, look: Look
) -> None:
    """Draw surfaces in the colours of ``scale``: from no error to ``top``, and one more for what is lost."""
    shader = shader_of(HEAT)
    shader.bind()
    shader.uniform_sampler("sk_scale", scale)
    _set_look(shader, world_to_clip, look)
    set_uniforms(shader, sk_top=top)
    for surface in surfaces:
        surface.batch.draw(shader)
