"""Edits of meshes: vertices, faces, weights, groups, shape keys, and what belongs to none of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.blender.trials.motion import driven
from tests.blender.trials.scene import NotHere, TrialScene

bpy = pytest.importorskip("bpy")

MESH: dict[str, Callable[[TrialScene], None]] = {}


def kinds(name: str, *choice: Any) -> Callable[[Callable[[TrialScene, Any], None]], Callable[[TrialScene, Any], None]]:
    def register(work: Callable[[TrialScene, Any], None]) -> Callable[[TrialScene, Any], None]:
        for one in choice:
            MESH[f"{name} {one}"] = lambda s, one=one: work(s, one)
        return work

    return register


@kinds("moved", "some", "one", "hardly", "nowhere", "all")
def moved(s: TrialScene, how: str) -> None:
    vertices = s.mesh.data.vertices
    if not len(vertices):
        raise NotHere
    chosen = [0] if how == "one" else range(len(vertices)) if how == "all" else s.some(len(vertices))
    for v in chosen:
        vertices[v].co.x += {"hardly": 1e-4, "nowhere": 0.0}.get(how, 0.05)
    s.mesh.data.update()


@kinds("deleted", "VERT", "EDGE", "FACE", "ONLY_FACE", "EDGE_FACE")
def deleted(s: TrialScene, how: str) -> None:
    kind = {"VERT": "VERT", "EDGE": "EDGE"}.get(how, "FACE")
    data = s.mesh.data
    count = len({"VERT": data.vertices, "EDGE": data.edges, "FACE": data.polygons}[kind])
    if count < 4:
        raise NotHere
    s.select(kind, s.some(count, 0.1))
    s.edit(s.mesh, lambda: bpy.ops.mesh.delete(type=how))


def everywhere(s: TrialScene, operator: Callable[..., object], **words: Any) -> None:
    def work() -> None:
        bpy.ops.mesh.reveal()
        bpy.ops.mesh.select_all(action="SELECT")
        operator(**words)

    if not len(s.mesh.data.vertices):
        raise NotHere
    s.edit(s.mesh, work)


@kinds("faces", "merged", "to quads", "to triangles", "flipped", "reordered", "dissolved", "smooth", "hidden", "split")
def faces(s: TrialScene, how: str) -> None:
    ops = bpy.ops.mesh
    if how == "merged":
        everywhere(s, ops.remove_doubles, threshold=1e-6)
    elif how == "to quads":
        everywhere(s, ops.tris_convert_to_quads)
    elif how == "to triangles":
        everywhere(s, ops.quads_convert_to_tris)
    elif how == "flipped":
        everywhere(s, ops.flip_normals)
    elif how == "reordered":
        everywhere(
            s, ops.sort_elements, type="RANDOMIZE", elements={"VERT", "EDGE", "FACE"}, seed=s.random.randrange(99)
        )
    elif how == "dissolved":
        if not len(s.mesh.data.edges):
            raise NotHere
        s.select("EDGE", s.some(len(s.mesh.data.edges), 0.1))
        s.edit(s.mesh, lambda: ops.dissolve_edges(use_verts=False))
    elif how == "smooth":
        s.mesh.data.polygons.foreach_set("use_smooth", [True] * len(s.mesh.data.polygons))
    elif how == "hidden":
        everywhere(s, ops.hide)
    else:
        everywhere(s, ops.edge_split)


@kinds("separated", "LOOSE", "SELECTED")
def separated(s: TrialScene, how: str) -> None:
    whole, before = s.mesh, set(bpy.context.scene.objects)
    if how == "LOOSE":
        everywhere(s, bpy.ops.mesh.separate, type="LOOSE")
    else:
        if len(whole.data.polygons) < 4:
            raise NotHere
        s.select("FACE", s.some(len(whole.data.polygons)))
        s.edit(whole, lambda: bpy.ops.mesh.separate(type="SELECTED"))
    s.parts += [ob for ob in bpy.context.scene.objects if ob not in before]


@kinds("joined", "with its own parts", "with a stranger")
def joined(s: TrialScene, how: str) -> None:
    others = [ob for ob in s.parts if ob != s.mesh]
    if how == "with a stranger":
        data = bpy.data.meshes.new("Stranger")
        data.from_pydata([(9, 9, 9), (9, 8, 9), (8, 9, 9)], [], [(0, 1, 2)])
        others = [s.linked("Stranger", data)]
    if not others:
        raise NotHere
    bpy.ops.object.select_all(action="DESELECT")
    whole = s.mesh
    for ob in (*others, whole):
        ob.hide_set(False)
        ob.select_set(True)
    bpy.context.view_layer.objects.active = whole
    bpy.ops.object.join()
    s.parts = [ob for ob in s.parts if ob not in others or ob == whole]


@kinds("loose", "vertex", "edge", "face")
def loose(s: TrialScene, how: str) -> None:
    mesh = s.mesh.data
    count, corners = len(mesh.vertices), [(7.0, 7.0, 7.0), (8.0, 7.0, 7.0), (7.0, 8.0, 7.0)]
    bmesh = __import__("bmesh")
    made = bmesh.new()
    made.from_mesh(mesh)
    new = [made.verts.new(co) for co in corners[: {"vertex": 1, "edge": 2, "face": 3}[how]]]
    if how == "edge":
        made.edges.new(new)
    elif how == "face":
        made.faces.new(new)
    made.to_mesh(mesh)
    made.free()
    assert len(mesh.vertices) > count


# ---- Weights.


def group(s: TrialScene) -> Any:
    return s.pick(s.mesh.vertex_groups)


def all_levels(s: TrialScene, operator: Callable[..., object], **words: Any) -> None:
    if not s.mesh.vertex_groups:
        raise NotHere
    bpy.ops.object.select_all(action="DESELECT")
    s.mesh.hide_set(False)
    s.mesh.select_set(True)
    bpy.context.view_layer.objects.active = s.mesh
    operator(group_select_mode="ALL", **words)


@kinds("weights", "added", "replaced", "zero", "halved", "limited", "quantised", "smoothed", "cleaned", "inverted")
def weights(s: TrialScene, how: str) -> None:
    ops = bpy.ops.object
    if how in ("added", "replaced", "zero"):
        share, kind = {"added": (0.4, "ADD"), "replaced": (0.7, "REPLACE"), "zero": (0.0, "REPLACE")}[how]
        group(s).add(s.some(len(s.mesh.data.vertices)), share, kind)
    elif how == "halved":
        all_levels(s, ops.vertex_group_levels, gain=0.5)
    elif how == "limited":
        all_levels(s, ops.vertex_group_limit_total, limit=1)
    elif how == "quantised":
        all_levels(s, ops.vertex_group_quantize, steps=8)
    elif how == "smoothed":
        all_levels(s, ops.vertex_group_smooth, factor=0.5, repeat=2)
    elif how == "cleaned":
        all_levels(s, ops.vertex_group_clean, limit=1e-7)
    else:
        all_levels(s, ops.vertex_group_invert, auto_assign=False)


@kinds("groups", "one removed", "one added", "one renamed", "all removed", "locked", "sorted", "two swapped", "emptied")
def groups(s: TrialScene, how: str) -> None:
    one, mesh = group(s), s.mesh
    if how == "one removed":
        mesh.vertex_groups.remove(one)
    elif how == "one added":
        mesh.vertex_groups.new(name="Mine").add(range(len(mesh.data.vertices)), 1.0, "REPLACE")
    elif how == "one renamed":
        one.name = "Nobody"
    elif how == "all removed":
        mesh.vertex_groups.clear()
    elif how == "locked":
        one.lock_weight = True
    elif how == "sorted":
        bpy.context.view_layer.objects.active = mesh
        bpy.ops.object.vertex_group_sort(sort_type="NAME")
    elif how == "two swapped":
        other = s.pick(g for g in mesh.vertex_groups if g != one)
        a, b = one.name, other.name
        one.name = "for a moment"
        other.name = a
        one.name = b
    else:
        one.remove(range(len(mesh.data.vertices)))
    mesh.data.update()
    mesh.update_tag()  # Blender 4.2 does not evaluate the mesh anew for a group


# ---- Shape keys.


def key(s: TrialScene) -> Any:
    if not len(s.mesh.data.vertices):
        raise NotHere
    if s.mesh.data.shape_keys is None:
        s.mesh.shape_key_add(name="Basis")
    made = s.mesh.shape_key_add(name="Mine")
    for point in made.data[: len(made.data) // 2]:
        point.co.x += 0.1
    return made


@kinds("new key", "off", "on", "half", "muted", "driven", "empty", "absolute")
def new_key(s: TrialScene, how: str) -> None:
    made = key(s)
    made.value = {"off": 0.0, "half": 0.5}.get(how, 1.0)
    if how == "muted":
        made.mute = True
    elif how == "driven":
        driven(made, "value", "frame * 0.05")
    elif how == "empty":
        for point, base in zip(made.data, made.relative_key.data, strict=True):
            point.co = base.co
    elif how == "absolute":
        s.mesh.data.shape_keys.use_relative = False


@kinds("new key", "masked", "keyed", "pinned")
def new_key_later(s: TrialScene, how: str) -> None:
    made = key(s)
    made.value = 1.0
    if how == "masked":
        made.vertex_group = group(s).name
    elif how == "pinned":
        s.mesh.show_only_shape_key, s.mesh.active_shape_key_index = True, 0
    else:
        for frame, value in ((0, 0.0), (15, 1.0)):
            made.value = value
            made.keyframe_insert("value", frame=frame)
        s.keyed()


def own(s: TrialScene) -> tuple[Any, Any]:
    """A part with shape keys of the file, and one of these."""
    ob = s.pick(ob for ob in s.parts if ob.data.shape_keys)
    return ob, s.pick(ob.data.shape_keys.key_blocks[1:])


@kinds("own key", "edited", "muted", "removed", "by hand", "relative", "renamed", "range", "basis")
def own_key(s: TrialScene, how: str) -> None:
    ob, one = own(s)
    blocks = ob.data.shape_keys.key_blocks
    if how in ("edited", "basis"):
        for point in (one if how == "edited" else blocks[0]).data[:5]:
            point.co.y += 0.1
    elif how == "removed":
        ob.shape_key_remove(one)
    elif how == "relative":
        one.relative_key = s.pick(b for b in blocks if b != one)
    else:
        name, value = {
            "muted": ("mute", True),
            "by hand": ("value", 0.65),
            "renamed": ("name", "Mine"),
            "range": ("slider_max", 0.3),
        }[how]
        setattr(one, name, value)


# ---- What belongs to nothing of it.


@kinds("look", "material", "uv", "colours", "crease", "sharp", "custom normals", "name", "property", "attribute")
def look(s: TrialScene, how: str) -> None:
    mesh = s.mesh.data
    if how == "material":
        mesh.materials.append(bpy.data.materials.new("Mine"))
    elif how == "uv":
        mesh.uv_layers.new(name="Mine")
    elif how == "colours":
        mesh.color_attributes.new("Mine", "BYTE_COLOR", "CORNER")
    elif how == "crease":
        mesh.attributes.new("crease_edge", "FLOAT", "EDGE")
    elif how == "sharp":
        for edge in mesh.edges[:9]:
            edge.use_edge_sharp = True
    elif how == "custom normals":
        mesh.normals_split_custom_set_from_vertices([(0.0, 0.0, 1.0)] * len(mesh.vertices))
    elif how == "name":
        s.mesh.name, mesh.name = "Mine", "Mine too"
    elif how == "property":
        s.mesh["mine"] = 5
    else:
        mesh.attributes.new("mine", "FLOAT_VECTOR", "POINT")


@kinds("part", "moved apart", "scaled apart", "unparented", "deleted", "keyed apart")
def part(s: TrialScene, how: str) -> None:
    ob = s.mesh
    if how == "moved apart":
        ob.location.x += 0.3
    elif how == "scaled apart":
        ob.scale *= 1.2
    elif how == "unparented":
        bpy.ops.object.select_all(action="DESELECT")
        ob.select_set(True)
        bpy.context.view_layer.objects.active = ob
        bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")
    elif how == "deleted":
        bpy.data.objects.remove(ob)
        s.parts = [one for one in s.parts if one in set(bpy.context.scene.objects)]
    else:
        for frame, place in ((0, 0.0), (20, 0.3)):
            ob.location.y = place
            ob.keyframe_insert("location", index=1, frame=frame)
        s.keyed()
    if s.base not in set(bpy.context.scene.objects) or (s.base == ob and how != "unparented"):
        s.scored.clear()
