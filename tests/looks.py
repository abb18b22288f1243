"""A small character with everything that a material can say: textures in every place, transforms, alpha, colours."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from tests.tiny import Tiny

#: (2, 3, 4) pixels of the base colour, sRGB bytes, top row first.
PIXELS = np.array(
    [
        [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]],
        [[10, 20, 30, 255], [128, 128, 128, 128], [255, 255, 255, 0]],
    ],
    np.uint8,
)
TEXCOORDS = np.array([[1 / 6, 0.25], [0.5, 0.25], [5 / 6, 0.25], [1 / 6, 0.75]], np.float32)  # centres of pixels
COLORS = np.array([[255, 0, 51, 255], [0, 255, 0, 51], [255, 255, 255, 255], [51, 51, 51, 0]], np.uint8)


def png(pixels: np.ndarray) -> bytes:
    """A PNG of (H, W, 4) bytes, without filters."""
    height, width = pixels.shape[:2]
    lines = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    image = zlib.compress(lines.tobytes())
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", image) + chunk(b"IEND", b"")


def data_uri(pixels: np.ndarray) -> str:
    return "data:image/png;base64," + base64.b64encode(png(pixels)).decode()


def textured(folder: Path) -> Tiny:
    """Images in a buffer view, in a data URI, and beside the file (``normal map.png``, written into ``folder``)."""
    tiny = Tiny()
    tiny.primitive["attributes"] |= {
        "TEXCOORD_0": tiny.add(TEXCOORDS),
        "TEXCOORD_1": tiny.add(TEXCOORDS[::-1].copy()),
        "COLOR_0": tiny.add(COLORS, normalized=True),
    }
    tiny.primitive["material"] = 0
    plain = {**tiny.primitive, "attributes": {**tiny.primitive["attributes"]}, "material": 1}
    del plain["attributes"]["COLOR_0"]
    tiny.data["meshes"][0]["primitives"].append(plain)
    tiny.add(np.frombuffer(png(PIXELS), np.uint8))
    tiny.data["accessors"].pop()
    view = len(tiny.data["bufferViews"]) - 1
    (folder / "normal map.png").write_bytes(png(PIXELS[:1]))
    tiny.data |= {
        "images": [
            {"bufferView": view, "mimeType": "image/png", "name": "skin"},
            {"uri": data_uri(PIXELS[:, :1])},
            {"uri": "normal%20map.png"},
        ],
        "samplers": [{"magFilter": 9728, "wrapS": 33071, "wrapT": 33071}],
        "textures": [{"source": 0, "sampler": 0}, {"source": 1}, {"source": 2}],
        "materials": [_everything(), {"name": "bare", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "extensionsUsed": ["KHR_texture_transform", "KHR_materials_emissive_strength"],
    }
    return tiny


def _everything() -> dict[str, Any]:
    return {
        "name": "coat",
        "doubleSided": True,
        "alphaMode": "MASK",
        "alphaCutoff": 0.25,
        "emissiveFactor": [0.5, 0.25, 0.0],
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.5, 1.0, 1.0, 0.75],
            "metallicFactor": 0.5,
            "roughnessFactor": 0.25,
            "baseColorTexture": {"index": 0},
            "metallicRoughnessTexture": {"index": 1, "texCoord": 1},
        },
        "normalTexture": {
            "index": 2,
            "scale": 0.5,
            "extensions": {
                "KHR_texture_transform": {"offset": [0.25, 0.5], "rotation": 0.5, "scale": [2, 3], "texCoord": 1}
            },
        },
        "emissiveTexture": {"index": 1},
        "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4.0}},
    }
