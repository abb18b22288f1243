"""Which of a mesh object's modifiers are judged: those that skin it. What the others do is told apart and measured.

Blender applies modifiers in their order, so a Subdivision after the Armature modifier, or a Mirror before it, hides
what the skin does. The stack is therefore evaluated a second time without them, by ``Object.to_mesh`` on the evaluated
copy of the object: nothing of the scene's own data is written, no pose or frame is evaluated anew, and the vertices
that come out are those of the mesh, in its order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager

import bpy
import numpy as np

from ....skinning_core.model import Float, Int
from ....skinning_core.skinned import SetAside, worse_faces
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import sentence
from . import stored_names as stored
from .arrays import attribute_values, values_of
from .noted import our


def is_edited(ob: bpy.types.Object) -> bool:
    """Whether a mesh object is in Edit Mode, by itself or through another object with the same mesh."""
    return bool(ob.data.is_editmode)


def is_at_rest_while_edited(ob: bpy.types.Object) -> bool:
    """Whether Edit Mode shows a mesh object without the pose: none of its Armature modifiers is displayed there."""
    skins = [modifier for modifier in ob.modifiers if modifier.type == "ARMATURE" and modifier.show_viewport]
    return is_edited(ob) and bool(skins) and not any(modifier.show_in_editmode for modifier in skins)


@contextmanager
def own_mesh(ob: bpy.types.Object) -> Iterator[bpy.types.Mesh]:
    """The mesh that a file's vertices are looked for in.

    That is the object's own mesh; if its file has its modifiers applied, the mesh that Blender shows. In Edit Mode it
    is a copy of what is edited so far, which is written into the mesh first, as Blender does for every save and render.
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
    """The modifiers of a mesh object that are applied in the viewport and do not skin it, each with its place.

    As in ``'Mirror' (before the Armature modifier)``.
    """
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


