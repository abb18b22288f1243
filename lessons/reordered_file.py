"""A glTF file with its nodes and joints in another order, as a GLB: the file's form of ``reorder``.

All node numbers are rewritten: children, scenes, skins, tracks, and pointers to nodes. A skin's joints follow the order
of their nodes, so vertices name them anew; influences and inverse bind matrices become new accessors. All else stays
byte for byte, and positions do not change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..error import require
from ..files.limits import DEFAULT, Limits
from ..gltf.load import load_gltf
from ..gltf.resolver import Resolver
from ..model import Model
from ..skeleton.node_order import IndexMap
from .file_buffer import FileBuffer, file_document
from .reorder import Reordering, reorder_model

#: Extensions that name no node by number, or only as rewritten here; ``*`` stands for any ending.
_KNOWN = re.compile(
    r"KHR_animation_pointer|KHR_mesh_quantization|KHR_draco_mesh_compression|(EXT|KHR)_meshopt_compression|"
    r"(KHR|EXT|ADOBE)_materials_.*|(KHR|EXT)_texture_.*|MSFT_texture_dds|(KHR|EXT)_lights_.*|KHR_xmp.*|"
    r"EXT_mesh_gpu_instancing|KHR_node_(visibility|selectability|hoverability)"
)
_POINTER_TO_NODE = re.compile(r"/nodes/(\d+)(/.*)?")


@dataclass(frozen=True, eq=False)
class ReorderedFile:
    """A GLB in another order, the maps, and what was left as it was, one sentence each."""

    data: bytes
    maps: Reordering
    notes: tuple[str, ...]


def reorder_file(path: Path, nodes: IndexMap | None = None, limits: Limits = DEFAULT) -> ReorderedFile:
    """The glTF file at ``path`` with its nodes in the order of ``nodes`` (by default parents first).

    Raises ``SkinproofError`` as the reader does, and if an extension may name nodes in a way that is not known here: it
    would then name others.
    """
    model = load_gltf(path, limits)
    document, chunk = file_document(path)
    _require_known_extensions(document, path)
    maps = reorder_model(model, nodes)[1]
    kept, notes = _joints_that_keep_their_order(document, model, maps)
    identity = [IndexMap(np.arange(len(skin.joints)), np.arange(len(skin.joints))) for skin in model.skins]
    joints = [identity[s] if s in kept else maps.joints[s] for s in range(len(model.skins))]
    maps = reorder_model(model, maps.nodes, joints)[1]
    blob = FileBuffer(document, chunk, Resolver(path.parent))
    _reorder_skins(document, model, maps, blob)
    _reorder_influences(document, model, maps, blob)
    _reorder_nodes(document, maps.nodes)
    return ReorderedFile(blob.glb(), maps, notes)


def _require_known_extensions(document: dict[str, Any], path: Path) -> None:
    for name in document.get("extensionsUsed", []):
        require(
            _KNOWN.fullmatch(name),
            f"{name} may name nodes by number, and they would be others after reordering",
            f"{path.name} /extensionsUsed",
            fix="remove the extension first, or reorder in the program that exported the file",
        )


def _joints_that_keep_their_order(
    document: dict[str, Any], model: Model, maps: Reordering
) -> tuple[set[int], tuple[str, ...]]:
    """Skins whose joints cannot be reordered in a file, and why."""
    kept: set[int] = set()
    notes = []
    skins_of: dict[int, set[int]] = {}
    for part in model.parts:
        if part.skin >= 0:
            skins_of.setdefault(int(model.nodes.mesh[part.node]), set()).add(part.skin)
    for mesh, skins in skins_of.items():
        moved = {s for s in skins if (np.diff(maps.joints[s].old_of_new) != 1).any()}
        primitives = document["meshes"][mesh]["primitives"]
        packed = any("KHR_draco_mesh_compression" in p.get("extensions", {}) for p in primitives)
        if moved and (packed or len(skins) > 1):
            reason = "is compressed by Draco" if packed else "is used with several skins"
            notes.append(f"joints of skin {sorted(moved)} keep their order: mesh {mesh} {reason}")
            kept |= skins
    return kept, tuple(notes)


def _reorder_nodes(document: dict[str, Any], to: IndexMap) -> None:
    new = to.new_of_old.tolist()
    stored = document.get("nodes", [])
    for node in stored:
        if "children" in node:
            node["children"] = [_now(child, new) for child in node["children"]]
    document["nodes"] = [stored[old] for old in to.old_of_new.tolist()]
    for scene in document.get("scenes", []):
        if "nodes" in scene:
            scene["nodes"] = [_now(node, new) for node in scene["nodes"]]
    for animation in document.get("animations", []):
        for channel in animation.get("channels", []):
            _retarget(channel.get("target", {}), new)


def _now(node: int, new: list[int]) -> int:
    """The new number of a node; one that is not there stays so, as in a clip that was not read."""
    return new[node] if 0 <= node < len(new) else node


def _retarget(target: dict[str, Any], new: list[int]) -> None:
    if "node" in target:
        target["node"] = _now(target["node"], new)
    pointed = target.get("extensions", {}).get("KHR_animation_pointer")
    match = _POINTER_TO_NODE.fullmatch(pointed.get("pointer", "")) if isinstance(pointed, dict) else None
    if match and int(match[1]) < len(new):
        pointed["pointer"] = f"/nodes/{new[int(match[1])]}{match[2] or ''}"


def _reorder_skins(document: dict[str, Any], model: Model, maps: Reordering, blob: FileBuffer) -> None:
    new = maps.nodes.new_of_old.tolist()
    for skin, stored, joints in zip(model.skins, document.get("skins", []), maps.joints, strict=True):
        stored["joints"] = [new[joint] for joint in skin.joints[joints.old_of_new].tolist()]
        if "skeleton" in stored:
            stored["skeleton"] = _now(stored["skeleton"], new)
        if "inverseBindMatrices" in stored and (np.diff(joints.old_of_new) != 1).any():
            matrices = np.zeros((len(joints.old_of_new), 4, 4), np.float32)
            matrices[:, :3] = skin.inverse_bind[joints.old_of_new]
            matrices[:, 3, 3] = 1.0
            columns = matrices.swapaxes(1, 2).reshape(-1, 16)
            stored["inverseBindMatrices"] = blob.accessor(columns, "MAT4", 5126)


def _reorder_influences(document: dict[str, Any], model: Model, maps: Reordering, blob: FileBuffer) -> None:
    done: set[tuple[int, int]] = set()
    for part in model.parts:
        mesh = int(model.nodes.mesh[part.node])
        influences = model.influences(part)
        if influences is None or (mesh, part.primitive) in done:
            continue
        done.add((mesh, part.primitive))
        joints = maps.joints[part.skin]
        if (np.diff(joints.old_of_new) == 1).all():
            continue
        attributes = document["meshes"][mesh]["primitives"][part.primitive]["attributes"]
        for s, block in enumerate(np.split(joints.new_of_old[influences.joints], influences.joints.shape[1] // 4, 1)):
            attributes[f"JOINTS_{s}"] = blob.joints(block)
