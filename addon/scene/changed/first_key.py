"""A file of which the mesh is another shape key than the Basis, and the same with the Basis.

Blender's exporter takes for the mesh what the first shape key is relative to, and counts all others from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import bpy
import numpy as np

from ....skinning_core.compare.causes.exporter_faults import BLENDER
from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Float64, Model, Primitive
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.sentence import Sentence
from ..ground.arrays import values_of
from ..ground.modifiers import first_key_written
from ..identity.vertex_map import PartVertices
from .exporter_edits import is_nearer_where_moved
from .written_pose import known_world, skinned_at, world_of

#: The cause of shapes that are counted from another than the Basis.
OF_SHAPES = "key-relative"


def counted_from_the_basis(
    model: Model,
    present: Mapping[bpy.types.Object, Sequence[PartVertices]],
    clip: int | None,
    wanted: Skinned,
    seen: Skinned,
) -> tuple[list[Sentence], Model, Skinned]:
    """The first keys that others are wrongly counted from, and the file with its shapes counted as Blender does.

    present: by mesh. wanted, seen: the file and the scene, at one time of a clip; the file is given at that time, too.
    """
    causes: list[Sentence] = []
    for ob, pieces in present.items() if model.generator.startswith(BLENDER) else ():
        first, keys = first_key_written(ob.data), ob.data.shape_keys
        if first is None or first.relative_key == keys.reference_key:
            continue
        written = [key for key in keys.key_blocks if key.relative_key != key and not key.mute]
        primitives = [model.primitive(model.parts[piece.part]) for piece in pieces]
        if any(p.morph_positions is None or len(p.morph_positions) != len(written) for p in primitives):
            continue
        shapes = {key: values_of(key.data, "co", 3).astype(np.float64) for key in keys.key_blocks}
        counted = [_counted(p, piece, written, shapes) for p, piece in zip(primitives, pieces, strict=True)]
        mended = _with_primitives(model, pieces, counted)
        undone = skin_model(mended, clip, wanted.times, variants=False, normals=False)
        here, there = (_in_the_pose_of(seen, wanted, each) for each in (model, mended))
        if is_nearer_where_moved(wanted, undone, seen) or is_nearer_where_moved(here, there, seen):
            about = {"key": first.name, "other": first.relative_key.name, "basis": keys.reference_key.name}
            causes.append(scene_cause(OF_SHAPES, **about, mesh=ob.name, at=ob.name, items=(first.name,)))
            model, wanted = mended, undone
    return causes, model, wanted


def _in_the_pose_of(seen: Skinned, wanted: Skinned, model: Model) -> Skinned:
    """A file with its bones as they are seen: those that stand elsewhere in it would hide its shapes."""
    assert seen.node_globals is not None
    return skinned_at(model, known_world(seen.node_globals[0], world_of(wanted)), seen.morph_weights)


def _counted(
    primitive: Primitive,
    piece: PartVertices,
    written: Sequence[bpy.types.ShapeKey],
    shapes: Mapping[bpy.types.ShapeKey, Float64],
) -> Primitive:
    """A primitive with each shape key counted from the one that it is relative to; shapes: (V, 3) each, of the mesh."""
    assert primitive.morph_positions is not None
    rows, there = piece.rows, piece.vertices
    taken = shapes[written[0].relative_key][rows]
    basis = shapes[written[0].id_data.reference_key][rows]
    targets = np.array(primitive.morph_positions, np.float64)
    # The file has the mesh's shapes in another space. How they are turned and scaled there tells which.
    ours = np.concatenate([taken - taken.mean(axis=0), *(shapes[key][rows] - taken for key in written)])
    places = primitive.positions[there].astype(np.float64)
    theirs = np.concatenate([places - places.mean(axis=0), *(target[there] for target in targets)])
    into = np.linalg.lstsq(ours, theirs, rcond=None)[0]
    positions = np.array(primitive.positions, np.float64)
    positions[there] += (basis - taken) @ into
    for target, key in zip(targets, written, strict=True):
        target[there] += (taken - shapes[key.relative_key][rows]) @ into
    return replace(primitive, positions=positions, morph_positions=targets)


def _with_primitives(model: Model, pieces: Sequence[PartVertices], primitives: Sequence[Primitive]) -> Model:
    """The model with other primitives for the parts of some pieces."""
    meshes = list(model.meshes)
    for piece, primitive in zip(pieces, primitives, strict=True):
        part = model.parts[piece.part]
        own = list(meshes[part.mesh].primitives)
        own[part.primitive] = primitive
        meshes[part.mesh] = replace(meshes[part.mesh], primitives=tuple(own))
    return replace(model, meshes=tuple(meshes))
