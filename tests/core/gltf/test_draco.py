"""Draco: the same as glTF-Transform decodes, by whichever decoder; honest where there is none.

The expected positions are those of `tests/plain.py`, which reads the file that glTF-Transform has decoded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.error import SkinproofError
from skinning_core.fast.exact_engine import skin_model
from skinning_core.gltf import draco
from tests import plain
from tests.packed import files
from tests.tiny import INDICES, POSITIONS, Tiny

TIMES = [0.0, 0.3, 1.0]
#: A stream of two faces and four vertices, as far as its header goes.
CLAIM = b"DRACO\2\2\1\0\0\0" + bytes([2, 4]) + bytes(40)


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither DracoPy nor a registered decoder."""
    monkeypatch.setitem(sys.modules, "DracoPy", None)


@pytest.fixture
def decoder() -> Iterator[list[bytes]]:
    """A decoder that knows one mesh; the streams it has been given."""
    given: list[bytes] = []

    def decode(stream: bytes, wanted: dict[int, draco.Form]) -> draco.DracoMesh:
        given.append(stream)
        return draco.DracoMesh(INDICES.astype(np.uint32), dict.fromkeys(wanted, POSITIONS * 2))

    draco.register_decoder(decode)
    yield given
    draco.unregister_decoder(decode)


def with_stream(stream: bytes = CLAIM, *, fallback: bool = True) -> Tiny:
    """The tiny character whose positions and indices come from a stream, too or only."""
    tiny = Tiny()
    view = tiny.data["accessors"][tiny.add(np.frombuffer(stream, np.uint8))]["bufferView"]
    primitive = tiny.primitive
    primitive["extensions"] = {draco.EXTENSION: {"bufferView": view, "attributes": {"POSITION": 7}}}
    tiny.data["extensionsUsed"] = [draco.EXTENSION]
    if not fallback:
        tiny.data["extensionsRequired"] = [draco.EXTENSION]
        for index in (primitive["indices"], primitive["attributes"]["POSITION"]):
            del tiny.data["accessors"][index]["bufferView"]
    return tiny


@pytest.mark.parametrize("name", files.DRACO)
def test_stored_files(name: str) -> None:
    pytest.importorskip("DracoPy", reason="DracoPy is not installed")
    packed, decoded = files.stored(name)
    model = load_model(packed)
    assert not model.notes
    for clip in (None, *range(len(model.clips))):
        expected = plain.skin(decoded, clip, TIMES)
        for found, wanted in zip(skin_model(model, clip, np.array(TIMES)).positions, expected, strict=True):
            np.testing.assert_allclose(found, wanted, atol=1e-12 * max(1.0, float(np.abs(wanted).max())))
    for mesh, other in zip(model.meshes, load_model(decoded).meshes, strict=True):
        for a, b in zip(mesh.primitives, other.primitives, strict=True):
            assert a.indices is not None
            np.testing.assert_array_equal(a.indices, b.indices)


@pytest.mark.parametrize("name", files.DRACO)
def test_positions_are_within_the_quantisation_step_of_the_plain_file(name: str, tmp_path: Path) -> None:
    """glTF-Transform stores positions in 14 bits, or in what it had quantised them to; it reorders vertices."""
    pytest.importorskip("DracoPy", reason="DracoPy is not installed")
    before, after = load_model(files.MODELS[files.DRACO[name][0]](tmp_path)), load_model(files.stored(name)[0])
    ours, theirs = (skin_model(m, None, np.zeros(1)).positions[0][0] for m in (after, before))
    apart = np.linalg.norm(ours[:, None] - theirs, axis=2)
    step = np.ptp(theirs, axis=0).max() / (2**14 - 1)
    assert max(apart.min(axis=0).max(), apart.min(axis=1).max()) <= step


def test_a_registered_decoder_goes_first(decoder: list[bytes], tmp_path: Path) -> None:
    model = load_model(with_stream(fallback=False).write_glb(tmp_path / "tiny.glb"))
    primitive = model.meshes[0].primitives[0]
    np.testing.assert_array_equal(primitive.positions, POSITIONS * 2)
    np.testing.assert_array_equal(primitive.indices, INDICES)
    assert primitive.indices is not None
    assert primitive.indices.dtype == INDICES.dtype
    assert decoder == [CLAIM]


def test_with_a_decoder_the_stream_counts_and_not_the_fallback(decoder: list[bytes], tmp_path: Path) -> None:
    model = load_model(with_stream().write_glb(tmp_path / "tiny.glb"))
    np.testing.assert_array_equal(model.meshes[0].primitives[0].positions, POSITIONS * 2)
    assert decoder
    assert not model.notes


