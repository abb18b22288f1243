"""Materials in Blender, by their data: nodes, links, values, pixels; and that looks cost nothing where nobody looks."""

from __future__ import annotations

import itertools
import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module
from tests.looks import COLORS, PIXELS, TEXCOORDS, data_uri, png, textured
from tests.packed import files
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")

#: The numbers that a sampler stores.
WRAPS = {"REPEAT": 10497, "MIRROR": 33648, "EXTEND": 33071}
KINDS = ("objects", "meshes", "armatures", "actions", "materials", "images", "node_groups", "collections")


@pytest.fixture(autouse=True)
def empty(extension: str) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)


def counts() -> dict[str, int]:
    return {kind: len(getattr(bpy.data, kind)) for kind in KINDS}


def imported(path: Path, looks: str = "PACKED") -> Any:
    """The mesh object of a file after the import by the operator."""
    assert bpy.ops.skinproof.import_skin(filepath=str(path), looks=looks) == {"FINISHED"}
    return next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")


def source(socket: Any) -> tuple[Any, str]:
    """The node that a socket is linked from, and the name of its output."""
    (link,) = socket.links
    return link.from_node, link.from_socket.name


def inputs(node: Any) -> dict[str, Any]:
    return {socket.identifier: socket for socket in node.inputs}


def shader(material: Any) -> dict[str, Any]:
    (output,) = (node for node in material.node_tree.nodes if node.type == "OUTPUT_MATERIAL")
    node, _ = source(output.inputs["Surface"])
    assert node.type == "BSDF_PRINCIPLED"
    return {socket.name: socket for socket in node.inputs}


def texture(socket: Any) -> tuple[Any, str]:
    """The image texture that a socket is linked from, and the name of its UV map; there is no mapping between."""
    node, _ = source(socket)
    assert node.type == "TEX_IMAGE"
    coordinates, _ = source(node.inputs["Vector"])
    return node, coordinates.uv_map


def test_nodes_links_and_values(tmp_path: Path) -> None:
    mesh = imported(textured(tmp_path).write_glb(tmp_path / "looks.glb")).data
    coat, bare = mesh.materials
    assert (coat.name, bare.name) == ("coat", "bare")
    assert not coat.use_backface_culling
    assert bare.use_backface_culling
    sockets = shader(coat)

    by_factor, _ = source(sockets["Base Color"])  # (texture x vertex colours) x factor
    assert by_factor.blend_type == "MULTIPLY"
    assert tuple(inputs(by_factor)["B_Color"].default_value) == (0.5, 1.0, 1.0, 1.0)
    by_color, _ = source(inputs(by_factor)["A_Color"])
    assert source(inputs(by_color)["B_Color"])[0].layer_name == "Color"
    base, uv_map = texture(inputs(by_color)["A_Color"])
    assert (base.image.name, uv_map, base.interpolation, base.extension) == ("skin", "UVMap", "Closest", "EXTEND")
    assert base.image.colorspace_settings.name == "sRGB"

    inverse, _ = source(sockets["Alpha"])
    below, _ = source(inverse.inputs[1])
    assert (inverse.operation, inverse.inputs[0].default_value) == ("SUBTRACT", 1.0)
    assert (below.operation, below.inputs[1].default_value) == ("LESS_THAN", 0.25)
    factor, _ = source(below.inputs[0])
    assert factor.inputs[1].default_value == 0.75
    product, _ = source(factor.inputs[0])
    assert {source(socket)[1] for socket in product.inputs[:2]} == {"Alpha"}

    for name, channel, value in (("Metallic", "Blue", 0.5), ("Roughness", "Green", 0.25)):
        node, _ = source(sockets[name])
        assert (node.operation, node.inputs[1].default_value) == ("MULTIPLY", value)
        separate, output = source(node.inputs[0])
        assert output == channel
        metal, uv_map = texture(separate.inputs["Color"])
        assert (metal.image.name, uv_map) == ("image 1", "UVMap.001")
        assert metal.image.colorspace_settings.is_data

    emission, _ = source(sockets["Emission Color"])
    assert tuple(inputs(emission)["B_Color"].default_value) == (1.0, 0.5, 0.0, 1.0)
    assert sockets["Emission Strength"].default_value == 2.0
    assert not texture(inputs(emission)["A_Color"])[0].image.colorspace_settings.is_data

    normal, _ = source(sockets["Normal"])
    assert (normal.inputs["Strength"].default_value, normal.uv_map) == (0.5, "UVMap.001")
    mapping, _ = source(source(normal.inputs["Color"])[0].inputs["Vector"])
    assert mapping.type == "MAPPING"
    assert source(mapping.inputs["Vector"])[0].uv_map == "UVMap.001"
    _require_transform(mapping, offset=(0.25, 0.5), angle=0.5, scale=(2, 3))

    bare_sockets = shader(bare)
    assert texture(bare_sockets["Base Color"])[0].image == base.image  # made once
    assert (bare_sockets["Metallic"].default_value, bare_sockets["Alpha"].default_value) == (1.0, 1.0)


