"""Where to read of a section: in the guide, and in the specification itself."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: By number: the specification's anchor, and the page of the guide.
_SECTIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "2.9": ("uris", "01-file.md"),
        "3.5.1": ("scenes", "02-joint.md"),
        "3.5.3": ("transformations", "02-joint.md"),
        "3.6.1.1": ("buffers-and-buffer-views", "bytes.md"),
        "3.6.2.3": ("sparse-accessors", "bytes.md"),
        "3.6.2.4": ("data-alignment", "bytes.md"),
        "3.7.2.1": ("meshes", "01-file.md"),
        "3.7.2.2": ("morph-targets", "01-file.md"),
        "3.7.3.1": ("skins", "04-bind.md"),
        "3.7.3.2": ("joint-hierarchy", "02-joint.md"),
        "3.7.3.3": ("skinned-mesh-attributes", "05-vertex.md"),
        "3.7.4": ("instantiation", "01-file.md"),
        "3.11": ("animations", "03-motion.md"),
        "4.4.1": ("chunks", "01-file.md"),
        "C.2": ("interpolation-step", "03-motion.md"),
        "C.4": ("interpolation-slerp", "quaternions.md"),
        "C.5": ("interpolation-cubic", "03-motion.md"),
    }
)

_SPECIFICATION = "https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html"
_EXTENSIONS = "https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0"


def section_link(section: str) -> str:
    """The link to a section of the specification, by number, or an extension, by name."""
    if section in _SECTIONS:
        return f"{_SPECIFICATION}#{_SECTIONS[section][0]}"
    return f"{_EXTENSIONS}/{'Khronos' if section.startswith('KHR_') else 'Vendor'}/{section}"


def section_page(section: str) -> str:
    """The page of the guide about a section of the specification, or about what an extension packs."""
    return _SECTIONS.get(section, ("", "03-motion.md" if section.endswith("_pointer") else "bytes.md"))[1]
