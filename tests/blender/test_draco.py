"""Draco by Blender's own library, as official builds have it: a stand-in for it is built where a Draco is installed.

Expected: the same file as glTF-Transform has decoded it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.packed import files

bpy = pytest.importorskip("bpy")

SOURCE = Path(__file__).with_name("draco_bridge.cpp")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library of the name that Blender 4.2 gives it."""
    if sys.platform != "linux" or shutil.which("g++") is None:
        pytest.skip("no g++ here to build a stand-in for Blender's Draco library")
    folder = tmp_path_factory.mktemp("draco")
    built = folder / "libextern_draco.so"
    command = ["g++", "-shared", "-fPIC", "-o", str(built), str(SOURCE), "-ldraco"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "draco/compression/decode.h" in done.stderr:
        pytest.skip("libdraco-dev is not installed")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def blenders_draco(extension: str, library: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The add-on as it registers itself in a Blender that has such a library."""
    bridge = module(extension, "addon.draco")
    caches = (bridge.library_path, bridge._library)
    monkeypatch.setenv("BLENDER_EXTERN_DRACO_LIBRARY_PATH", str(library))
    for cache in caches:
        cache.cache_clear()
    bridge.register()
    yield
    bridge.unregister()
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("blenders_draco")
@pytest.mark.parametrize("name", files.DRACO)
def test_stored_files(extension: str, name: str) -> None:
    load = module(extension, "skinning_core").load_model
    packed, decoded = map(load, files.stored(name))
    assert module(extension, "skinning_core.gltf.draco").decoder_at_hand() is module(extension, "addon.draco").decode
    for part in packed.parts:
        ours, theirs = packed.primitive(part), decoded.primitive(part)
        np.testing.assert_array_equal(ours.positions, theirs.positions)
        np.testing.assert_array_equal(ours.indices, theirs.indices)
        np.testing.assert_array_equal(ours.influences.joints, theirs.influences.joints)
        np.testing.assert_array_equal(ours.influences.weights, theirs.influences.weights)


@pytest.mark.usefixtures("blenders_draco")
def test_a_broken_stream_is_one_error(extension: str, tmp_path: Path) -> None:
    error = module(extension, "skinning_core.error").SkinproofError
    data = bytearray(files.stored("plain-edgebreaker")[0].read_bytes())
    place = data.index(b"DRACO") + 30
    data[place : place + 40] = bytes(255 - byte for byte in data[place : place + 40])
    path = tmp_path / "broken.glb"
    path.write_bytes(data)
    with pytest.raises(error, match=r"primitives/0/extensions/KHR_draco_mesh_compression: the stream"):
        module(extension, "skinning_core").load_model(path)


def test_a_blender_without_the_library_registers_nothing(extension: str) -> None:
    """Blender as a Python module has none."""
    bridge = module(extension, "addon.draco")
    if bridge.library_path() is not None:
        pytest.skip("this Blender has its own Draco library")
    assert module(extension, "skinning_core.gltf.draco").decoder_at_hand() is not bridge.decode
