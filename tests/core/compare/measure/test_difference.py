"""Differences: measured against plain loops over vertices, and in the cases where a number could mislead."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from skinning_core.compare.measure import difference as measured
from skinning_core.compare.measure.difference import Difference, compare_results, guarded_scale, join
from skinning_core.compare.measure.statistics import HISTOGRAM_EDGES
from skinning_core.model import Part
from skinning_core.skinned import Skinned

PARTS = (Part(1, 0, 0, 0), Part(1, 0, 1, 0))


def skinned(positions, *, engine="reference", normals=None) -> Skinned:
    times = np.arange(len(positions[0]), dtype=np.float64)
    return Skinned(
        engine=engine,
        times=times,
        parts=tuple(PARTS[k % len(PARTS)] for k in range(len(positions))),
        positions=tuple(np.asarray(p, np.float64) for p in positions),
        normals=tuple(normals) if normals else (None,) * len(positions),
    )


@pytest.fixture
def pair() -> tuple[Skinned, Skinned]:
    rng = np.random.default_rng(7)
    a = [rng.normal(size=(3, 11, 3)), rng.normal(size=(3, 4, 3))]
    b = [p + rng.normal(scale=0.01, size=p.shape) for p in a]
    return skinned(a), skinned(b, engine="other")


def test_numbers_are_those_of_a_plain_loop(pair) -> None:
    reference, other = pair
    difference = compare_results(reference, other)
    for t in range(3):
        together = []
        for k, part in enumerate(difference.parts):
            d = [math.dist(p, q) for p, q in zip(reference.positions[k][t], other.positions[k][t], strict=True)]
            together += d
            assert part.distance.maximum[t] == pytest.approx(max(d), rel=1e-12)
            assert part.distance.mean[t] == pytest.approx(sum(d) / len(d), rel=1e-12)
            assert part.distance.rms[t] == pytest.approx(math.sqrt(sum(x * x for x in d) / len(d)), rel=1e-12)
            assert part.distance.worst_vertex[t] == d.index(max(d))
            assert part.lost[t] == 0
            assert part.distance.compared[t] == len(d)
        assert difference.maximum[t] == pytest.approx(max(together), rel=1e-12)
        assert difference.rms[t] == pytest.approx(math.sqrt(sum(x * x for x in together) / len(together)), rel=1e-12)
        rank = 0.99 * (len(together) - 1)
        low, high = sorted(together)[math.floor(rank)], sorted(together)[math.ceil(rank)]
        assert difference.percentile_99[t] == pytest.approx(low + (rank % 1.0) * (high - low), rel=1e-12)


def test_worst_is_the_worst_relative_to_the_diagonal_of_its_time() -> None:
    small = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    a = np.stack([small, 100.0 * small])
    b = a.copy()
    b[0, 1, 1] += 0.01  # 1 % of a diagonal of 1
    b[1, 0, 2] += 0.5  # 0.5 % of a diagonal of 100
    worst = compare_results(skinned([a]), skinned([b])).worst
    assert worst is not None
    assert (worst.time_index, worst.part_index, worst.vertex, worst.node) == (0, 0, 1, -1)
    assert worst.distance == pytest.approx(0.01)
    assert worst.relative == pytest.approx(0.01)


def test_lost_vertices_count_apart_and_in_no_average(pair) -> None:
    reference, other = pair
    damaged = other.positions[0].copy()
    damaged[1, 3] = np.nan
    damaged[1, 4, 2] = np.inf
    difference = compare_results(reference, dataclasses.replace(other, positions=(damaged, other.positions[1])))
    whole = compare_results(reference, other)
    assert difference.parts[0].lost.tolist() == [0, 2, 0]
    assert difference.parts[0].distance.compared.tolist() == [11, 9, 11]
    assert difference.lost == 2
    assert np.isfinite(difference.maximum).all()
    assert difference.compared == whole.compared - 2
    kept = [i for i in range(11) if i not in (3, 4)]
    d = [math.dist(reference.positions[0][1, i], other.positions[0][1, i]) for i in kept]
    assert difference.parts[0].distance.rms[1] == pytest.approx(math.sqrt(sum(x * x for x in d) / len(d)))
    assert difference.parts[0].distance.percentile_99[1] == pytest.approx(np.percentile(d, 99))


def test_everything_lost_compares_nothing() -> None:
    a = np.zeros((2, 3, 3))
    difference = compare_results(skinned([a]), skinned([np.full_like(a, np.nan)]))
    assert difference.worst is None
    assert difference.compared == 0
    assert difference.lost == 3
    assert difference.parts[0].distance.worst_vertex.tolist() == [-1, -1]


@pytest.mark.parametrize("undefined", [slice(3), slice(1), slice(2, 3)])
def test_a_vertex_that_the_reference_does_not_define_is_not_lost(undefined: slice) -> None:
    """Not even if some of its coordinates are numbers."""
    a = np.zeros((1, 2, 3))
    a[0, 0, undefined] = np.nan
    for other in (a, np.zeros((1, 2, 3))):
        difference = compare_results(skinned([a]), skinned([other]))
        assert difference.lost == 0
        assert difference.compared == 1


def test_zero_diagonal_divides_by_the_largest_of_the_clip_or_by_a_metre() -> None:
    assert guarded_scale(np.array([2.0, 0.0, 1e-9])).tolist() == [2.0, 2.0, 2.0]
    assert guarded_scale(np.zeros(2)).tolist() == [1.0, 1.0]
    assert guarded_scale(np.array([2.0, 0.5])).tolist() == [2.0, 0.5]


def test_no_vertices_at_all() -> None:
    difference = compare_results(skinned([np.zeros((2, 0, 3))]), skinned([np.zeros((2, 0, 3))]))
    assert difference.max_relative == 0.0
    assert difference.worst is None


def test_angle_between_normals_keeps_small_angles_and_skips_undefined_ones() -> None:
    a = np.array([[[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]])
    b = np.array([[[math.sin(1e-9), 0.0, math.cos(1e-9)], [0.0, 1.0, 0.0], [np.nan, 0.0, 0.0]]])
    at = np.zeros((1, 3, 3))
    difference = compare_results(skinned([at], normals=[a]), skinned([at], normals=[b]))
    assert difference.normal_angle == pytest.approx(1e-9, rel=1e-6)
    turned = compare_results(skinned([at], normals=[a]), skinned([at], normals=[-a]))
    assert turned.normal_angle == pytest.approx(math.pi)
    assert compare_results(skinned([at], normals=[a]), skinned([at])).normal_angle is None


def test_histogram_counts_every_compared_vertex_once(pair) -> None:
    reference, other = pair
    difference = compare_results(reference, other)
    assert difference.histogram.sum() == 3 * 15
    expected = np.zeros(len(HISTOGRAM_EDGES) + 1, int)
    for k in range(2):
        for t in range(3):
            for p, q in zip(reference.positions[k][t], other.positions[k][t], strict=True):
                relative = math.dist(p, q) / reference.diagonal[t]
                expected[sum(edge <= relative for edge in HISTOGRAM_EDGES)] += 1
    assert difference.histogram.tolist() == expected.tolist()


def test_pieces_joined_are_the_whole(pair) -> None:
    reference, other = pair
    whole = compare_results(reference, other)
    taken = np.array([0, 2]), np.array([1])  # no piece is a run of times
    pieces = [compare_results(reference.at_times(i), other.at_times(i)) for i in taken]
    assert_same_numbers(whole, join(pieces, np.concatenate(taken)))


def test_threads_that_share_the_times_find_the_same(pair, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = compare_results(*pair)
    monkeypatch.setattr(measured, "LARGE", 1)
    monkeypatch.setattr(measured, "thread_count", lambda: 2)
    shares = measured._shares(pair[0], pair[0].diagonal)
    assert [len(range(*share.indices(3))) for share in shares] == [1, 2]
    assert_same_numbers(whole, compare_results(*pair))
    with monkeypatch.context() as large_parts:
        large_parts.setattr(measured, "_ALONE", 1)
        assert measured._shares(pair[0], pair[0].diagonal) == [slice(0, 1), slice(1, 2), slice(2, 3)]
        assert_same_numbers(whole, compare_results(*pair))
    monkeypatch.setattr(measured, "COLLAPSED", 1.0)  # a time whose size is taken from another has no thread of its own
    assert len(measured._shares(pair[0], pair[0].diagonal)) == 1


def assert_same_numbers(whole: Difference, joined: Difference) -> None:
    """Both differences have the same figures at all times."""
    for field in dataclasses.fields(whole):
        a, b = getattr(whole, field.name), getattr(joined, field.name)
        if field.name == "parts":
            for p, q in zip(a, b, strict=True):
                for statistic in dataclasses.fields(p.distance):
                    of_whole, of_pieces = getattr(p.distance, statistic.name), getattr(q.distance, statistic.name)
                    np.testing.assert_array_equal(of_whole, of_pieces)
                np.testing.assert_array_equal(p.lost, q.lost)
                assert (p.part, p.vertices, p.normal_angle) == (q.part, q.vertices, q.normal_angle)
        else:
            np.testing.assert_array_equal(a, b)


def test_other_times_or_parts_are_refused(pair) -> None:
    reference, other = pair
    with pytest.raises(ValueError, match="other times"):
        compare_results(reference, dataclasses.replace(other, times=other.times + 1.0))
    with pytest.raises(ValueError, match="parts"):
        compare_results(reference, dataclasses.replace(other, parts=other.parts[:1], positions=other.positions[:1]))
    fewer = (other.positions[0][:, :2], other.positions[1])
    with pytest.raises(ValueError, match="part 0"):
        compare_results(reference, dataclasses.replace(other, positions=fewer))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lost", [False, True])
def test_parts_that_stand_still_count_as_if_they_were_written_out(seed: int, lost: bool) -> None:
    """Some parts are one row seen T times, on one side or on both: all figures are those of the full arrays."""
    rng = np.random.default_rng(seed)
    times, sizes = 6, (700, 40, 1, 0, 300)
    reference, other = [], []
    for k, size in enumerate(sizes):
        still, near = rng.normal(size=(1, size, 3)), rng.normal(size=(1, size, 3)) * 1e-6
        moving = rng.normal(size=(times, size, 3)) * 1e-6
        reference.append(np.broadcast_to(still, (times, size, 3)) if k != 1 else still + moving)
        other.append(np.broadcast_to(still + near, (times, size, 3)) if k in (0, 2, 3) else still + moving)
    if lost:
        other[0] = np.array(other[0][:1])
        other[0][0, 3] = np.nan
        other[0] = np.broadcast_to(other[0], (times, sizes[0], 3))
    found = compare_results(skinned(reference), skinned(other, engine="other"))
    whole = compare_results(skinned([p.copy() for p in reference]), skinned([p.copy() for p in other], engine="other"))
    assert (found.lost, found.compared) == (whole.lost, whole.compared)
    assert found.worst == whole.worst
    np.testing.assert_array_equal(found.histogram, whole.histogram)
    for name in ("diagonal", "maximum", "rms", "percentile_99"):
        np.testing.assert_allclose(getattr(found, name), getattr(whole, name), rtol=1e-12)
    for ours, theirs in zip(found.parts, whole.parts, strict=True):
        for statistic in dataclasses.fields(ours.distance):
            of_rows, of_copies = getattr(ours.distance, statistic.name), getattr(theirs.distance, statistic.name)
            np.testing.assert_allclose(of_rows, of_copies, rtol=1e-12)
        np.testing.assert_array_equal(ours.lost, theirs.lost)
