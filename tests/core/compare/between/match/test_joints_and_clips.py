"""Joints and clips found again after renaming, dropping and cutting."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from skinning_core import Model, load_model
from skinning_core.compare.between.match.clips import match_clips
from skinning_core.compare.between.match.joint_pairs import joints_by_weights, match_joints, one_tree
from skinning_core.compare.between.match.vertex_set import vertex_set
from skinning_core.pose.clip import sample_clip


@pytest.fixture
def model(root: Path) -> Model:
    return load_model(root / "examples" / "character.glb")


def renamed(model: Model, name: object) -> Model:
    names = tuple(name(i, old) for i, old in enumerate(model.nodes.names))
    return dataclasses.replace(model, nodes=dataclasses.replace(model.nodes, names=names))


@pytest.mark.parametrize(
    "name",
    [
        lambda _i, old: old,
        lambda _i, old: f"{old}.001",
        lambda _i, old: f"Armature|{old}",
        lambda _i, old: f"mixamorig:{old.upper()}",
        lambda _i, old: old.replace("_", " ").replace(".", "-"),
    ],
    ids=["same", "blender", "armature", "namespace", "signs"],
)
def test_names_are_found_however_they_are_written(model: Model, name: object) -> None:
    matched = match_joints(model, renamed(model, name))
    assert matched.first_of_second.tolist() == list(range(len(model.nodes)))
    assert not len(matched.missing_first)
    assert not len(matched.missing_second)


def test_a_joint_is_found_though_a_rigid_part_has_its_name(model: Model) -> None:
    """As a robot's head hangs on the bone "Head"; the other file rests elsewhere, so only names tell."""
    (skin,) = model.skins
    parts = np.setdiff1d(np.arange(len(model.nodes)), skin.joints).tolist()
    assert parts
    names = dict(zip(parts, (model.nodes.names[joint] for joint in skin.joints.tolist()), strict=False))
    both = renamed(model, lambda i, old: names.get(i, old))
    elsewhere = np.random.default_rng(0).normal(size=both.nodes.translation.shape)
    nodes = dataclasses.replace(both.nodes, translation=elsewhere)
    bind = skin.inverse_bind.copy()
    bind[..., 3] = np.random.default_rng(1).normal(size=bind[..., 3].shape)
    other = dataclasses.replace(both, nodes=nodes, skins=(dataclasses.replace(skin, inverse_bind=bind),))
    matched = match_joints(both, other)
    assert matched.first_of_second[skin.joints].tolist() == skin.joints.tolist()
    assert not len(matched.missing_first)


def test_nameless_joints_are_found_by_their_place(model: Model) -> None:
    matched = match_joints(model, renamed(model, lambda _i, _old: ""))
    found = matched.first_of_second
    assert (found[found >= 0] == np.flatnonzero(found >= 0)).all()
    assert len(matched.by_place) == (found >= 0).sum() > len(model.nodes) // 2
    assert not len(matched.by_name)


def test_nameless_joints_are_told_by_the_weights_of_their_vertices(model: Model) -> None:
    """Wherever the other file rests them; joints that have names keep their partners."""
    own, last = vertex_set(model), len(model.nodes) - 1
    other = dataclasses.replace(own, joints=np.where(own.joints >= 0, last - own.joints, -1))
    every = np.arange(len(own))
    unknown = match_joints(model, renamed(model, lambda _i, _old: ""))
    found = joints_by_weights(unknown, own, other, (every, every))
    moving = np.unique(own.joints[own.weights > 0.0])
    assert found == {int(node): last - int(node) for node in moving}
    named = match_joints(model, model)
    assert joints_by_weights(named, own, own, (every, every)) == {}
    assert joints_by_weights(named, own, dataclasses.replace(own, joints=own.joints[::-1]), (every, every)) == {}
    beside = dataclasses.replace(own, joints=own.joints + len(model.nodes))  # a control rig has the names
    more = np.append(named.first_of_second, np.full(len(model.nodes), -1))
    named = dataclasses.replace(named, first_of_second=more)
    assert joints_by_weights(named, own, beside, (every, every)) == {int(n): int(n) + last + 1 for n in moving}


