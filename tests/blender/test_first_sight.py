"""What one meets after an import by default settings: a green dot, bones of the character's size, the rig that suits.

Every file of ../shared/models and ../shared/field is looked at nightly, on both rigs; a few every day.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
EXAMPLES = [ROOT / "examples" / name for name in ("arm.glb", "character.glb", "octopus.md5mesh")]
DAILY = (
    "arm.glb",
    "Fox.glb",
    "toon_cat.glb",
    "SimpleSkin.gltf",
    "cesium_man.gltf",
    "h01_shear_chain.glb",
    "h03_ibm_shear.glb",
)

#: One clip of these is enough: 41 clips on 167 parts, and 35 s.
LONG = ("VC.gltf", "BrainStem.gltf")


def shared_models() -> list[Path]:
    folders = [SHARED / name for name in ("models", "field")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".glb", ".gltf", ".vrm"}]
    return sorted(path for path in found if path.name != "golden.gltf")


def cases() -> list[object]:
    every = [*EXAMPLES, *shared_models()]
    nightly = pytest.mark.nightly
    return [pytest.param(path, id=path.name, marks=() if path.name in DAILY else nightly) for path in every]


def seen_points(context) -> np.ndarray:
    """(n, 3) every vertex of the scene in the world, as evaluated."""
    depsgraph, found = context.evaluated_depsgraph_get(), []
    for ob in (ob for ob in context.scene.objects if ob.type == "MESH"):
        evaluated = ob.evaluated_get(depsgraph)
        points = np.empty((len(evaluated.data.vertices), 3), np.float32)
        evaluated.data.vertices.foreach_get("co", points.ravel())
        world = np.array(evaluated.matrix_world)
        found.append(points @ world[:3, :3].T + world[:3, 3])
    return np.concatenate(found)


def longest_bone(scene) -> float:
    """Metres: the longest bone that is drawn, at rest or posed."""
    lengths = [0.0]
    for ob in (ob for ob in scene.objects if ob.type == "ARMATURE"):
        scale = ob.matrix_world.to_scale().x
        for bone in ob.pose.bones:
            groups = bone.bone.collections
            if not bone.bone.hide and (not groups or any(each.is_visible for each in groups)):
                lengths += [scale * bone.bone.length, scale * (bone.tail - bone.head).length]
    return max(lengths)


def compare_all(scene, *, limit: int | None = None) -> dict[str, object]:
    """Compare every clip by the panel's default settings: the results of those that have no green dot."""
    settings = scene.skinproof
    red = {}
    for clip in [str(c) for c in range(len(settings.character.clips))][:limit] or [""]:
        if clip:
            settings.character.clip = clip
        assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
        if settings.result.standing.name not in {"SAME", "UNSEEN"}:
            red[settings.result.clip] = (settings.result.words, settings.result.largest)
    return red


@pytest.mark.parametrize("path", cases())
def test_an_untouched_import_has_a_green_dot_and_bones_of_its_size(extension: str, path: Path) -> None:
    """On the rig that is chosen for the file, on the exact one, and on the other one where the dialog promises it."""
    look = module(extension, "addon.rig.price")
    model = module(extension, "skinning_core").load_model(path)
    seen = look.first_look(model, 24.0)
    promised = bool(seen.prices) and not seen.price("ANIMATION").is_visible
    for rig in ("AUTO", "EXACT", "ANIMATION")[0 if seen.prices else 1 : 3 if promised else 2]:
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        assert bpy.ops.skinproof.import_skin(filepath=str(path), rig=rig) == {"FINISHED"}
        scene = bpy.context.scene
        rigs = {ob["skinproof_notes"]["skinproof_rig"] for ob in scene.objects if ob.type == "ARMATURE"}
        if rig == "AUTO":
            assert rigs == {"ANIMATION" if promised else "EXACT"}
        size = float(np.linalg.norm(np.ptp(seen_points(bpy.context), axis=0)))
        assert longest_bone(scene) <= 0.5 * size
        assert compare_all(scene, limit=1 if path.name in LONG else None) == {}, rig


@pytest.mark.parametrize("name", ["h01_shear_chain", "h03_ibm_shear", "h21_matrix_nodes"])
def test_a_rig_that_cannot_hold_the_file_is_the_first_cause(extension: str, name: str) -> None:
    path = next((path for path in shared_models() if path.stem == name), None)
    if path is None:
        pytest.skip("needs ../shared/models")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(path), rig="ANIMATION") == {"FINISHED"}
    assert compare_all(bpy.context.scene)
    result = bpy.context.scene.skinproof.result
    assert "this rig (For Animation) cannot hold this file" in result.causes[0]
