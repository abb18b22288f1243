"""Streams of mesh data, bit for bit as the npm package meshoptimizer decodes them."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.error import SkinproofError
from skinning_core.gltf.meshopt import check_view, decode_view
from tests.packed import streams
from tests.packed.streams import Stream


def require_equal(stream: Stream) -> None:
    extension = stream.extension
    check_view(extension, extension["count"] * extension["byteStride"])
    decoded = decode_view(memoryview(stream.data), extension)
    if stream.decoded is None:
        pytest.fail(f"decoded what the package refuses: {extension}")
    assert bytes(decoded) == stream.decoded, extension


def require_all_equal(jobs: list) -> None:
    for stream in streams.judged(jobs):
        require_equal(stream)


@pytest.mark.parametrize("stream", streams.stored(), ids=lambda s: f"{s.extension['mode']}-{s.extension['filter']}")
def test_stored_streams(stream: Stream) -> None:
    require_equal(stream)


@pytest.mark.parametrize(("version", "level"), [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3)])
def test_vertices_of_every_stride(version: int, level: int) -> None:
    rng = np.random.default_rng(11 * version + level)
    edges = [1, 15, 16, 17, 63, 64, 65, 255, 256, 257, 512]
    jobs = []
    for stride in range(4, 257, 4):
        counts = (int(rng.integers(1, 700)), int(rng.choice(edges)))
        jobs += [streams.attributes(rng, stride, count, version, level) for count in counts]
    require_all_equal(jobs)


@pytest.mark.parametrize("version", [0, 1])
def test_vertices_of_every_count(version: int) -> None:
    rng = np.random.default_rng(version)
    require_all_equal([streams.attributes(rng, 12, count, version, 2) for count in range(1, 300)])


@pytest.mark.parametrize("name", streams.FILTERS)
def test_filters_of_every_number_of_bits(name: str) -> None:
    rng = np.random.default_rng(3)
    cases = streams.FILTERS[name]
    require_all_equal(
        [streams.filtered(rng, name, s, bits, 500) for s, low, high in cases for bits in range(low, high + 1)]
    )


@pytest.mark.parametrize("mode", ["TRIANGLES", "INDICES"])
@pytest.mark.parametrize("stride", [2, 4])
def test_indices(mode: str, stride: int) -> None:
    rng = np.random.default_rng(stride)
    require_all_equal([streams.indices(rng, kind, stride, mode) for kind in range(4) for _ in range(12)])


def test_wide_indices() -> None:
    """Numbers of five bytes, and differences that wrap around."""
    rng = np.random.default_rng(5)
    values = rng.integers(0, 1 << 32, 600).astype("<u4")
    jobs = [({"count": 600, "stride": 4, "mode": "TRIANGLES"}, values.tobytes())]
    near = (1 << 29) + rng.integers(-9, 9, 600)  # INDICES holds differences of 30 bits
    jobs += [({"count": 600, "stride": 4, "mode": "INDICES"}, near.astype("<u4").tobytes())]
    require_all_equal(jobs)


def test_truncated_and_lengthened_streams_are_errors() -> None:
    for stream in streams.stored():
        for data in (stream.data[:-1], stream.data[:-9], stream.data + b"\1", stream.data[:5], b""):
            with pytest.raises(SkinproofError):
                decode_view(memoryview(data), stream.extension)


def test_a_claim_that_the_stream_cannot_hold_costs_nothing() -> None:
    """2^40 elements out of 50 bytes: refused by arithmetic, before any memory is asked for."""
    for version, mode in ((0xA0, "ATTRIBUTES"), (0xA1, "ATTRIBUTES"), (0xE1, "TRIANGLES"), (0xD1, "INDICES")):
        extension = {"buffer": 0, "byteLength": 50, "byteStride": 4, "count": 3 << 40, "mode": mode}
        check_view(extension, 12 << 40)
        with pytest.raises(SkinproofError, match="cannot hold"):
            decode_view(memoryview(bytes([version]) + bytes(49)), extension)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"mode": "POINTS"}, "mode 'POINTS' is unknown"),
        ({"filter": "BLUR"}, "filter 'BLUR' is unknown"),
        ({"byteStride": 6}, "do not go with"),
        ({"byteStride": 260}, "do not go with"),
        ({"byteStride": 16, "filter": "QUATERNION"}, "do not go with"),
        ({"mode": "TRIANGLES", "count": 4, "byteStride": 4}, "do not go with"),
        ({"mode": "INDICES", "byteStride": 4, "filter": "COLOR"}, "do not go with"),
        ({"count": 9}, "are not the 96 bytes"),
        ({"count": -1}, "integer of at least 0"),
        ({"count": True}, "integer of at least 0"),
        ({"mode": None}, "mode"),
    ],
)
def test_what_a_view_says_is_checked(change: dict, what: str) -> None:
    extension = {"buffer": 0, "byteLength": 50, "byteStride": 8, "count": 12, "mode": "ATTRIBUTES"}
    check_view(extension, 96)
    with pytest.raises(SkinproofError, match=what):
        check_view({**extension, **change}, 96)
    for name in ("buffer", "byteLength", "byteStride", "count", "mode"):
        with pytest.raises(SkinproofError, match=f"{name} is missing"):
            check_view({k: v for k, v in extension.items() if k != name}, 96)
