"""Which keys of a glTF document are read, and what kind of value each must have (specification, section 5)."""

from __future__ import annotations

from dataclasses import dataclass

import pygltflib

from .json_types import Anything, Boolean, Index, List, MapOf, Number, Object, String


@dataclass
class Node(pygltflib.Node):
    """pygltflib's node with the one property that it lacks."""

    weights: list[float] | None = None


_ANYTHING, _INDEX, _NUMBER, _BOOLEAN, _STRING = Anything(), Index(), Number(), Boolean(), String()
_ATTRIBUTES = MapOf(pygltflib.Attributes, _INDEX)
_PROPERTY: dict[str, Anything] = {"name": _STRING, "extensions": _ANYTHING, "extras": _ANYTHING}
_NUMBERS = List(_NUMBER)
_INDICES = List(_INDEX)

_SPARSE = Object(
    pygltflib.Sparse,
    {
        "count": _INDEX,
        "indices": Object(
            pygltflib.AccessorSparseIndices,
            {"bufferView": _INDEX, "byteOffset": _INDEX, "componentType": _INDEX},
            ("bufferView", "componentType"),
        ),
        "values": Object(pygltflib.AccessorSparseValues, {"bufferView": _INDEX, "byteOffset": _INDEX}, ("bufferView",)),
    },
    ("count", "indices", "values"),
)
_ACCESSOR = Object(
    pygltflib.Accessor,
    {
        "bufferView": _INDEX,
        "byteOffset": _INDEX,
        "componentType": _INDEX,
        "normalized": _BOOLEAN,
        "count": _INDEX,
        "type": _STRING,
        "sparse": _SPARSE,
        "max": _ANYTHING,
        "min": _ANYTHING,
        **_PROPERTY,
    },
    ("componentType", "count", "type"),
)
_BUFFER_VIEW = Object(
    pygltflib.BufferView,
    {"buffer": _INDEX, "byteOffset": _INDEX, "byteLength": _INDEX, "byteStride": _INDEX, **_PROPERTY},
    ("buffer", "byteLength"),
)
_PRIMITIVE = Object(
    pygltflib.Primitive,
    {
        "attributes": _ATTRIBUTES,
        "indices": _INDEX,
        "mode": _INDEX,
        "material": _INDEX,
        "targets": List(_ATTRIBUTES),
        **_PROPERTY,
    },
    ("attributes",),
)
_NODE = Object(
    Node,
    {
        "mesh": _INDEX,
        "skin": _INDEX,
        "rotation": List(_NUMBER, 4),
        "translation": List(_NUMBER, 3),
        "scale": List(_NUMBER, 3),
        "matrix": List(_NUMBER, 16),
        "children": _INDICES,
        "weights": _NUMBERS,
        **_PROPERTY,
    },
)
_ANIMATION = Object(
    pygltflib.Animation,
    {
        "channels": List(
            Object(
                pygltflib.AnimationChannel,
                {
                    "sampler": _INDEX,
                    "target": Object(
                        pygltflib.AnimationChannelTarget, {"node": _INDEX, "path": _STRING, **_PROPERTY}, ("path",)
                    ),
                },
                ("sampler", "target"),
            )
        ),
        "samplers": List(
            Object(
                pygltflib.AnimationSampler,
                {"input": _INDEX, "output": _INDEX, "interpolation": _STRING},
                ("input", "output"),
            )
        ),
        **_PROPERTY,
    },
    ("channels", "samplers"),
)
ROOT = Object(
    pygltflib.GLTF2,
    {
        "asset": Object(
            pygltflib.Asset,
            {"version": _STRING, "minVersion": _STRING, "generator": _STRING, "copyright": _STRING},
            ("version",),
        ),
        "accessors": List(_ACCESSOR),
        "bufferViews": List(_BUFFER_VIEW),
        "buffers": List(Object(pygltflib.Buffer, {"uri": _STRING, "byteLength": _INDEX, **_PROPERTY}, ("byteLength",))),
        "nodes": List(_NODE),
        "meshes": List(
            Object(pygltflib.Mesh, {"primitives": List(_PRIMITIVE), "weights": _NUMBERS, **_PROPERTY}, ("primitives",))
        ),
        "skins": List(
            Object(
                pygltflib.Skin,
                {"inverseBindMatrices": _INDEX, "skeleton": _INDEX, "joints": _INDICES, **_PROPERTY},
                ("joints",),
            )
        ),
        "animations": List(_ANIMATION),
        **dict.fromkeys(("materials", "textures", "samplers", "images"), List(_ANYTHING)),  # see `materials`, `images`
        "scenes": List(Object(pygltflib.Scene, {"nodes": _INDICES, **_PROPERTY})),
        "scene": _INDEX,
        "extensionsUsed": List(_STRING),
        "extensionsRequired": List(_STRING),
    },
    ("asset",),
)
