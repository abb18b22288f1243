"""C6: both rules for normals, and the angle between them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.fast.exact_engine import skin_model
from skinning_core.lessons.normal_effect import normal_rule_angles
from skinning_core.skin.linear import skin_normals
from tests import golden
from tests.core.random_models import turn, unit

ONE_JOINT, FULL_WEIGHT = np.zeros((1, 1), int), np.ones((1, 1))


def under(linear: np.ndarray) -> np.ndarray:
    """(1, 1, 3, 4) skin palette of one joint with this 3x3."""
    return np.concatenate([linear, np.zeros((3, 1))], axis=1)[None, None]


def test_a_slope_squeezed_to_half_its_height() -> None:
    """A plane rising at 45 degrees, height halved, rises by atan(1/2): its normal leans atan(2) from the x axis.

    As a direction the normal is halved too and leans the other way, by atan(1/2).
    """
    squeeze = np.diag([1.0, 0.5, 1.0])
    normal = np.array([[[-1.0, 1.0, 0.0]]]) / np.sqrt(2)
    right = skin_normals(under(squeeze), normal, ONE_JOINT, FULL_WEIGHT)[0, 0]
    wrong = skin_normals(under(squeeze), normal, ONE_JOINT, FULL_WEIGHT, inverse_transpose=False)[0, 0]
    assert np.allclose(right, np.array([-1, 2, 0]) / np.sqrt(5))
    assert np.allclose(wrong, np.array([-2, 1, 0]) / np.sqrt(5))
    angle = normal_rule_angles(under(squeeze), normal, ONE_JOINT, FULL_WEIGHT)
    assert np.allclose(angle, np.arctan(2) - np.arctan(0.5))


@pytest.mark.parametrize("scale", [1.0, 0.01, 3.0])
def test_turns_and_even_scales_make_no_difference(scale: float) -> None:
    rng = np.random.default_rng(1)
    normals = rng.normal(size=(1, 5, 3))
    linear = scale * turn(unit(rng))
    joints, weights = np.zeros((5, 1), int), np.ones((5, 1))
    assert normal_rule_angles(under(linear), normals, joints, weights).max() < 1e-7


def test_the_right_rule_stays_perpendicular_to_the_surface() -> None:
    """Whatever the matrix: tangents moved by M, normals by the rule, their dot products vanish."""
    rng = np.random.default_rng(2)
    linear = rng.normal(size=(3, 3))
    tangents = rng.normal(size=(2, 3))
    normal = np.cross(*tangents)[None, None]
    right = skin_normals(under(linear), normal, ONE_JOINT, FULL_WEIGHT)[0, 0]
    moved = tangents @ linear.T
    assert np.abs(moved @ right).max() < 1e-12
    facing = np.cross(*moved) @ right
    assert facing * np.linalg.det(linear) > 0 or np.isclose(facing, 0), "a mirror turns it with the surface"


def test_a_squashed_normal_is_zero() -> None:
    flat = np.diag([0.0, 0.0, 1.0])
    assert np.array_equal(skin_normals(under(flat), np.array([[[1.0, 0, 0]]]), ONE_JOINT, FULL_WEIGHT)[0, 0], [0, 0, 0])


@pytest.mark.parametrize("name", ["fox", "hard/h01_shear_chain", "hard/h03_ibm_shear"])
def test_normals_are_golden(shared: Path, name: str) -> None:
    sheet = golden.sheet(shared, name)
    model = load_model(sheet.model)
    for entry in sheet.entries:
        with entry.arrays() as expected:
            if "nrm0" not in expected:
                continue
            ours = skin_model(model, entry.clip, expected["times"]).normals[0]
            defined = np.linalg.norm(expected["nrm0"], axis=-1) > 0
            assert np.abs(ours - expected["nrm0"])[defined].max() < 1e-5


def test_the_rules_differ_where_a_model_shears(shared: Path) -> None:
    model = load_model(next((shared / "models/hard/h01_shear_chain").glob("*.gl*")))
    skinned = skin_model(model, 0, np.array([0.3]))
    primitive = model.primitive(model.parts[0])
    if primitive.normals is None:
        pytest.skip("the model has no normals")
    skin_palette = skinned.skin_palettes[0][1][:, :, :3]
    angles = normal_rule_angles(
        skin_palette, primitive.normals[None], primitive.influences.joints, primitive.influences.weights
    )
    assert np.degrees(angles.max()) > 5.0
