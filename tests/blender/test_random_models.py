"""Blender on our rig against a plain reading of the specification, on random characters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.blender.test_golden_blender import diagonal
from tests.models.random_character import random_character

bpy = pytest.importorskip("bpy")

BAR = 3e-6
HALF_ULP = 2.0**-24  # the largest relative error of one rounding to float32
PRODUCTS = 8  # roundings between a bone's place in the world and a vertex's: armature, chain, offset, blend
TIMES = np.array([0.0, 0.07, 0.31, 0.5, 0.77, 1.0, 1.61, 2.4, 3.3])


#: Two skins of one skeleton, of which one is far smaller in bind space: 4e-6 to 1.2e-5 of the size off where a helper
#: bone rests at its joint, however far that is from the mesh.
APART = (354, 490, 630)


#: Thirteen by day, 0.7 s of processor each; models of the golden data are held to the same reading by day.
@pytest.mark.parametrize(
    "seed", [*range(10), *APART, *(pytest.param(k, marks=pytest.mark.nightly) for k in range(10, 20))]
)
def test_blender_equals_the_plain_reading(extension: str, seed: int, tmp_path: Path):
    path = random_character(seed, tmp_path)
    model = module(extension, "skinning_core").load_model(path)
    blender = module(extension, "addon.subjects.blender").make("blender", model)
    for clip in [None, *range(len(model.clips))]:
        expected = plain.skin(path, clip, TIMES.tolist())
        found = blender.at(clip, TIMES)
        error = _largest_by_time(found.positions, expected)
        allowed = np.maximum(BAR * diagonal(expected), _floor_of_float32(path, clip, expected))
        assert (error <= allowed).all(), (clip, error / diagonal(expected), allowed / diagonal(expected))


def _floor_of_float32(path: Path, clip: int | None, expected: list[np.ndarray]) -> np.ndarray:
    """(T,) metres that float32 alone may cost, whatever the rig.

    Every vertex passes through numbers as large as its distance from the origin, and is rounded some ``PRODUCTS`` times
    on the way. Blender's clock and the frames of keys are float32 too: together up to three roundings of the time,
    and whatever a vertex moves meanwhile.
    """
    far = np.max([np.linalg.norm(part, axis=-1).max(axis=1) for part in expected], axis=0)
    early = plain.skin(path, clip, (TIMES * (1 - 3 * HALF_ULP)).tolist())
    late = plain.skin(path, clip, (TIMES * (1 + 3 * HALF_ULP)).tolist())
    moved = np.maximum(_largest_by_time(early, expected), _largest_by_time(late, expected))
    return PRODUCTS * HALF_ULP * far + moved


def _largest_by_time(found, expected) -> np.ndarray:
    """(T,) metres; not finite where a position is not."""
    return np.max([np.linalg.norm(a - b, axis=-1).max(axis=1) for a, b in zip(found, expected, strict=True)], axis=0)
