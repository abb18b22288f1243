"""Which modifiers of a mesh object are judged: those that skin it. The others' effect is measured apart.

Blender applies modifiers in order, so a Subdivision after the Armature modifier, or a Mirror before it, hides the
skin's effect. ``Object.to_mesh`` on the evaluated object evaluates the stack again without them: the scene's data
stays, no pose or frame is evaluated anew, and the vertices are the mesh's, in its order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

import bpy
import numpy as np

from ....skinning_core.model import Float, Int
from ....skinning_core.skinned import SetAside, worse_faces
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import sentence
from . import stored_names as stored
from .arrays import attribute_values, corner_vertices, set_values, values_of
from .noted import our


def is_edited(ob: bpy.types.Object) -> bool:
    """Whether a mesh object is in Edit Mode, itself or through another object with the same mesh."""
    return bool(ob.data.is_editmode)


def is_at_rest_while_edited(ob: bpy.types.Object) -> bool:
    """Whether Edit Mode shows a mesh object unposed: none of its Armature modifiers is displayed there."""
    skins = [modifier for modifier in ob.modifiers if modifier.type == "ARMATURE" and modifier.show_viewport]
    return is_edited(ob) and bool(skins) and not any(modifier.show_in_editmode for modifier in skins)


@contextmanager
def own_mesh(ob: bpy.types.Object) -> Iterator[bpy.types.Mesh]:
    """The mesh in which a file's vertices are looked for.

    It is the object's own, or the evaluated one if the file has modifiers applied. In Edit Mode it is a copy, after the
    edits were written into the mesh, as for every save and render.
    """
    if stored.BEHIND in our(ob):
        yield ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
        return
    if not is_edited(ob):
        yield ob.data
        return
    ob.update_from_editmode()
    try:
        yield ob.to_mesh()
    finally:
        ob.to_mesh_clear()


def others(ob: bpy.types.Object) -> list[str]:
    """The displayed modifiers of a mesh object that do not skin it, as ``'Mirror' (before the Armature modifier)``."""
    kinds = [modifier.type for modifier in ob.modifiers]
    armature = kinds.index("ARMATURE") if "ARMATURE" in kinds else None
    names: list[str] = []
    for k, modifier in enumerate(ob.modifiers):
        if not modifier.show_viewport or modifier.type == "ARMATURE":
            continue
        if armature is None:
            words = "{modifier!r}"
        elif k < armature:
            words = "{modifier!r} (before the Armature modifier)"
        else:
            words = "{modifier!r} (after the Armature modifier)"
        names.append(sentence(words, modifier=modifier.name))
    return names


def modifiers_behind(ob: bpy.types.Object) -> list[bpy.types.Modifier]:
    """The shown modifiers of an object behind its first Armature modifier, but for such; [] without one."""
    kinds = [modifier.type for modifier in ob.modifiers]
    behind = ob.modifiers[kinds.index("ARMATURE") :] if "ARMATURE" in kinds else ()
    return [modifier for modifier in behind if modifier.show_viewport and modifier.type != "ARMATURE"]


def only_skinned(evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> AbstractContextManager[bpy.types.Mesh]:
    """The evaluated object's mesh by shape keys and Armature modifiers alone, posed in Edit Mode too.

    Blender evaluates all modifiers again at the next update.
    """
    return _as_some_make_it(evaluated, depsgraph, skins=True)


def without_skin(evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> AbstractContextManager[bpy.types.Mesh]:
    """The evaluated object's mesh by all modifiers but Armature modifiers, at rest: so exporters apply modifiers."""
    return _as_some_make_it(evaluated, depsgraph, skins=False)


@contextmanager
def at_rest(
    evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph, *, without: Collection[str] = ()
) -> Iterator[bpy.types.Mesh]:
    """``without_skin`` with all relative shape keys at 0. without: names of other modifiers left out."""
    shapes = evaluated.data.shape_keys
    keys = None if shapes is None else shapes.evaluated_get(depsgraph).key_blocks
    values = None if keys is None else values_of(keys, "value")
    if keys is not None:
        set_values(keys, "value", np.zeros_like(values))
    try:
        with _as_some_make_it(evaluated, depsgraph, skins=False, without=without) as mesh:
            yield mesh
    finally:
        if keys is not None:
            set_values(keys, "value", values)


@contextmanager
def _as_some_make_it(
    evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph, *, skins: bool, without: Collection[str] = ()
) -> Iterator[bpy.types.Mesh]:
    shown = values_of(evaluated.modifiers, "show_viewport", kind=bool)
    wanted = np.array([(m.type == "ARMATURE") == skins and m.name not in without for m in evaluated.modifiers], bool)
    set_values(evaluated.modifiers, "show_viewport", shown & wanted)
    try:
        yield evaluated.to_mesh(preserve_all_data_layers=True, depsgraph=depsgraph)
    finally:
        evaluated.to_mesh_clear()
        set_values(evaluated.modifiers, "show_viewport", shown)


