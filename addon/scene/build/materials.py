"""Materials of a model as node trees: glTF's materials by the Principled BSDF and the nodes before it.

From right to left: the shader; products; textures; their coordinates.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial, reduce

import bpy

from ....skinning_core.model import Material, Model, Texture, Wrap
from ... import compat
from .images import ImageStore
from .mesh import Surfaces, color_name, uv_name

#: A node's input: an output of another, or a constant.
Value = bpy.types.NodeSocket | float | tuple[float, float, float, float]

_WHITE = (1.0, 1.0, 1.0, 1.0)
#: Distances between columns and rows of nodes.
_COLUMN = 280.0
_ROW = 300.0


class Looks(Enum):
    """What is made of a model's materials."""

    PACKED = "textures, all of them packed into the .blend"
    FILES = "textures, those beside the model as files of their own"
    COLORS = "names and base colours only"


def build_surfaces(model: Model, looks: Looks, warn: Callable[[str], object]) -> Surfaces:
    """One material per material of the file; ``warn`` is told, in sentences, which looks could not be read."""
    if looks is Looks.COLORS:
        return Surfaces({m: _plain(material) for m, material in enumerate(model.materials)}, frozenset(), warn)
    drawn = [model.primitive(part) for part in model.parts]
    colored = frozenset(primitive.material for primitive in drawn if len(primitive.colors))
    images = ImageStore(model, packed=looks is Looks.PACKED, warn=warn)
    known: dict[int, Material] = dict(enumerate(model.materials))
    if -1 in colored:
        known[-1] = Material("Vertex Colors", double_sided=True)
    for material in known.values():
        for flaw in material.flaws:
            warn(flaw)
    return Surfaces({m: _textured(known[m], images, m in colored) for m in known}, colored, warn)


def _plain(material: Material) -> bpy.types.Material:
    """A material of a name and a base colour, in shaded and in solid view."""
    new = bpy.data.materials.new(material.name)
    compat.enable_nodes(new)
    new.diffuse_color = material.base_color
    new.use_backface_culling = not material.double_sided
    shader = _shader_of(new)
    shader.inputs["Base Color"].default_value = material.base_color
    shader.inputs["Alpha"].default_value = material.base_color[3]
    return new


def _textured(material: Material, images: ImageStore, colored: bool) -> bpy.types.Material:
    """A material with all that the file says."""
    new = _plain(material)
    new.metallic, new.roughness = material.metallic, material.roughness
    if material.alpha_mode == "BLEND":
        new.surface_render_method = "BLENDED"
    graph = _Graph(new, images)
    _connect_color(graph, material, colored)
    _connect_metal(graph, material)
    _connect_emission(graph, material)
    _connect_normal(graph, material)
    return new


def _connect_color(graph: _Graph, material: Material, colored: bool) -> None:
    red, green, blue, alpha = material.base_color
    shader = graph.shader.inputs
    sources = []
    if material.base_texture is not None:
        sources.append(graph.texture(material.base_texture, is_data=False))
    if colored:
        sources.append(graph.vertex_color())
    nodes = [node for node in sources if node is not None]
    color = graph.color_product([node.outputs["Color"] for node in nodes], (red, green, blue, 1.0))
    graph.give(color, shader["Base Color"])
    shown = 1.0 if material.alpha_mode == "OPAQUE" else graph.product([node.outputs["Alpha"] for node in nodes], alpha)
    if material.alpha_mode == "MASK":  # 1 at the cutoff and above, else 0
        shown = graph.math("SUBTRACT", 1, 1.0, graph.math("LESS_THAN", 1, shown, material.alpha_cutoff))
    graph.give(shown, shader["Alpha"])


def _connect_metal(graph: _Graph, material: Material) -> None:
    texture = material.metal_texture and graph.texture(material.metal_texture, is_data=True)
    channels: Mapping[str, Sequence[bpy.types.NodeSocket]] = {"Blue": (), "Green": ()}
    if texture:
        separate = graph.node("ShaderNodeSeparateColor", 1)
        graph.link(texture.outputs["Color"], separate.inputs["Color"])
        channels = {name: (separate.outputs[name],) for name in channels}
    graph.give(graph.product(channels["Blue"], material.metallic), graph.shader.inputs["Metallic"])
    graph.give(graph.product(channels["Green"], material.roughness), graph.shader.inputs["Roughness"])


def _connect_emission(graph: _Graph, material: Material) -> None:
    strength = max(1.0, *material.emission)
    if not any(material.emission):
        return
    red, green, blue = (value / strength for value in material.emission)
    texture = material.emission_texture and graph.texture(material.emission_texture, is_data=False)
    if material.emission_texture and not texture:
        return
    sockets = [texture.outputs["Color"]] if texture else []
    graph.give(graph.color_product(sockets, (red, green, blue, 1.0)), graph.shader.inputs["Emission Color"])
    graph.shader.inputs["Emission Strength"].default_value = strength


def _connect_normal(graph: _Graph, material: Material) -> None:
    texture = material.normal_texture and graph.texture(material.normal_texture, is_data=True)
    if material.normal_texture and texture:
        node = graph.node("ShaderNodeNormalMap", 1)
        node.uv_map = uv_name(material.normal_texture.texcoord)
        node.inputs["Strength"].default_value = material.normal_scale
        graph.link(texture.outputs["Color"], node.inputs["Color"])
        graph.link(node.outputs["Normal"], graph.shader.inputs["Normal"])


