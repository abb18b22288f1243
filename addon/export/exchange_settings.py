"""Settings of Blender's exporters of FBX and USD that may move a vertex, and the other choice of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import bpy

from ...skinning_core.text.sentence import sentence
from .settings import OtherChoice


class _Property(NamedTuple):
    """A property of an operator, and the other choice."""

    name: str
    fault: Callable[[Any], bool]  # whether its value may be at fault
    was: str  # that value in words
    better: str  # the other choice in the exporter's panel
    changed: Mapping[str, Any]
    kind: str  # as in ``suspects``


def _on(value: Any) -> bool:
    return bool(value)


def _off(value: Any) -> bool:
    return not value


def _other_than(usual: object) -> Callable[[Any], bool]:
    return lambda value: bool(value != usual)


def _switch(name: str, fault: Callable[[Any], bool], was: str, better: str, kind: str) -> _Property:
    """A property that is on or off: ``fault`` is ``_on`` or ``_off``, and the other choice is the other one."""
    return _Property(name, fault, was, better, {name: fault is _off}, kind)


_FBX = (
    _Property(
        "bake_anim_simplify_factor", _on, "keys simplified", "Simplify 0", {"bake_anim_simplify_factor": 0.0}, "times"
    ),
    _Property(
        "bake_anim_step", lambda step: step > 1.0, "not every frame sampled", "Sampling Rate 1",
        {"bake_anim_step": 1.0}, "times",
    ),
    _switch("bake_anim", _off, "no animation", "Baked Animation", "clips"),
    _switch("bake_anim_use_all_actions", _off, "not all actions", "All Actions", "clips"),
    _switch("bake_anim_use_nla_strips", _off, "no tracks", "NLA Strips", "clips"),
    _switch("bake_anim_use_all_bones", _off, "not all bones keyed", "Key All Bones", "clips"),
    _switch("bake_anim_force_startend_keying", _off, "ends without keys", "Force Start/End Keying", "times"),
    _switch("use_selection", _on, "selected objects only", "Selected Objects off", "parts"),
    _switch("use_visible", _on, "visible objects only", "Visible Objects off", "parts"),
    _switch("use_active_collection", _on, "the active collection only", "Active Collection off", "parts"),
    _switch("use_mesh_modifiers", _off, "modifiers not applied", "Apply Modifiers", "modifiers"),
    _switch("use_mesh_modifiers", _on, "modifiers applied", "Apply Modifiers off", "keys"),
    _Property(
        "use_mesh_modifiers_render", _on, "modifiers as they are rendered", "Use Modifiers Render Setting off",
        {"use_mesh_modifiers_render": False}, "modifiers",
    ),
    _switch("use_armature_deform_only", _on, "deformation bones only", "Only Deform Bones off", "bones"),
    _switch("add_leaf_bones", _on, "leaf bones added", "Add Leaf Bones off", "leaves"),
    _switch("bake_space_transform", _on, "axes applied to objects", "Apply Transform off", "axes"),
    _switch("use_space_transform", _off, "axes not converted", "Use Space Transform", "axes"),
    _Property(
        "axis_up", _other_than("Y"), "other axes", "-Z Forward, Y Up", {"axis_forward": "-Z", "axis_up": "Y"}, "axes"
    ),
    _Property(
        "primary_bone_axis", _other_than("Y"), "other axes of bones", "Primary Bone Axis Y",
        {"primary_bone_axis": "Y", "secondary_bone_axis": "X"}, "axes",
    ),
    _Property("global_scale", _other_than(1.0), "another scale", "Scale 1", {"global_scale": 1.0}, "axes"),
    _switch("apply_unit_scale", _off, "units not applied", "Apply Unit", "axes"),
)  # fmt: skip

_USD = (
    _switch("export_animation", _off, "no animation", "Animation", "clips"),
    _switch("selected_objects_only", _on, "selected objects only", "Selection Only off", "parts"),
    _switch("export_meshes", _off, "no meshes", "Meshes", "parts"),
    _switch("export_armatures", _off, "no armatures", "Armatures", "parts"),
    _switch("export_armatures", _on, "with armatures", "Armatures off", "skins"),
    _switch("export_shapekeys", _off, "no shape keys", "Shape Keys", "keys"),
    _switch("export_shapekeys", _on, "with shape keys", "Shape Keys off", "modifiers"),
    _switch("only_deform_bones", _on, "deformation bones only", "Only Deform Bones off", "bones"),
    _Property(
        "evaluation_mode", _other_than("VIEWPORT"), "as it is rendered", "Use Settings for Viewport",
        {"evaluation_mode": "VIEWPORT"}, "modifiers",
    ),
    _Property(
        "export_subdivision", _other_than("TESSELLATE"), "subdivision as a scheme", "Subdivision: Tessellate",
        {"export_subdivision": "TESSELLATE"}, "modifiers",
    ),
    _switch("convert_orientation", _on, "axes converted", "Convert Orientation off", "axes"),
    _switch("triangulate_meshes", _on, "faces cut into triangles", "Triangulate Meshes off", "coding"),
    _Property(
        "xform_op_mode", _other_than("MAT"), "places in parts", "Xform Ops: Matrix", {"xform_op_mode": "MAT"}, "objects"
    ),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class ExchangeSettings:
    """The settings of one exporter."""

    operator: Callable[[], Any]
    choices: Sequence[_Property]
    always: Sequence[str]  # kinds tried for any difference, whatever the scene

    def own_properties(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """The told properties that the operator has and that are known here."""
        ours = {name for choice in self.choices for name in (choice.name, *choice.changed)}
        known = ours & set(self._properties().keys())
        plain = (bool, int, float, str)
        return {name: value for name, value in told.items() if name in known and isinstance(value, plain)}

    def other_choices(self, told: Mapping[str, Any], suspected: Sequence[str]) -> list[OtherChoice]:
        """The settings that may be at fault, suspected kinds first. told: the operator's properties as they stand."""
        found, order = list(self._other_choices(told)), list(suspected)
        return sorted(found, key=lambda each: order.index(each.kind) if each.kind in order else len(order))

    def _other_choices(self, told: Mapping[str, Any]) -> Iterator[OtherChoice]:
        properties = self._properties()
        for choice in self.choices:
            if choice.name not in properties or not set(properties.keys()) >= choice.changed.keys():
                continue
            if choice.fault(told.get(choice.name, properties[choice.name].default)):
                yield OtherChoice(sentence(choice.was), sentence(choice.better), dict(choice.changed), choice.kind)

    def _properties(self) -> Any:
        return self.operator().get_rna_type().properties


def _fbx() -> Any:
    return bpy.ops.export_scene.fbx


def _usd() -> Any:
    return bpy.ops.wm.usd_export


FBX_SETTINGS = ExchangeSettings(_fbx, _FBX, ("times",))
USD_SETTINGS = ExchangeSettings(_usd, _USD, ("clips", "skins"))
