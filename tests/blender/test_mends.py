"""What is left of the best settings, mended: each change of the scene leaves what was forecast, and nothing else moves.

The forecast is the judge's; what is left is measured here, by our reader beside Blender's evaluated vertices.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from skinning_core.load import load_model
from tests.blender.export_apart import apart, seen_places
from tests.blender.mend_scenes import SCENES, MendScene, controlled, mirrored_with_key, two_masked_keys
from tests.blender.module import module
from tests.blender.test_attach_undone import AnyLayout, InNarrowSideBar
from tests.blender.test_preflight import document, run, saved, six_influences

bpy = pytest.importorskip("bpy")
__all__ = ["run"]  # a fixture

#: Metres: a scene of 4 m in float32, posed by both sides.
_ROUNDING = 2e-5


def mended(extension: str, blend: Path, fixes: list[dict[str, Any]]) -> Any:
    """The scene opened, with these changes made in it."""
    kinds, mend = (module(extension, f"addon.export.mends.{name}") for name in ("mend_kinds", "mend"))
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    for fix in fixes:
        each = mend.Mend(fix["code"], fix["object"], tuple(fix["items"]))
        assert kinds.is_needed(bpy.context.scene, each)
        kinds.make_mend(bpy.context.scene, each)
        assert not kinds.is_needed(bpy.context.scene, each)


@pytest.mark.parametrize(
    "scene", [pytest.param(s, id=s.name, marks=pytest.mark.nightly if s.nightly else ()) for s in SCENES]
)
def test_each_change_leaves_what_was_forecast(run, extension, tmp_path, root, scene: MendScene) -> None:
    needs_slots(scene)
    blend = saved(scene.build, tmp_path / "scene.blend", bones=4)
    data = blend.read_bytes()
    _, found = document(run, blend)
    fixes = found["fixes"]
    assert tuple(fix["code"] for fix in fixes) == scene.codes
    assert tuple(fix["object"] for fix in fixes) == scene.objects
    layout = json.loads((root / "docs" / "schema" / "preflight.json").read_text(encoding="utf-8"))
    assert all(fix.keys() == set(layout["properties"]["fixes"]["items"]["required"]) for fix in fixes)
    assert blend.read_bytes() == data
    before, after = fixes[-1]["before"], fixes[-1]["after"]
    assert after["missing"] == []
    assert before["missing"] or before["largest"]["relative"] > 0.01
    mended(extension, blend, fixes)
    saved_now(tmp_path / "again.blend")
    bpy.ops.export_scene.gltf(filepath=str(tmp_path / "mended.glb"), **{**found["settings"], **after["settings"]})
    left = apart(blend, tmp_path / "mended.glb", scene.names)
    assert left == pytest.approx(after["largest"]["metres"], abs=_ROUNDING)
    assert {clip.name for clip in load_model(tmp_path / "mended.glb").clips} >= set(scene.clips)
    status, again = document(run, tmp_path / "again.blend")
    assert (status, again["rows"][0]["words"], again["fixes"]) == (0, after["words"], [])


def needs_slots(scene: MendScene) -> None:
    if scene.slotted and bpy.app.version < (4, 4):
        pytest.skip("an action moves an armature and shape keys where it has slots")


def saved_now(path: Path) -> Path:
    bpy.ops.wm.save_as_mainfile(filepath=str(path), copy=True)
    return path


def test_one_follows_another(run, extension, tmp_path) -> None:
    """Two meshes with masked keys: what is gained at one is told, though the other is as far off, or farther."""
    blend = saved(two_masked_keys, tmp_path / "scene.blend", bones=4)
    _, found = document(run, blend)
    fixes = found["fixes"]
    assert {(fix["code"], fix["object"]) for fix in fixes} == {("PLAIN_KEYS", "coat"), ("PLAIN_KEYS", "Rig body")}
    assert [fix["follows"] for fix in fixes] == [False, True]
    assert "elsewhere as before" in fixes[0]["sentence"]["text"]
    assert fixes[0]["after"] == fixes[1]["before"]
    for count, fix in enumerate(fixes, start=1):
        mended(extension, blend, fixes[:count])
        bpy.ops.export_scene.gltf(filepath=str(tmp_path / "mended.glb"), **fix["after"]["settings"])
        assert apart(blend, tmp_path / "mended.glb", [fix["object"]]) < _ROUNDING
    assert apart(blend, tmp_path / "mended.glb") < _ROUNDING


@pytest.mark.parametrize("scene", [s for s in SCENES if s.looks_the_same], ids=lambda scene: scene.name)
def test_the_scene_looks_the_same_after_it(extension, tmp_path, scene: MendScene) -> None:
    """At every frame, whatever the change bakes."""
    needs_slots(scene)
    blend = saved(scene.build, tmp_path / "scene.blend", bones=4)
    kinds = module(extension, "addon.export.mends.mend_kinds")
    mend = module(extension, "addon.export.mends.mend")
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    before = [seen_places(frame) for frame in range(25)]
    kinds.make_mend(bpy.context.scene, mend.Mend(scene.codes[0], scene.objects[0], scene.items))
    after = [seen_places(frame) for frame in range(25)]
    assert all(abs(a - b).max() < _ROUNDING for a, b in zip(after, before, strict=True))


def test_constraints_become_keys(extension, tmp_path) -> None:
    """A deforming rig that follows a control rig plays the same without it, in a new action of its own."""
    kinds, mend = (module(extension, f"addon.export.mends.{name}") for name in ("mend_kinds", "mend"))
    blend = saved(controlled, tmp_path / "scene.blend", bones=4)
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    before = [seen_places(frame) for frame in range(25)]
    scene = bpy.context.scene
    scene.frame_set(5)
    (each,) = kinds.constraints.mends_of_constraints(scene)
    assert (each.object, len(each.items)) == ("Rig", 4)
    kinds.make_mend(scene, mend.Mend(each.code, each.object, each.items))
    assert scene.frame_current == 5
    bpy.data.objects.remove(bpy.data.objects["Control"])
    assert all(abs(seen_places(frame) - before[frame]).max() < _ROUNDING for frame in range(25))
    assert bpy.data.objects["Rig"].animation_data.action.name == "Rig baked"


def test_what_is_gone_is_one_sentence(extension, tmp_path) -> None:
    kinds, mend = (module(extension, f"addon.export.mends.{name}") for name in ("mend_kinds", "mend"))
    error = module(extension, "skinning_core.error").SkinproofError
    blend = saved(controlled, tmp_path / "scene.blend", bones=4)
    bpy.ops.wm.open_mainfile(filepath=str(blend), load_ui=False)
    for code in kinds.KINDS.keys() - {"SELECT"}:
        each = mend.Mend(code, "gone", ("gone",))
        assert not kinds.is_needed(bpy.context.scene, each)
        with pytest.raises(error, match="'gone' is no longer in this scene"):
            kinds.make_mend(bpy.context.scene, each)


def drawn(extension: str) -> list[str]:
    """The texts beside the exporter's settings."""
    texts: list[str] = []
    side = module(extension, "addon.state.session").session.side
    module(extension, "addon.panels.exporter").draw_search(AnyLayout(texts), InNarrowSideBar(), side)
    return texts


