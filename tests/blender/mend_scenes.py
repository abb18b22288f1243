"""Scenes that no setting of the exporter brings over whole, and one change of the scene does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.blender.animated_tube import animate, made

bpy = pytest.importorskip("bpy")


@dataclass(frozen=True)
class MendScene:
    """A scene, and the mends that are told of it, in their order."""

    build: Callable[[Any, Any], None]
    codes: tuple[str, ...]
    objects: tuple[str, ...]
    items: tuple[str, ...]
    clips: tuple[str, ...] = ("wave",)
    names: tuple[str, ...] = ()  # of the meshes that the file is to hold; (): all
    nightly: bool = False
    slotted: bool = False  # told where actions have slots

    @property
    def looks_the_same(self) -> bool:
        """Whether the change bakes something, which shows on the mesh itself."""
        return self.codes[0] in ("PLAIN_KEYS", "APPLY_MODIFIERS", "CORRECTIVE_KEYS")

    @property
    def name(self) -> str:
        return self.build.__name__


def coat_unselected(armature: Any, mesh: Any) -> None:
    """The settings that the scene remembers leave out what is not selected: a coat, and a crate beside it."""
    coat = mesh.copy()
    coat.name, coat.data = "coat", mesh.data.copy()
    coat.data.transform(__import__("mathutils").Matrix.Scale(1.1, 4))
    bpy.context.scene.collection.objects.link(coat)
    bpy.ops.mesh.primitive_cube_add(location=(4.0, 0.0, 0.0))
    for ob in bpy.context.scene.objects:
        ob.select_set(ob in (armature, mesh))
    bpy.context.scene["glTF2ExportSettings"] = {"use_selection": True}


def kick_of_one_of_two(armature: Any, mesh: Any) -> None:
    """Two armatures, and an action that is on no track: the exporter takes those of a single armature only."""
    made(["walk"], bones=2, name="Dog")[0].location.x = 3.0
    animate(armature, "kick", turn=0.7)
    armature.animation_data.action = bpy.data.actions["wave"]


def controlled(armature: Any, mesh: Any) -> None:
    """The bones follow those of a control rig, which alone has an action."""
    control = armature.copy()
    control.name, control.data = "Control", armature.data.copy()
    bpy.context.scene.collection.objects.link(control)
    armature.animation_data_clear()
    for bone in armature.pose.bones:
        bone.matrix_basis.identity()
        constraint = bone.constraints.new("COPY_TRANSFORMS")
        constraint.target, constraint.subtarget = control, bone.name


def _bump(mesh: Any) -> Any:
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="bump")
    for point in key.points:
        point.co.y += 0.4
    key.value = 1.0
    return key


def masked_key(armature: Any, mesh: Any) -> None:
    _bump(mesh).vertex_group = "b1"


def two_masked_keys(armature: Any, mesh: Any) -> None:
    """A key of a coat beside it, too."""
    coat = mesh.copy()
    coat.name, coat.data = "coat", mesh.data.copy()
    bpy.context.scene.collection.objects.link(coat)
    masked_key(armature, mesh)
    masked_key(armature, coat)


def based_key(armature: Any, mesh: Any) -> None:
    """A key that is relative to another than the basis, which a group masks."""
    bump = _bump(mesh)
    second = mesh.shape_key_add(name="second")
    for point in second.points:
        point.co.x, point.co.y = point.co.x + 0.2, point.co.y + 0.4
    second.relative_key, second.value = bump, 1.0
    bump.vertex_group = "b2"


def mirrored_with_key(armature: Any, mesh: Any) -> None:
    _bump(mesh)
    mesh.modifiers.new("Mirror", "MIRROR")
    mesh.modifiers.move(1, 0)


def smoothed_with_key(armature: Any, mesh: Any) -> None:
    """A Subdivision before the armature, and a key that a driver moves by a bone."""
    driven_by(_bump(mesh), armature, "b2")
    mesh.modifiers.new("Subdivision", "SUBSURF")
    mesh.modifiers.move(1, 0)


def volume_kept(armature: Any, mesh: Any) -> None:
    """Preserve Volume, and a second action that twists."""
    mesh.modifiers["Armature"].use_deform_preserve_volume = True
    animate(armature, "twist", turn=1.4)
    armature.animation_data.action = bpy.data.actions["wave"]


def bendy_face(armature: Any, mesh: Any) -> None:
    """Bendy bones, and a shape key that a driver moves."""
    driven_by(_bump(mesh), armature, "b2")
    for bone in armature.data.bones:
        bone.bbone_segments = 8


def smoothed_behind(armature: Any, mesh: Any) -> None:
    """Corrective Smooth behind the armature, which an export leaves out."""
    mesh.modifiers.new("Soft", "CORRECTIVE_SMOOTH").iterations = 20


def leaning_lattice(mesh: Any, name: str) -> None:
    """A modifier of that name, whose cage leans."""
    cage = bpy.data.objects.new("Cage", bpy.data.lattices.new("Cage"))
    bpy.context.scene.collection.objects.link(cage)
    cage.scale, cage.location.z = (4.0, 4.0, 8.0), 2.0
    for point in cage.data.points:
        point.co_deform.x += 0.2 * point.co_deform.z
    mesh.modifiers.new(name, "LATTICE").object = cage


def shaped_behind(armature: Any, mesh: Any) -> None:
    """A Lattice and a Cast behind an armature that preserves volume."""
    mesh.modifiers["Armature"].use_deform_preserve_volume = True
    leaning_lattice(mesh, "Lattice")
    mesh.modifiers.new("Round", "CAST").factor = 0.1


def driven_by(key: Any, armature: Any, bone: str) -> None:
    """Let a bone's turn about its own X axis, in radians, drive a shape key."""
    curve = key.driver_add("value")
    variable = curve.driver.variables.new()
    variable.name, variable.type = "turn", "TRANSFORMS"
    target = variable.targets[0]
    target.id, target.bone_target = armature, bone
    target.transform_type, target.transform_space = "ROT_X", "LOCAL_SPACE"
    curve.driver.expression = "turn"


SCENES = (
    MendScene(coat_unselected, ("SELECT",), ("coat",), ("coat",), names=("coat", "Rig body")),
    MendScene(kick_of_one_of_two, ("PUSH_DOWN",), ("Rig",), ("kick",), clips=("wave", "kick"), names=("Rig body",)),
    MendScene(masked_key, ("PLAIN_KEYS",), ("Rig body",), ("bump",)),
    MendScene(based_key, ("PLAIN_KEYS",), ("Rig body",), ("bump", "second"), nightly=True),
    MendScene(mirrored_with_key, ("APPLY_MODIFIERS",), ("Rig body",), ("Mirror",)),
    MendScene(volume_kept, ("CORRECTIVE_KEYS",), ("Rig body",), ("Armature",), clips=("wave", "twist"), slotted=True),
    MendScene(smoothed_behind, ("CORRECTIVE_KEYS",), ("Rig body",), ("Soft",), slotted=True),
    MendScene(
        shaped_behind,
        ("CORRECTIVE_KEYS",),
        ("Rig body",),
        ("Armature", "Lattice", "Round"),
        names=("Rig body",),
        nightly=True,
        slotted=True,
    ),
    MendScene(bendy_face, ("CORRECTIVE_KEYS",), ("Rig body",), ("Armature",), nightly=True, slotted=True),
    MendScene(smoothed_with_key, ("APPLY_MODIFIERS",), ("Rig body",), ("Subdivision",), nightly=True),
)