def test_joints_that_hang_together_in_another_way_are_others(model: Model) -> None:
    """Weights alone would also fit a foreign skeleton whose bones were given them."""
    every = {node: node for node in range(len(model.nodes))}
    loose = dataclasses.replace(model.nodes, parents=np.full_like(model.nodes.parents, -1))
    foreign = dataclasses.replace(model, nodes=loose)
    assert one_tree(model, model, match_joints(model, model), every)
    assert not one_tree(model, foreign, match_joints(model, foreign), every)


def test_joints_of_one_place_are_not_taken_apart_by_rounding(model: Model) -> None:
    skin = model.skins[0]
    bind = np.repeat(skin.inverse_bind[:1], len(skin.joints), axis=0)
    near = bind + np.random.default_rng(0).normal(scale=1e-8, size=bind.shape)
    models = [
        dataclasses.replace(
            renamed(model, lambda _i, _old: ""), skins=(dataclasses.replace(skin, inverse_bind=each), *model.skins[1:])
        )
        for each in (bind, near)
    ]
    found = match_joints(*models).first_of_second[skin.joints]
    assert found.tolist() == skin.joints.tolist()


def test_exchanged_names_count_as_they_are(model: Model) -> None:
    """Who names the left hand "right" has another file; nothing is put right in silence."""
    swapped = renamed(model, lambda i, _old: model.nodes.names[{3: 4, 4: 3}.get(i, i)])
    assert match_joints(model, swapped).first_of_second[[3, 4]].tolist() == [4, 3]


def test_long_names_as_blender_cuts_them(model: Model) -> None:
    long = renamed(model, lambda _i, old: f"{old}-{'é' * 40}")
    cut = renamed(long, lambda _i, old: old.encode()[:63].decode(errors="ignore"))
    assert match_joints(long, cut).first_of_second.tolist() == list(range(len(model.nodes)))


def test_clips_by_name_then_by_content(model: Model) -> None:
    joints = match_joints(model, model)
    same = match_clips(model, model, joints)
    assert same.pairs == tuple((i, i) for i in range(len(model.clips)))
    assert not same.renamed
    turned = dataclasses.replace(
        model, clips=tuple(dataclasses.replace(clip, name=f"take {i}") for i, clip in enumerate(model.clips[::-1]))
    )
    found = match_clips(model, turned, joints)
    last = len(model.clips) - 1
    assert found.pairs == found.renamed == tuple((i, last - i) for i in range(last + 1))
    fewer = dataclasses.replace(turned, clips=turned.clips[1:])
    assert match_clips(fewer, model, joints).missing_second == (last,)


def test_a_clip_that_was_resampled_ends_a_step_later(root: Path) -> None:
    """Five per cent longer with keys as far apart, the same; with keys close together, or twice as long, another."""
    model = load_model(root / "examples" / "character.glb")
    clip = dataclasses.replace(model.clips[0], name="clip 0")
    span = clip.end - clip.start

    def paired(stretch: float, keys: int) -> bool:
        times = np.linspace(clip.start, clip.end, keys)
        pose = sample_clip(model.nodes, clip, times)
        tracks = [
            dataclasses.replace(track, interpolation="LINEAR", times=stretch * times, values=values[:, track.node])
            for track in clip.tracks
            for values in (getattr(pose, track.path, None),)
            if values is not None
        ]
        other = dataclasses.replace(model, clips=(dataclasses.replace(clip, tracks=tuple(tracks)),))
        own = dataclasses.replace(model, clips=(clip,))
        return bool(match_clips(own, other, match_joints(own, other)).pairs)

    assert span > 0.0
    assert paired(1.0, 15)
    assert paired(1.05, 15)
    assert not paired(1.05, 400)
    assert not paired(2.0, 15)