class Effect:
    """What the modifiers of one mesh object that do not skin it did, over all times."""

    def __init__(self, ob: bpy.types.Object, count: int) -> None:
        """count: number of times."""
        self._ob = ob
        self._names: dict[str, None] = {}
        self._added = self._faces = 0
        self._surfaces: tuple[_Surface, _Surface, int] | None = None  # the last two that were compared, and the result
        self._moves = np.zeros(count)

    def add(self, t: int, names: list[str], evaluated: bpy.types.Object, skinned: bpy.types.Mesh) -> bool:
        """Take in time t: names of ``others``, the evaluated object, and its mesh by ``only_skinned``.

        Returns whether the number and order of vertices stay the same.
        """
        self._names.update(dict.fromkeys(names))
        whole = evaluated.data
        added = len(whole.vertices) - len(skinned.vertices)
        added -= _halves(whole, len(skinned.vertices)) if added > 0 else 0
        self._added = max(self._added, added, key=abs)
        moves = np.nan
        if _begins_with(whole, skinned):
            linear = np.array(evaluated.matrix_world, np.float64)[:3, :3]
            by = (positions_of(whole)[: len(skinned.vertices)] - positions_of(skinned)) @ linear.T
            moves = float(np.linalg.norm(by, axis=1).max(initial=0.0))
            self._faces = worse_faces(self._faces, self._faces_added(whole, skinned))
        self._moves[t:] = moves  # until it changes
        return not np.isnan(moves) and len(whole.vertices) == len(skinned.vertices)

    def _faces_added(self, whole: bpy.types.Mesh, skinned: bpy.types.Mesh) -> int:
        """``_faces_added`` of the meshes; 0 if their vertices differ, since those make other faces."""
        if len(whole.vertices) != len(skinned.vertices):
            return 0
        before, after = _surface(skinned), _surface(whole)
        if all(map(np.array_equal, before, after)):
            return 0
        if self._surfaces is None or not _equal((before, after), self._surfaces[:2]):
            self._surfaces = before, after, _faces_added(before, after)
        return self._surfaces[2]

    @property
    def told(self) -> SetAside | None:
        """The effect; None if no other modifier was applied."""
        if not self._names:
            return None
        modifiers = listed(list(self._names), quoted=False)
        name = sentence("{modifiers} of {mesh!r}", modifiers=modifiers, mesh=self._ob.name)
        return SetAside(name, self._moves, self._added, self._faces, _has_keys(self._ob))


def _has_keys(ob: bpy.types.Object) -> bool:
    keys = ob.data.shape_keys
    return keys is not None and any(not key.mute for key in keys.key_blocks[1:])


def read_positions(mesh: bpy.types.Mesh, out: Float) -> None:
    """Write the positions of a mesh's vertices into ``out`` (V, 3) float32."""
    if len(out):  # a mesh without vertices has no attributes either
        mesh.attributes["position"].data.foreach_get("vector", out.ravel())


def positions_of(mesh: bpy.types.Mesh) -> Float:
    """(V, 3) float32 positions of a mesh's vertices."""
    positions = np.empty((len(mesh.vertices), 3), np.float32)
    read_positions(mesh, positions)
    return positions


def places_at_rest(mesh: bpy.types.Mesh) -> Float:
    """(V, 3) float32 positions in an own mesh's Basis, which alone Blender shows: a script may leave the mesh's own
    behind."""
    keys = mesh.shape_keys
    if keys is None or mesh.is_editmode or len(keys.reference_key.data) != len(mesh.vertices):
        return positions_of(mesh)
    basis: Float = values_of(keys.reference_key.data, "co", 3)
    return basis


def first_key_written(mesh: bpy.types.Mesh) -> bpy.types.ShapeKey | None:
    """The first shape key that Blender's exporter writes: it takes what that one is relative to for the mesh itself."""
    keys = mesh.shape_keys
    blocks = () if keys is None or not keys.use_relative else keys.key_blocks
    return next((key for key in blocks if key.relative_key != key and not key.mute), None)


def _begins_with(whole: bpy.types.Mesh, skinned: bpy.types.Mesh) -> bool:
    """Whether a mesh's first vertices are those of another, by their numbers in the file."""
    count = len(skinned.vertices)
    ours, theirs = (attribute_values(mesh, stored.VERTEX_ID) for mesh in (skinned, whole))
    return ours is not None and theirs is not None and np.array_equal(ours, theirs[:count])


def _halves(whole: bpy.types.Mesh, count: int) -> int:
    """How many vertices after the first ``count`` lie on the one whose number in the file they have, as split edges do.

    They add no surface: a copy that does, such as a mirror's, lies elsewhere.
    """
    numbers = attribute_values(whole, stored.VERTEX_ID)
    if numbers is None or len(set(numbers[:count].tolist())) < count:
        return 0
    places, row = positions_of(whole), np.full(int(numbers.max(initial=0)) + 1, -1)
    row[numbers[:count]] = np.arange(count)
    own = row[numbers[count:]]
    on_it = (own >= 0) & (places[own] == places[count:]).all(axis=1)
    return int(on_it.sum())


#: Vertex of each corner (C,), first corner of each polygon (P,).
_Surface = tuple[Int, Int]


def _surface(mesh: bpy.types.Mesh) -> _Surface:
    corners = corner_vertices(mesh)
    return corners, values_of(mesh.polygons, "loop_start", kind=np.int32)


def _equal(some: tuple[_Surface, _Surface], others: tuple[_Surface, _Surface]) -> bool:
    return all(map(np.array_equal, (*some[0], *some[1]), (*others[0], *others[1])))


def _faces_added(before: _Surface, after: _Surface) -> int:
    """How many triangles one surface has more than another on the same vertices; below 0: fewer.

    Faces may be joined and cut otherwise. A new one elsewhere does not make up for one that is gone.
    """
    old, new = _faces(before), _faces(after)
    lost, made = old - new, new - old
    where = frozenset[int]().union(*lost)
    gone = _triangles(lost) - _triangles(face for face in made if face <= where)
    if gone > 0:
        return -gone
    return _triangles(face for face in made if not face <= where) - gone


def _faces(surface: _Surface) -> set[frozenset[int]]:
    corners, starts = surface
    return {frozenset(face.tolist()) for face in np.split(corners, starts[1:])} if len(starts) else set()


def _triangles(faces: Iterable[frozenset[int]]) -> int:
    return sum(len(face) - 2 for face in faces)
