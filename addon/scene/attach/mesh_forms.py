"""The forms of a mesh in a file that was written from it: as it is, with its modifiers applied, or by a shape key.

An exporter that applies modifiers evaluates all but the armature's. The file then has the vertices that Blender shows,
in order, if no modifier makes others in another pose. Of a mesh with shape keys it takes the shape that the first one
is relative to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ....skinning_core.compare.between.match.triangle_order import MeshTriangles, WrittenFrom, written_from
from ....skinning_core.model import Float, Float64, Int, Model
from ...rig.space import TO_BLENDER
from ..ground.arrays import values_of
from ..ground.modifiers import first_key_written, others, places_at_rest, positions_of, without_skin

#: Per vertex: vertex groups and weights.
Groups = tuple[tuple[tuple[int, float], ...], ...]


@dataclass(frozen=True, eq=False)
class MeshForm:
    """A mesh object's vertices in its own space and Blender's axes, and what they are made of."""

    object: bpy.types.Object
    places: Float  # (V, 3) float32
    triangles: Int  # (F, 3)
    materials: Int  # (F,) slots
    applied: bool = False  # as other modifiers make it
    groups: Groups = ()  # only of an applied form

    @property
    def weights(self) -> Groups:
        """Per vertex: vertex groups and weights."""
        return self.groups if self.applied else _groups(self.object.data)


def chosen_forms(model: Model, meshes: Sequence[bpy.types.Object]) -> tuple[list[MeshForm], WrittenFrom | None]:
    """One form of each mesh object: the one that the model was written from, if known, else its own mesh.

    Also which vertex of the forms is which of the model; None unless all parts were found.
    """
    own = [_form(ob, ob.data) for ob in meshes]
    others_of_it = [_applied(ob) for ob in meshes if others(ob)] + list(map(_with_shape_of_first_key, own))
    forms = [*own, *(form for form in others_of_it if form is not None)]
    owners = [meshes.index(form.object) for form in forms]
    found = written_from(model, [_triangles(form, owner) for form, owner in zip(forms, owners, strict=True)])
    if not found.whole:
        return own, None
    chosen = list(own)
    for m in found.meshes:
        chosen[owners[m]] = forms[m]
    place = np.array([*owners, -1], np.intp)  # the last: unknown
    return chosen, replace(found, mesh=place[found.mesh])


def objects_written(model: Model, scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The meshes of a scene that a file was written from, after their armatures; none unless all are found.

    Only Blender's own exporter is known to keep the order of triangles.
    """
    if "Blender" not in model.generator:
        return []
    forms, found = chosen_forms(model, [ob for ob in scene.objects if ob.type == "MESH"])
    if found is None:
        return []
    objects = {forms[m].object for m in found.meshes} | set(_of_edges(model, scene, found))
    objects |= {rig for ob in objects for rig in armatures_of(ob)}
    return sorted(objects, key=lambda ob: (ob.type != "ARMATURE", ob.name))


def _of_edges(model: Model, scene: bpy.types.Scene, found: WrittenFrom) -> Iterator[bpy.types.Object]:
    """The faceless objects with the names of parts of lines and points, which no order of triangles tells."""
    for part, loose in zip(model.parts, found.loose.tolist(), strict=True):
        ob = scene.objects.get(model.nodes.names[part.node])
        if loose and ob is not None and ob.type == "MESH" and not len(ob.data.polygons):
            yield ob


def armatures_of(ob: bpy.types.Object) -> list[bpy.types.Object]:
    """The armatures that deform a mesh object; without any, the one that is its parent."""
    if ob.type != "MESH":
        return []
    deforming = [m.object for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None]
    above = ob.parent if ob.parent is not None and ob.parent.type == "ARMATURE" else None
    return deforming or ([] if above is None else [above])


def _applied(ob: bpy.types.Object) -> MeshForm | None:
    depsgraph = bpy.context.evaluated_depsgraph_get()
    evaluated = ob.evaluated_get(depsgraph)
    if not evaluated.is_evaluated or ob.data.is_editmode:
        return None
    with without_skin(evaluated, depsgraph) as mesh:
        form = _form(ob, mesh, applied=True)
    depsgraph.update()
    return form


def _with_shape_of_first_key(own: MeshForm) -> MeshForm | None:
    """A mesh with what its first shape key is relative to for its Basis; None if that is the Basis."""
    mesh = own.object.data
    key = first_key_written(mesh)
    if key is None or mesh.is_editmode or key.relative_key == mesh.shape_keys.reference_key:
        return None
    places: Float = values_of(key.relative_key.data, "co", 3)
    return replace(own, places=places) if len(places) == len(own.places) else None


def _form(ob: bpy.types.Object, mesh: bpy.types.Mesh, *, applied: bool = False) -> MeshForm:
    mesh.calc_loop_triangles()
    faces = values_of(mesh.loop_triangles, "vertices", 3, kind=np.int32).astype(np.intp)
    materials = values_of(mesh.loop_triangles, "material_index", kind=np.int32).astype(np.intp)
    places = positions_of(mesh) if applied else places_at_rest(mesh)
    return MeshForm(ob, places, faces, materials, applied, _groups(mesh) if applied else ())


def _groups(mesh: bpy.types.Mesh) -> Groups:
    return tuple(tuple((g.group, g.weight) for g in vertex.groups) for vertex in mesh.vertices)


def _triangles(form: MeshForm, owner: int) -> MeshTriangles:
    into: Float64 = np.eye(4)
    if any(m.type == "ARMATURE" and m.object is not None for m in form.object.modifiers):
        # The exporter writes a skinned mesh as in the world: what scales or mirrors its armature is in the file.
        into = np.array(form.object.matrix_world, np.float64)
    places: Float64 = form.places.astype(np.float64) @ into[:3, :3].T + into[:3, 3]
    return MeshTriangles(owner, form.object.name, form.triangles, form.materials, places @ TO_BLENDER)
