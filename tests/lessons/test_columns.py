"""Colours, normals, errors and lost vertices of a column, vertex by vertex, against plain loops.

Each of these faults, put into the code on purpose, fails a test of this file: isolated faces with the colours, or the
normals, of other vertices; faces drawn whose vertex an engine has lost; an engine drawn without its normals; colours of
errors that are not on the scale beside them; an engine's errors painted on the reference; errors in metres under a
scale in percent; the skeleton of a looping clip beyond its end; a mesh whose morphs are left out of places or normals.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from skinning_core.subject import computed
from tests import plain
from tests.core.gpu.test_drawn import Drawn, places, product
from tests.models import MODELS

Package = Callable[[str], ModuleType]


@pytest.fixture
def arm(package: Package, root: Path) -> Drawn:
    return Drawn(package, root / "examples" / "arm.glb")


def shifted(drawn: Drawn, off: np.ndarray) -> Drawn:
    """The same with an engine "off", which moves each vertex of the reference by ``off`` (V, 3); NaN loses it."""
    engines = drawn.subject.engines

    def skin(model: object, clip: int | None, times: np.ndarray, **_: object) -> object:
        found = engines["reference"](model).at(clip, times)
        return dataclasses.replace(found, positions=tuple(p + off for p in found.positions))

    drawn.subject = dataclasses.replace(drawn.subject, engines={**engines, "off": computed("off", skin)})
    return drawn


def test_isolated_faces_keep_the_colours_and_normals_of_their_vertices(arm: Drawn) -> None:
    """Every vertex has a colour of its own here, so that none can be taken for another."""
    count = len(arm.vertices)
    own = np.column_stack([np.arange(count) / count, np.zeros((count, 2)), np.ones(count)]).astype(np.float32)
    arm.subject = dataclasses.replace(arm.subject, paint=lambda _model, _part: own)
    attributes = arm.file.json["meshes"][0]["primitives"][0]["attributes"]
    normals, posed = arm.file.accessor(attributes["NORMAL"]), plain.skin(arm.path, 0, [arm.time])[0][0]
    for joint in arm.joints:
        (column,) = arm.columns("isolate", str(arm.model.nodes.names[joint]))
        piece = column.pieces[0]
        which = np.rint(piece.tint[:, 0] * count).astype(int)
        assert 0 < len(which) < count
        assert len(set(which)) == len(which)
        assert np.allclose(places(piece), posed[which], atol=1e-6)
        assert np.allclose(piece.geometry.normals[0], normals[which], atol=1e-6)


def test_faces_of_lost_vertices_are_not_drawn(arm: Drawn) -> None:
    faces = arm.file.accessor(arm.file.json["meshes"][0]["primitives"][0]["indices"]).astype(int).reshape(-1, 3)
    off = np.zeros((len(arm.vertices), 3))
    off[[7, 200]] = np.nan
    (column,) = shifted(arm, off).columns("engine", "off")
    kept = [face for face in faces.tolist() if 7 not in face and 200 not in face]
    assert column.pieces[0].triangles.tolist() == kept
    assert len(kept) < len(faces)
    assert np.isfinite(places(column.pieces[0])).all()


def test_an_engine_is_drawn_with_its_normals(arm: Drawn) -> None:
    """Rigid: a normal is turned by the one joint that its vertex follows."""
    attributes = arm.file.json["meshes"][0]["primitives"][0]["attributes"]
    stored = arm.file.accessor(attributes["NORMAL"])
    (column,) = arm.columns("engine", "form:rigid")
    geometry = column.pieces[0].geometry
    assert geometry.has_normals
    for v, (_, pairs) in enumerate(arm.vertices):
        joint = max(pairs, key=lambda pair: pair[1])[0]
        turned = product(arm.world[arm.joints[joint]], arm.inverse_bind[joint])[:, :3] @ stored[v]
        assert np.allclose(geometry.normals[0, v], turned / np.linalg.norm(turned), atol=1e-5), v


def test_an_error_is_painted_on_the_engine_by_the_scale_beside_it(arm: Drawn) -> None:
    posed = plain.skin(arm.path, 0, [arm.time])[0][0]
    size = float(np.linalg.norm(np.ptp(posed, axis=0)))
    off = np.zeros((len(posed), 3))
    off[:, 2] = np.arange(len(posed)) / len(posed) * 0.02 * size
    (column,) = shifted(arm, off).columns("error", "off")
    assert np.allclose(places(column.pieces[0]), posed + off, atol=1e-6)
    assert column.label == "off against the reference"
    top = off[:, 2].max() / size
    assert (column.legend.low, column.legend.high) == ("error: 0", f"{100 * top:.1f} % of the size")
    for v, (_, _, distance) in enumerate(off):
        (wanted,) = column.legend.colors(np.array([distance / size / top]))
        assert np.allclose(column.pieces[0].tint[v, :3], wanted[:3], atol=1e-5), v
    assert len(np.unique(column.pieces[0].tint, axis=0)) > 100


def test_the_skeleton_of_a_looping_clip_stands_where_the_clip_is(arm: Drawn) -> None:
    """Asked for long after the end; the subject's time is within the clip."""
    arm.subject = dataclasses.replace(arm.subject, asked=arm.time + 10.0)
    columns = arm.package("addon.lessons.columns")
    ((segments, _),) = columns.with_skeletons(arm.subject, None, ["current"]).lines
    ends = {tuple(np.round(end, 4)) for segment in segments for end in segment}
    bare = {tuple(np.round(arm.world[node][:, 3], 4)) for node in arm.joints}
    assert bare <= ends


def test_a_morphed_mesh_is_drawn_morphed(package: Package, tmp_path: Path) -> None:
    """Clip 1, "breathe", at 0.3 s: the first target has come up by three quarters, the second gone down by as much."""
    drawn = Drawn(package, MODELS["morphs"](tmp_path), 0.3)
    model, weights = drawn.model, (0.75, 0.1)
    pose = package("skinning_core.pose.clip").sample_clip(model.nodes, model.clips[1], np.array([0.3]))
    drawn.subject = dataclasses.replace(drawn.subject, clip=1, pose=pose)
    (column,) = drawn.columns("posed")
    (piece,) = column.pieces
    assert np.allclose(places(piece), plain.skin(drawn.path, 1, [0.3])[0][0], atol=1e-5)
    primitive = drawn.file.json["meshes"][0]["primitives"][0]
    normals = drawn.file.accessor(primitive["attributes"]["NORMAL"])
    for weight, target in zip(weights, primitive["targets"], strict=True):
        normals = normals + weight * drawn.file.accessor(target["NORMAL"])
    assert np.allclose(piece.geometry.normals[0], normals, atol=1e-5)
