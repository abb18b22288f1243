"""Engines that take displacements of morph targets in another unit, or along other axes than positions."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.cause import Cause
from skinning_core.compare.causes.finder import diagnosing
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Mesh, Model
from skinning_core.skin.posed_model import posed_model
from tests.subjects import to_the_end

CHARACTER = Path(__file__).parents[4] / "examples" / "character.glb"
#: Its clip with morph targets.
SMILES = 1


def mapped(model: Model, matrix: list[list[float]]) -> Model:
    """The model with all displacements multiplied by a matrix (3, 3)."""

    def changed(mesh: Mesh) -> Mesh:
        primitives = tuple(
            dataclasses.replace(each, morph_positions=each.morph_positions @ np.transpose(matrix))
            if each.morph_positions is not None
            else each
            for each in mesh.primitives
        )
        return dataclasses.replace(mesh, primitives=primitives)

    return dataclasses.replace(model, meshes=tuple(map(changed, model.meshes)))


def causes(matrix: list[list[float]]) -> tuple[Cause, ...]:
    """What is named of an engine that multiplies displacements by a matrix (3, 3)."""
    model = load_model(CHARACTER)
    clip = model.clips[SMILES]
    times = np.linspace(clip.start, clip.end, 5)
    ours, theirs = skin_model(model, SMILES, times), skin_model(mapped(model, matrix), SMILES, times)
    places = tuple(positions.astype(np.float32) for positions in theirs.positions)
    other = dataclasses.replace(theirs, positions=places, node_globals=None, skin_palettes=())
    return to_the_end(diagnosing(posed_model(model, clip, times), ours, other)).causes


@pytest.mark.parametrize("factor", [0.01, 0.5, 100.0])
def test_displacements_in_another_unit_are_told(factor: float) -> None:
    (cause,) = causes([[factor, 0.0, 0.0], [0.0, factor, 0.0], [0.0, 0.0, factor]])
    assert (cause.code, cause.explained > 0.9999) == ("morphs-scaled", True)
    assert f"{factor:g} times" in str(cause.sentence)


@pytest.mark.parametrize(
    ("matrix", "axes"),
    [
        ([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]], "x, -z, y"),  # Blender's, with z up
        ([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]], "x, z, -y"),
        ([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], "-x, y, z"),  # the other hand
        ([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]], "-x, -y, -z"),  # subtracted
    ],
)
def test_displacements_along_other_axes_are_told(matrix: list[list[float]], axes: str) -> None:
    (cause,) = causes(matrix)
    assert (cause.code, cause.explained > 0.9999) == ("morphs-turned", True)
    assert f": {axes} are taken" in str(cause.sentence)


def test_what_is_no_axis_is_not_told() -> None:
    """Displacements that are flattened: no unit and no axes."""
    assert not {cause.code for cause in causes([[1.0, 0.0, 0.0], [0.0, 0.3, 0.0], [0.0, 0.0, 1.0]])} & {
        "morphs-scaled",
        "morphs-turned",
    }
