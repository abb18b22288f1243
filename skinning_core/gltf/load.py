"""All steps of reading a file: path -> container -> document -> buffers -> model."""

from __future__ import annotations

from pathlib import Path

from ..error import SkinproofError
from ..files.limits import DEFAULT, Limits
from ..files.source import read_source, require_file
from ..model import Model, Unjudged
from ..text.sentence import Sentence, sentence
from .accessor import Buffers
from .animation import read_clips
from .choices import choices
from .container import open_container
from .demands import require_drawable, require_playable
from .document import document_of, parse_json
from .extensions import unjudged_extensions
from .hidden import hidden_nodes
from .humanoid import read_humanoid
from .images import read_images
from .materials import read_materials
from .mesh import read_meshes
from .nodes import as_trs, read_nodes
from .packing import read_packing
from .resolver import Resolver
from .skin import read_parts, read_skins


def load_gltf(path: Path, limits: Limits = DEFAULT) -> Model:
    """The model of a .gltf or .glb file.

    Raises ``SkinproofError``, with the file's name, for a missing or broken file and for one beyond ``limits``.
    """
    path = Path(path)
    require_file(path)
    try:
        return _load(path, limits)
    except SkinproofError as error:
        if not error.where.startswith(path.name):
            error.where = f"{path.name} {error.where}".strip()
        raise


def _left_aside(reason: Unjudged) -> Sentence:
    return sentence("{where}: {reason} [{code}]", where=reason.pointer, reason=reason.sentence, code=reason.code)


def _load(path: Path, limits: Limits) -> Model:
    data, source = read_source(path, path.name)
    container = open_container(data, path.name)
    json = parse_json(container.json, path.name, limits)
    document = document_of(json)
    resolver = Resolver(path.parent)
    buffers = Buffers(document, json, container.binary, resolver, limits, len(data))
    stored = read_nodes(document)
    skins = read_skins(buffers)
    meshes, mesh_notes = read_meshes(buffers, stored, skins)
    require_drawable(buffers, stored, meshes)
    require_playable(buffers)
    animations = read_clips(buffers, stored)
    nodes = as_trs(stored, animations.decomposed)
    read = frozenset[str]()  # extensions
    if "EXT_mesh_gpu_instancing" in json.get("extensionsUsed", ()):
        from .instances import with_instances  # few files have any

        nodes, read = with_instances(buffers, nodes)
        require_drawable(buffers, nodes, meshes)
    chosen = choices(buffers, stored, skins, meshes)
    unjudged = (*unjudged_extensions(json, read), *animations.unjudged, *chosen)
    return Model(
        name=path.stem,
        path=path,
        nodes=nodes,
        meshes=meshes,
        skins=skins,
        clips=animations.clips,
        materials=read_materials(buffers),
        parts=read_parts(nodes, meshes),
        notes=(*mesh_notes, *animations.notes, *map(_left_aside, unjudged)),
        unjudged=unjudged,
        broken_clips=animations.broken,
        sources=(source, *resolver.sources),
        images=read_images(buffers),
        humanoid=read_humanoid(json, len(stored)),
        extensions=tuple(dict.fromkeys(json.get("extensionsUsed", ()))),
        packing=read_packing(json),
        generator=str(document.asset.generator or ""),
        hidden=hidden_nodes(json, nodes.parents, nodes.order),
        scenes=tuple((each.name or f"scene {k}", tuple(each.nodes)) for k, each in enumerate(document.scenes)),
    )
