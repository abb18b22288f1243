"""What a scene can hold is named, whatever made the character; and what moves nothing is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

from tests.blender import scene_settings  # noqa: E402 -- it needs bpy
from tests.blender.animated_tube import judged  # noqa: E402
from tests.blender.test_named_causes import active  # noqa: E402
from tests.blender.tube_origins import ORIGINS, by_hand, character, compared, ours, seen, stock, tube  # noqa: E402, F401
from tests.models import MODELS  # noqa: E402


def test_untouched_nothing_is_named(character):  # noqa: F811
    result = compared()
    assert result.same, result.notes
    assert not result.causes, result.notes


def test_what_explains_nothing_is_not_told(extension, tmp_path):
    """A mesh that was unparented where it stands, and keys at rest: what is off is the interpolation, and an object."""
    stock(Path(), MODELS["plain"](tmp_path))
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.vertex_groups)
    active(mesh)
    bpy.ops.object.parent_clear(type="CLEAR_KEEP_TRANSFORM")
    assert [cause.code for cause in compared().causes] == ["nlerp"]
    ours(Path(), MODELS["plain"](tmp_path))
    next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE").scale.x = -1.0
    assert [cause.code for cause in compared().causes] == ["object-mirrored"]


#: By day each setting on a character of one origin, in turn, and each origin with a third of them; at night on all.
DEALT = [
    pytest.param(origin, setting, id=f"{name}-{setting.__name__}", marks=pytest.mark.nightly if (k - place) % 3 else ())
    for place, (name, origin) in enumerate(ORIGINS.items())
    for k, setting in enumerate(scene_settings.SETTINGS)
]


@pytest.mark.parametrize(("character", "setting"), DEALT, indirect=["character"])
def test_a_setting_is_named(extension, character, setting):  # noqa: F811
    code, words = setting(*character)
    kinds = module(extension, "skinning_core.compare.causes.scene_cause").SCENE_KINDS
    result = compared()
    assert not result.same, result.notes
    found = [k for k, cause in enumerate(result.causes) if getattr(cause, "code", "") == code]
    assert found, result.notes
    assert words in result.causes[found[0]]
    if kinds[code].button and setting not in scene_settings.LEAVES_MORE:
        assert bpy.ops.skinproof.fix_cause(index=found[0]) == {"FINISHED"}
        for _ in range(2):
            left = list(compared().causes)
            if not left:
                break
            assert {cause.code for cause in left} <= scene_settings.LEAVES.get(setting, set()), left
            assert bpy.ops.skinproof.fix_cause(index=0) == {"FINISHED"}
        assert compared().same, bpy.context.scene.skinproof.result.notes


def test_a_bone_that_moves_along_other_axes_is_named(extension, tmp_path):
    """On a bone that its file moves. The bones of the tube only turn, so other axes would not show."""
    ours(Path(), MODELS["awkward"](tmp_path))
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    bone = armature.pose.bones[0]
    assert compared().same, bpy.context.scene.skinproof.result.notes
    armature.data.bones[bone.name].use_local_location = False
    result = compared()
    assert [cause.code for cause in result.causes] == ["bone-location-axes"], result.notes
    assert f"bone '{bone.name}' of '{armature.name}' moves along other axes" in result.causes[0]
    assert bpy.ops.skinproof.fix_cause(index=0) == {"FINISHED"}
    assert armature.data.bones[bone.name].use_local_location
    assert compared().same, bpy.context.scene.skinproof.result.notes


def test_weights_that_do_not_sum_to_one_are_no_cause(character):  # noqa: F811
    """Blender divides by their sum, as the exporter does: to normalise them changes nothing."""
    _, mesh = character
    for vertex in mesh.data.vertices:
        for group in vertex.groups:
            group.weight *= 0.5
    assert compared().same, bpy.context.scene.skinproof.result.notes


def test_the_command_asks_the_scene_too(extension, tube, tmp_path):  # noqa: F811
    by_hand(*tube)
    ob = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    _, words = scene_settings.driver(ob, None)
    path = tmp_path / "tube.glb"
    path.write_bytes(tube[1].read_bytes())
    status, report = judged(extension, path, "--judge", "plays")
    assert status == 1
    changes = [change for row in report["comparisons"] for change in row["changes"]]
    assert any(change["code"] == "bone-driver" and words in change["text"] for change in changes)


def changes_of(extension: str, tube: tuple[Path, Path], tmp_path: Path) -> tuple[int, dict[str, dict[str, Any]]]:  # noqa: F811
    """The worst frame and, by code, the causes that ``scene`` tells of the scene as it is."""
    path = tmp_path / "tube.glb"
    path.write_bytes(tube[1].read_bytes())
    _, report = judged(extension, path, "--judge", "plays", "--clip", "wave")
    (row,) = (row for row in report["comparisons"] if row["changes"])
    return round(24 * row["worst"]["time_s"]), {change["code"]: change for change in row["changes"]}


@pytest.mark.parametrize(
    "setting",
    [
        scene_settings.preserve_volume,
        scene_settings.masked,
        scene_settings.painted,
        scene_settings.does_not_deform,
        scene_settings.bendy,
        scene_settings.modifier_off,
    ],
)
def test_how_far_a_setting_moves_a_vertex_is_what_blender_shows_without_it(extension, tube, tmp_path, setting):  # noqa: F811
    """Blender's own vertices with the setting and without, at the time that was looked at."""
    by_hand(*tube)
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")
    before = [seen(mesh, frame) for frame in range(25)]
    code, _ = setting(armature, mesh)
    after = [seen(mesh, frame) for frame in range(25)]
    worst, causes = changes_of(extension, tube, tmp_path)
    apart = np.linalg.norm(after[worst] - before[worst], axis=1).max()
    assert causes[code]["values"]["moves"] == pytest.approx(apart, rel=1e-4)


def test_a_setting_that_moves_nothing_is_no_cause(extension, tube, tmp_path):  # noqa: F811
    by_hand(*tube)
    armature = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")
    scene_settings.driver(armature, mesh)
    mesh.vertex_groups.new(name="all").add(range(len(mesh.data.vertices)), 1.0, "REPLACE")
    mesh.modifiers[0].vertex_group = "all"
    assert set(changes_of(extension, tube, tmp_path)[1]) == {"bone-driver"}


def test_drivers_that_move_nothing_are_asked_together(extension, character, monkeypatch):  # noqa: F811
    """Forty of them cost forty evaluations of the scene, and as many again for each that is a cause."""
    scene_settings.driver_among_many(*character)
    proof, asked = module(extension, "addon.scene.changed.proof"), []
    look = proof.looked_without
    monkeypatch.setattr(proof, "looked_without", lambda *about: asked.append(about) or look(*about))
    assert [cause.code for cause in compared().causes] == ["bone-driver"]
    assert len(asked) < 20


@pytest.mark.parametrize("model", ["fox/Fox.glb", "woman/Woman.gltf"])
def test_rounding_of_a_tall_skeleton_is_no_pose(extension, shared, model):
    """Blender's importer puts bones of a skeleton of 100 units and more where float32 has them, up to 5e-5 off."""
    stock(Path(), shared / "models" / model)
    result = compared("FRAME")
    assert not result.causes
    assert "without keys" not in result.notes
