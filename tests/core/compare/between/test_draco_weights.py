"""What Draco did to weights: it rounds those of most vertices, and a vertex with a neighbour's was left out itself."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.compare.between.split import DRACO
from skinning_core.model import Influences, Model, Primitive

ROOT = Path(__file__).parents[4]


def with_weights(model: Model, change) -> Model:
    """The model with changed weights (V, K) of every skinned primitive, as a file with Draco."""

    def changed(primitive: Primitive) -> Primitive:
        stored = primitive.influences
        if stored is None:
            return primitive
        return dataclasses.replace(primitive, influences=Influences(stored.joints, change(stored.weights)))

    meshes = [dataclasses.replace(m, primitives=tuple(map(changed, m.primitives))) for m in model.meshes]
    return dataclasses.replace(model, meshes=tuple(meshes), extensions=(*model.extensions, DRACO))


def rounded(weights: np.ndarray) -> np.ndarray:
    """To six bits, and no influence is lost."""
    return np.where(weights > 0.0, np.maximum(np.round(weights * 63.0), 1.0), 0.0) / 63.0


def a_few_of_others(weights: np.ndarray) -> np.ndarray:
    """A few vertices have their two largest weights exchanged, as those of a neighbour may be."""
    out = weights.copy()
    mixed = np.flatnonzero((weights[:, 0] != weights[:, 1]) & (weights[:, 1] > 0.0))[:3]
    out[mixed, :2] = weights[mixed, 1::-1]
    return out


def both(weights: np.ndarray) -> np.ndarray:
    """Those of most vertices in twelve bits, and a few have a tenth of one joint's weight at another joint."""
    fine = np.where(weights > 0.0, np.maximum(np.round(weights * 4095.0), 1.0), 0.0) / 4095.0
    several = np.flatnonzero((weights[:, 0] > 0.2) & (weights[:, 1] > 0.2))[:3]
    fine[several, :2] += [-0.1, 0.1]
    return fine


CASES = [(rounded, "draco weights"), (a_few_of_others, "draco"), (both, "draco")]


@pytest.mark.parametrize(("change", "step"), CASES)
def test_weights_of_a_few_were_not_rounded(change, step: str) -> None:
    model = load_model(ROOT / "examples" / "character.glb")
    other = OtherFile(Path("other.glb"), model, with_weights(model, change))
    found = max((other.split(0, time) for time in (0.1, 0.4, 0.7)), key=lambda one: one.distance)
    assert [each.name for each in found.steps] == [step]
