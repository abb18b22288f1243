"""Spoilt files through the import operator: a sentence and an untouched scene, or a character."""

from __future__ import annotations

import struct

import pygltflib
import pytest

from tests.blender.test_broken_files import scene, scene_with_an_object, state
from tests.fuzz.seeds import case
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

__all__ = ["scene"]  # the fixture


@pytest.mark.usefixtures("extension")
@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.nightly)])
def test_spoilt_files_are_refused_whole_or_imported(scene, tmp_path, recwarn, count: int):
    untouched = state(scene)
    problems, imported = [], 0
    for number in range(count):
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
    assert imported > count // 10
    assert not [f"{w.filename}:{w.lineno} {w.message}" for w in recwarn if issubclass(w.category, RuntimeWarning)]


@pytest.mark.usefixtures("extension")
def test_a_key_that_has_blown_up_is_refused_without_a_warning(tmp_path, recwarn) -> None:
    """One component of a rotation is 1.6e18: the nightly run of 1000 has found it."""
    path = MODELS["slerp"](tmp_path)
    data, file = bytearray(path.read_bytes()), pygltflib.GLTF2().load(path)
    accessor = file.accessors[file.animations[0].samplers[0].output]
    start = file.bufferViews[accessor.bufferView].byteOffset + (accessor.byteOffset or 0)
    begin = data.index(b"BIN\0") + 4
    struct.pack_into("<f", data, begin + start, 1.6e18)
    path.write_bytes(data)
    with pytest.raises(RuntimeError, match=r"keys hold numbers up to 2e\+18, more than Blender can reckon with"):
        bpy.ops.skinproof.import_skin(filepath=str(path))
    assert not [str(w.message) for w in recwarn if issubclass(w.category, RuntimeWarning)]
