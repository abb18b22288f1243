"""The properties of a glTF document and their kinds, as far as a vertex can depend on them (specification, section 5).

Materials, textures and images cannot move a vertex: only the length of their lists matters here; `materials` and
`images` read what is in them.
"""

from __future__ import annotations

from .element import DTYPES, SHAPES
from .kinds import Anything, Boolean, Index, Integer, List, MapOf, Number, Object, String

#: How many rows of key values each key has, by interpolation: a spline has an in-tangent, a value and an out-tangent.
ROWS = {"LINEAR": 1, "STEP": 1, "CUBICSPLINE": 3}


_ANYTHING, _NAME, _NUMBERS, _LENGTH = Anything(), String(), List(Number()), Integer(1)
_OFFSET = Integer(instead=-1)  # a broken offset must not be taken for 0
_ACCESSOR, _NODE, _VIEW = Index("accessors"), Index("nodes"), Index("bufferViews")
_NODES = List(_NODE, unique=True)
_STRINGS = List(String(), unique=True)
_ATTRIBUTES = MapOf(_ACCESSOR, ("POSITION", "NORMAL", "TANGENT"))
_PATHS = ("translation", "rotation", "scale", "weights", "pointer")  # the last belongs to KHR_animation_pointer

_SPARSE_INDICES = Object(
    {"bufferView": _VIEW, "byteOffset": _OFFSET, "componentType": Integer(among=(5121, 5123, 5125))},
    ("bufferView", "componentType"),
    defaults={"byteOffset": 0},
)
_SPARSE_VALUES = Object({"bufferView": _VIEW, "byteOffset": _OFFSET}, ("bufferView",), defaults={"byteOffset": 0})
_ACCESSORS = Object(
    {
        "name": _NAME,
        "bufferView": _VIEW,
        "byteOffset": _OFFSET,
        "componentType": Integer(among=tuple(DTYPES)),
        "normalized": Boolean(),
        "count": _LENGTH,
        "type": String(*SHAPES),
        "max": _ANYTHING,
        "min": _ANYTHING,
        "sparse": Object(
            {"count": _LENGTH, "indices": _SPARSE_INDICES, "values": _SPARSE_VALUES},
            ("count", "indices", "values"),
        ),
    },
    ("componentType", "count", "type"),
    defaults={"byteOffset": 0, "normalized": False},
)
_CHANNEL = Object(
    {
        "sampler": Index(),
        "target": Object({"node": _NODE, "path": String(*_PATHS)}, ("path",)),
    },
    ("sampler", "target"),
)
_SAMPLER = Object(
    {"input": _ACCESSOR, "output": _ACCESSOR, "interpolation": String(*ROWS, instead="")},
    ("input", "output"),
    defaults={"interpolation": "LINEAR"},
)
_BUFFER_VIEWS = Object(
    {
        "name": _NAME,
        "buffer": Index("buffers"),
        "byteOffset": _OFFSET,
        "byteLength": _LENGTH,
        "byteStride": Integer(4, 252),
        "target": Integer(among=(34962, 34963)),
    },
    ("buffer", "byteLength"),
    unread=("target",),
    defaults={"byteOffset": 0},
)
_PRIMITIVE = Object(
    {
        "attributes": _ATTRIBUTES,
        "indices": _ACCESSOR,
        "mode": Integer(0, 6, instead=-1),
        "material": Index("materials"),
        "targets": List(_ATTRIBUTES),
    },
    ("attributes",),
    defaults={"mode": 4},
)
_NODE_OBJECTS = Object(
    {
        "name": _NAME,
        "camera": Index("cameras"),
        "mesh": Index("meshes"),
        "skin": Index("skins"),
        "rotation": List(Number(-1.0, 1.0), 4),
        "translation": List(Number(), 3),
        "scale": List(Number(), 3),
        "matrix": List(Number(), 16),
        "children": _NODES,
        "weights": _NUMBERS,
    },
    unread=("camera",),
    defaults={"weights": None},
)
#: The objects of each list that a vertex can depend on.
_LISTS: dict[str, Anything] = {
    "accessors": _ACCESSORS,
    "animations": Object(
        {"name": _NAME, "channels": List(_CHANNEL), "samplers": List(_SAMPLER)},
        ("channels", "samplers"),
    ),
    "buffers": Object({"name": _NAME, "uri": String(), "byteLength": _LENGTH}, ("byteLength",)),
    "bufferViews": _BUFFER_VIEWS,
    "meshes": Object({"name": _NAME, "primitives": List(_PRIMITIVE), "weights": _NUMBERS}, ("primitives",)),
    "nodes": _NODE_OBJECTS,
    "scenes": Object({"name": _NAME, "nodes": _NODES}),
    "skins": Object(
        {"name": _NAME, "inverseBindMatrices": _ACCESSOR, "skeleton": _NODE, "joints": _NODES},
        ("joints",),
    ),
    **dict.fromkeys(("cameras", "images", "materials", "samplers", "textures"), _ANYTHING),
}
ROOT = Object(
    {
        "asset": Object(
            {"version": String(), "minVersion": String(), "generator": String(), "copyright": String()},
            ("version",),
        ),
        "extensionsUsed": _STRINGS,
        "extensionsRequired": _STRINGS,
        "scene": Index("scenes"),
        **{name: List(kind, placed=True) for name, kind in _LISTS.items()},
    },
    ("asset",),
    unread=("cameras",),
)
