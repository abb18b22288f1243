"""The arithmetic of the rig, without a scene: each formula against a plain float64 reading of what it claims."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from tests.blender.module import module
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")


@pytest.fixture
def part(extension: str):
    return lambda name: module(extension, f"addon.rig.{name}")


def quaternion(axis, degrees: float) -> np.ndarray:
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    half = math.radians(degrees) / 2
    return np.array([*(axis * math.sin(half)), math.cos(half)])


def rotation(q) -> np.ndarray:
    """Columns: the rotated axes, by v + 2 u x (u x v + w v)."""
    u, w = np.asarray(q[:3]), q[3]
    return np.stack([v + 2 * np.cross(u, np.cross(u, v) + w * v) for v in np.eye(3)], axis=1)


def slerp_by_angle(a, b, u: float) -> np.ndarray:
    """Along the great circle from a to b (or -b, whichever is nearer), at the fraction u of its angle."""
    b = b if a @ b >= 0 else -b
    angle = math.acos(min(1.0, a @ b))
    aside = b - a * (a @ b)
    return a if angle == 0 else a * math.cos(u * angle) + aside / np.linalg.norm(aside) * math.sin(u * angle)


def hermite(track, t: float) -> np.ndarray:
    k = min(max(int(np.searchsorted(track.times, t, side="right")) - 1, 0), len(track.times) - 2)
    d = track.times[k + 1] - track.times[k]
    u = (t - track.times[k]) / d
    if track.interpolation == "LINEAR":
        return track.values[k] * (1 - u) + track.values[k + 1] * u
    return (
        (2 * u**3 - 3 * u**2 + 1) * track.values[k]
        + (u**3 - 2 * u**2 + u) * d * track.out_tangents[k]
        + (3 * u**2 - 2 * u**3) * track.values[k + 1]
        + (u**3 - u**2) * d * track.in_tangents[k + 1]
    )


@pytest.mark.parametrize(("degrees", "keys"), [(2, 3), (25, 3), (90, 9), (179, 15)])
def test_slerp_as_curves_is_within_its_tolerance_and_keeps_the_keys(part, extension, degrees: float, keys: int):
    """Steps up to 25 degrees need no further key; wider ones a few."""
    track_type = module(extension, "skinning_core.model").Track
    turn = quaternion((1, 2, 3), degrees)
    values = np.array([[0, 0, 0, 1], -turn, quaternion((1, 2, 3), 2 * degrees)])
    track = track_type(0, "rotation", "LINEAR", np.array([0.0, 0.4, 1.0]), values)
    (_, curve) = part("slerp_curve").curves_of_slerp([track, track])
    assert set(track.times) <= set(curve.times)
    assert len(curve.times) == pytest.approx(keys, abs=2 if keys > 3 else 0)
    for t in np.linspace(0, 1, 301):
        k = 0 if t < 0.4 else 1
        u = (t - track.times[k]) / (track.times[k + 1] - track.times[k])
        exact = slerp_by_angle(values[k], values[k + 1], u)
        sampled = hermite(curve, t)
        sampled /= np.linalg.norm(sampled)
        angle = 2 * min(np.linalg.norm(sampled - exact), np.linalg.norm(sampled + exact))
        assert angle <= part("slerp_curve").TOLERANCE


def test_a_sheared_matrix_is_two_transforms(part, extension):
    rng = np.random.default_rng(5)
    for matrix in [rng.normal(size=(3, 4)), np.diag([1.0, -2.0, 0.0]) @ rng.normal(size=(3, 4)), np.zeros((3, 4))]:
        (translation, turn, scale), second = part("helpers").split_affine(matrix)
        np.testing.assert_allclose(second @ second.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(second) > 0
        np.testing.assert_allclose(rotation(turn) @ np.diag(scale) @ second, matrix[:, :3], atol=1e-12)
        np.testing.assert_allclose(translation, matrix[:, 3])


def test_channels_are_the_matrix_product(part):
    """before @ (T R S) @ after, for a mirrored non-uniform scale under an axis swap, and for a uniform one."""
    rng = np.random.default_rng(6)
    swap = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
    for after, scale in ((swap, np.array([-1.0, 0.5, 2.0])), (rotation(quaternion((3, 1, 2), 77)), np.full(3, 1.5))):
        before = np.concatenate([rotation(quaternion((1, -1, 2), 40)), rng.normal(size=(3, 1))], axis=1)
        place, turn = rng.normal(size=3), quaternion((0, 1, 1), 110)
        channels = part("channels").channel_map(before[None], after[None])
        w, x, y, z = channels.rotation(turn[None, None])[0, 0]
        ours = rotation((x, y, z, w)) @ np.diag(channels.scale(scale[None, None])[0, 0])
        np.testing.assert_allclose(ours, before[:, :3] @ rotation(turn) @ np.diag(scale) @ after, atol=1e-12)
        location = channels.location(place[None, None])[0, 0]
        np.testing.assert_allclose(location, before[:, :3] @ place + before[:, 3], atol=1e-12)


def test_names_fit_into_blender_and_stay_apart(part):
    names = part("names").unique_names(["", "é" * 40, "é" * 40 + "x", "a", "a", "a.001"], "bone", taken=["bone"])
    assert names[0] == "bone.001"
    assert names[1] == "é" * 31
    assert names[2] == "é" * 29 + ".001"
    assert names[3:] == ["a", "a.001", "a.001.001"]
    assert all(len(name.encode()) <= 63 for name in names)


def test_strips_fans_and_loops(part, extension):
    model = module(extension, "skinning_core.model")

    def primitive(mode: int, indices):
        positions = np.zeros((5, 3), np.float32)
        return model.Primitive(mode, positions, None, None, np.array(indices, np.uint8), None, None)

    strip, fan = primitive(model.TRIANGLE_STRIP, [0, 1, 2, 2, 3]), primitive(model.TRIANGLE_FAN, [4, 0, 1, 2])
    twice = primitive(model.TRIANGLES, [0, 1, 2, 3, 1, 2, 2, 1, 0])  # the last is the first, seen from behind
    faces = module(extension, "skinning_core.skeleton.faces")
    assert faces.topology_of([twice]).triangles.tolist() == [[0, 1, 2], [3, 1, 2]]
    loop, loose = primitive(model.LINE_LOOP, [0, 1, 2]), primitive(model.POINTS, [0])
    topology = faces.topology_of([strip, fan, loop, loose])
    # Of the strip's three triangles two name a vertex twice; every second one is wound the other way round.
    assert topology.triangles.tolist() == [[0, 1, 2], [5, 6, 9], [6, 7, 9]]
    assert topology.face_primitive.tolist() == [0, 1, 1]
    assert topology.edges.tolist() == [[10, 11], [11, 12], [12, 10]]
    assert topology.starts.tolist() == [0, 5, 10, 15, 20]


def test_weights_add_up_by_group(part):
    """Joints 1 and 2 share a group; sums other than one are divided out; a zero sum goes to the first joint."""
    joints = np.array([[0, 1, 2, 0], [2, 0, 0, 0]], np.uint8)
    weights = np.array([[1.0, 0.5, 0.5, 0.0], [0.0, 0.0, 0.0, 0.0]], np.float32)
    found = part("weights").group_weights(joints, weights, np.array([0, 1, 1]))
    assert list(zip(found.vertices, found.groups, found.weights, strict=True)) == [
        (0, 0, 0.5),
        (0, 1, 0.5),
        (1, 1, 1.0),
    ]


def test_weights_that_blender_would_clamp_are_said(part, extension, tmp_path: Path):
    tiny = Tiny()
    weights = np.array([[1.5, -0.5, 0, 0], [0.5, 0.5, 0, 0], [300, 100, 0, 0], [0, 0, 0, 0]], np.float32)
    tiny.primitive["attributes"]["WEIGHTS_0"] = tiny.add(weights)
    model = module(extension, "skinning_core").load_model(tiny.write_glb(tmp_path / "tiny.glb"))
    (sentence,) = part("weights").lost_weights(model)
    assert sentence.startswith("1 vertices have negative weights")


def test_times_just_before_a_step_stay_before_it(part, extension):
    """0.31 s is before a key at float32's 0.31; Blender alone would take it for the key."""
    model = module(extension, "skinning_core.model")
    key = float(np.float32(0.31))
    track = model.Track(0, "translation", "STEP", np.array([0.0, key]), np.zeros((2, 3)))
    frames = part("keys").frames_of_times(np.array([0.31, key, 0.2]), model.Clip("c", (track,)), 24.0)
    assert frames[0] < np.float32(key * 24) - 1e-4
    assert frames[1] == key * 24
    assert frames[2] == 0.2 * 24