def test_in_the_window_it_is_a_button_and_one_step(extension, tmp_path) -> None:
    """Found, selected, mended, and an export leaves what the sentence says; then nothing of it is offered any more."""
    saved(mirrored_with_key, tmp_path / "scene.blend", bones=4)
    job, session = module(extension, "addon.export.job"), module(extension, "addon.state.session").session
    assert not bpy.ops.skinproof.mend_export.poll()
    assert bpy.ops.skinproof.find_best_settings() == {"FINISHED"}
    until = time.monotonic() + 120.0
    while job.see_answer() is not None and time.monotonic() < until:
        time.sleep(0.1)
    (row,) = session.side.mends
    assert (row.code, row.object, row.follows) == ("APPLY_MODIFIERS", "Rig body", False)
    assert str(row.told).startswith("Apply 'Mirror' of 'Rig body', to its shape keys too: the same (now: 1 missing")
    assert "Apply to Keys" in drawn(extension)
    body = bpy.data.objects["Rig body"]
    count = len(body.data.vertices)
    assert bpy.ops.skinproof.select_loss(index=0, mend=True) == {"FINISHED"}
    assert (bpy.context.view_layer.objects.active, body.modifiers.active.name) == (body, "Mirror")
    assert bpy.ops.skinproof.select_loss(index=0) == {"FINISHED"}
    assert bpy.ops.skinproof.mend_export(index=0) == {"FINISHED"}
    assert len(body.data.vertices) > count
    assert [key.name for key in body.data.shape_keys.key_blocks] == ["Basis", "bump"]
    assert "Apply to Keys" not in drawn(extension)
    with pytest.raises(RuntimeError, match="nothing of it is left in this scene"):
        bpy.ops.skinproof.mend_export(index=0)


def test_the_best_settings_become_a_preset(extension, tmp_path, monkeypatch) -> None:
    """As a file where Blender looks for the exporter's presets; one of the same name is left alone."""
    monkeypatch.setenv("BLENDER_USER_SCRIPTS", str(tmp_path / "scripts"))
    (tmp_path / "scripts").mkdir()
    saved(six_influences, tmp_path / "scene.blend")
    job, session = module(extension, "addon.export.job"), module(extension, "addon.state.session").session
    assert bpy.ops.skinproof.find_best_settings() == {"FINISHED"}
    until = time.monotonic() + 120.0
    while job.see_answer() is not None and time.monotonic() < until:
        time.sleep(0.1)
    assert session.side.rows[0].words == ("All Bone Influences",)
    assert bpy.ops.skinproof.save_export_preset(name="Hero best") == {"FINISHED"}
    (preset,) = (tmp_path / "scripts").rglob("*.py")
    assert preset.parent.name == "export_scene.gltf"
    lines = preset.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["import bpy", "op = bpy.context.active_operator"]
    assert "op.export_all_influences = True" in lines
    known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
    assert all(line.split(" = ")[0].removeprefix("op.") in known for line in lines[3:])
    with pytest.raises(RuntimeError, match="there is a preset of this name"):
        bpy.ops.skinproof.save_export_preset(name="Hero best")
    with pytest.raises(RuntimeError, match="a preset needs a name"):
        bpy.ops.skinproof.save_export_preset(name=" ")
