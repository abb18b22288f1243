"""Cases with no two things alike, so that a reader which exchanges, skips or shares some gives other positions.

Each has ten vertices, and is here because a mutant of a reader passed all other cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..figure import (
    BONE,
    Figure,
    Keys,
    Rig,
    Surface,
    chained,
    quaternion,
    quaternions,
    spire,
    straight_bind,
)
from .animation import UNSIGNED
from .case import Figures

_BLEND = [[1.0, 0.0], [0.4, 0.6], [0.0, 1.0], [0.0, 1.0]]
_AXIS = (0.3, 0.2, 1)
#: Keys at no time that is judged but the first and the last.
_BETWEEN = (0, 0.375, 0.75, 1)
_PLACES = [[0, BONE, 0], [0.2, BONE, 0], [0, 0.7, 0.1], [0.1, 0.4, 0]]
#: Fractions of 217, which divides 32767: as signed shorts these quaternions are exactly unit.
_EXACT = np.array([[0, 0, 0, 217], [42, 35, 0, 210], [0, -42, 35, 210], [62, 62, 124, 155]]) / 217.0


def _pair(*clip: Keys, **stored: str) -> Figure:
    """Two joints that nothing turns."""
    return replace(chained(spire(_BLEND), 2, clip), stored=stored)


def _still(**stored: str) -> Figure:
    return _pair(**stored).with_node(1, rotation=quaternion(_AXIS, 50))


def _turning(**stored: str) -> Figure:
    """Both joints turn, one by three keys and one by two."""
    first = Keys(0, "rotation", (0, 0.5, 1), quaternions((0, 40, -20), (1, 0, 0)))
    return _pair(first, Keys(1, "rotation", (0, 1), quaternions((10, 70), _AXIS)), **stored)


def _in_and_out() -> Figure:
    """Tangents into a key and out of it with nothing in common; key intervals of a second, as in ``cubic``."""
    place = [
        [[2, 1, 0], [0, BONE, 0], [0.5, 0, 0.3]],
        [[0, -0.5, 0.4], [0.1, 0.6, 0], [-0.6, 0.5, 0]],
        [[0.5, 0, 0.8], [0, 0.45, 0.1], [2, 2, 2]],
    ]
    into = [[0.5, 0, 0, 0], [0, 0.8, 0.3, 0], [0, 0, -0.6, 0.2]]
    out = [[0, 0, 1.5, -0.5], [-0.7, 0, 0, 0], [1, 1, 1, 1]]
    turn = np.stack([np.array(into), quaternions((0, 50, 10)), np.array(out)], axis=1)
    return _pair(
        Keys(1, "translation", (0, 1, 2), np.array(place), "CUBICSPLINE"),
        Keys(0, "rotation", (0, 1, 2), turn, "CUBICSPLINE"),
    )


def _steps() -> Figure:
    """Two tracks with the same times, which are all that is judged."""
    times = (0, 0.25, 0.5, 1)
    slide = Keys(1, "translation", times, _PLACES, "STEP")
    return _pair(Keys(1, "rotation", times, quaternions((0, 60, -30, 20), _AXIS), "STEP"), slide)


def _tracks() -> Figure:
    """Translation, rotation and scale, each with keys of its own."""
    turn = Keys(0, "rotation", (0, 1), quaternions((0, 60), _AXIS))
    place = Keys(1, "translation", (0, 0.5, 1), [[0, BONE, 0], [0.2, 0.6, 0], [0, 0.4, 0.2]])
    sizes = [[1, 1, 1], [1.5, 0.7, 1.1], [0.6, 1.2, 1], [1, 1, 1.3], [1, 1, 1]]
    return _pair(turn, place, Keys(1, "scale", (0, 0.25, 0.5, 0.75, 1), sizes))


def _morphing(weights: Sequence[Sequence[float]], component: str) -> Figure:
    """Joints turned by integers, targets by integer weights (3, 2): the first leads points home from 4 m away."""
    height = chained(spire(_BLEND), 2).meshes[0][0].points[:, 1:2]
    home = np.tile([4.0, 0.0, 0.0], (10, 1))
    first = Keys(0, "rotation", (0, 0.5, 1), _EXACT[:3], component="i2")
    turns = UNSIGNED[[1, 2]] if component == "u2" else _EXACT[[0, 3]]
    figure = _pair(first, Keys(1, "rotation", (0, 1), turns, component="u2" if component == "u2" else "i2"))

    def targeted(surface: Surface) -> Surface:
        return replace(surface, points=surface.points - home, targets=((home, None), (height * [0.4, 0.0, 0.1], None)))

    clip = (*figure.clips[0], Keys(2, "weights", (0, 0.5, 1), weights, component=component))
    return replace(figure.with_surfaces(targeted), clips=(clip,))


def _defaults() -> Figure:
    """Nothing that may be left out is said, not even a target's weight."""
    figure = _turning(defaults="absent")
    return figure.with_surfaces(lambda s: replace(s, targets=((s.points[:, 1:2] * [0.4, 0.0, 0.1], None),)))


