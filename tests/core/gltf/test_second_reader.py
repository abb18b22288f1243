"""The reader beside pygltflib, which reads the same files by code that is not ours: nodes, skins, keys and meshes."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pygltflib as g
import pytest

from skinning_core import load_model
from skinning_core.model import Model
from tests import golden
from tests.models import MODELS

WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
NUMBER = {5120: ("b", 127), 5121: ("B", 255), 5122: ("h", 32767), 5123: ("H", 65535), 5125: ("I", 0), 5126: ("f", 0)}


def column(file: g.GLTF2, index: int, cache: dict[int, bytes | None]) -> np.ndarray | None:
    """(count, width) an accessor's elements, one ``struct`` after the other; None for what pygltflib does not hold."""
    told = file.accessors[index]
    if told.sparse is not None or told.bufferView is None:
        return None
    view = file.bufferViews[told.bufferView]
    if view.extensions:
        return None
    if view.buffer not in cache:
        uri = file.buffers[view.buffer].uri
        known = uri is None or not uri.startswith("data:") or uri.startswith(g.DATA_URI_HEADER)
        cache[view.buffer] = file.get_data_from_buffer_uri(uri) if known else None
    data = cache[view.buffer]
    if data is None:  # a data URI of a kind that it does not know
        return None
    letter, largest = NUMBER[told.componentType]
    one = struct.Struct("<" + letter * WIDTH[told.type])
    start, stride = (view.byteOffset or 0) + (told.byteOffset or 0), view.byteStride or one.size
    if stride == one.size:
        rows = struct.unpack_from("<" + str(told.count * WIDTH[told.type]) + letter, data, start)
    else:
        rows = [one.unpack_from(data, start + k * stride) for k in range(told.count)]
    values = np.array(rows, np.float64).reshape(-1, WIDTH[told.type])
    return np.maximum(values / largest, -1.0) if told.normalized and largest else values


def require_same(path: Path) -> int:
    """Compare what both readers hold of a file; how many columns were compared."""
    model, file, cache = load_model(path), g.GLTF2().load(str(path)), dict[int, bytes | None]()
    require_same_nodes(file, model)
    return skins_compared(file, model, cache) + meshes_compared(file, model, cache) + keys_compared(file, model, cache)


def require_same_nodes(file: g.GLTF2, model: Model) -> None:
    parents = {child: k for k, node in enumerate(file.nodes) for child in node.children or []}
    assert model.nodes.parents.tolist() == [parents.get(k, -1) for k in range(len(file.nodes))]
    for k, node in enumerate(file.nodes):
        if node.matrix:
            assert np.array_equal(model.nodes.matrix[k], np.reshape(node.matrix, (4, 4)).T[:3])
        else:
            assert np.array_equal(node.translation or [0, 0, 0], model.nodes.translation[k])
            assert np.array_equal(node.rotation or [0, 0, 0, 1], model.nodes.rotation[k])
            assert np.array_equal(node.scale or [1, 1, 1], model.nodes.scale[k])


def skins_compared(file: g.GLTF2, model: Model, cache: dict[int, bytes | None]) -> int:
    compared = 0
    for stored, skin in zip(file.skins, model.skins, strict=True):
        assert stored.joints == skin.joints.tolist()
        place = stored.inverseBindMatrices
        matrices = None if place is None else column(file, place, cache)
        if matrices is not None:
            rows = matrices.reshape(-1, 4, 4).swapaxes(1, 2)[: len(skin.joints), :3]
            assert np.array_equal(rows, skin.inverse_bind)
            compared += 1
    return compared


def meshes_compared(file: g.GLTF2, model: Model, cache: dict[int, bytes | None]) -> int:
    compared = 0
    for stored, mesh in zip(file.meshes, model.meshes, strict=True):
        for told, primitive in zip(stored.primitives, mesh.primitives, strict=True):
            for name, ours in (("POSITION", primitive.positions), ("NORMAL", primitive.normals)):
                place = None if told.extensions else getattr(told.attributes, name)
                values = None if place is None else column(file, place, cache)
                if values is not None and ours is not None:
                    assert np.allclose(values, ours, rtol=1e-7, atol=0)
                    compared += 1
    return compared


def keys_compared(file: g.GLTF2, model: Model, cache: dict[int, bytes | None]) -> int:
    """Compare times and values of all keys; how many columns were compared."""
    compared = 0
    for index, animation in enumerate(file.animations):
        if index in model.broken_clips:
            continue
        tracks = {(track.node, track.path): track for track in model.clips[index].tracks}
        for channel in animation.channels:
            track = tracks.get((channel.target.node, channel.target.path))
            sampler: Any = animation.samplers[channel.sampler]
            times, values = (column(file, place, cache) for place in (sampler.input, sampler.output))
            if track is None or times is None or values is None or len(track.times) != len(times):
                continue
            if len(np.unique(times)) < len(times):
                continue  # two keys at one time: docs/choices.md
            assert np.array_equal(track.times, times[:, 0])
            entries = values.reshape(len(times), -1, track.values.shape[1])
            assert np.allclose(entries[:, 1 if sampler.interpolation == "CUBICSPLINE" else 0], track.values, rtol=1e-7)
            compared += 1
    return compared


@pytest.mark.parametrize("name", [name for name in MODELS if name != "many_joints"])  # 5 s in pygltflib
def test_own_models(name: str, tmp_path: Path) -> None:
    path = MODELS[name](tmp_path)
    if path.suffix == ".md5mesh":
        pytest.skip("no glTF file")
    assert require_same(path) > 0


@pytest.mark.nightly
def test_shared_models(shared: Path) -> None:
    """pygltflib takes twelve seconds for them. Two have their buffers in data URIs that it does not know."""
    files = {sheet.name: sheet.model for sheet in golden.sheets(shared) if sheet.model.suffix != ".md5mesh"}
    compared = {name: require_same(path) for name, path in files.items()}
    assert len(compared) > 10
    assert sum(map(bool, compared.values())) >= len(compared) - 2, compared
