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
        assert cause in panel["cause"]["name"]
        assert panel["cause"]["sentence"] in settings.result.notes