def _require_transform(mapping: Any, *, offset: tuple, angle: float, scale: tuple) -> None:
    """The node's formula on Blender's coordinates against the extension's matrices on glTF's."""
    place, turn, size = (np.array(mapping.inputs[k].default_value) for k in ("Location", "Rotation", "Scale"))
    assert mapping.vector_type == "POINT"
    assert turn[:2].tolist() == [0, 0]
    for u, v in np.random.default_rng(1).uniform(-2, 2, (20, 2)):
        x, y = size[:2] * (u, 1 - v)
        sine, cosine = math.sin(turn[2]), math.cos(turn[2])
        found = x * cosine - y * sine + place[0], 1 - (x * sine + y * cosine + place[1])
        matrix = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]) @ np.diag(scale)
        np.testing.assert_allclose(found, matrix @ (u, v) + offset, atol=1e-5)


def test_pixels_coordinates_and_colours(tmp_path: Path) -> None:
    mesh = imported(textured(tmp_path).write_glb(tmp_path / "looks.glb")).data
    image = bpy.data.images["skin"]
    assert image.packed_file is not None
    assert tuple(image.size) == (3, 2)
    pixels = np.array(image.pixels[:]).reshape(2, 3, 4)[::-1]
    opaque = PIXELS[..., 3] == 255
    np.testing.assert_allclose(pixels[opaque], PIXELS[opaque] / 255, atol=1e-6)
    np.testing.assert_allclose(pixels[..., 3], PIXELS[..., 3] / 255, atol=1e-6)

    corners = np.array([loop.vertex_index for loop in mesh.loops]) % 4
    for name, stored in (("UVMap", TEXCOORDS), ("UVMap.001", TEXCOORDS[::-1])):
        found = np.array([tuple(each.vector) for each in mesh.uv_layers[name].uv])
        np.testing.assert_allclose(found, np.c_[stored[:, 0], 1 - stored[:, 1]][corners], atol=1e-6)
    colors = np.array([tuple(each.color) for each in mesh.attributes["Color"].data])
    np.testing.assert_allclose(colors[:4], COLORS / 255, atol=1e-6)
    assert (colors[4:] == 1.0).all()  # the primitive without colours is white
    slots = [polygon.material_index for polygon in mesh.polygons]
    assert slots == [0, 0, 1, 1]


def test_files_beside_the_model_stay_files_where_this_is_asked_for(tmp_path: Path) -> None:
    path = textured(tmp_path).write_glb(tmp_path / "looks.glb")
    imported(path, "FILES")
    assert bpy.data.images["skin"].packed_file is not None
    beside = bpy.data.images["normal map"]
    assert beside.packed_file is None
    assert Path(bpy.path.abspath(beside.filepath)) == tmp_path / "normal map.png"


def test_base_colours_only(tmp_path: Path) -> None:
    mesh = imported(textured(tmp_path).write_glb(tmp_path / "looks.glb"), "COLORS").data
    assert not bpy.data.images
    assert "Color" not in mesh.attributes
    coat = mesh.materials[0]
    assert {node.type for node in coat.node_tree.nodes} == {"BSDF_PRINCIPLED", "OUTPUT_MATERIAL"}
    assert tuple(shader(coat)["Base Color"].default_value) == (0.5, 1.0, 1.0, 0.75)