def _eight_targets() -> Figure:
    """A target for each of eight vertices, with different weights."""
    figure = _still()
    ways = np.array([[0.3, 0, 0], [0, 0.2, 0], [0, 0, 0.4], [0.2, 0.2, 0]] * 2)
    at = np.eye(10)[:8]
    targets = tuple((np.outer(row, way), None) for row, way in zip(at, ways, strict=True))
    figure = figure.with_surfaces(lambda s: replace(s, targets=targets))
    return figure.with_node(2, weights=[0.2, 0.9, 0.4, 0.6, 1.0, 0.3, 0.8, 0.5])


def _without_points() -> Figure:
    """The first of two targets moves normals only."""
    figure = _still()

    def targeted(surface: Surface) -> Surface:
        lean, tilt = surface.points[:, 1:2] * [0.3, 0.0, 0.1], np.tile([0.0, 0.3, 0.0], (10, 1))
        return replace(surface, targets=((None, tilt), (lean, None)))

    return figure.with_surfaces(targeted).with_node(2, weights=[0.25, 1.0])


def _own_weights() -> Figure:
    """One mesh under two nodes with one skin; the second's weights stand still while the first's are played."""
    figure = _turning()
    lean = figure.meshes[0][0].points[:, 1:2] * [0.4, 0.0, 0.1]
    figure = figure.with_surfaces(lambda s: replace(s, targets=((lean, None),)))
    twin = {"name": "twin", "mesh": 0, "skin": 0, "weights": [0.2]}
    played = Keys(2, "weights", (0, 0.5, 1), [[0.0], [1.0], [0.4]])
    return replace(figure, nodes=(*figure.nodes, twin), clips=((*figure.clips[0], played),))


def _two_binds() -> Figure:
    """Two meshes on the same joints; the second's bind matrices are in one view with the first's."""
    figure = _still(pool="bind")
    aside = np.eye(4)
    aside[0, 3] = -0.8
    quarter = np.array([[0.0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 1]])
    rigs = (*figure.rigs, Rig((0, 1), straight_bind(2) @ quarter @ aside))
    other = replace(figure.meshes[0][0], points=figure.meshes[0][0].points + np.array([0.8, 0.0, 0.0]))
    nodes = (*figure.nodes, {"name": "second", "mesh": 1, "skin": 1})
    return replace(figure, nodes=nodes, meshes=(*figure.meshes, (other,)), rigs=rigs)


def _larger_skin() -> Figure:
    """Two meshes under skins of two joints and of three."""
    nodes = (
        *_still().nodes[:2],
        {"name": "body", "mesh": 0, "skin": 0},
        {"name": "root", "children": [4], "translation": [0.8, 0.0, 0.0]},
        {"name": "middle", "children": [5], "translation": [0.0, BONE, 0.0], "rotation": quaternion((1, 0, 0), 40)},
        {"name": "top", "translation": [0.0, BONE, 0.0], "rotation": quaternion((0, 0, 1), -60)},
        {"name": "other body", "mesh": 1, "skin": 1},
    )
    tall = spire([[1.0, 0.0, 0.0], [0.4, 0.6, 0.0], [0.0, 0.7, 0.3], [0.0, 0.0, 1.0]])
    rigs = (Rig((0, 1), straight_bind(2)), Rig((3, 4, 5), straight_bind(3)))
    return Figure(nodes, ((spire(_BLEND),), (tall,)), rigs)


def _mixed() -> Figure:
    """Each interpolation once, at other times than STEP's keys; two of them move one joint, two turn."""
    slope = np.array([[0.3, 0.2, 0.0, 0.0], [0.0, -0.2, 0.3, 0.1]])
    turn = np.stack([slope, quaternions((10, 30), _AXIS), slope], axis=1)
    return _pair(
        Keys(1, "rotation", (0, 0.5, 1), quaternions((0, 30, -5), (1, 0, 0))),
        Keys(1, "translation", _BETWEEN, _PLACES, "STEP"),
        Keys(0, "rotation", (0, 1), turn, "CUBICSPLINE"),
    )


