"""Every cause stands with what to do about it, and with the buttons that do it: fix, import again, export again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module
from tests.blender.test_all_clips import EXAMPLE, curves_of_clip, imported
from tests.blender.test_attach_undone import panels_drawn

bpy = pytest.importorskip("bpy")

ROBOT = Path(__file__).parents[3] / "shared" / "field" / "characters" / "RobotExpressive.glb"


def armature_modifiers() -> list[Any]:
    meshes = [ob for ob in bpy.context.scene.objects if ob.type == "MESH"]
    return [m for ob in meshes for m in ob.modifiers if m.type == "ARMATURE"]


def test_fix_says_what_it_does_compares_again_and_names_its_undo_step(extension: str, capfd) -> None:
    settings = imported(EXAMPLE)
    for modifier in armature_modifiers():
        modifier.use_deform_preserve_volume = True
    bpy.ops.ed.undo_push(message="Preserve Volume on")
    settings.character.clip = "0"
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert settings.result.differs
    assert settings.result.causes[0].code == "modifier-preserve-volume"
    assert "untick Preserve Volume" in settings.result.remedies[0]
    drawn = " ".join(panels_drawn(extension))
    assert "Untick Preserve Volume: glTF blends matrices" in drawn
    assert bpy.ops.skinproof.fix_cause(index=0) == {"FINISHED"}
    assert settings.result.same, "it was compared again, all clips of it"
    assert len(settings.result.clips) == len(settings.character.clips) + 1
    assert not settings.result.causes
    assert not all(modifier.use_deform_preserve_volume for modifier in armature_modifiers())
    capfd.readouterr()
    bpy.context.window_manager.print_undo_steps()
    assert "Fix Preserve Volume" in capfd.readouterr().out
    bpy.ops.ed.undo()
    assert all(modifier.use_deform_preserve_volume for modifier in armature_modifiers())


@pytest.mark.nightly
def test_a_fix_of_another_clip_than_the_chosen_one(extension: str) -> None:
    """The worst of all clips is the one that is mended; the chosen one was right all the time."""
    settings = imported(EXAMPLE)
    last = len(settings.character.clips) - 1
    settings.character.clip = "0"
    for curve in curves_of_clip(extension, last):
        curve.mute = True
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    result = settings.result
    assert result.clip_index == last
    for _ in range(4):  # shape keys have curves of their own, and so has the armature
        codes = [getattr(cause, "code", "") for cause in settings.result.causes]
        if "curve-muted" not in codes:
            break
        assert bpy.ops.skinproof.fix_cause(index=codes.index("curve-muted")) == {"FINISHED"}
    assert settings.result.same


def by_blender(path: Path) -> Any:
    if not path.is_file():
        pytest.skip(f"no {path.name} beside the checkout")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(path))
    rig = next(ob for ob in bpy.context.scene.objects if ob.type == "ARMATURE")
    for ob in bpy.context.selected_objects:
        ob.select_set(ob == rig)
    bpy.context.view_layer.objects.active = rig
    assert bpy.ops.skinproof.attach(filepath=str(path)) == {"FINISHED"}
    return bpy.context.scene.skinproof


@pytest.mark.nightly
def test_import_again_with_temperance(extension: str) -> None:
    settings = by_blender(ROBOT)
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    before = settings.result
    codes = [cause.code for cause in before.causes]
    assert "parts-along-bones" in codes
    assert "Temperance" in before.remedies[codes.index("parts-along-bones")]
    assert "Import Again with Temperance" in panels_drawn(extension)
    assert bpy.ops.skinproof.import_again(index=codes.index("parts-along-bones")) == {"FINISHED"}
    assert len(settings.characters) == 2
    assert before.largest_metres > 0.1
    assert settings.result.largest_metres < 1e-4
    assert len(settings.result.clips) == len(settings.character.clips) + 1


def test_import_again_with_the_rig_that_holds_it(extension: str) -> None:
    shear = ROBOT.parents[2] / "models" / "hard" / "h03_ibm_shear" / "h03_ibm_shear.glb"
    if not shear.is_file():
        pytest.skip("no hard models beside the checkout")
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(shear), rig="ANIMATION") == {"FINISHED"}
    settings = bpy.context.scene.skinproof
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert settings.result.causes[0].code == "rig-limit"
    assert "Import Again with Rig Exact" in panels_drawn(extension)
    assert bpy.ops.skinproof.import_again(index=0) == {"FINISHED"}
    assert settings.result.same
    assert not bpy.ops.skinproof.import_again.poll(), "nothing is left to be done"


def test_the_exporter_is_opened_with_the_setting_that_helps(extension: str, tmp_path: Path) -> None:
    """What the other Blender finds has the setting as data; the button exports with it, and with all others as last."""
    imported(EXAMPLE)
    results, session = module(extension, "addon.state.results"), module(extension, "addon.state.session").session
    sentence = module(extension, "skinning_core.text.sentence").sentence
    cause = sentence("{setting}: {share}", setting="influences limited to 1", share="12 %")
    cause = cause.with_code("export-setting", changed=json.dumps({"export_all_influences": True}))
    out = tmp_path / "again.glb"
    mesh = next(ob for ob in bpy.context.scene.objects if ob.type == "MESH")
    found = results.SideResult(title=out.name, file=str(out), differs=True, causes=(cause,), remedies=("with it",))
    session.side = results.Side(found, errors={mesh.name: np.zeros(len(mesh.data.vertices), np.float32)})
    try:
        drawn = panels_drawn(extension)
        assert any("With it" in text for text in drawn)
        assert bpy.ops.skinproof.export_again(index=0) == {"FINISHED"}
        assert out.is_file()
        for ob in bpy.context.selected_objects:
            ob.select_set(False)
        assert bpy.ops.skinproof.select_cause(index=0, side=True) == {"FINISHED"}
        assert bpy.context.object.type in {"MESH", "ARMATURE"}
    finally:
        session.side = results.NO_SIDE


def test_every_cause_of_a_result_has_a_remedy(extension: str) -> None:
    """Of the catalogue and of scenes: whatever is told can be answered."""
    catalogue = module(extension, "skinning_core.compare.causes.catalogue").CATALOGUE
    kinds = module(extension, "skinning_core.compare.causes.scene_cause").SCENE_KINDS
    assert all(kind.remedy for kind in (*catalogue.values(), *kinds.values()))
