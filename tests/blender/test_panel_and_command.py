"""The panel's button and the command line's verb, on the same file: the same figures, vertex and cause."""

from __future__ import annotations

import json

import pytest

from tests.blender.module import module
from tests.models import MODELS

bpy = pytest.importorskip("bpy")


@pytest.mark.parametrize(("builder", "clip", "cause"), [("slerp", "0", "nlerp"), ("bind_shear", "0", "bind-scale")])
@pytest.mark.parametrize("engine", ["stock", "fast"])
def test_they_say_the_same(extension: str, tmp_path, builder: str, clip: str, cause: str, engine: str) -> None:
    path = MODELS[builder](tmp_path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(path))
    settings = bpy.context.scene.skinproof
    settings.character.clip, settings.engine, settings.times = clip, engine, "KEYS"
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    by_panel, by_command = tmp_path / "panel.json", tmp_path / "command.json"
    bpy.ops.skinproof.write_report(filepath=str(by_panel), format="JSON")
    words = ["verify", str(path), "--clip", clip, "--frames", "every-key", "--against", engine]
    status = module(extension, "addon.command.commands").run([*words, "--json", str(by_command)])
    documents = [json.loads(file.read_text(encoding="utf-8"))["models"][0] for file in (by_panel, by_command)]
    (panel,), (command,) = (document["comparisons"] for document in documents)
    assert panel == command
    assert documents[0]["weights"] == documents[1]["weights"]
    assert (status == 0) == settings.result.same == (engine == "fast")
    if engine == "stock":
        assert any(cause in each["code"] for each in panel["causes"])
        assert all(each["sentence"]["text"] in settings.result.notes for each in panel["causes"])


def test_of_every_frame_some_have_their_normals_compared(extension: str, tmp_path, monkeypatch) -> None:
    """The panel says at how many, and so do its reports; of every key and of a single frame, all have."""
    monkeypatch.setattr(module(extension, "skinning_core.compare.measure.times"), "FEW_NORMALS", 0)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(MODELS["slerp"](tmp_path)))
    scene = bpy.context.scene
    scene.skinproof.character.clip, scene.skinproof.engine = "0", "fast"
    for times, scope, complete in (("FRAMES", "CLIP", False), ("KEYS", "CLIP", True), ("FRAMES", "FRAME", True)):
        scene.skinproof.times = times
        assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
        bpy.ops.skinproof.write_report(filepath=str(tmp_path / "r.json"), format="JSON")
        bpy.ops.skinproof.write_report(filepath=str(tmp_path / "r.html"), format="HTML")
        document = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
        (comparison,) = document["models"][0]["comparisons"]
        some, total = comparison["normal_times"], len(comparison["times_s"])
        assert (some == total) == complete
        assert complete or some == 8
        sentence = f"Normals compared at {some} of {total} times"
        result = scene.skinproof.result
        assert (sentence in result.notes.splitlines()) == (not complete)
        assert result.normals
        page = (tmp_path / "r.html").read_text(encoding="utf-8")
        assert (sentence.lower() in page) == (not complete)
