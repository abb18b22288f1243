"""Inverse bind matrices that a file stores in another order, or by rows, are called so."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.check.check import check_file
from skinning_core.check.skins import check_skins
from skinning_core.model import Model
from tests import golden
from tests.models import MODELS
from tests.tiny import Tiny


def permuted(model: Model, order: np.ndarray) -> list[str]:
    skin = model.skins[0]
    skins = (dataclasses.replace(skin, inverse_bind=skin.inverse_bind[order]), *model.skins[1:])
    findings = check_skins(dataclasses.replace(model, skins=skins))
    return [finding.sentence for finding in findings if finding.code == "SKIN_IBM_PERMUTED"]


@pytest.mark.parametrize("name", sorted(MODELS))
def test_files_in_order_are_not_called_otherwise(name: str, tmp_path: Path) -> None:
    model = load_model(MODELS[name](tmp_path))
    assert "SKIN_IBM_PERMUTED" not in [finding.code for finding in check_skins(model)]


def test_two_exchanged_are_named(tmp_path: Path) -> None:
    model = load_model(MODELS["plain"](tmp_path))
    told = permuted(model, np.array([0, 2, 1]))
    wanted = "joint 1 ('joint 1') has the inverse bind matrix of joint 2 ('joint 2'): 2 joints with one of another"
    assert told
    assert told[0].startswith(wanted)


@pytest.mark.parametrize("name", ["fox", "cesium_man", "greenman"])
def test_real_skins_in_any_order(name: str, shared: Path) -> None:
    model = load_model(golden.sheet(shared, name).model)
    count = len(model.skins[0].joints)
    cycle = np.arange(count)
    cycle[[2, 5, 7]] = [5, 7, 2]
    for order in (cycle, np.roll(np.arange(count), 1), np.random.default_rng(1).permutation(count)):
        assert permuted(model, order), order
    assert not permuted(model, np.arange(count))


def test_a_rest_that_is_no_bind_is_no_other_order(shared: Path) -> None:
    """Nothing can be told of these skins, in whatever order their matrices are."""
    model = load_model(golden.sheet(shared, "mannequiny").model)
    assert not permuted(model, np.arange(len(model.skins[0].joints)))


def test_matrices_stored_by_rows_are_transposed(tmp_path: Path) -> None:
    tiny = Tiny()
    count = len(tiny.data["skins"][0]["joints"])
    matrices = np.tile(np.eye(4, dtype=np.float32), (count, 1, 1))
    matrices[:, :3, 3] = [0.5, -1.0, 2.0]
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(matrices.reshape(count, 16))
    told = [f.sentence for f in check_file(tiny.write_glb(tmp_path / "rows.glb")) if f.code == "ACCESSOR_INVALID_IBM"]
    assert told
    assert "are transposed: their translation stands in the fourth row" in told[0]
