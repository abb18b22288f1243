"""All rules applied to one file, in the order of its parts."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from ...files.source import read_source
from ...gltf.resolver import Resolver
from ..finding import Finding
from .animations import check_animations
from .container import open_contents
from .data import check_data
from .form import check_form
from .hierarchy import check_stored_nodes
from .meshes import check_meshes
from .skins import check_stored_skins
from .storage import check_accessors, check_views, load_buffers
from .usable_document import Document
from .usage import check_uses

#: For a document whose form has been checked.
RULES = (
    check_views,
    check_accessors,
    check_data,
    check_uses,
    check_meshes,
    check_stored_nodes,
    check_stored_skins,
    check_animations,
)


def apply_rules(path: Path) -> tuple[tuple[Finding, ...], Document | None]:
    """All findings about the document of a .glb or .gltf file, and the document, if any.

    Raises ``SkinproofError`` if the file cannot be read.
    """
    contents = open_contents(read_source(path, path.name)[0])
    if contents.json is None:
        return contents.findings, None
    form, json = check_form(contents.json)
    if json is None:
        return (*contents.findings, *form), None
    stored, buffers = load_buffers(json, contents, Resolver(path.parent))
    document = Document(json, buffers)
    ruled = chain.from_iterable(rule(document) for rule in RULES)
    return (*contents.findings, *form, *stored, *ruled), document