def test_a_frame_too_close_before_a_step_shows_its_key(part, extension):
    """24 frames per second, a key at float32's 1/3 s: frame 8 is a hair earlier, but Blender shows the key there."""
    model = module(extension, "skinning_core.model")
    key = float(np.float32(1 / 3))
    times, values = np.array([0.0, key]), np.zeros((2, 3))
    clip = model.Clip("c", (model.Track(0, "translation", "STEP", times, values),))
    assert key > 8 / 24.0
    assert [part("keys").time_at(frame, clip, 24.0) for frame in (8.0, 7.99, 9.0)] == [key, 7.99 / 24.0, 9 / 24.0]
    assert part("keys").time_at(8.0, None, 24.0) == 8 / 24.0


def test_times_outside_a_clip_are_its_ends(part, extension):
    """Every track is clamped there, and Blender's frames end at a million."""
    model = module(extension, "skinning_core.model")
    track = model.Track(0, "translation", "LINEAR", np.array([0.5, 2.0]), np.zeros((2, 3)))
    clip = model.Clip("c", (track,))
    assert part("keys").frames_of_times(np.array([-1e30, 0.5, 1.0, 1e30]), clip, 10.0).tolist() == [5, 5, 10, 20]
    assert part("keys").frames_of_times(np.array([1e30]), None, 10.0).tolist() == [0]


def test_a_clip_beyond_blenders_last_frame_is_refused(part, extension):
    error = module(extension, "skinning_core.error").SkinproofError
    assert part("keys").frame_span(0.0, 1000.0, 960.0) == (0, 960_000)
    with pytest.raises(error, match="last frame"):
        part("keys").frame_span(0.0, 1e30, 24.0)
