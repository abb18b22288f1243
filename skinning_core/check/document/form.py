"""Rules of a document's form: every fault of the grammar, versions, extensions, and references to nothing."""

from __future__ import annotations

import re
from typing import Any

from ...gltf.grammar.faults import Faults, as_text, pointer_of
from ...gltf.grammar.kinds import Json
from ...gltf.grammar.schema import ROOT
from ..finding import Finding

#: Extensions that move vertices and extend one kind of object: its pointers, or None.
_PLACES = {"KHR_animation_pointer": r"/animations/\d+/channels/\d+/target", "KHR_mesh_quantization": None}
#: A file cannot be read without these, by their own words.
_NEVER_OPTIONAL = ("KHR_mesh_quantization",)


def check_form(data: Any) -> tuple[list[Finding], Json | None]:
    """All that breaks a document's form, and the document without the broken parts.

    The document is None if the JSON is not glTF 2 at all.
    """
    faults = Faults()
    usable = ROOT.clean(data, "", faults)
    if usable is not None and not _is_version_2(usable.get("asset", {}), faults):
        usable = None
    if usable is not None:
        _check_extensions(data, usable, faults)
        _check_references(usable, faults)
    return [Finding(*fault) for fault in faults.found], usable


def _check_extensions(data: Json, usable: Json, faults: Faults) -> None:
    used = usable.get("extensionsUsed", [])
    if "extensionsRequired" in data and "extensionsUsed" not in data:
        faults.add("UNSATISFIED_DEPENDENCY", "/extensionsRequired", "extensionsUsed must be given too")
    for k, name in enumerate(usable.get("extensionsRequired", [])):
        if name not in used:
            sentence = f"{as_text(name)} is required, but is not in extensionsUsed"
            faults.add("UNUSED_EXTENSION_REQUIRED", ("/extensionsRequired", k), sentence)
    for k, name in enumerate(used):
        if name in _NEVER_OPTIONAL and name not in usable.get("extensionsRequired", []):
            faults.add("NON_REQUIRED_EXTENSION", ("/extensionsUsed", k), f"{name} is used, and is not required")
    for place, name in faults.extensions:
        if name not in used:
            faults.add("UNDECLARED_EXTENSION", place, f"{as_text(name)} is not declared in extensionsUsed")
        elif name in _PLACES and not _stands_right(pointer_of(place), name):
            sentence = f"{name} has no meaning here, and is not read"
            faults.add("UNEXPECTED_EXTENSION_OBJECT", place, sentence)


def _stands_right(pointer: str, name: str) -> bool:
    """Whether it is in an object that it extends."""
    place = _PLACES[name]
    return place is not None and re.fullmatch(f"{place}/extensions/{name}", pointer) is not None


def _check_references(usable: Json, faults: Faults) -> None:
    """A fault for every index beyond its list, or of a broken object."""
    for place, to, index in faults.references:
        items = usable.get(to, ())
        if index >= len(items) or items[index] is None:
            sentence = f"there is no usable {index} in {to}, which has {len(items)}"
            faults.add("UNRESOLVED_REFERENCE", place, sentence)


def _is_version_2(asset: Json, faults: Faults) -> bool:
    version, least = asset.get("version"), asset.get("minVersion")
    for name, text in (("version", version), ("minVersion", least)):
        if text is not None and not re.fullmatch(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)", text, re.ASCII):
            faults.add("PATTERN_MISMATCH", f"/asset/{name}", f"{as_text(text)} is not of the form 2.0")
            return False
    if version is None:
        return False
    major, minor = map(int, version.split("."))
    if least is not None and tuple(map(int, least.split("."))) > (major, minor):
        sentence = f"minVersion {least} is greater than version {version}"
        faults.add("ASSET_MIN_VERSION_GREATER_THAN_VERSION", "/asset/minVersion", sentence)
    if major != 2:
        faults.add("UNKNOWN_ASSET_MAJOR_VERSION", "/asset/version", f"glTF {version} is not glTF 2")
        return False
    if minor > 0:
        faults.add("UNKNOWN_ASSET_MINOR_VERSION", "/asset/version", f"glTF {version} is newer than 2.0")
    return True
