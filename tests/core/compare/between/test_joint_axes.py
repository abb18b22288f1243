"""Joints with other axes, as converters give them: told only where keys or binds were not turned with them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.between.joint_axes import in_first_axes
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.compare.between.split import Split
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Clip, Model, Track
from skinning_core.pose.clip import sample_clip
from skinning_core.transform import compose, multiply, quaternion_product, rotation_matrix, unit_quaternions
from tests import golden
from tests.core.compare.between.test_split import keys, rest, weights

CHARACTERS = ("fox", "cesium_man", *(("woman",) if os.environ.get("SKINPROOF_LONG") else ()))
BACK = np.array([-1.0, -1.0, -1.0, 1.0])


def turned(model: Model) -> Model:
    """Every joint has axes of its own: the nodes, inverse binds and keys are turned."""
    turns = np.tile([0.0, 0.0, 0.0, 1.0], (len(model.nodes), 1))
    joints = np.unique(np.concatenate([skin.joints for skin in model.skins]))
    turns[joints] = unit_quaternions(np.random.default_rng(5).normal(size=(len(joints), 4)))
    nodes = model.nodes
    before = np.where((nodes.parents >= 0)[:, None], turns[nodes.parents], [0.0, 0.0, 0.0, 1.0]) * BACK

    def track(each: Track) -> Track:
        if each.path == "rotation":
            made = quaternion_product(quaternion_product(before[each.node], each.values), turns[each.node])
        elif each.path == "translation":
            made = each.values @ rotation_matrix(before[each.node]).T
        else:
            return each
        assert each.in_tangents is None
        return replace(each, values=made)

    assert not nodes.has_matrix[joints].any()
    moved = replace(
        nodes,
        rotation=quaternion_product(quaternion_product(before, nodes.rotation), turns),
        translation=np.einsum("nij,nj->ni", rotation_matrix(before), nodes.translation),
    )
    skins = []
    for skin in model.skins:
        own = compose(np.zeros(3), turns[skin.joints] * BACK, np.ones(3))
        skins.append(replace(skin, inverse_bind=multiply(own, skin.inverse_bind)))
    clips = tuple(Clip(clip.name, tuple(map(track, clip.tracks))) for clip in model.clips)
    return replace(model, nodes=moved, skins=tuple(skins), clips=clips)


def binds_forgotten(model: Model) -> Model:
    return replace(turned(model), skins=model.skins)


def keys_forgotten(model: Model) -> Model:
    return replace(turned(model), clips=model.clips)


def told(model: Model, other: Model, share: float | None = 0.37) -> Split:
    clip = model.clips[0]
    when = (None, 0.0) if share is None else (0, clip.start + share * (clip.end - clip.start))
    return OtherFile(Path("b.glb"), model, other).split(*when)


@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("change", [keys, weights])
def test_axes_do_not_hide_what_was_changed(shared: Path, name: str, change: Callable[[Model], Model]) -> None:
    """It was "rest pose" and "other positions" against each other."""
    model = load_model(golden.sheet(shared, name).model)
    plain, found = told(model, change(model)), told(model, turned(change(model)))
    assert [step.name for step in found.steps] == [step.name for step in plain.steps]
    assert found.distance == pytest.approx(plain.distance, rel=1e-6)


@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize(
    ("change", "share"), [(binds_forgotten, 0.37), (binds_forgotten, None), (keys_forgotten, 0.37)]
)
def test_what_was_not_turned_with_the_axes_is_told(
    shared: Path, name: str, change: Callable[[Model], Model], share: float | None
) -> None:
    model = load_model(golden.sheet(shared, name).model)
    found = told(model, change(model), share)
    assert [step.name for step in found.steps] == ["joint axes"]


def bent(model: Model) -> Model:
    """Each joint that no other joint hangs on rests turned; keys and binds stay."""
    joints = model.skins[0].joints
    ends = np.setdiff1d(joints, model.nodes.parents)
    rotation = model.nodes.rotation.copy()
    rotation[ends] = quaternion_product(rotation[ends], unit_quaternions([0.3, 0.1, 0.0, 1.0]))
    return replace(model, nodes=replace(model.nodes, rotation=rotation))


@pytest.mark.parametrize(("name", "change"), [("fox", rest), ("fox", bent), ("greenman", bent)])
def test_another_rest_pose_stays_one(shared: Path, name: str, change: Callable[[Model], Model]) -> None:
    model = load_model(golden.sheet(shared, name).model)
    found = told(model, change(model), None)
    assert [step.name for step in found.steps] == ["rest pose"]


def at_rest_as_in_the_clip(model: Model) -> Model:
    clip = model.clips[0]
    pose = sample_clip(model.nodes, clip, np.array([clip.start + 0.3 * (clip.end - clip.start)]))
    shown = {name: getattr(pose, name)[0] for name in ("translation", "rotation", "scale")}
    return replace(model, nodes=replace(model.nodes, **shown))


@pytest.mark.parametrize("change", [at_rest_as_in_the_clip, bent, lambda model: at_rest_as_in_the_clip(weights(model))])
@pytest.mark.parametrize("name", ["fox", "cesium_man"])
def test_other_axes_and_another_rest_pose_together(shared: Path, name: str, change: Callable[[Model], Model]) -> None:
    """Axes are read off the binds, which no rest pose changes: it was "rest pose" and "other positions" together."""
    model = load_model(golden.sheet(shared, name).model)
    plain, found = (told(model, each, None) for each in (change(model), turned(change(model))))
    assert [step.name for step in found.steps] == [step.name for step in plain.steps]
    assert found.steps[0].name == "rest pose"
    assert found.distance == pytest.approx(plain.distance, rel=1e-6)
    assert found.steps[0].share == pytest.approx(plain.steps[0].share, abs=1e-6)


@pytest.mark.parametrize("change", [at_rest_as_in_the_clip, bent])
@pytest.mark.parametrize("name", CHARACTERS)
def test_keys_that_were_not_turned_are_told_with_another_rest_pose_too(
    shared: Path, name: str, change: Callable[[Model], Model]
) -> None:
    model = load_model(golden.sheet(shared, name).model)
    found = told(model, replace(turned(change(model)), clips=model.clips))
    assert (found.steps[0].name, found.steps[0].share > 0.9) == ("joint axes", True)


@pytest.mark.parametrize("name", CHARACTERS)
def test_the_skinning_stays(shared: Path, name: str) -> None:
    model = load_model(golden.sheet(shared, name).model)
    other = turned(model)
    (back,) = in_first_axes(model, other, OtherFile(Path("b.glb"), model, other).correspondence, 0)
    assert back.plain
    times = np.linspace(model.clips[0].start, model.clips[0].end, 3)
    places = [np.concatenate(skin_model(m, 0, times, variants=False).positions, axis=1) for m in (other, back.model)]
    assert np.abs(places[0] - places[1]).max() < 5e-5 * np.ptp(places[0][0], axis=0).max()  # woman's scales are uneven
    alike = np.abs((unit_quaternions(back.model.nodes.rotation) * unit_quaternions(model.nodes.rotation)).sum(axis=1))
    assert alike.min() > 1.0 - 1e-6
    none = OtherFile(Path("b.glb"), model, model)
    assert in_first_axes(model, model, none.correspondence, 0) == ()
