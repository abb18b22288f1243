"""The rule that every index in a document refers to something that exists."""

from __future__ import annotations

from collections.abc import Iterator

from ..finding import Finding
from .document import Document
from .kinds import Json, step

#: By the list in which the owner of a property stands: the property -> the list that it refers to.
_PLAIN = {
    "bufferViews": {"buffer": "buffers"},
    "accessors": {"bufferView": "bufferViews"},
    "nodes": {"camera": "cameras", "mesh": "meshes", "skin": "skins"},
    "skins": {"inverseBindMatrices": "accessors", "skeleton": "nodes"},
}
#: The same for arrays of indices.
_ARRAYS = {"nodes": {"children": "nodes"}, "skins": {"joints": "nodes"}, "scenes": {"nodes": "nodes"}}


def check_references(document: Document) -> Iterator[Finding]:
    """An UNRESOLVED_REFERENCE for every index beyond the list that it refers to."""
    for pointer, collection, index in _references(document):
        if index >= 0 and document.at(collection, index) is None:
            sentence = f"there is no usable {index} in {collection}, which has {document.count(collection)}"
            yield Finding("UNRESOLVED_REFERENCE", pointer, sentence)


def _references(document: Document) -> Iterator[tuple[str, str, int]]:
    """All references: the pointer, the list that is referred to, and the index."""
    yield from _of(document.json, "", {"scene": "scenes"})
    for name, properties in _PLAIN.items():
        for place, owner in document.each(name):
            yield from _of(owner, f"/{name}/{place}", properties)
    for name, arrays in _ARRAYS.items():
        for place, owner in document.each(name):
            for array, collection in arrays.items():
                for k, index in enumerate(owner.get(array, ())):
                    yield f"/{name}/{place}/{array}/{k}", collection, index
    for place, accessor in document.each("accessors"):
        for part in ("indices", "values"):
            owner = accessor.get("sparse", {}).get(part, {})
            yield from _of(owner, f"/accessors/{place}/sparse/{part}", {"bufferView": "bufferViews"})
    yield from _of_primitives(document)
    yield from _of_animations(document)


def _of(owner: Json, pointer: str, properties: dict[str, str]) -> Iterator[tuple[str, str, int]]:
    for name, collection in properties.items():
        if name in owner:
            yield f"{pointer}/{name}", collection, owner[name]


def _of_primitives(document: Document) -> Iterator[tuple[str, str, int]]:
    for _, _, primitive, pointer in document.primitives():
        yield from _of(primitive, pointer, {"indices": "accessors", "material": "materials"})
        maps = [(f"{pointer}/attributes", primitive.get("attributes", {}))]
        maps += [(f"{pointer}/targets/{t}", target) for t, target in enumerate(primitive.get("targets", ()))]
        for where, attributes in maps:
            for name, index in attributes.items():
                yield step(where, name), "accessors", index


def _of_animations(document: Document) -> Iterator[tuple[str, str, int]]:
    for place, animation in document.each("animations"):
        pointer = f"/animations/{place}"
        for s, sampler in enumerate(animation.get("samplers", ())):
            yield from _of(sampler, f"{pointer}/samplers/{s}", {"input": "accessors", "output": "accessors"})
        for c, channel in enumerate(animation.get("channels", ())):
            yield from _of(channel.get("target", {}), f"{pointer}/channels/{c}/target", {"node": "nodes"})


def check_samplers(document: Document) -> Iterator[Finding]:
    """An UNRESOLVED_REFERENCE for every channel whose sampler is not in its animation."""
    for place, animation in document.each("animations"):
        count = len(animation.get("samplers", ()))
        for c, channel in enumerate(animation.get("channels", ())):
            if count and channel.get("sampler", -1) >= count:
                sentence = f"there is no sampler {channel['sampler']} in this animation, which has {count}"
                yield Finding("UNRESOLVED_REFERENCE", f"/animations/{place}/channels/{c}/sampler", sentence)
