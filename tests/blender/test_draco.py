"""Draco by Blender's own library where this Blender brings one (as a Python module: 4.5 and 5.0), and by a stand-in.

The stand-in is built where a Draco is installed. Expected: the same file as glTF-Transform has decoded it, what DracoPy
decodes, and the verdict and positions of the same character that Blender's exporter wrote without compression.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module
from tests.blender.test_golden_blender import diagonal
from tests.models import MODELS
from tests.packed import files

bpy = pytest.importorskip("bpy")
addon_utils = pytest.importorskip("addon_utils")

SOURCE = Path(__file__).with_name("draco_bridge.cpp")


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
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
def own_library(extension: str) -> Path:
    """The library that this Blender brings, which the add-on has registered by itself; skips where there is none."""
    path = module(extension, "addon.draco").library_path()
    if path is None:
        pytest.skip("this Blender has no Draco library of its own")
    return path


@pytest.fixture(params=["own", "stand-in"])
def blenders_draco(
    extension: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable]:
    """The add-on's decoder as it registers itself, with Blender's own library and with the stand-in."""
    bridge = module(extension, "addon.draco")
    if request.param == "own":
        request.getfixturevalue("own_library")
        yield bridge.decode
        return
    library = request.getfixturevalue("stand_in")
    caches = (bridge.library_path, bridge._library)
    bridge.unregister()
    monkeypatch.setenv("BLENDER_EXTERN_DRACO_LIBRARY_PATH", str(library))
    for cache in caches:
        cache.cache_clear()
    bridge.register()
    assert bridge.library_path().parent == library
    yield bridge.decode
    bridge.unregister()
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()
    bridge.register()


@pytest.mark.parametrize("name", files.DRACO)
def test_stored_files(extension: str, name: str, blenders_draco: Callable) -> None:
    load = module(extension, "skinning_core").load_model
    packed, decoded = map(load, files.stored(name))
    assert module(extension, "skinning_core.gltf.draco").decoder_at_hand() is blenders_draco
    require_same_data(packed, decoded)


@pytest.mark.parametrize("name", files.DRACO)
def test_it_decodes_what_dracopy_does(extension: str, name: str, own_library: Path) -> None:
    """Bit for bit: the same file, with Blender's own library and without it."""
    pytest.importorskip("DracoPy", reason="DracoPy is not installed")
    bridge, draco = module(extension, "addon.draco"), module(extension, "skinning_core.gltf.draco")
    load = module(extension, "skinning_core").load_model
    assert draco.decoder_at_hand() is bridge.decode
    assert own_library.is_file()
    ours = load(files.stored(name)[0])
    bridge.unregister()
    try:
        assert draco.decoder_at_hand() is draco.decoded_by_dracopy
        theirs = load(files.stored(name)[0])
    finally:
        bridge.register()
    require_same_data(ours, theirs)


def require_same_data(one: Any, other: Any) -> None:
    """Two models have the same vertices, faces and influences, to the last bit."""
    for part in one.parts:
        ours, theirs = one.primitive(part), other.primitive(part)
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


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", ["plain", "two_skins"])
def test_what_blender_exports_with_draco_is_judged_as_without(extension: str, name: str, tmp_path: Path) -> None:
    """One character, imported, exported by Blender twice, and both files verified, posed and compared.

    The exporter stores positions in 14 bits and weights in 12; it changes the order of the vertices.
    """
    core, run = module(extension, "skinning_core"), module(extension, "addon.command.commands").run
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    model = core.load_model(MODELS[name](tmp_path))
    importer = module(extension, "addon.scene.build.importer")
    importer.import_model(bpy.context, model, importer.ImportChoices(rig="ANIMATION"))
    paths = [exported(tmp_path / f"draco_{compressed}.glb", compressed) for compressed in (False, True)]
    assert [b"KHR_draco_mesh_compression" in path.read_bytes() for path in paths] == [False, True]
    verdicts = []
    for path in paths:
        report = tmp_path / "report.json"
        assert run(["verify", str(path), "--json", str(report)]) == 0
        rows = json.loads(report.read_text())["models"][0]["comparisons"]
        verdicts.append([(row["clip_name"], row["engine"], row["seen"]["level"], row["tolerance"]) for row in rows])
        assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    assert verdicts[0] == verdicts[1]
    times = np.linspace(0.0, max(clip.end for clip in model.clips), 3)
    plain, packed = (core.skin_model(core.load_model(path), 0, times).positions for path in paths)
    assert len(plain) == len(packed)
    for some, others in zip(plain, packed, strict=True):
        far = np.linalg.norm(some[:, :, None] - others[:, None], axis=-1)
        farthest = max(float(far.min(axis=axis).max()) for axis in (1, 2))
        assert farthest <= 2e-4 * float(diagonal(plain).max())


def exported(path: Path, compressed: bool) -> Path:
    """The scene as Blender's own exporter writes it."""
    addon_utils.enable("io_scene_gltf2", default_set=True)
    verbosity, bpy.app.debug_value = bpy.app.debug_value, 3
    try:
        done = bpy.ops.export_scene.gltf(filepath=str(path), export_draco_mesh_compression_enable=compressed)
    finally:
        bpy.app.debug_value = verbosity
    assert done == {"FINISHED"}
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="names as on Linux")
@pytest.mark.parametrize(
    "place",
    [
        "4.2/python/lib/python{}.{}/site-packages/libextern_draco.so",
        "4.5/scripts/addons_core/io_scene_gltf2/libextern_draco.so",
        "lib/libbf_intern_draco_bridge.so",  # since 5.2, beside the folder of the version
    ],
)
def test_where_official_builds_have_it(
    extension: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The places are those that each version's own importer looks at (io_scene_gltf2, its function dll_path)."""
    path = tmp_path / place.format(*sys.version_info)
    path.parent.mkdir(parents=True)
    path.touch()
    version = tmp_path / (place.split("/")[0] if place[0] == "4" else "5.2")
    monkeypatch.delenv("BLENDER_EXTERN_DRACO_LIBRARY_PATH", raising=False)
    monkeypatch.setattr(bpy.utils, "resource_path", lambda kind: str(version) if kind == "LOCAL" else "")
    found = module(extension, "addon.draco").library_path.__wrapped__()
    assert found is not None
    assert found.samefile(path)


def test_a_blender_without_the_library_registers_nothing(extension: str) -> None:
    """Blender as a Python module has none in 4.2 and 5.2."""
    bridge = module(extension, "addon.draco")
    if bridge.library_path() is not None:
        pytest.skip("this Blender has its own Draco library")
    assert module(extension, "skinning_core.gltf.draco").decoder_at_hand() is not bridge.decode
