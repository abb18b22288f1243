"""What a picture draws, as data, against plain loops: segments, points, colours, palettes, faces, times, cameras.

Expected values come from ``tests.plain`` (the specification read once more) and from loops in this file. A vertex is
followed here as the shader follows it: its own weights, its own joints, the palette that is uploaded.

Each of these faults, put into the code on purpose, fails a test of this file (the first nine are those that tests of
pixels once let pass): the bind skeleton drawn as the rest skeleton; bones drawn from the first joint instead of their
parent; the space of joint 0 instead of the joint that is named; joint space that is mesh space; mesh space that is the
rest pose; weights by the joint's number instead of its node; isolated faces of which one corner is enough; the column
"GPU" drawing an unskinned mesh; a crowd all at one time. And ten more: the current skeleton at time 0; every vertex
under its own world matrix instead of its own inverse bind; the steps of a chain multiplied in reversed order; a chain
that stops before its root; a mesh carried by a joint's parent; an engine's column at another time; a crowd whose rows
stand in reversed order; colours of joints shifted by one; columns of one picture seen by different cameras; a mistake
that is drawn as the right result.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests import plain
from tests.models import MODELS

Package = Callable[[str], ModuleType]
TIME = 0.7


class Drawn:
    """One model with its columns, and the same model read plainly."""

    def __init__(self, package: Package, path: Path, time: float = TIME, **changed: object) -> None:
        self.package, self.path, self.time = package, path, time
        self.model = package("skinning_core").load_model(path)
        self.file = plain.PlainFile(path)
        self.world = [m[:3] for m in plain._pose(self.file, 0, time)[0]]
        self.rest = [m[:3] for m in plain._pose(self.file, None, 0.0)[0]]
        clip = self.model.clips[0]
        pose = package("skinning_core.pose.clip").sample_clip(self.model.nodes, clip, np.array([time]))
        engines = package("skinning_core.subject").SUBJECTS
        columns = package("addon.lessons.motif")
        paint = package("addon.gpu.data.tint").material
        fields = {"spacing": 1.5, "offset": 0.3, "looping": True, "paint": paint, **changed}
        self.subject = columns.Motif(self.model, 0, time, time, pose, engines, **fields)

    def columns(self, name: str, value: str = "") -> tuple:
        return self.package("addon.lessons.columns").made(name, self.subject, value)

    @property
    def joints(self) -> list[int]:
        return self.file.json["skins"][0]["joints"]

    @property
    def inverse_bind(self) -> list[np.ndarray]:
        return [m.reshape(4, 4).T[:3] for m in self.file.accessor(self.file.json["skins"][0]["inverseBindMatrices"])]

    @cached_property
    def vertices(self) -> list[tuple[np.ndarray, list[tuple[int, float]]]]:
        """Of the first primitive: stored place, and pairs of joint number and weight."""
        attributes = self.file.json["meshes"][0]["primitives"][0]["attributes"]
        points = self.file.accessor(attributes["POSITION"])
        joints, weights = self.file.accessor(attributes["JOINTS_0"]), self.file.accessor(attributes["WEIGHTS_0"])
        rows = zip(joints.astype(int).tolist(), weights.tolist(), strict=True)
        pairs = [[(j, w) for j, w in zip(js, ws, strict=True) if w] for js, ws in rows]
        return list(zip(points, pairs, strict=True))

    def blended(self, matrix: Callable[[int], np.ndarray]) -> np.ndarray:
        """(V, 3) each vertex under the weighted mean of ``matrix(joint number)`` (3, 4)."""
        out = []
        for point, pairs in self.vertices:
            total = sum(w for _, w in pairs)
            out.append(sum(w / total * (matrix(j) @ [*point, 1.0]) for j, w in pairs))
        return np.array(out)


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    last = [0.0, 0.0, 0.0, 1.0]
    return (np.vstack([a, last]) @ np.vstack([b, last]))[:3]


def places(piece: object, instance: int = 0) -> np.ndarray:
    """(V, 3) where the shader puts the vertices of a piece, one influence after the other."""
    g, p = piece.geometry, piece.palette
    out = np.zeros((g.vertex_count, 3))
    for v in range(g.vertex_count):
        for joint, weight in zip(g.joints[v].tolist(), g.weights[v].tolist(), strict=True):
            out[v] += weight * (p.skin_palette[instance, joint] @ [*g.positions[0, v].tolist(), 1.0])
    return out + p.centre[instance]


@pytest.fixture(params=["arm", "armature_above"])
def drawn(request: pytest.FixtureRequest, package: Package, root: Path, tmp_path: Path) -> Drawn:
    path = root / "examples" / "arm.glb" if request.param == "arm" else MODELS[request.param](tmp_path)
    return Drawn(package, path)


def name_of(drawn: Drawn, joint: int) -> str:
    """The name by which ``--show`` finds the joint with this number, which is not the number itself."""
    return str(drawn.model.nodes.names[drawn.joints[joint]])


def test_skeletons_are_segments_from_joint_to_parent(drawn: Drawn) -> None:
    bones = drawn.package("addon.gpu.data.bones")
    worlds = bones.pose_worlds(drawn.model, drawn.model.clips[0], drawn.time)
    bind = [np.linalg.inv(np.vstack([m, [0, 0, 0, 1]]))[:3] for m in drawn.inverse_bind]
    expected = {
        "rest": {node: drawn.rest[node][:, 3] for node in drawn.joints},
        "current": {node: drawn.world[node][:, 3] for node in drawn.joints},
        "bind": {node: bind[j][:, 3] for j, node in enumerate(drawn.joints)},
    }
    parents = {child: n for n, node in enumerate(drawn.file.json["nodes"]) for child in node.get("children") or []}
    for pose, joint_places in expected.items():
        segments = bones.bone_segments(drawn.model, worlds[pose], 1.0).tolist()
        wanted = []
        for node in sorted(drawn.joints):
            if parents.get(node) in joint_places:
                wanted.append([joint_places[parents[node]], joint_places[node]])
            wanted += [[joint_places[node] - axis, joint_places[node] + axis] for axis in np.eye(3) * 0.006]
        assert np.allclose(segments, wanted, atol=1e-6), pose
    assert not np.allclose(worlds["rest"], worlds["current"], atol=1e-2)


def test_the_lines_of_a_picture_are_the_skeletons_that_were_asked_for(drawn: Drawn) -> None:
    bones = drawn.package("addon.gpu.data.bones")
    column = drawn.package("addon.lessons.columns").with_skeletons(drawn.subject, None, ["bind", "current", "rest"])
    worlds = bones.pose_worlds(drawn.model, drawn.model.clips[0], drawn.time)
    for (segments, color), (legend, told), name in zip(
        column.lines, column.names, ("bind", "current", "rest"), strict=True
    ):
        assert legend == f"{name} pose"
        assert color == told == bones.POSE_COLORS[name]
        ends = {tuple(np.round(worlds[name][node][:, 3], 6)) for node in drawn.joints}
        bare = [s for s in segments if np.linalg.norm(s[1] - s[0]) > 0.1]
        assert bare
        assert all({tuple(np.round(end, 6)) for end in s} <= ends for s in bare)


def test_posed_is_what_the_specification_says(drawn: Drawn) -> None:
    expected = plain.skin(drawn.path, 0, [drawn.time])[0][0]
    for name in ("posed", "joints"):
        (column,) = drawn.columns(name)
        assert np.allclose(places(column.pieces[0]), expected, atol=1e-6), name
    (cpu,) = drawn.columns("cpu")
    assert np.allclose(places(cpu.pieces[0]), expected, atol=1e-6)


def test_the_stages_are_the_stages(drawn: Drawn) -> None:
    """Mesh space is the accessor itself, a joint space that times an inverse bind; each vertex in its own is a mean."""
    stored = np.array([point for point, _ in drawn.vertices])
    (mesh,) = drawn.columns("meshspace")
    assert np.allclose(places(mesh.pieces[0]), stored, atol=1e-6)
    for joint, inverse_bind in enumerate(drawn.inverse_bind):
        expected = np.array([inverse_bind @ [*point, 1.0] for point in stored])
        (space,) = drawn.columns("jointspace", name_of(drawn, joint))
        assert np.allclose(places(space.pieces[0]), expected, atol=1e-6), joint
    (own,) = drawn.columns("ownspace")
    assert np.allclose(places(own.pieces[0]), drawn.blended(lambda j: drawn.inverse_bind[j]), atol=1e-6)


def test_a_limb_goes_step_by_step_to_the_world(drawn: Drawn) -> None:
    parents = {child: n for n, node in enumerate(drawn.file.json["nodes"]) for child in node.get("children") or []}
    joint = len(drawn.joints) - 1
    columns = drawn.columns("steps", name_of(drawn, joint))
    node, matrix, expected = drawn.joints[joint], drawn.inverse_bind[joint], [drawn.inverse_bind[joint]]
    at: int | None = node
    while at is not None:
        above = parents.get(at)
        local = drawn.world[at]
        if above is not None:
            local = product(np.linalg.inv(np.vstack([drawn.world[above], [0, 0, 0, 1]]))[:3], drawn.world[at])
        matrix = product(local, matrix)
        expected.append(matrix)
        at = above
    assert len(columns) == len(expected)
    limb = [v for v, (_, pairs) in enumerate(drawn.vertices) if any(j == joint for j, _ in pairs)]
    faces = drawn.file.accessor(drawn.file.json["meshes"][0]["primitives"][0]["indices"]).astype(int).reshape(-1, 3)
    used = sorted({v for face in faces.tolist() if all(v in limb for v in face) for v in face})
    stored = [drawn.vertices[v][0] for v in used]
    for column, matrix in zip(columns, expected, strict=True):
        assert np.allclose(places(column.pieces[0]), [matrix @ [*p, 1.0] for p in stored], atol=1e-6), column.label
    posed = product(drawn.world[node], drawn.inverse_bind[joint])
    assert np.allclose(expected[-1], posed, atol=1e-9)


def test_all_of_the_mesh_carried_by_one_joint(drawn: Drawn) -> None:
    stored = [point for point, _ in drawn.vertices]
    results = []
    for joint, node in enumerate(drawn.joints):
        matrix = product(drawn.world[node], drawn.inverse_bind[joint])
        (column,) = drawn.columns("carried", name_of(drawn, joint))
        results.append(places(column.pieces[0]))
        assert np.allclose(results[-1], [matrix @ [*p, 1.0] for p in stored], atol=1e-6)
    blend = np.array([sum(w * results[j][v] for j, w in pairs) for v, (_, pairs) in enumerate(drawn.vertices)])
    assert np.allclose(blend, plain.skin(drawn.path, 0, [drawn.time])[0][0], atol=1e-5)


def test_weights_are_those_of_the_joint_that_is_named(drawn: Drawn) -> None:
    tint = drawn.package("addon.gpu.data.tint")
    for joint in range(len(drawn.joints)):
        (column,) = drawn.columns("weights", name_of(drawn, joint))
        for v, (_, pairs) in enumerate(drawn.vertices):
            weight = sum(w for j, w in pairs if j == joint) / sum(w for _, w in pairs)
            at = weight * (len(tint.WEIGHT_STOPS) - 1)
            k = min(int(at), len(tint.WEIGHT_STOPS) - 2)
            color = tint.WEIGHT_STOPS[k] + (at - k) * (tint.WEIGHT_STOPS[k + 1] - tint.WEIGHT_STOPS[k])
            assert np.allclose(column.pieces[0].tint[v], [*color, 1.0], atol=1e-5), (joint, v)


def test_colours_of_joints_are_mixed_by_weight(drawn: Drawn) -> None:
    tint = drawn.package("addon.gpu.data.tint")
    colors = tint.joint_colors(len(drawn.joints))
    (column,) = drawn.columns("joints")
    for v, (_, pairs) in enumerate(drawn.vertices):
        total = sum(w for _, w in pairs)
        mixed = sum(w / total * colors[j].astype(float) for j, w in pairs)
        assert np.allclose(column.pieces[0].tint[v, :3], mixed, atol=1e-5)


def test_an_isolated_face_has_all_corners_on_the_joint(drawn: Drawn) -> None:
    faces = drawn.file.accessor(drawn.file.json["meshes"][0]["primitives"][0]["indices"]).astype(int).reshape(-1, 3)
    for joint in range(len(drawn.joints)):
        on = {v for v, (_, pairs) in enumerate(drawn.vertices) if any(j == joint for j, _ in pairs)}
        kept = [face for face in faces.tolist() if all(v in on for v in face)]
        partly = [face for face in faces.tolist() if any(v in on for v in face)]
        assert len(kept) < len(partly), "some faces have to lie across the border"
        (column,) = drawn.columns("isolate", name_of(drawn, joint))
        corners = places(column.pieces[0])[column.pieces[0].triangles]
        posed = plain.skin(drawn.path, 0, [drawn.time])[0][0]
        assert np.allclose(corners, posed[np.array(kept)], atol=1e-6)


def test_an_engine_is_drawn_where_it_puts_the_vertices(drawn: Drawn) -> None:
    expected = plain.skin(drawn.path, 0, [drawn.time])[0][0]
    for engine in ("form:points", "fast"):
        (column,) = drawn.columns("engine", engine)
        assert np.allclose(places(column.pieces[0]), expected, atol=1e-5), engine
    (column,) = drawn.columns("engine", "form:rigid")
    rigid = places(column.pieces[0])
    for v, (point, pairs) in enumerate(drawn.vertices):
        joint = max(pairs, key=lambda pair: pair[1])[0]
        matrix = product(drawn.world[drawn.joints[joint]], drawn.inverse_bind[joint])
        assert np.allclose(rigid[v], matrix @ [*point, 1.0], atol=1e-6)


def test_a_mistake_is_drawn_as_that_mistake(drawn: Drawn) -> None:
    (column,) = drawn.columns("mistake", "inverse-bind-ignored")
    expected = drawn.blended(lambda j: drawn.world[drawn.joints[j]])
    assert np.allclose(places(column.pieces[0]), expected, atol=1e-5)
    labels = [name for c in drawn.columns("gallery") for name in c.label.split(", ")]
    assert labels[0] == "as it should be"
    assert "inverse-bind-ignored" in labels
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize("looping", [True, False])
def test_a_crowd_stands_in_rows_at_times_of_its_own(package: Package, root: Path, looping: bool) -> None:
    drawn = Drawn(package, root / "examples" / "arm.glb", looping=looping)
    count, clip = 7, drawn.model.clips[0]
    (column,) = drawn.columns("crowd", str(count))
    assert column.instanced
    body = plain.skin(drawn.path, 0, [drawn.time])[0][0]
    extent = np.ptp(body[:, [0, 2]], axis=0)
    spacing = 1.5 * np.maximum(extent, extent.max() / 2.0)
    for k in range(count):
        time = drawn.time + 0.3 * k
        inside = time % (clip.end - clip.start) if looping else min(time, clip.end)
        row, place = divmod(k, 3)  # seven characters stand in rows of three, the first row nearest to the viewer
        at = np.array([(place - 1.0) * spacing[0], 0.0, (1.0 - row) * spacing[1]])
        expected = plain.skin(drawn.path, 0, [inside])[0][0] + at
        assert np.allclose(places(column.pieces[0], k)[::29], expected[::29], atol=1e-4), k


def test_a_crowd_plays_all_clips_in_turn(package: Package, root: Path) -> None:
    drawn = Drawn(package, root / "examples" / "arm.glb", looping=True)
    clips = drawn.model.clips
    assert len(clips) == 2
    (column,) = drawn.columns("crowd", "5:clips")
    assert "2 clips in turn" in column.label
    stand = {}
    for k in range(5):
        clip = clips[k % 2]
        inside = clip.start + (drawn.time + 0.3 * k - clip.start) % (clip.end - clip.start)
        alone = plain.skin(drawn.path, k % 2, [inside])[0][0]
        stand[k] = places(column.pieces[0], k)[::29] - alone[::29]
        assert np.allclose(stand[k], stand[k][0], atol=1e-4), k  # nothing but its place apart
    assert len(np.unique(np.round([s[0] for s in stand.values()], 3), axis=0)) == 5
    with pytest.raises(drawn.package("skinning_core.error").SkinproofError, match="is no crowd"):
        drawn.columns("crowd", "5:all")


def test_all_columns_of_a_picture_are_seen_by_one_camera(drawn: Drawn) -> None:
    layout = drawn.package("addon.lessons.layout")
    columns = (*drawn.columns("meshspace"), *drawn.columns("jointspace", name_of(drawn, 2)), *drawn.columns("posed"))
    seen = layout.views([columns], 3.0, 30.0, 12.0)
    assert all(np.array_equal(view.camera.matrix, seen[0].camera.matrix) for view in seen)
    for column in columns:  # nothing is moved: the camera sees every point of every column where it is
        pixels = seen[0].camera.on_picture(places(column.pieces[0]), 1, 1)
        assert pixels.min() > 0.0
        assert pixels.max() < 1.0
    apart = dataclasses.replace(columns[0], own_view=True)
    own, shared = layout.views([(apart, columns[2])], 3.0, 30.0, 12.0)
    assert not np.array_equal(own.camera.matrix, shared.camera.matrix)


def test_cells_fill_the_picture_without_overlap(package: Package) -> None:
    cells = package("addon.lessons.layout").cells
    for count in range(1, 24):
        for aspect in (0.5, 1.0, 2.4):
            rows = cells(count, aspect)
            assert len({(round(c.left, 6), round(c.low, 6)) for c in rows}) == count
            assert all(c.left >= 0 and c.left + c.width < 1 + 1e-9 and c.low > -1e-9 for c in rows)
    assert len({c.low for c in cells(4, 16 / 9)}) == 2, "four columns stand two by two"


def test_axes_are_those_of_the_column(drawn: Drawn) -> None:
    bones, layout = drawn.package("addon.gpu.data.bones"), drawn.package("addon.lessons.layout")
    (view,) = layout.views([drawn.columns("posed")], 1.0, 30.0, 12.0)
    for k, axis in enumerate(view.axes):
        (begin, end) = axis[0]
        assert begin.tolist() == [0, 0, 0]
        assert np.flatnonzero(end).tolist() == [k]
        assert end[k] > 0.0
        assert int(np.argmax(bones.AXIS_COLORS[k][:3])) == k  # x red, y green, z blue
    assert len(view.axes) == 3