@pytest.mark.parametrize(
    ("wraps", "smooth"), [*((pair, True) for pair in itertools.permutations(WRAPS, 2)), (("REPEAT", "EXTEND"), False)]
)
def test_wraps_that_differ_along_u_and_v(wraps: tuple[str, str], smooth: bool, tmp_path: Path) -> None:
    """Rendered by Cycles over coordinates from -1.6 to 2.6, against the specification's sampling in NumPy."""
    tiny = textured(tmp_path)
    colors = np.random.default_rng(3).integers(0, 256, (3, 4, 4)).astype(np.uint8)
    colors[..., 3] = 255
    tiny.data["images"][1] = {"uri": data_uri(colors)}
    tiny.data["samplers"] = [
        {"magFilter": 9729 if smooth else 9728, "wrapS": WRAPS[wraps[0]], "wrapT": WRAPS[wraps[1]]}
    ]
    tiny.data["textures"][1]["sampler"] = 0
    material = imported(tiny.write_glb(tmp_path / "looks.glb")).data.materials[0]
    separate, _ = source(source(shader(material)["Metallic"])[0].inputs[0])  # data: no colour space between
    found = rendered(material, source(separate.inputs["Color"])[0], size := 40)
    along = (np.arange(size) + 0.5) / size * 4.2 - 1.6
    rows, columns = (sampled(n, along, wrap, smooth) for n, wrap in zip(colors.shape, wraps[::-1], strict=False))
    expected = np.einsum("vr,uc,rck->vuk", rows, columns, colors[..., :3] / 255)
    assert np.abs(found - expected).max() < 2e-3


def sampled(count: int, places: np.ndarray, wrap: str, smooth: bool) -> np.ndarray:
    """(P, N) how much each of ``count`` pixels along an axis counts at each place (0 and 1: the image's ends)."""
    at = places * count - 0.5
    first = np.floor(at if smooth else at + 0.5).astype(int)
    part = at - first if smooth else np.zeros(len(at))
    out = np.zeros((len(places), count))
    for pixel, share in ((first, 1 - part), (first + 1, part)):
        if wrap == "MIRROR":
            pixel = np.where(pixel % (2 * count) < count, pixel % count, count - 1 - pixel % count)
        pixel = pixel % count if wrap == "REPEAT" else np.clip(pixel, 0, count - 1)
        np.add.at(out, (np.arange(len(places)), pixel), share)
    return out


