"""Rules of use: each accessor and view has one purpose, and the layout for it (3.6.2.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...gltf.grammar.faults import step
from ...gltf.grammar.kinds import Json
from ..finding import Finding, found
from .usable_document import Document, whole_layout

#: A buffer view's purpose, in the words of findings.
_VERTEX = "vertex attributes"
#: The corners of faces.
_INDEX = "indices"
_IBM = "inverse bind matrices"
#: What other accessors name, such as keys.
_OTHER = "other data"
#: An image has no accessor.
_IMAGE = "images"
#: By glTF's ``bufferView.target``.
_TARGETS = {34962: _VERTEX, 34963: _INDEX}


class Use(NamedTuple):
    """One reference to an accessor."""

    pointer: str
    accessor: int
    purpose: str
    view_purpose: str


def uses(document: Document) -> Iterator[Use]:
    """All references to accessors, in the order of meshes, skins, animations."""
    for _, _, primitive, pointer in document.primitives():
        yield from _attributes(primitive.get("attributes", {}), f"{pointer}/attributes")
        if "indices" in primitive:
            yield Use(f"{pointer}/indices", primitive["indices"], "indices", _INDEX)
        for t, target in enumerate(primitive.get("targets", ())):
            yield from _attributes(target, f"{pointer}/targets/{t}")
    for place, skin in document.each("skins"):
        if "inverseBindMatrices" in skin:
            yield Use(f"/skins/{place}/inverseBindMatrices", skin["inverseBindMatrices"], _IBM, _IBM)
    for place, animation in document.each("animations"):
        if "channels" in animation:
            yield from _samplers(animation.get("samplers", ()), f"/animations/{place}/samplers")


def _attributes(attributes: dict[str, int], pointer: str) -> Iterator[Use]:
    for name, index in attributes.items():
        yield Use(step(pointer, name), index, "vertex attributes", _VERTEX)


def _samplers(samplers: Sequence[Json], pointer: str) -> Iterator[Use]:
    for s, sampler in enumerate(samplers):
        for name, purpose in (("input", "key times"), ("output", "key values")):
            if name in sampler:
                yield Use(f"{pointer}/{s}/{name}", sampler[name], purpose, _OTHER)


def check_uses(document: Document) -> Iterator[Finding]:
    """Findings about accessors and views with two purposes, and vertex attributes in a view without a stride."""
    accessors: dict[int, str] = {}
    views = {v: _TARGETS[view["target"]] for v, view in document.each("bufferViews") if view.get("target") in _TARGETS}
    shared: dict[int, set[int]] = {}
    yield from _uses_of_views(document, views)
    for use in uses(document):
        accessor = document.at("accessors", use.accessor)
        if accessor is None:
            continue
        before = accessors.setdefault(use.accessor, use.purpose)
        if before != use.purpose:
            yield found("ACCESSOR_USAGE_OVERRIDE", use.pointer, purpose=use.purpose, before=before)
        view = document.view_of(accessor)
        if view is None:
            continue
        index = accessor["bufferView"]
        before = views.setdefault(index, use.view_purpose)
        if before != use.view_purpose:
            sentence = f"its buffer view is for {before}, and is used for {use.view_purpose}"
            yield Finding("BUFFER_VIEW_TARGET_OVERRIDE", use.pointer, sentence)
        if use.view_purpose == _VERTEX and "byteStride" not in view:
            known = shared.setdefault(index, set())
            if use.accessor not in known and known:
                yield found("MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", use.pointer)
            known.add(use.accessor)


def _uses_of_views(document: Document, views: dict[int, str]) -> Iterator[Finding]:
    """Findings about views of sparse values and images; enters each view's use into ``views``."""
    for place, accessor in document.each("accessors"):
        sparse = accessor.get("sparse", {})
        if whole_layout(accessor) is None or not {"count", "indices", "values"} <= sparse.keys():
            continue
        for name in ("indices", "values"):
            index = sparse[name].get("bufferView")
            if document.at("bufferViews", index) is not None:
                before = views.setdefault(index, _OTHER)
                if before != _OTHER:
                    pointer = f"/accessors/{place}/sparse/{name}/bufferView"
                    sentence = f"this buffer view is for {before}, and holds sparse values"
                    yield Finding("BUFFER_VIEW_TARGET_OVERRIDE", pointer, sentence)
    for _, image in document.each("images"):
        index = image.get("bufferView") if isinstance(image, dict) else None
        if isinstance(index, int) and document.at("bufferViews", index) is not None:
            views.setdefault(index, _IMAGE)