def _mirrored_keys() -> Figure:
    """All is mirrored by STEP in two axes, then in two others: faces keep their side, and no place is squashed."""
    sizes = [[1, 1, 1], [-1.2, 0.8, -1], [1, -0.9, -1.3], [-1, -1, 1]]
    slide, size = Keys(1, "translation", _BETWEEN, _PLACES, "STEP"), Keys(0, "scale", _BETWEEN, sizes, "STEP")
    return _pair(slide, size)


def _own_targets() -> Figure:
    """Two primitives of one mesh, each with two targets; a clip plays the weights of both."""
    figure = _pair(Keys(1, "rotation", (0, 0.5, 1), quaternions((0, 25, -10), _AXIS)))
    first = figure.meshes[0][0]
    second = replace(first, points=first.points + np.array([0.8, 0.0, 0.0]))
    ways = ([0.4, 0, 0.1], [0, 0, -0.3]), ([0, 0.3, 0.2], [-0.2, 0, 0.4])
    mesh = tuple(
        replace(surface, targets=tuple((surface.points[:, 1:2] * way, None) for way in own))
        for surface, own in zip((first, second), ways, strict=True)
    )
    played = Keys(2, "weights", (0, 0.5, 1), [[0.0, 0.8], [0.6, 0.3], [0.4, 0.6]])
    figure = replace(figure, meshes=(mesh,), clips=((*figure.clips[0], played),))
    return figure.with_node(2, weights=[0.2, 0.5])


def _second_scene() -> Figure:
    figure = _still()
    return replace(figure, nodes=(*figure.nodes, {"name": "elsewhere"}), other_scene=(3,))


def _second_clip() -> Figure:
    figure = _turning()
    first = (Keys(0, "rotation", (0, 1), quaternions((30, -60), (0, 1, 0))),)
    return replace(figure, clips=(first, figure.clips[0]))


def _shared_samplers() -> Figure:
    """Two joints turn by one sampler, and samplers stand in another order than channels."""
    keys = quaternions((0, 40, -25), _AXIS)
    slide = Keys(0, "translation", (0, 0.5, 1), [[0, 0, 0], [0.2, 0.1, 0], [0, 0, 0.3]])
    turns = [Keys(k, "rotation", (0, 0.5, 1), keys) for k in (0, 1)]
    return _pair(turns[0], slide, turns[1], samplers="shared")


def _plain_animated() -> Figure:
    """In a chain of root, joint, node and joint the root and the node between are no joints, and turn."""
    nodes = (
        {"name": "root", "children": [1]},
        {"name": "joint 0", "children": [2]},
        {"name": "between", "translation": [0.0, 0.25, 0.0], "children": [3]},
        {"name": "joint 1", "translation": [0.0, 0.25, 0.0]},
        {"name": "body", "mesh": 0, "skin": 0},
    )
    clip = (
        Keys(0, "rotation", (0, 0.5, 1), quaternions((0, 30, -15), (1, 0, 0))),
        Keys(2, "rotation", (0, 0.5, 1), quaternions((0, 50, -40), _AXIS)),
    )
    return Figure(nodes, ((spire(_BLEND),),), (Rig((1, 3), straight_bind(2)),), (clip,))


def _turned_scale() -> Figure:
    return _pair().with_node(1, rotation=quaternion(_AXIS, 50), scale=[1.6, 0.7, 1.1], translation=[0.1, BONE, 0.0])


ASYMMETRIC: Figures = {
    "cubic-in-out": _in_and_out,
    "step-keys": _steps,
    "all-tracks": _tracks,
    "signed-bytes": lambda: _morphing([[1, -128 / 127], [1, 51 / 127], [1, -64 / 127]], "i1"),
    "short-keys": lambda: _morphing([[1, 0], [1, 13107 / 65535], [1, 300 / 65535]], "u2"),
    "defaults": _defaults,
    "shared-samplers": _shared_samplers,
    "keys-together": lambda: _turning(pool="keys"),
    "second-clip": _second_clip,
    "plain-animated": _plain_animated,
    "sparse-bytes": lambda: _still(POSITION="sparse:u1"),
    "sparse-long": lambda: _still(POSITION="sparse:u4"),
    "sparse-together": lambda: _still(POSITION="sparse", pool="sparse"),
    "turned-scale": _turned_scale,
    "two-binds": _two_binds,
    "own-weights": _own_weights,
    "eight-targets": _eight_targets,
    "normal-target": _without_points,
    "second-scene": _second_scene,
    "more-chunks": lambda: replace(_still(), container="chunks"),
    "mixed-interpolation": _mixed,
    "mirrored-keys": _mirrored_keys,
    "own-targets": _own_targets,
    "larger-skin": _larger_skin,
}
