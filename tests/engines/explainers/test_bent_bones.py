"""Bones that bend are told from positions alone; what is no motion of the bones is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from skinning_core.skin.posed_model import posed_model
from tests.core.compare.causes.test_smoothing import TIMES, found


@pytest.fixture(scope="module")
def arm() -> Model:
    return load_model(Path(__file__).parents[3] / "examples" / "arm.glb")


def on_bendy_bones(model: Model, segments: int, amount: float) -> np.ndarray:
    """(T, V, 3) the arm, every vertex going with the two matrices at the ends of its segment, one by one.

    Its bones begin at x = 0, 1 and 2; the last is half as long as the one before, all reach a quarter of the size.
    """
    posed, primitive = posed_model(model, model.clips[0], TIMES), model.meshes[0].primitives[0]
    influences = model.influences(model.parts[0])
    palette, rng = posed.skin_palettes[0], np.random.default_rng(9)
    size = np.linalg.norm(np.ptp(primitive.positions, axis=0))
    lengths = np.minimum([1.0, 1.0, 0.5], 0.25 * size)
    bent = palette[:, :, None] + amount * rng.normal(size=(len(TIMES), 3, segments + 1, 3, 4))
    out = np.zeros((len(TIMES), primitive.vertex_count, 3))
    for v, point in enumerate(np.append(primitive.positions.astype(float), np.ones((primitive.vertex_count, 1)), 1)):
        weights = influences.weights[v] / influences.weights[v].sum()
        for joint, weight in zip(influences.joints[v].tolist(), weights.tolist(), strict=True):
            along = min(max((point[0] - joint) / lengths[joint], 0.0), 1.0) * segments
            low = min(int(along), segments - 1)
            for k, share in ((low, 1.0 - (along - low)), (low + 1, along - low)):
                out[:, v] += weight * share * (bent[:, joint, k] @ point)
    return out


@pytest.mark.parametrize("segments", [2, 8])
def test_bones_that_bend_are_told(arm: Model, segments: int) -> None:
    mine = on_bendy_bones(arm, segments, 0.05)
    diagnosis, split = found(arm, mine)
    (cause,) = diagnosis.causes
    assert cause.code == "bones-bend"
    right = skin_model(arm, 0, TIMES)
    apart = np.linalg.norm(mine - right.positions[0], axis=-1) / right.diagonal[:, None]
    assert cause.size == pytest.approx(apart.max(), rel=1e-3)
    assert cause.explained > 0.98
    assert split.deformation_share == pytest.approx(1.0)


@pytest.mark.parametrize("radius", [0.5, 1.0, 2.0])
def test_a_swelling_bends_no_bones(arm: Model, radius: float) -> None:
    """However smooth: it gains ten times at most, by the matrices along the bones."""
    ours = skin_model(arm, 0, TIMES).positions[0].astype(np.float64)
    near = np.exp(-((ours - [1.0, 0.1, 0.0]) ** 2).sum(axis=-1, keepdims=True) / radius**2)
    assert found(arm, ours + 0.05 * near * [0.3, 1.0, 0.5])[0].causes == ()
