"""Spoilt files through the import operator: a sentence and an untouched scene, or a character.

``SKINPROOF_FUZZ_IMPORTS=2000`` asks for more of them than a run of all tests does.
"""

from __future__ import annotations

import os

import pytest

from tests.blender.test_broken_files import scene, scene_with_an_object, state
from tests.fuzz.seeds import case

bpy = pytest.importorskip("bpy")

COUNT = int(os.environ.get("SKINPROOF_FUZZ_IMPORTS", "150"))

__all__ = ["scene"]  # the fixture


def test_spoilt_files_are_refused_whole_or_imported(scene, extension, tmp_path, recwarn):
    untouched = state(scene)
    problems, imported = [], 0
    for number in range(COUNT):
        suffix, data = case(number)
        path = tmp_path / f"case{suffix}"
        path.write_bytes(data)
        try:
            bpy.ops.skinproof.import_skin(filepath=str(path))
        except RuntimeError as error:
            sentence = str(error).strip()
            if "Traceback" in sentence or len(sentence.splitlines()) != 1 or "case" not in sentence:
                problems.append(f"{number}: {sentence}")
            if state(scene) != untouched:
                problems.append(f"{number}: the scene has changed, though the file was refused: {sentence}")
                scene = scene_with_an_object()
        else:
            imported += 1
            scene = scene_with_an_object()
    assert not problems, "\n".join(problems)
    assert imported > COUNT // 10
    assert not [f"{w.filename}:{w.lineno} {w.message}" for w in recwarn if issubclass(w.category, RuntimeWarning)]
