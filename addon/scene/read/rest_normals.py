"""The normals of a character's meshes at rest beside the file's: unposed, all shape keys at 0.

Not in motion: a file carries normals with vertices, Blender makes them anew from moved faces. The effect of modifiers
that move vertices counts if the file has the vertices there; if it has the effect as shape keys, or lost it, its
normals are the mesh's without it.

Comparing them costs most of a comparison of one frame, so what was found is kept by all that it was computed from:
another array is another question.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import bpy
import numpy as np

from ....skinning_core.compare.measure.pairs import TURNS
from ....skinning_core.compare.measure.rest_normals import (
    CornerNormals,
    flat_normals_of,
    have_area,
    linear_between,
    numbered_by_place,
    turned_by,
)
from ....skinning_core.model import Float, Float64, Int, Model, Primitive, remembered
from ....skinning_core.skeleton.faces import topology_of
from ....skinning_core.subject import NormalsAtRest
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence, sentence
from ...rig.space import TO_BLENDER
from ..ground import stored_names as stored
from ..ground.arrays import corner_vertices, values_of
from ..ground.modifiers import at_rest, is_edited, others, own_mesh, positions_of
from ..ground.noted import our
from ..identity.character import Character
from ..identity.vertex_map import PartVertices, VertexMap, vertex_map

#: Of how many meshes, as they were, a model's angles are kept: a file may have thousands of parts, an entry 300 bytes.
_MESHES_KEPT = 4_096

#: Blender's normals have length 1. One that is shorter than this is what is left of normals that cancel: a corner
#: without a normal. The exporter's four digits turn it by half a degree, or write another vector in its place.
_NO_NORMAL = 0.005


def normals_at_rest(model: Model, found: VertexMap, *, modifiers: bool = True) -> Iterator[NormalsAtRest]:
    """Normals of each mesh with the file's faces that is neither edited nor hidden.

    modifiers: the effect of others than the armature's counts, if the file has not got them applied.
    """
    for ob, pieces in found.by_object.items():
        left_out = () if modifiers or stored.BEHIND in our(ob) else [m.name for m in ob.modifiers]
        found_of = _turned(model, ob, pieces, without=left_out)
        if found_of is None or not found_of.count:
            continue
        flat = any(model.primitive(model.parts[piece.part]).normals is None for piece in pieces)
        yield NormalsAtRest(ob.name, found_of.angle, found_of.beyond, found_of.count, made_flat=flat)


def told_of_normals(model: Model, character: Character, normals: Sequence[NormalsAtRest]) -> tuple[Sentence, ...]:
    """Which normals were compared, how far they are off, and which were not compared."""
    known = {each.mesh for each in normals}
    others = [ob.name for ob in vertex_map(model, character).by_object if ob.name not in known]
    left = (sentence("Normals of {meshes} are not compared", meshes=listed(others)),) if others else ()
    if not normals:
        return left
    words = "Normals are compared at rest, {angle:.2g} degrees off at most; in motion Blender makes them anew"
    return (sentence(words, angle=float(np.degrees(max(each.angle for each in normals)))), *left)


def largest_without(
    model: Model, ob: bpy.types.Object, pieces: Sequence[PartVertices], names: Collection[str]
) -> float | None:
    """Radians: a mesh's largest angle without these modifiers; None if that makes other vertices."""
    turned = _turned(model, ob, pieces, without=names)
    return None if turned is None else turned.angle


def largest_as_exported(
    model: Model, ob: bpy.types.Object, pieces: Sequence[PartVertices], rig: bpy.types.Object
) -> float | None:
    """Radians: the largest angle to a mesh's normals as Blender's exporter writes them; None if not comparable.

    It carries them by the armature's matrix A, not A's inverse transpose: A times A transposed is too much.
    """
    linear = TO_BLENDER.T @ np.array(rig.matrix_world, np.float64)[:3, :3] @ TO_BLENDER
    turned = _turned(model, ob, pieces, beyond=linear @ linear.T)
    return None if turned is None else turned.angle


