"""What the reader makes of materials and images; expected values are written out by hand."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.error import SkinproofError
from skinning_core.gltf.images import image_size
from skinning_core.model import Material, Texture
from tests.links import make_link
from tests.looks import COLORS, PIXELS, data_uri, png, textured
from tests.tiny import Tiny


def test_everything_that_a_material_says(tmp_path: Path) -> None:
    model = load_model(textured(tmp_path).write_glb(tmp_path / "looks.glb"))
    assert list(model.materials) == [
        Material(
            "coat",
            (0.5, 1.0, 1.0, 0.75),
            double_sided=True,
            metallic=0.5,
            roughness=0.25,
            emission=(2.0, 1.0, 0.0),
            alpha_mode="MASK",
            alpha_cutoff=0.25,
            normal_scale=0.5,
            base_texture=Texture(0, wrap=("EXTEND", "EXTEND"), smooth=False),
            metal_texture=Texture(1, texcoord=1),
            normal_texture=Texture(2, texcoord=1, offset=(0.25, 0.5), rotation=0.5, scale=(2, 3)),
            emission_texture=Texture(1),
        ),
        Material("bare", metallic=1.0, base_texture=Texture(0, wrap=("EXTEND", "EXTEND"), smooth=False)),
    ]
    colored, bare = model.meshes[0].primitives
    np.testing.assert_array_equal(colored.colors[0], COLORS / 255)
    assert len(bare.colors) == 0


def test_images_in_the_file_in_a_uri_and_beside_it(tmp_path: Path) -> None:
    model = load_model(textured(tmp_path).write_glb(tmp_path / "looks.glb"))
    assert [bytes(image.data) for image in model.images] == [png(PIXELS), png(PIXELS[:, :1]), png(PIXELS[:1])]
    assert [image.name for image in model.images] == ["skin", "image 1", "normal map"]
    assert [image.path for image in model.images] == [None, None, tmp_path / "normal map.png"]
    assert [source.path.name for source in model.sources] == ["looks.glb"]  # images are no part of what is compared


def test_colours_without_alpha_are_opaque(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.primitive["attributes"]["COLOR_0"] = tiny.add(COLORS[:, :3].astype(np.float32) / 255)
    primitive = load_model(tiny.write_glb(tmp_path / "tiny.glb")).meshes[0].primitives[0]
    np.testing.assert_allclose(primitive.colors[0], np.c_[COLORS[:, :3] / 255, np.ones(4)], rtol=1e-7)


#: What no part of deformation depends on may be wrong: the file is read, the material says what is amiss.
FLAWS: dict[str, tuple[dict[str, Any], str]] = {
    "not an object": ({"materials": [7]}, "/materials/0: an object expected, got 7"),
    "colour of three": (
        {"materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1]}}]},
        "/materials/0/pbrMetallicRoughness/baseColorFactor: 4 values expected, got 3",
    ),
    "no such texture": (
        {"materials": [{"normalTexture": {"index": 9}}]},
        "/materials/0/normalTexture: index 9 is out of range: there are 0 (/textures/9)",
    ),
    "no such image": (
        {"materials": [{"emissiveTexture": {"index": 0}}], "textures": [{"source": 3}]},
        "/materials/0/emissiveTexture: image 3 is out of range: there are 0 (/textures/0)",
    ),
    "a format that is not read": (
        {
            "materials": [{"normalTexture": {"index": 0}}],
            "textures": [{"extensions": {"KHR_texture_basisu": {"source": 0}}}],
            "images": [{"uri": "a.ktx2"}],
        },
        "/materials/0/normalTexture: there is no image in a format that is read (KHR_texture_basisu) (/textures/0)",
    ),
    "transform": (
        {
            "materials": [{"normalTexture": {"index": 0, "extensions": {"KHR_texture_transform": {"scale": "big"}}}}],
            "textures": [{"source": 0}],
            "images": [{"uri": data_uri(PIXELS)}],
        },
        "/materials/0/normalTexture/extensions/KHR_texture_transform/scale: an array expected, got 'big'",
    ),
}


@pytest.mark.parametrize("name", FLAWS)
def test_flaws_of_a_material_do_not_refuse_the_file(name: str, tmp_path: Path) -> None:
    tiny = Tiny()
    members, flaw = FLAWS[name]
    tiny.data |= members
    (material,) = load_model(tiny.write_glb(tmp_path / "tiny.glb")).materials
    assert material.flaws == (flaw,)


@pytest.mark.parametrize(
    ("image", "said"),
    [
        ({"uri": "../outside.png"}, "is not a path inside the asset's folder"),
        ({"uri": "/etc/passwd"}, "is not a path inside the asset's folder"),
        ({"uri": "file:///etc/passwd"}, "is not a path inside the asset's folder"),
        ({"uri": "linked.png"}, "leads out of the asset's folder"),
        ({"uri": "missing.png"}, "'missing.png' is missing"),
        ({"uri": "text.png"}, "not a PNG, JPEG or WebP"),
        ({"uri": "bomb.png"}, "claims 65535 x 65535 pixels"),
        ({"bufferView": 99}, "out of range"),
        ({}, "neither a bufferView nor a uri"),
        ("name", "an object expected"),
    ],
)
def test_images_that_are_not_taken(image: object, said: str, tmp_path: Path) -> None:
    folder = tmp_path / "asset"
    folder.mkdir()
    (tmp_path / "outside.png").write_bytes(png(PIXELS))
    make_link(folder / "linked.png", tmp_path / "outside.png")
    (folder / "text.png").write_text("not an image at all, but long enough to be one")
    (folder / "bomb.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 65535, 65535) + b"\x08\x06")
    tiny = Tiny()
    tiny.data["images"] = [image]
    model = load_model(tiny.write_glb(folder / "tiny.glb"))
    with pytest.raises(SkinproofError, match=said) as raised:
        model.images[0]
    assert raised.value.where.startswith("/images/0")


#: Beginnings of files as their formats' specifications lay them out: 5 x 3 pixels.
HEADS = {
    "JPEG": b"\xff\xd8\xff\xe0\0\x04AB\xff\xff\xc2\0\x0b\x08\0\x03\0\x05\x01\x01\x11\0",
    "WebP lossy": b"RIFF....WEBPVP8 ....\x30\x01\0\x9d\x01\x2a\x05\0\x03\x40",
    "WebP lossless": b"RIFF....WEBPVP8L....\x2f" + ((5 - 1) | (3 - 1) << 14).to_bytes(4, "little") + b".....",
    "WebP extended": b"RIFF....WEBPVP8X....\x10\0\0\0\x04\0\0\x02\0\0",
}


@pytest.mark.parametrize("name", HEADS)
def test_sizes_that_images_claim(name: str) -> None:
    assert image_size(memoryview(HEADS[name])) == (5, 3)
    for length in range(len(HEADS[name]) - 4):
        assert image_size(memoryview(HEADS[name][:length])) in (None, (5, 3))


def test_older_and_unlit_descriptions(tmp_path: Path) -> None:
    tiny = Tiny()
    glossy = {"diffuseFactor": [0.25, 0.5, 0.75, 1.0], "glossinessFactor": 0.75}
    tiny.data["materials"] = [
        {"extensions": {"KHR_materials_pbrSpecularGlossiness": glossy}},
        {"extensions": {"KHR_materials_unlit": {}}},
    ]
    materials = load_model(tiny.write_glb(tmp_path / "tiny.glb")).materials
    assert materials[0] == Material("material 0", (0.25, 0.5, 0.75, 1.0), roughness=0.25)
    assert materials[1] == Material("material 1", metallic=0.0, roughness=1.0)
