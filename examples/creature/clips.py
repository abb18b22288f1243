"""The dragon's clips: walk (LINEAR, 24 keys), wave (CUBICSPLINE), idle (both, and a STEP flicker of the ember).

Turns are written about the model's axes relative to rest, in degrees, and brought to each joint's own space here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .rig import Array, Rig, conjugate, product, rotated, turn_degrees

Turns = dict[str, Array]  # joint name -> rotation about the model's axes (4,)


@dataclass(frozen=True, eq=False)
class Motion:
    """One track: a joint's (or part's) property by keys. CUBICSPLINE tangents are per second."""

    target: str
    path: str
    interpolation: str
    times: Array  # (K,)
    values: Array  # (K, C), or (K, 3, C) for CUBICSPLINE: in-tangent, value, out-tangent


@dataclass(frozen=True)
class Clip:
    """A named set of tracks."""

    name: str
    motions: tuple[Motion, ...]


def local_rotations(rig: Rig, turns: Turns) -> dict[str, Array]:
    """Model-axis turns to joint-local rotations: parent^-1 * turn * joint, orientations at rest."""
    result = {}
    for name, turn in turns.items():
        b = rig.names.index(name)
        back = conjugate(rig.orientation[rig.parents[b]]) if rig.parents[b] >= 0 else np.array([0, 0, 0, 1.0])
        result[name] = product(back, product(turn, rig.orientation[b]))
    return result


def rotation_tracks(rig: Rig, times: Array, pose: Callable[[float], Turns], interpolation: str) -> list[Motion]:
    """One rotation track for each joint that the pose function turns, neighbouring keys on the same hemisphere."""
    keys = [local_rotations(rig, pose(float(t))) for t in times]
    motions = []
    for name in keys[0]:
        values = np.array([key[name] for key in keys])
        for k in range(1, len(values)):
            values[k] *= 1.0 if (values[k] * values[k - 1]).sum() >= 0 else -1.0
        if interpolation == "CUBICSPLINE":
            values = with_tangents(times, values)
        motions.append(Motion(name, "rotation", interpolation, times, values))
    return motions


def with_tangents(times: Array, values: Array) -> Array:
    """(K, C) -> (K, 3, C): tangents from neighbouring keys, zero at both ends."""
    slope = np.zeros_like(values)
    slope[1:-1] = (values[2:] - values[:-2]) / (times[2:] - times[:-2])[:, None]
    return np.stack([slope, values, slope], axis=1)


def lowest_sole(rig: Rig, turns: Turns) -> float:
    """Height of the lowest point of both soles (heel, ball and tip of each foot) in a pose, with the hips in place."""
    height = np.inf
    for side in (".L", ".R"):
        turn, at = np.array([0, 0, 0, 1.0]), rig.heads[rig.names.index("hips")]
        chain = ["hips", "thigh" + side, "shin" + side, "foot" + side, "toes" + side]
        for name, following in zip(chain, [*chain[1:], ""], strict=True):
            b = rig.names.index(name)
            turn = product(turn, turns.get(name, np.array([0, 0, 0, 1.0])))
            for end, radius in zip((rig.heads[b], rig.tails[b]), rig.radii[b], strict=True):
                if name.startswith(("foot", "toes")):
                    height = min(height, (at + rotated(turn, end - rig.heads[b]))[1] - radius)
            if following:
                at = at + rotated(turn, rig.heads[rig.names.index(following)] - rig.heads[b])
    return float(height)


def walk_turns(time: float) -> Turns:
    """A stride in one second: legs against arms, hips and chest against each other, tail and ears lagging behind."""
    phase = 2 * np.pi * time
    wave, quarter = np.sin(phase), np.cos(phase)
    turns = {
        "hips": turn_degrees(3, 7 * wave, 4 * quarter),
        "spine": turn_degrees(2, -5 * wave, -3 * quarter),
        "chest": turn_degrees(1, -8 * wave, -3 * quarter),
        "neck": turn_degrees(-3 + 2 * np.sin(2 * phase), 3 * wave, 1 * quarter),
        "head": turn_degrees(-3 + 3 * np.sin(2 * phase + 0.6), 4 * wave, 3 * quarter),
    }
    for side, sign in ((".L", 1.0), (".R", -1.0)):
        swing, lift = sign * wave, max(0.0, sign * quarter)
        thigh, knee = -8 - 30 * swing, 10 + 55 * lift * lift
        turns["thigh" + side] = turn_degrees(thigh, 0, sign * 2)
        turns["shin" + side] = turn_degrees(knee)
        turns["foot" + side] = turn_degrees(-(thigh + knee) * 0.75 - 6 * swing)
        turns["toes" + side] = turn_degrees(-24 * max(0.0, -swing) ** 2)
        turns["clavicle" + side] = turn_degrees(0, -sign * 4 * swing, 0)
        turns["upper_arm" + side] = turn_degrees(32 * swing, 0, -sign * 22)
        turns["forearm" + side] = turn_degrees(-28 + 14 * swing, -sign * 12, 0)
        turns["hand" + side] = turn_degrees(8 * np.sin(phase - 0.8) * sign, 0, -sign * 6)
        for finger in ("index", "middle", "little"):
            turns[f"{finger}_1{side}"] = turn_degrees(-12, 0, -sign * 18)
            turns[f"{finger}_2{side}"] = turn_degrees(-10, 0, -sign * 26)
        for part, share in (("ear_1", 1.0), ("ear_2", 1.6)):
            turns[part + side] = turn_degrees(4 * quarter, 0, sign * share * 9 * np.sin(2 * phase - 0.7 * share))
    for link in range(1, 7):
        turns[f"tail_{link}"] = turn_degrees(2.5 * np.sin(2 * phase - 0.5 * link), 11 * np.sin(phase - 0.55 * link), 0)
    for link in range(1, 4):
        lag = np.sin(2 * phase - 0.8 * link)
        turns[f"scarf_{link}"] = turn_degrees(-4 - 7 * lag, 0, 5 * np.sin(phase - 0.7 * link))
    return turns


def walk(rig: Rig) -> Clip:
    """One stride per second, on the spot, the lower foot kept on the ground."""
    times = np.arange(25) / 24
    motions = rotation_tracks(rig, times, walk_turns, "LINEAR")
    rest = lowest_sole(rig, {})
    hips = rig.heads[rig.names.index("hips")] - rig.heads[0]
    sway = [0.012 * np.cos(2 * np.pi * t) for t in times]
    lift = [rest - lowest_sole(rig, walk_turns(t)) for t in times]
    moves = hips + np.stack([sway, lift, np.zeros(25)], axis=1)
    motions.append(Motion("hips", "translation", "LINEAR", times, moves))
    return Clip("walk", tuple(motions))


def wave_turns(time: float) -> Turns:
    """The right arm goes up, waves three times, comes down; the head leans, the left hand stays relaxed."""
    up = _ramp(time, 0.0, 0.5) * _ramp(3.0 - time, 0.0, 0.5)
    shake = up * np.sin(2 * np.pi * 1.5 * (time - 0.5)) if 0.5 < time < 2.5 else 0.0
    turns = {
        "spine": turn_degrees(0, 0, 4 * up),
        "chest": turn_degrees(-2 * up, 0, 5 * up),
        "neck": turn_degrees(0, 0, -3 * up + 1.5 * shake),
        "head": turn_degrees(-5 * up, -6 * up, -9 * up + 3 * shake),
        "clavicle.R": turn_degrees(0, 0, -10 * up),
        "upper_arm.R": turn_degrees(0, 18 * up, 24 * (1 - up) - 46 * up + 5 * shake),
        "forearm.R": turn_degrees(-24 * (1 - up), 0, -40 * up + 26 * shake),
        "hand.R": turn_degrees(0, 0, 10 * up + 20 * shake),
        "upper_arm.L": turn_degrees(0, 0, -24),
        "forearm.L": turn_degrees(-24, -10, 0),
        "tail_1": turn_degrees(0, 8 * np.sin(2 * np.pi * time / 1.5), 0),
        "tail_3": turn_degrees(0, 14 * np.sin(2 * np.pi * time / 1.5 - 0.8), 0),
        "tail_5": turn_degrees(-6 * up, 18 * np.sin(2 * np.pi * time / 1.5 - 1.6), 0),
    }
    for side, sign in ((".L", 1.0), (".R", -1.0)):
        turns["ear_1" + side] = turn_degrees(0, 0, sign * 10 * up)
        turns["ear_2" + side] = turn_degrees(0, 0, sign * 12 * up + 4 * shake)
    for place, finger in enumerate(("thumb", "index", "middle", "little")):
        turns[f"{finger}_1.R"] = turn_degrees(0, (14, 10, 0, -10)[place] * up, -4 * up)
        turns[f"{finger}_1.L"] = turn_degrees(-10, 0, -16)
        turns[f"{finger}_2.L"] = turn_degrees(-10, 0, -22)
    return turns


def wave(rig: Rig) -> Clip:
    """Three seconds of greeting on cubic splines, with a smile (spline) and two blinks (linear)."""
    times = np.array([0, 3, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36]) / 12
    motions = rotation_tracks(rig, times, wave_turns, "CUBICSPLINE")
    smile_times = np.array([0.0, 0.6, 1.5, 2.4, 3.0])
    smile = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.6], [1.0, 0.0], [0.0, 0.0]])
    motions.append(Motion("body", "weights", "CUBICSPLINE", smile_times, with_tangents(smile_times, smile)))
    blink_times = np.array([0.0, 0.3, 0.4, 0.5, 0.6, 2.2, 2.3, 2.4, 3.0])
    shut = np.array([0, 0, 1, 0, 0, 0, 1, 0, 0.0])
    grin = np.array([0, 0.5, 0.7, 0.9, 1, 1, 1, 1, 0.0])
    motions.append(Motion("face", "weights", "LINEAR", blink_times, np.stack([shut, grin], axis=1)))
    return Clip("wave", tuple(motions))


def idle_turns(time: float) -> Turns:
    """Breathing and looking around in four seconds."""
    phase = np.pi * time / 2
    breath, look = np.sin(2 * phase), np.sin(phase)
    turns = {
        "chest": turn_degrees(-1.5 * breath),
        "neck": turn_degrees(0.5 * breath, 6 * look, 0),
        "head": turn_degrees(1.5 * breath, 14 * look, 3 * np.sin(2 * phase + 1)),
    }
    for side, sign in ((".L", 1.0), (".R", -1.0)):
        turns["clavicle" + side] = turn_degrees(0, 0, sign * 2 * breath)
        turns["upper_arm" + side] = turn_degrees(2 * breath, 0, -sign * 25)
        turns["forearm" + side] = turn_degrees(-18, -sign * 8, 0)
        turns["ear_1" + side] = turn_degrees(0, 0, sign * (3 * breath + 5 * max(0.0, sign * look)))
    for link in range(1, 7):
        turns[f"tail_{link}"] = turn_degrees(0, 7 * np.sin(phase - 0.6 * link), 2 * np.sin(2 * phase - 0.5 * link))
    for link in range(1, 4):
        turns[f"scarf_{link}"] = turn_degrees(-2 * breath, 0, 2 * np.sin(2 * phase - 0.6 * link))
    return turns


def idle(rig: Rig) -> Clip:
    """Four seconds at rest: breathing, a blink, and the ember flickering in steps."""
    motions = rotation_tracks(rig, np.arange(17) / 4, idle_turns, "LINEAR")
    breath_times = np.arange(5) * 1.0
    breath = np.stack([np.zeros(5), [0.0, 1.0, 0.0, 1.0, 0.0]], axis=1)
    motions.append(Motion("body", "weights", "CUBICSPLINE", breath_times, with_tangents(breath_times, breath)))
    blink = np.array([[0, 0], [0, 0], [1, 0], [0, 0], [0, 0.0]])
    motions.append(Motion("face", "weights", "LINEAR", np.array([0.0, 1.9, 2.0, 2.1, 4.0]), blink))
    size = np.array([1.0, 1.12, 0.94, 1.06, 0.9, 1.15, 1.0, 0.92, 1.1, 0.97, 1.08, 0.95, 1.0])
    flicker = np.repeat(size[:, None], 3, axis=1)
    motions.append(Motion("ember", "scale", "STEP", np.arange(13) / 3, flicker))
    return Clip("idle", tuple(motions))


def _ramp(time: float, start: float, end: float) -> float:
    """0 before start, 1 after end, smooth between."""
    s = min(max((time - start) / (end - start), 0.0), 1.0)
    return s * s * (3 - 2 * s)