@dataclass(frozen=True)
class _Turned:
    """Angles at the corners of a file's triangles."""

    angle: float  # the largest, radians
    beyond: tuple[int, ...]  # how many are larger than each of ``TURNS``
    count: int  # how many there are


def _turned(
    model: Model,
    ob: bpy.types.Object,
    pieces: Sequence[PartVertices],
    *,
    without: Collection[str] = (),
    beyond: Float64 | None = None,
) -> _Turned | None:
    """The angles of one mesh; None if not comparable.

    beyond: (3, 3) carries Blender's normals on, in the file's space.
    """
    depsgraph = bpy.context.evaluated_depsgraph_get()
    evaluated = ob.evaluated_get(depsgraph)
    if is_edited(ob) or not evaluated.is_evaluated or any(piece.corners is not None for piece in pieces):
        return None
    with own_mesh(ob) as own:
        count = len(own.vertices)
    rows = np.concatenate([piece.rows for piece in pieces])
    images = np.concatenate([_places(model, piece) for piece in pieces])
    skinned = our(ob).get(stored.SKIN, -1) >= 0
    usual = [np.eye(3), TO_BLENDER.T @ np.array(ob.matrix_world, np.float64)[:3, :3] @ TO_BLENDER]
    usual = usual if skinned else usual[:1]
    maps = usual if beyond is None else [*usual, beyond]
    kept = _angles_kept(model)

    def turned(mesh: bpy.types.Mesh) -> _Turned | None:
        """What is kept for the arrays of this mesh, else what they give."""
        if not _lie_on_the_first(positions_of(mesh), count):
            return None
        faces = corner_vertices(mesh), values_of(mesh.polygons, "loop_start", kind=np.int32)
        normals = values_of(mesh.corner_normals, "vector", 3)
        given = (positions_of(mesh), *faces, normals, np.array([len(usual), len(maps)]), *maps)
        key = _digest(*given, *_arrays_of(pieces))
        if key not in kept:
            seen = _seen_of(mesh)
            linear = linear_between(seen.places[rows], images, usual)
            kept[key] = _summary(_angles(model, pieces, seen, linear, beyond))
        return _used_last(kept, key)

    if not others(evaluated):
        return turned(ob.data)
    if ob.data.shape_keys is not None and not ob.data.shape_keys.use_relative:
        return None
    elsewhere = _moving_apart(evaluated, depsgraph, lambda places: _off(places[rows], images, usual))
    with at_rest(evaluated, depsgraph, without={*without, *elsewhere}) as mesh:
        found = turned(mesh)
    depsgraph.update()
    return found


@remembered
def _angles_kept(model: Model) -> OrderedDict[bytes, _Turned]:
    """The angles of a model's meshes, by the digest of what they were computed from; those used last are at the end."""
    del model
    return OrderedDict()


def _lie_on_the_first(places: Float, count: int) -> bool:
    """Whether all places (V, 3) after the first ``count`` are places of these, as those of split edges are."""
    if len(places) <= count:
        return len(places) == count
    numbers = numbered_by_place(places)
    return bool(np.isin(numbers[count:], numbers[:count]).all())


def _used_last(kept: OrderedDict[bytes, _Turned], key: bytes) -> _Turned:
    """What is kept for a key, which is then among the last to go."""
    kept.move_to_end(key)
    while len(kept) > _MESHES_KEPT:
        kept.popitem(last=False)
    return kept[key]


