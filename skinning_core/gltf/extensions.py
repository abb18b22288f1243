"""The extensions of glTF: which are read, which cannot matter to deformation, and which, unread, could move a vertex.

One table lists all of them. An extension that could move a vertex and is not read becomes an `Unjudged` of the model:
no result computed from such a file may be called the same. docs/extensions.md shows the table; a test compares both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..model import Unjudged
from ..text.sentence import sentence


class Treatment(Enum):
    """What the reader does about an extension."""

    READ = "read"
    HARMLESS = "cannot matter"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class Extension:
    """One row of the table. A name that ends in ``*`` stands for all names that begin with the part before it."""

    name: str
    treatment: Treatment
    reason: str
    code: str = ""  # the code of its `Unjudged`, where the extension is not judged


def _group(treatment: Treatment, names: str, reason: str, code: str = "") -> list[Extension]:
    return [Extension(name, treatment, reason, code) for name in names.split()]


EXTENSIONS: tuple[Extension, ...] = (
    *_group(
        Treatment.READ,
        "EXT_meshopt_compression KHR_meshopt_compression KHR_draco_mesh_compression",
        "what is compressed is decoded",
    ),
    *_group(
        Treatment.READ,
        "KHR_mesh_quantization",
        "integers are read as positions, normals and coordinates",
    ),
    *_group(
        Treatment.READ,
        "KHR_animation_pointer",
        "tracks of nodes and of morph weights; what points to looks cannot matter, what points elsewhere is not judged",
    ),
    *_group(
        Treatment.HARMLESS,
        "KHR_materials_* KHR_texture_* EXT_texture_* MSFT_texture_dds MSFT_packing_* KHR_lights_* EXT_lights_* "
        "EXT_materials_* EXT_environment_map MOZ_lightmap VRMC_materials_* ADOBE_materials_* KHR_techniques_webgl "
        "GOOGLE_texture_basis",
        "how surfaces and lights look",
    ),
    *_group(Treatment.HARMLESS, "KHR_audio* MSFT_audio_emitter", "sound"),
    *_group(Treatment.HARMLESS, "MOZ_hubs_components", "what a room of Hubs does with a node: sound, physics, links"),
    *_group(
        Treatment.HARMLESS,
        "KHR_xmp* EXT_structural_metadata EXT_mesh_features EXT_instance_features EXT_feature_metadata "
        "FB_geometry_metadata EXT_mesh_manifold EXT_mesh_primitive_edge_visibility GODOT_single_root "
        "FB_ngon_encoding CESIUM_primitive_outline OMI_seat OMI_spawn_point OMI_link",
        "data about the file and its parts",
    ),
    *_group(
        Treatment.HARMLESS,
        "KHR_node_visibility KHR_node_selectability KHR_node_hoverability",
        "what can be seen or picked, not where it is",
    ),
    *_group(Treatment.HARMLESS, "MSFT_lod", "other meshes for the distance, each a mesh like any other"),
    *_group(Treatment.HARMLESS, "VRMC_vrm VRMC_vrm_animation", "which bone is which of a human"),
    *_group(Treatment.NOT_JUDGED, "EXT_mesh_gpu_instancing", "copies of a mesh at other places", "INSTANCES_NOT_READ"),
    *_group(Treatment.NOT_JUDGED, "VRM VRMC_springBone*", "springs move joints over time", "SPRINGS_NOT_READ"),
    *_group(
        Treatment.NOT_JUDGED, "VRMC_node_constraint*", "constraints turn nodes after others", "CONSTRAINTS_NOT_READ"
    ),
    *_group(
        Treatment.NOT_JUDGED,
        "KHR_physics* MSFT_physics OMI_physics_* OMI_collider",
        "a simulation moves nodes",
        "PHYSICS_NOT_READ",
    ),
    *_group(Treatment.NOT_JUDGED, "AGI_articulations", "nodes move as the user asks", "ARTICULATIONS_NOT_READ"),
    *_group(
        Treatment.NOT_JUDGED, "KHR_interactivity KHR_behavior", "programs in the file move nodes", "BEHAVIOUR_NOT_READ"
    ),
)

_UNKNOWN = Extension(
    "", Treatment.NOT_JUDGED, "Skinproof does not know this extension, and it could move vertices", "EXTENSION_UNKNOWN"
)
_EXACT = {row.name: row for row in EXTENSIONS if not row.name.endswith("*")}
_BEGINNINGS = {row.name[:-1]: row for row in EXTENSIONS if row.name.endswith("*")}

#: Collections of a document whose objects can have an extension that moves a vertex.
_BEARERS = ("nodes", "meshes", "skins", "animations", "accessors", "bufferViews", "buffers")


def extension_named(name: str) -> Extension:
    """The table's row for an extension; an extension that no row names is not judged."""
    if name in _EXACT:
        return _EXACT[name]
    return next((row for beginning, row in _BEGINNINGS.items() if name.startswith(beginning)), _UNKNOWN)


def unjudged_extensions(json: Mapping[str, Any]) -> tuple[Unjudged, ...]:
    """The extensions in checked JSON that are not judged: one entry per extension, at the first place that has it."""
    first: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for pointer, extensions in _borne(json):
        for name, value in extensions.items() if isinstance(extensions, dict) else ():
            if extension_named(name).treatment is Treatment.NOT_JUDGED and not _is_idle(name, value):
                first.setdefault(name, f"{pointer}/extensions/{name}")
                counts[name] += 1
    for place, name in enumerate(json.get("extensionsRequired", ())):
        if extension_named(name) is _UNKNOWN:
            first.setdefault(name, f"/extensionsRequired/{place}")
    return tuple(_unjudged(name, pointer, counts[name]) for name, pointer in first.items())


def _unjudged(name: str, pointer: str, count: int) -> Unjudged:
    row = extension_named(name)
    told = sentence("the extension {extension!r} is not read ({why})", extension=name, why=sentence(row.reason))
    if count > 1:
        told = sentence("{what}, in {count} places", what=told, count=count)
    return Unjudged(row.code, pointer, told)


def _borne(json: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The pointers of all objects that could have such an extension, with their member ``extensions``."""
    if "extensions" in json:
        yield "", json["extensions"]
    for key in _BEARERS:
        yield from _of(f"/{key}", json.get(key, ()))
    for m, mesh in enumerate(json.get("meshes", ())):
        yield from _of(f"/meshes/{m}/primitives", mesh["primitives"])


def _of(pointer: str, objects: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    for k in [k for k, value in enumerate(objects) if "extensions" in value]:
        yield f"{pointer}/{k}", objects[k]["extensions"]


def _is_idle(name: str, value: Any) -> bool:
    """Whether an extension that could move a vertex has nothing to move, such as springs without a chain of bones."""
    if not isinstance(value, dict) or name not in ("VRM", "VRMC_springBone"):
        return False
    secondary = value.get("secondaryAnimation", {}) if name == "VRM" else value
    chains = secondary.get("boneGroups" if name == "VRM" else "springs") if isinstance(secondary, dict) else None
    bones = "bones" if name == "VRM" else "joints"
    return not chains or (isinstance(chains, list) and not any(isinstance(c, dict) and c.get(bones) for c in chains))