class _Graph:
    """The node tree of one material; new nodes do not cover each other."""

    def __init__(self, material: bpy.types.Material, images: ImageStore) -> None:
        self._tree, self._images = material.node_tree, images
        self.shader = _shader_of(material)
        self._rows = [itertools.count() for _ in range(10)]

    def node(self, kind: str, column: int) -> bpy.types.Node:
        """A new node in a column, counted from the shader to the left."""
        node = self._tree.nodes.new(kind)
        right, top = self.shader.location[0], self.shader.location[1]
        node.location = right - _COLUMN * column, top - _ROW * next(self._rows[column])
        return node

    def link(self, source: bpy.types.NodeSocket, target: bpy.types.NodeSocket) -> None:
        """Connect an output with an input."""
        self._tree.links.new(source, target)

    def texture(self, texture: Texture, *, is_data: bool) -> bpy.types.Node | None:
        """An image with its coordinates; None if there is no such image."""
        image = self._images.image(texture.image, is_data=is_data)
        if image is None:
            return None
        node = self.node("ShaderNodeTexImage", 3)
        node.image = image
        node.interpolation = "Linear" if texture.smooth else "Closest"
        node.extension = "REPEAT" if "REPEAT" in texture.wrap else min(texture.wrap, key=("MIRROR", "EXTEND").index)
        mixed = texture.wrap[0] != texture.wrap[1]
        column = 8 if mixed else 4
        coordinates = self.node("ShaderNodeUVMap", column + 1)
        coordinates.uv_map = uv_name(texture.texcoord)
        source = coordinates.outputs["UV"]
        if (texture.offset, texture.rotation, texture.scale) != ((0.0, 0.0), 0.0, (1.0, 1.0)):
            source = self._mapped(source, texture, column)
        if mixed:
            source = self._wrapped(source, node, texture.wrap)
        self.link(source, node.inputs["Vector"])
        return node

    def _wrapped(
        self, source: bpy.types.NodeSocket, node: bpy.types.Node, wraps: tuple[Wrap, Wrap]
    ) -> bpy.types.NodeSocket:
        """Coordinates for an image node, which has one extension for both axes, if these differ.

        The axis that the node does not fit is mirrored, or clamped to the centres of the outermost pixels, beyond which
        both ways show the outermost colour: it is exact between pixels too.
        """
        separate, combine = self.node("ShaderNodeSeparateXYZ", 7), self.node("ShaderNodeCombineXYZ", 4)
        self.link(source, separate.inputs[0])
        for axis, wrap in enumerate(wraps):
            coordinate = separate.outputs[axis]
            if wrap == "MIRROR" != node.extension:
                coordinate = self.math("PINGPONG", 6, coordinate, 1.0)
            if wrap != node.extension:
                clamp = self.node("ShaderNodeClamp", 5)
                half = 0.5 / max(1, node.image.size[axis])
                clamp.inputs["Min"].default_value, clamp.inputs["Max"].default_value = half, 1.0 - half
                self.link(coordinate, clamp.inputs["Value"])
                coordinate = clamp.outputs[0]
            self.link(coordinate, combine.inputs[axis])
        return combine.outputs[0]

    def _mapped(self, source: bpy.types.NodeSocket, texture: Texture, column: int) -> bpy.types.NodeSocket:
        """Coordinates after the texture's transform. Blender's v is 1 - v of glTF, hence the other offsets."""
        mapping = self.node("ShaderNodeMapping", column)
        mapping.vector_type = "POINT"
        (u, v), angle, (width, height) = texture.offset, texture.rotation, texture.scale
        across, up = u + math.sin(angle) * height, 1.0 - v - math.cos(angle) * height
        mapping.inputs["Location"].default_value = (across, up, 0.0)
        mapping.inputs["Rotation"].default_value = (0.0, 0.0, angle)
        mapping.inputs["Scale"].default_value = (width, height, 1.0)
        self.link(source, mapping.inputs["Vector"])
        return mapping.outputs["Vector"]

    def vertex_color(self) -> bpy.types.Node:
        """The first set of vertex colours."""
        node = self.node("ShaderNodeVertexColor", 3)
        node.layer_name = color_name(0)
        return node

    def give(self, value: Value, target: bpy.types.NodeSocket) -> None:
        """Connect an input with an output, or set it to a constant."""
        if isinstance(value, bpy.types.NodeSocket):
            self.link(value, target)
        else:
            target.default_value = value

    def color_product(self, sources: Sequence[bpy.types.NodeSocket], factor: Value) -> Value:
        """The product of colours and a constant colour."""
        factors: list[Value] = [*sources] if sources and factor == _WHITE else [*sources, factor]
        return reduce(self._mixed, factors)

    def _mixed(self, left: Value, right: Value) -> bpy.types.NodeSocket:
        mix = self.node("ShaderNodeMix", 2)
        mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
        inputs = {socket.identifier: socket for socket in mix.inputs}
        for name, value in (("Factor_Float", 1.0), ("A_Color", left), ("B_Color", right)):
            self.give(value, inputs[name])
        return next(socket for socket in mix.outputs if socket.identifier == "Result_Color")

    def product(self, sources: Sequence[bpy.types.NodeSocket], factor: float) -> Value:
        """The product of numbers and a constant."""
        factors: list[Value] = [*sources] if sources and factor == 1.0 else [*sources, factor]
        return reduce(partial(self.math, "MULTIPLY", 2), factors)

    def math(self, operation: str, column: int, left: Value, right: Value) -> bpy.types.NodeSocket:
        """An operation on two numbers."""
        node = self.node("ShaderNodeMath", column)
        node.operation = operation
        self.give(left, node.inputs[0])
        self.give(right, node.inputs[1])
        return node.outputs[0]


def _shader_of(material: bpy.types.Material) -> bpy.types.Node:
    """The Principled BSDF of a new material."""
    return next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