def _digest(*arrays: Float | Int) -> bytes:
    digest = blake2b(digest_size=16)
    for array in arrays:
        digest.update(repr((array.shape, array.dtype.str)).encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.digest()


def _arrays_of(pieces: Sequence[PartVertices]) -> Iterator[Int]:
    for piece in pieces:
        yield from (np.array([piece.part, len(piece.rows)]), piece.rows, piece.vertices)


def _summary(angles: Float64) -> _Turned:
    known = angles[np.isfinite(angles)]
    beyond = tuple(int((known > np.radians(turn)).sum()) for turn in TURNS)
    return _Turned(float(known.max(initial=0.0)), beyond, len(known))


def _angles(
    model: Model, pieces: Sequence[PartVertices], seen: _Seen, linear: Float64, beyond: Float64 | None
) -> Float64:
    """(F, 3) angles at the corners of the file's triangles, radians. linear: (3, 3) carries the mesh into the file."""
    scene = seen.surface.carried(linear)
    if beyond is not None:
        scene = CornerNormals(scene.triangles, scene.normals @ beyond.T)
    # Of several vertices at one place a file's may be another than the matched one: its normal is that of a twin.
    twins = numbered_by_place(seen.places)
    surfaces = [_of_file(model.primitive(model.parts[piece.part]), piece) for piece in pieces]
    return np.concatenate([turned_by(surface.renamed(twins), scene.renamed(twins)) for surface in surfaces])


def _moving_apart(
    evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph, off: Callable[[Float64], float]
) -> set[str]:
    """Modifiers that move vertices at rest, if the file is nearer to the mesh without them. off: its distance."""

    def places(without: Collection[str]) -> Float64:
        with at_rest(evaluated, depsgraph, without=without) as mesh:
            return _places_of(mesh)

    names = [modifier.name for modifier in evaluated.modifiers if modifier.show_viewport]
    whole, plain = places(()), places(names)
    if whole.shape != plain.shape or np.array_equal(whole, plain) or off(whole) <= off(plain):
        return set()
    return {name for name in names if not np.array_equal(places({name}), whole)} or set(names)


def _off(points: Float64, images: Float64, usual: Sequence[Float64]) -> float:
    """Root mean square distance of points (n, 3) from their images (n, 3), placement aside."""
    apart = images - points @ linear_between(points, images, usual).T
    return float(np.sqrt(np.square(apart - apart.mean(axis=0)).mean()))


@dataclass(frozen=True, eq=False)
class _Seen:
    """A Blender mesh in glTF's axes, in its own space."""

    places: Float64  # (V, 3)
    surface: CornerNormals


def _seen_of(mesh: bpy.types.Mesh) -> _Seen:
    mesh.calc_loop_triangles()
    corners = values_of(mesh.loop_triangles, "loops", 3, kind=np.int32)
    normals = values_of(mesh.corner_normals, "vector", 3).astype(np.float64) @ TO_BLENDER
    normals[np.linalg.norm(normals, axis=1) < _NO_NORMAL] = 0.0
    places = _places_of(mesh)
    triangles = values_of(mesh.loop_triangles, "vertices", 3, kind=np.int32).astype(np.intp)
    return _Seen(places, CornerNormals(triangles, normals[corners]))


def _places_of(mesh: bpy.types.Mesh) -> Float64:
    return np.asarray(positions_of(mesh).astype(np.float64) @ TO_BLENDER, np.float64)


def _places(model: Model, piece: PartVertices) -> Float64:
    positions = model.primitive(model.parts[piece.part]).positions
    return positions[piece.vertices].astype(np.float64)


def _of_file(primitive: Primitive, piece: PartVertices) -> CornerNormals:
    """A part's triangles whose vertices are all there, by their rows."""
    row = np.full(primitive.vertex_count, -1, np.intp)
    row[piece.vertices] = piece.rows
    triangles: Int = topology_of([primitive]).triangles
    known = (row[triangles] >= 0).all(axis=1) & have_area(triangles, primitive.positions)
    triangles = triangles[known]
    if primitive.normals is None:
        return CornerNormals(row[triangles], flat_normals_of(triangles, primitive.positions))
    return CornerNormals(row[triangles], primitive.normals[triangles])