def rendered(material: Any, node: Any, size: int) -> np.ndarray:
    """(size, size, 3) what an image node shows over a plane of coordinates from -1.6 to 2.6 of glTF, top row first."""
    tree = material.node_tree
    glow, (output,) = tree.nodes.new("ShaderNodeEmission"), (n for n in tree.nodes if n.type == "OUTPUT_MATERIAL")
    tree.links.new(node.outputs["Color"], glow.inputs["Color"])
    tree.links.new(glow.outputs[0], output.inputs["Surface"])
    scene = bpy.data.scenes.new("wraps")
    mesh = bpy.data.meshes.new("plane")
    mesh.from_pydata([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [], [(0, 1, 2, 3)])
    corners = np.array([(-1.6, -1.6), (2.6, -1.6), (2.6, 2.6), (-1.6, 2.6)], np.float32)
    for layer in ("UVMap", "UVMap.001"):
        mesh.uv_layers.new(name=layer).data.foreach_set("uv", corners.ravel())
    mesh.materials.append(material)
    camera = bpy.data.cameras.new("camera")
    camera.type, camera.ortho_scale = "ORTHO", 2.0
    scene.camera = bpy.data.objects.new("camera", camera)
    scene.camera.location.z = 1.0
    for ob in (scene.camera, bpy.data.objects.new("plane", mesh)):
        scene.collection.objects.link(ob)
    render = scene.render
    render.engine, render.resolution_x, render.resolution_y = "CYCLES", size, size
    scene.cycles.use_denoising = False
    scene.cycles.samples, scene.cycles.pixel_filter_type, scene.cycles.filter_width = 1, "BOX", 0.01
    scene.view_settings.view_transform = "Raw"
    render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
    render.filepath = bpy.app.tempdir + "wraps.exr"
    bpy.ops.render.render(write_still=True, scene=scene.name)
    image = bpy.data.images.load(render.filepath)
    return np.array(image.pixels[:]).reshape(size, size, 4)[::-1, :, :3]


def test_a_blended_material_and_colours_without_a_material(tmp_path: Path) -> None:
    tiny = Tiny()
    other = {**tiny.primitive, "material": 0, "attributes": {**tiny.primitive["attributes"]}}
    tiny.primitive["attributes"]["COLOR_0"] = tiny.add(COLORS, normalized=True)
    tiny.data["meshes"][0]["primitives"].append(other)
    surface = {"baseColorFactor": [1, 1, 1, 0.5], "metallicFactor": 0}
    tiny.data["materials"] = [{"name": "glass", "alphaMode": "BLEND", "pbrMetallicRoughness": surface}]
    mesh = imported(tiny.write_glb(tmp_path / "tiny.glb")).data
    glass, colored = mesh.materials
    assert [polygon.material_index for polygon in mesh.polygons] == [1, 1, 0, 0]
    assert glass.surface_render_method == "BLENDED"
    assert shader(glass)["Alpha"].default_value == 0.5
    assert source(shader(colored)["Base Color"])[0].layer_name == "Color"


def test_what_cannot_be_read_is_said_and_left_out(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    tiny = textured(tmp_path)
    (tmp_path / "normal map.png").unlink()
    tiny.data["materials"][1] = {"name": "bare", "emissiveFactor": "bright"}
    mesh = imported(tiny.write_glb(tmp_path / "looks.glb")).data
    said = "".join(capfd.readouterr())
    assert "'normal%20map.png' is missing" in said
    assert "/materials/1/emissiveFactor: an array expected" in said
    assert not shader(mesh.materials[0])["Normal"].links
    assert mesh.materials[1].name == "material 1"


def test_all_of_it_goes_with_the_character_and_with_undo(tmp_path: Path) -> None:
    path = textured(tmp_path).write_glb(tmp_path / "looks.glb")
    bpy.ops.ed.undo_push(message="before")
    before = counts()
    imported(path)
    assert counts()["images"] == before["images"] + 4  # "image 1" is both a colour and data
    bpy.ops.ed.undo_push(message="imported")
    bpy.ops.ed.undo()
    assert counts() == before
    imported(path)
    bpy.ops.skinproof.remove_character()
    assert counts() == before


def test_looks_are_left_alone_by_whoever_only_compares(extension: str, tmp_path: Path) -> None:
    """No image is opened, no material made."""
    path = textured(tmp_path).write_glb(tmp_path / "looks.glb")
    opened: list[str] = []
    watched = [True]
    sys.addaudithook(lambda event, args: opened.append(str(args[0])) if watched[0] and event == "open" else None)
    status = module(extension, "addon.command.commands").run(["verify", str(path), "--json", str(tmp_path / "r.json")])
    watched[0] = False
    assert status == 0
    assert json.loads((tmp_path / "r.json").read_text())
    assert any(name.endswith("looks.glb") for name in opened)
    assert not [name for name in opened if name.endswith(".png")]


def test_compressed_files_have_their_looks_too(tmp_path: Path) -> None:
    """A meshopt file of the tests, given a texture; its coordinates are compressed like all else."""
    packed, _ = files.stored("plain-ext")
    length = int.from_bytes(packed.read_bytes()[12:16], "little")
    data = json.loads(packed.read_bytes()[20 : 20 + length])
    (tmp_path / "skin.png").write_bytes(png(PIXELS))
    data |= {"images": [{"uri": "skin.png"}], "textures": [{"source": 0}]}
    data["materials"] = [{"name": "coat", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    for mesh in data["meshes"]:
        for primitive in mesh["primitives"]:
            primitive["material"] = 0
    text = json.dumps(data).encode()
    text += b" " * (-len(text) % 4)
    rest = packed.read_bytes()[20 + length :]
    head = b"glTF" + (2).to_bytes(4, "little") + (20 + len(text) + len(rest)).to_bytes(4, "little")
    path = tmp_path / "packed.glb"
    path.write_bytes(head + len(text).to_bytes(4, "little") + b"JSON" + text + rest)
    mesh = imported(path).data
    assert texture(shader(mesh.materials[0])["Base Color"])[0].image.name == "skin"


def test_the_fox_is_red(shared: Path) -> None:
    """The texture's colour at the vertices of its back, by the picture's own sampling and by Blender's decoder."""
    ob = imported(shared / "models" / "fox" / "Fox.glb")
    node, uv_map = texture(shader(ob.data.materials[0])["Base Color"])
    image = node.image
    width, height = image.size
    pixels = np.array(image.pixels[:]).reshape(height, width, 4)
    corners = np.array([tuple(each.vector) for each in ob.data.uv_layers[uv_map].uv])
    rows, columns = (corners[:, 1] * (height - 1)).astype(int), (corners[:, 0] * (width - 1)).astype(int)
    red, green, blue, _ = np.median(pixels[rows, columns], axis=0)
    assert red > 0.6
    assert red > 1.5 * green > 2 * blue
