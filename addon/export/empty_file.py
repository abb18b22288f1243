"""Why an exported file has no mesh: what the exporter's settings leave out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import bpy

from ...skinning_core.error import SkinproofError
from ...skinning_core.text.listing import listed
from ...skinning_core.text.sentence import Sentence, sentence


@dataclass(frozen=True)
class _Sieve:
    """A setting that leaves objects out."""

    name: str  # of the exporter's operator
    leaves: Callable[[bpy.types.Object], bool]
    told: str  # a template
    fix: Sentence


_SIEVES = (
    _Sieve(
        "use_visible",
        lambda ob: not ob.visible_get(),
        "there is no mesh in this file: Visible Objects is on, and hidden here: {objects}",
        sentence("show them, or export without Visible Objects"),
    ),
    _Sieve(
        "use_renderable",
        lambda ob: ob.hide_render,
        "there is no mesh in this file: Renderable Objects is on, and not rendered here: {objects}",
        sentence("export without Renderable Objects"),
    ),
    _Sieve(
        "use_selection",
        lambda ob: not ob.select_get(),
        "there is no mesh in this file: Selected Objects is on, and not selected here: {objects}",
        sentence("select them, or export without Selected Objects"),
    ),
    _Sieve(
        "use_active_collection",
        lambda ob: bpy.context.view_layer.active_layer_collection.collection not in ob.users_collection,
        "there is no mesh in this file: Active Collection is on, and not in it: {objects}",
        sentence("export without Active Collection"),
    ),
)


def why_empty(properties: Mapping[str, Any], where: str) -> SkinproofError:
    """The error for a file without a mesh, exported from the open scene with these properties. where: the file."""
    named = next(_left_out(properties), None)
    if named is None:
        return SkinproofError("there is no mesh in this file", where=where)
    sieve, objects = named
    return SkinproofError(sieve.told, where=where, fix=sieve.fix, objects=listed(objects))


def _left_out(properties: Mapping[str, Any]) -> Iterator[tuple[_Sieve, list[str]]]:
    """The settings that leave out meshes of the scene, with the meshes' names."""
    meshes = [ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.data.polygons]
    for sieve in _SIEVES:
        names = [ob.name for ob in meshes if properties.get(sieve.name) and sieve.leaves(ob)]
        if names:
            yield sieve, sorted(names)