@pytest.mark.usefixtures("nothing_installed")
def test_without_a_decoder_the_fallback_is_read_and_noted(tmp_path: Path) -> None:
    model = load_model(with_stream().write_glb(tmp_path / "tiny.glb"))
    np.testing.assert_array_equal(model.meshes[0].primitives[0].positions, POSITIONS)
    assert any("no decoder for Draco" in note for note in model.notes)


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize("required", [True, False])
def test_without_decoder_and_fallback_nothing_is_read(required: bool, tmp_path: Path) -> None:
    """Once, the accessors without data were read as zeros: a mesh of one point, judged the same."""
    tiny = with_stream(fallback=False)
    if not required:
        del tiny.data["extensionsRequired"]
    with pytest.raises(SkinproofError, match=r"primitives/0/extensions/KHR_draco.*no decoder.*pip install DracoPy"):
        load_model(tiny.write_glb(tmp_path / "tiny.glb"))


@pytest.mark.parametrize(
    ("stream", "what"),
    [
        (b"DRACO\2\2\1\0\0\0" + bytes([3, 4]) + bytes(40), "claims 3 faces"),
        (b"DRACO\2\2\1\0\0\0" + bytes([2, 5]) + bytes(40), "5 vertices"),
        (b"DRACO\2\2\1\0\0\0" + b"\xff\xff\xff\xff\x0f" + bytes(40), "claims 4294967295 faces"),
        (b"DRACO\2\2\1\1\0\0\0" + bytes([4, 3]) + bytes(40), "claims 3 faces"),
        (b"DRACO\2\2\1\1\0\0\0" + b"\xff\xff\xff\xff\x0f\2" + bytes(40), "4294967295 vertices"),
        (b"DRACO\1\1\1\0\0\0" + bytes([2, 4]) + bytes(40), "not a mesh of Draco 2.2"),
        (b"DRACO\2\2\0\0\0\0" + bytes([2, 4]) + bytes(40), "not a mesh"),
        (b"DRACO\2\2\1\0\0\x80" + bytes([2, 4]) + bytes(40), "metadata"),
        (b"DRACO\2\2\1\0\0\0" + b"\xff" * 20, "a number has no end"),
        (b"MACRO" + CLAIM[5:], "not one of Draco"),
        (b"DRACO", "not one of Draco"),
    ],
)
def test_claims_are_held_against_the_accessors(stream: bytes, what: str, decoder: list[bytes], tmp_path: Path) -> None:
    """Before a decoder sees the stream: it would allocate what it is told."""
    with pytest.raises(SkinproofError, match=f"primitives/0/extensions/KHR_draco.*{what}"):
        load_model(with_stream(stream).write_glb(tmp_path / "tiny.glb"))
    assert not decoder


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"bufferView": None}, "bufferView and attributes expected"),
        ({"attributes": {"POSITION": -1}}, "integers of at least 0"),
        ({"attributes": [0]}, "bufferView and attributes expected"),
        ({"bufferView": 99}, "out of range"),
    ],
)
def test_a_broken_extension_is_an_error(change: dict, what: str, decoder: list[bytes], tmp_path: Path) -> None:
    tiny = with_stream()
    tiny.primitive["extensions"][draco.EXTENSION] |= change
    with pytest.raises(SkinproofError, match=what):
        load_model(tiny.write_glb(tmp_path / "tiny.glb"))
    assert not decoder


def test_values_that_the_accessor_cannot_hold_are_an_error(decoder: list[bytes], tmp_path: Path) -> None:
    tiny = with_stream()
    tiny.primitive["extensions"][draco.EXTENSION]["attributes"] = {"POSITION": 0}
    positions = tiny.data["accessors"][tiny.primitive["attributes"]["POSITION"]]
    positions |= {"componentType": 5121, "count": 4}  # unsigned bytes; two of the decoder's are 4, none is -1
    load_model(tiny.write_glb(tmp_path / "bytes.glb"))
    positions["count"] = 3
    with pytest.raises(SkinproofError, match="claims 2 faces and 4 vertices"):
        load_model(tiny.write_glb(tmp_path / "count.glb"))
    assert len(decoder) == 1


@pytest.mark.parametrize("name", files.DRACO)
def test_fresh_files(name: str, tmp_path: Path) -> None:
    """As glTF-Transform compresses them today, decoded by it and by us."""
    pytest.importorskip("DracoPy", reason="DracoPy is not installed")
    model, steps = files.DRACO[name]
    packed, decoded = files.compressed(model, steps, tmp_path)
    ours, theirs = load_model(packed), load_model(decoded)
    for part in ours.parts:
        np.testing.assert_array_equal(ours.primitive(part).positions, theirs.primitive(part).positions)
