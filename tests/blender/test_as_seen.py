"""A file that holds what modifiers behind the armature do is right, one that does not is told what it lacks.

The truth is what Blender shows at every frame beside the file as the reference skins it (``export_truth``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.animated_tube import FIRST, LAST, judged, made, written
from tests.blender.export_truth import SLOTTED, numbered, truth
from tests.blender.mend_scenes import leaning_lattice

bpy = pytest.importorskip("bpy")

#: Below this, of the size, it is the same (see ``test_exports``).
_SAME = 2e-6


def corrective_smooth(mesh: Any) -> None:
    mesh.modifiers.new("Soft", "CORRECTIVE_SMOOTH").iterations = 20


def lattice(mesh: Any) -> None:
    leaning_lattice(mesh, "Soft")


def cast_keyed(mesh: Any) -> None:
    """Cast, which is not there at first."""
    modifier = mesh.modifiers.new("Soft", "CAST")
    for frame, factor in ((FIRST, 0.0), (8, 0.0), (LAST, 0.4)):
        modifier.factor = factor
        modifier.keyframe_insert("factor", frame=frame)


def hook(mesh: Any) -> None:
    hand = bpy.data.objects.new("Hand", None)
    bpy.context.scene.collection.objects.link(hand)
    modifier = mesh.modifiers.new("Soft", "HOOK")
    modifier.object = hand
    modifier.vertex_indices_set(range(40, 80))
    bpy.context.view_layer.update()
    hand.location.x = 0.3


def smooth_and_displace(mesh: Any) -> None:
    mesh.modifiers.new("Soft", "SMOOTH").iterations = 5
    mesh.modifiers.new("Thick", "DISPLACE").strength = 0.1


KINDS = [corrective_smooth, lattice, cast_keyed, hook, smooth_and_displace]
#: By day one of them, since each asks for a dozen exports and answers.
by_kind = pytest.mark.parametrize(
    "kind",
    [pytest.param(k, id=k.__name__, marks=() if k in KINDS[:1] else pytest.mark.nightly) for k in KINDS],
)


def seen(mesh: Any) -> np.ndarray:
    """(V, 3) as the mesh is seen now, in its own space."""
    shown = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    places = np.empty((len(shown.vertices), 3), np.float32)
    shown.vertices.foreach_get("co", places.ravel())
    return places.astype(np.float64)


def baked(armature: Any, mesh: Any, until: int) -> None:
    """What is seen at each frame up to one as a shape key of that frame, which linear skinning moves there."""
    scene, frames = bpy.context.scene, range(FIRST, until + 1)
    names = [group.name for group in mesh.vertex_groups]
    weights = np.zeros((len(mesh.data.vertices), len(names)))
    for vertex in mesh.data.vertices:
        for group in vertex.groups:
            weights[vertex.index, group.group] = group.weight
    weights /= weights.sum(axis=1, keepdims=True)
    shapes = []
    for frame in frames:
        scene.frame_set(frame)
        bones = [armature.pose.bones[name] for name in names]
        moved = np.array([bone.matrix @ bone.bone.matrix_local.inverted() for bone in bones])
        back = np.linalg.inv(np.einsum("vb,bij->vij", weights, moved))
        places = np.column_stack([seen(mesh), np.ones(len(weights))])
        shapes.append(np.einsum("vij,vj->vi", back, places)[:, :3])
    mesh.shape_key_add(name="Basis", from_mix=False)
    action = armature.animation_data.action
    for frame, shape in zip(frames, shapes, strict=True):
        key = mesh.shape_key_add(name=f"frame {frame}", from_mix=False)
        key.data.foreach_set("co", shape.astype(np.float32).ravel())
        mesh.data.shape_keys.animation_data_create().action = action
        for at, value in ((frame - 1, 0.0), (frame, 1.0), (frame + 1, 0.0)):
            if FIRST <= at <= LAST:
                key.value = value
                key.keyframe_insert("value", frame=at)
    scene.frame_set(FIRST)


def without_keys(mesh: Any) -> None:
    """The scene as it was before the keys were baked."""
    mesh.shape_key_clear()
    for action in bpy.data.actions:
        for slot in [each for each in action.slots if each.target_id_type == "KEY"]:
            action.slots.remove(slot)


def file_of(folder: Path, kind: Callable[[Any], None], *, until: int | None = LAST) -> tuple[Path, Any, Any]:
    """A scene with a modifier, and its file with the effect of it up to a frame; None: as it is exported."""
    if not SLOTTED:
        pytest.skip("an action moves an armature and shape keys where it has slots")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made()
    numbered(mesh)
    kind(mesh)
    if until is not None:
        baked(armature, mesh, until)
    path = written(folder, export_attributes=True, export_animation_mode="ACTIVE_ACTIONS")
    if until is not None:
        without_keys(mesh)
    return path, armature, mesh


def answers(extension: str, path: Path, *words: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """What is said in both directions, of the file's clip and of what plays."""
    for source in ("file", "scene"):
        for judge in ("clips", "plays"):
            yield judged(extension, path, "--source", source, "--judge", judge, *words)


