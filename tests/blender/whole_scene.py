"""Everything of the open file that measuring must leave alone, as plain values that can be compared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

bpy = pytest.importorskip("bpy")

#: What the add-on writes itself, what leads back to where it is held, and what Blender works out when it is asked.
_LEFT_OUT = {"rna_type", "bl_rna", "id_data", "original", "skinproof", "skinproof_overlay", "use_nodes"}
_LEFT_OUT |= {"dimensions", "bound_box"}
_POSE = (("location", 3), ("rotation_quaternion", 4), ("rotation_euler", 3), ("scale", 3), ("matrix", 16))


def whole_scene() -> dict[str, Any]:
    """Data-blocks, objects with poses, modifiers and animation, meshes, curves, the scene, modes and selection."""
    layer, scene = bpy.context.view_layer, bpy.context.scene
    kinds = [p.identifier for p in bpy.data.bl_rna.properties if p.type == "COLLECTION"]
    return {
        "blocks": {kind: sorted(block.name for block in getattr(bpy.data, kind)) for kind in kinds},
        "scene": _values(scene),
        "timeline": (scene.frame_current, scene.frame_subframe, scene.frame_start, scene.frame_end),
        "mode": bpy.context.mode,
        "active": layer.objects.active.name if layer.objects.active else None,
        "selected": sorted(ob.name for ob in layer.objects if ob.select_get()),
        "objects": {ob.name: _object(ob) for ob in bpy.data.objects},
        "meshes": {mesh.name: _mesh(mesh) for mesh in bpy.data.meshes},
        "keys": {key.name: [block.value for block in key.key_blocks] for key in bpy.data.shape_keys},
        "actions": {action.name: _values(action) for action in bpy.data.actions},
    }


def _object(ob: Any) -> dict[str, Any]:
    values = _values(ob)
    values["modifiers"] = [_values(modifier) for modifier in ob.modifiers]
    for told in values["modifiers"]:
        told.pop("face_count", None)  # of a Decimate: what its last evaluation came to, in whatever pose that was
    values["custom"] = {key: _custom(value) for key, value in ob.items()}
    if ob.animation_data is not None:
        values["animation"] = _values(ob.animation_data)
        values["tracks"] = [(_values(t), [_values(s) for s in t.strips]) for t in ob.animation_data.nla_tracks]
    if ob.pose is not None:
        for name, size in _POSE:
            out = np.empty(len(ob.pose.bones) * size, np.float32)
            ob.pose.bones.foreach_get(name, out)
            values[f"pose {name}"] = out.tobytes()
        values["pose modes"] = [(bone.name, bone.rotation_mode) for bone in ob.pose.bones]
    return values


def _custom(value: Any) -> Any:
    """A custom property as it reads, wherever Blender keeps it: groups and arrays by what is in them."""
    if hasattr(value, "to_list"):
        return value.to_list()
    if hasattr(value, "items"):
        return {key: _custom(inner) for key, inner in value.items()}
    return value.name if isinstance(value, bpy.types.ID) else value


def _mesh(mesh: Any) -> list[Any]:
    if mesh.is_editmode:
        import bmesh

        edited = bmesh.from_edit_mesh(mesh)
        return [[(*v.co, v.select) for v in edited.verts], [f.select for f in edited.faces]]
    fields = {"FLOAT_VECTOR": ("vector", 3), "FLOAT_COLOR": ("color", 4), "INT": ("value", 1), "BOOLEAN": ("value", 1)}
    values: list[Any] = [len(mesh.vertices), len(mesh.edges), len(mesh.polygons)]
    for attribute in mesh.attributes:
        if attribute.data_type in fields:
            field, size = fields[attribute.data_type]
            out = np.empty(len(attribute.data) * size, np.float64)
            attribute.data.foreach_get(field, out)
            values.append((attribute.name, out.tobytes()))
    return values


def _values(struct: Any) -> dict[str, Any]:
    """The plain properties of a struct, and the names of what its pointers point to."""
    found = {}
    for prop in struct.bl_rna.properties:
        if prop.identifier in _LEFT_OUT or prop.type == "COLLECTION":
            continue
        value = getattr(struct, prop.identifier)
        if prop.type == "POINTER":
            found[prop.identifier] = getattr(value, "name", value is None)
        else:
            found[prop.identifier] = np.array(value).tolist() if getattr(prop, "is_array", False) else value
    return found