def only_skinned(evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> AbstractContextManager[bpy.types.Mesh]:
    """The mesh of an evaluated object as its shape keys and Armature modifiers alone make it, posed in Edit Mode too.

    Blender will evaluate the object's modifiers once more, as they are, when the depsgraph is next updated.
    """
    return _as_some_make_it(evaluated, depsgraph, skins=True)


def without_skin(evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> AbstractContextManager[bpy.types.Mesh]:
    """The mesh of an evaluated object as all its modifiers but the Armature modifiers make it, at rest.

    So exporters apply modifiers.
    """
    return _as_some_make_it(evaluated, depsgraph, skins=False)


@contextmanager
def at_rest(
    evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph, *, without: Collection[str] = ()
) -> Iterator[bpy.types.Mesh]:
    """``without_skin`` with all relative shape keys at 0. without: names of other modifiers that are left out."""
    shapes = evaluated.data.shape_keys
    keys = None if shapes is None else shapes.evaluated_get(depsgraph).key_blocks
    values = None if keys is None else values_of(keys, "value")
    if keys is not None:
        keys.foreach_set("value", np.zeros_like(values))
    try:
        with _as_some_make_it(evaluated, depsgraph, skins=False, without=without) as mesh:
            yield mesh
    finally:
        if keys is not None:
            keys.foreach_set("value", values)


@contextmanager
def _as_some_make_it(
    evaluated: bpy.types.Object, depsgraph: bpy.types.Depsgraph, *, skins: bool, without: Collection[str] = ()
) -> Iterator[bpy.types.Mesh]:
    shown = values_of(evaluated.modifiers, "show_viewport", kind=bool)
    wanted = np.array([(m.type == "ARMATURE") == skins and m.name not in without for m in evaluated.modifiers], bool)
    evaluated.modifiers.foreach_set("show_viewport", shown & wanted)
    try:
        yield evaluated.to_mesh(preserve_all_data_layers=True, depsgraph=depsgraph)
    finally:
        evaluated.to_mesh_clear()
        evaluated.modifiers.foreach_set("show_viewport", shown)


class Effect:
    """What the modifiers of one mesh object that do not skin it have done, over all times that were looked at."""

    def __init__(self, ob: bpy.types.Object, count: int) -> None:
        """count: of the times."""
        self._ob = ob
        self._names: dict[str, None] = {}
        self._added = self._faces = 0
        self._surfaces: tuple[_Surface, _Surface, int] | None = None  # the last two that were compared, and how
        self._moves = np.zeros(count)

    def add(self, t: int, names: list[str], evaluated: bpy.types.Object, skinned: bpy.types.Mesh) -> bool:
        """Take in time t: the ``others``, the object as all modifiers make it, its mesh as ``only_skinned`` does.

        Returns whether they make no vertex and take none away.
        """
        self._names.update(dict.fromkeys(names))
        whole = evaluated.data
        self._added = max(self._added, len(whole.vertices) - len(skinned.vertices), key=abs)
        moves = np.nan
        if _begins_with(whole, skinned):
            linear = np.array(evaluated.matrix_world, np.float64)[:3, :3]
            by = (positions_of(whole)[: len(skinned.vertices)] - positions_of(skinned)) @ linear.T
            moves = float(np.linalg.norm(by, axis=1).max(initial=0.0))
            self._faces = worse_faces(self._faces, self._faces_added(whole, skinned))
        self._moves[t:] = moves  # until it changes
        return not np.isnan(moves) and len(whole.vertices) == len(skinned.vertices)

    def _faces_added(self, whole: bpy.types.Mesh, skinned: bpy.types.Mesh) -> int:
        """Of the two meshes, see ``_faces_added``; 0 if their vertices are not the same: those make faces anew."""
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
        """What was told apart; None where no other modifier was applied."""
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
    """(V, 3) float32 positions of an object's own mesh without its shape keys: of the Basis, which alone Blender shows.

    The mesh has positions of its own, which Edit Mode keeps equal to those, and a script may leave behind.
    """
    keys = mesh.shape_keys
    if keys is None or mesh.is_editmode or len(keys.reference_key.data) != len(mesh.vertices):
        return positions_of(mesh)
    basis: Float = values_of(keys.reference_key.data, "co", 3)
    return basis


def _begins_with(whole: bpy.types.Mesh, skinned: bpy.types.Mesh) -> bool:
    """Whether a mesh's first vertices are those of another, by the numbers that they have in the file."""
    count = len(skinned.vertices)
    ours, theirs = (attribute_values(mesh, stored.VERTEX_ID) for mesh in (skinned, whole))
    return ours is not None and theirs is not None and np.array_equal(ours, theirs[:count])


#: The vertex of every corner of a mesh's polygons (C,), and the first corner of each (P,).
_Surface = tuple[Int, Int]


def _surface(mesh: bpy.types.Mesh) -> _Surface:
    corners = values_of(mesh.loops, "vertex_index", kind=np.int32)
    return corners, values_of(mesh.polygons, "loop_start", kind=np.int32)


def _equal(some: tuple[_Surface, _Surface], others: tuple[_Surface, _Surface]) -> bool:
    return all(map(np.array_equal, (*some[0], *some[1]), (*others[0], *others[1])))


def _faces_added(before: _Surface, after: _Surface) -> int:
    """How many triangles one surface has more than another on the same vertices; below 0: those that it lacks.

    Faces may be joined and cut otherwise. A face elsewhere makes up for none that is gone.
    """
    old, new = (
        {frozenset(face.tolist()) for face in np.split(corners, starts[1:])} if len(starts) else set()
        for corners, starts in (before, after)
    )
    lost, made = old - new, new - old
    where = frozenset[int]().union(*lost)
    gone = sum(len(face) - 2 for face in lost) - sum(len(face) - 2 for face in made if face <= where)
    return -gone if gone > 0 else sum(len(face) - 2 for face in made if not face <= where) - min(gone, 0)
