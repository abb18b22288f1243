"""Shader programs as data: the files that are joined, and the interface between them and Blender.

A program has all that Blender's ``GPUShaderCreateInfo`` needs, without touching ``gpu``. Tests write plain GLSL from it
for a compiler outside Blender.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from .geometry import SET
from .transport import Transport

SHADERS = Path(__file__).resolve().parents[3] / "shaders"

#: Widths in texels of the textures of a compute shader's vertices and influences.
VERTEX_WIDTH = 1024
INFLUENCE_WIDTH = 4096
GROUP = 16  # invocations along each side of a compute group


@dataclass(frozen=True)
class Program:
    """A vertex and fragment pair, or a compute shader. Types are Blender's names ("VEC4", "UVEC4", "MAT4", ...)."""

    name: str
    vertex: tuple[str, ...] = ()  # files in shaders/, in order
    fragment: tuple[str, ...] = ()
    compute: tuple[str, ...] = ()
    defines: tuple[tuple[str, str], ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()  # (type, name)
    constants: tuple[tuple[str, str, int], ...] = ()  # (type, name, array size or 0)
    buffers: tuple[tuple[str, str], ...] = ()  # (type, "name[size]")
    samplers: tuple[str, ...] = ()  # all of type FLOAT_2D
    images: tuple[str, ...] = ()  # write-only, RGBA32F
    varyings: tuple[tuple[str, str, str], ...] = ()  # ("smooth" or "flat", type, name)
    outputs: tuple[tuple[str, str], ...] = ()  # (type, name)


@cache
def source(files: tuple[str, ...]) -> str:
    """The text of shader files, joined."""
    return "\n".join((SHADERS / file).read_text(encoding="utf-8") for file in files)


def influence_attributes(limit: int, others: int) -> int:
    """How many sets of influences fit, at most 6, if ``others`` of the ``limit`` vertex attributes are taken."""
    return min(6, (limit - others) // 2)


def scatter_program(
    transport: Transport, joints: int, sets: int, *, as_attributes: bool, directions: bool = False
) -> Program:
    """Read-back by points: every vertex's position and normal are written to a pixel of its own."""
    bare = Program(
        name=f"skinproof_scatter_{transport.name}",
        vertex=("scatter.vert.glsl",),
        fragment=("scatter.frag.glsl",),
        attributes=(("VEC3", "pos"), ("VEC3", "nor")),
        constants=(("IVEC2", "sk_size", 0), ("INT", "sk_first", 0), ("INT", "sk_stride", 0)),
        varyings=(("flat", "VEC4", "scatter_position"), ("flat", "VEC4", "scatter_normal")),
        outputs=(("VEC4", "out_position"), ("VEC4", "out_normal")),
    )
    return _skinning(bare, transport, joints, sets, as_attributes, directions)


#: A lit surface with one colour per vertex, whatever its vertices.
_SURFACE = Program(
    name="",
    fragment=("surface.frag.glsl",),
    attributes=(("VEC3", "pos"), ("VEC3", "nor"), ("VEC4", "tint")),
    constants=(
        ("MAT4", "sk_view_projection", 0),
        ("VEC3", "sk_light", 0),
        ("VEC3", "sk_to_viewer", 0),
        ("FLOAT", "sk_shading", 0),
        ("FLOAT", "sk_opacity", 0),
        ("INT", "sk_to_linear", 0),
    ),
    varyings=(
        ("smooth", "VEC3", "surface_place"),
        ("smooth", "VEC3", "surface_normal"),
        ("smooth", "VEC4", "surface_colour"),
    ),
    outputs=(("VEC4", "out_colour"),),
)

#: The same with the material's texture, multiplied with the colours.
_TEXTURED = replace(
    _SURFACE,
    defines=(("SK_TEXTURED", "1"),),
    attributes=(*_SURFACE.attributes, ("VEC2", "uv")),
    constants=(*_SURFACE.constants, ("IVEC2", "sk_wrap", 0), ("INT", "sk_smooth", 0), ("FLOAT", "sk_cutoff", 0)),
    samplers=("sk_image",),
    varyings=(*_SURFACE.varyings, ("smooth", "VEC2", "surface_uv")),
)

#: Known positions in the colours of their errors.
HEAT = replace(
    _SURFACE,
    name="skinproof_heat",
    vertex=("heat.vert.glsl",),
    attributes=(("VEC3", "pos"), ("FLOAT", "error")),
    constants=(*_SURFACE.constants, ("FLOAT", "sk_top", 0)),
    samplers=("sk_scale",),
)


def surface_program(
    transport: Transport,
    joints: int,
    sets: int,
    *,
    as_attributes: bool,
    directions: bool = False,
    textured: bool = False,
) -> Program:
    """Drawing: a lit surface with one colour per vertex, times a texture if ``textured``."""
    bare = _TEXTURED if textured else _SURFACE
    bare = replace(bare, name=f"skinproof_surface_{transport.name}", vertex=("surface.vert.glsl",))
    return _skinning(bare, transport, joints, sets, as_attributes, directions)


def readback_program(transport: Transport, sets: int, *, directions: bool = False) -> Program:
    """Read-back by a compute shader; the palette and the vertices come in textures."""
    constants, _, samplers = _palette_uniforms(transport, 0)
    return Program(
        name=f"skinproof_compute_{transport.name}",
        compute=(transport.source, "influences_texture.glsl", "skinning.glsl", "readback.comp.glsl"),
        defines=(
            *_skinning_defines(sets, directions),
            ("SK_INSTANCE", "int(gl_GlobalInvocationID.z)"),
            ("SK_VERTEX_WIDTH", str(VERTEX_WIDTH)),
        ),
        constants=(*constants, ("INT", "sk_count", 0), ("INT", "sk_height", 0)),
        samplers=(*samplers, "sk_influences", "sk_positions", "sk_normals"),
        images=("sk_out_position", "sk_out_normal"),
    )


def _skinning(
    bare: Program, transport: Transport, joints: int, sets: int, as_attributes: bool, directions: bool
) -> Program:
    """Add to a program what brings the palette, the influences and the normals to its vertex shader."""
    palette_constants, buffers, samplers = _palette_uniforms(transport, joints)
    attributes = bare.attributes
    if as_attributes:
        influences = "influences_attributes.glsl"
        pairs = [(("UVEC4", f"joints{s}"), ("VEC4", f"weights{s}")) for s in range(sets)]
        attributes = (*attributes, *(attribute for pair in pairs for attribute in pair))
    else:
        influences = "influences_texture.glsl"
        samplers = (*samplers, "sk_influences")
    return replace(
        bare,
        vertex=(transport.source, influences, "skinning.glsl", *bare.vertex),
        defines=(*bare.defines, *_skinning_defines(sets, directions), *_palette_defines(transport, joints)),
        attributes=attributes,
        # The long arrays last: Blender warns once per constant beyond 128 bytes.
        constants=(*bare.constants, *palette_constants),
        buffers=buffers,
        samplers=(*bare.samplers, *samplers),
    )


def _skinning_defines(sets: int, directions: bool) -> tuple[tuple[str, str], ...]:
    """How many influences there are, and the rule by which normals are carried."""
    return (
        ("SK_SETS", str(sets)),
        ("SK_INFLUENCES", str(SET * sets)),
        ("SK_INFLUENCE_WIDTH", str(INFLUENCE_WIDTH)),
        ("SK_DIRECTIONS", str(int(directions))),
    )


def _palette_defines(transport: Transport, joints: int) -> tuple[tuple[str, str], ...]:
    """The length of an array of joints, or which line of a texture belongs to an instance of a crowd."""
    if transport.storage == "texture":
        return (("SK_INSTANCE", "gl_InstanceID" if transport.instanced else "0"),)
    return (("SK_JOINTS", str(joints)),)


Uniforms = tuple[tuple[tuple[str, str, int], ...], tuple[tuple[str, str], ...], tuple[str, ...]]


def _palette_uniforms(transport: Transport, joints: int) -> Uniforms:
    """Constants, buffers and samplers that ``joint_matrix`` reads; array sizes are the skeleton's joint count."""
    if transport.storage == "texture":
        return (("INT", "sk_line", 0),), (), transport.uniforms
    if transport.storage == "buffer":
        return (), tuple(("vec4", f"{name}[{3 * joints + 1}]") for name in transport.uniforms), ()
    return tuple(("MAT4", name, joints) for name in transport.uniforms), (), ()