@by_kind
def test_a_file_with_the_effect_is_the_same(extension: str, tmp_path: Path, kind: Callable[[Any], None]) -> None:
    path, *_ = file_of(tmp_path, kind)
    assert max(truth(path, plays=True).values()) < _SAME
    for status, report in answers(extension, path):
        assert (status, report["verdict"]["outcome"]) == (0, "same")
        (comparison,) = report["comparisons"]
        assert comparison["max"] < _SAME
        assert any("as it is seen: the file has what" in note["text"] for note in comparison["notes"])
    assert bpy.ops.skinproof.compare_export(filepath=str(path)) == {"FINISHED"}
    assert bpy.context.scene.skinproof.result.outcome == "SAME"


@by_kind
def test_a_file_without_it_is_told_so(extension: str, tmp_path: Path, kind: Callable[[Any], None]) -> None:
    path, *_ = file_of(tmp_path, kind, until=None)
    off = max(truth(path, plays=True).values())
    assert off > 0.01
    for status, report in answers(extension, path):
        assert told_of(report) == pytest.approx(100.0 * off, rel=0.02)
        assert (status, report["verdict"]["outcome"]) == (1, "differs")
        assert report["comparisons"][0]["max"] < _SAME  # before the modifier
    assert all(status == 0 for status, _ in answers(extension, path, "--modifiers", "out"))


@by_kind
def test_a_file_with_it_up_to_a_frame(extension: str, tmp_path: Path, kind: Callable[[Any], None]) -> None:
    """What is lost at the other frames is as large as what Blender shows there, whatever the rest of the clip has."""
    path, *_ = file_of(tmp_path, kind, until=12)
    off = max(truth(path, plays=True).values())
    assert off > 0.01
    for status, report in answers(extension, path):
        assert status == 1
        assert told_of(report) == pytest.approx(100.0 * off, rel=0.02)


@pytest.mark.nightly
@by_kind
def test_a_file_with_it_that_is_wrong_otherwise(extension: str, tmp_path: Path, kind: Callable[[Any], None]) -> None:
    """A bone was turned since: that is what differs, as far as Blender shows it, and no modifier is told."""
    path, armature, _ = file_of(tmp_path, kind)
    bone = armature.pose.bones["b3"]
    bone.rotation_quaternion = (0.8, 0.6, 0.0, 0.0)
    bone.keyframe_insert("rotation_quaternion", frame=16)
    off = max(truth(path, plays=True).values())
    assert off > 0.01
    for status, report in answers(extension, path):
        assert status == 1
        assert told_of(report) is None
        assert report["comparisons"][0]["max"] == pytest.approx(off, rel=0.02)


def told_of(report: dict[str, Any]) -> float | None:
    """The share of the size, in percent, by which a modifier is said to move what the file lacks."""
    grounds = [each["sentence"] for each in report["verdict"]["grounds"] if each["code"] == "MODIFIER"]
    assert all("Soft" in ground["text"] for ground in grounds)
    return max((ground["values"]["share"] for ground in grounds), default=None)
