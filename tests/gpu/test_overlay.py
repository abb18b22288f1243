"""What the overlay of the 3D view draws, as data: surfaces, matrices, colours and lines, against plain loops.

The overlay's own drawing runs; the calls that would draw are recorded instead. Each of these faults, put into the code
on purpose, fails a test of this file: mesh space drawn posed; isolation left out; weights not painted; the copy beside
put on the other side, or on top; a crowd all in one place; a character that was moved drawn where its file has it;
crosses of vertices that only the scene has in the colour of those that only the file has.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests import plain
from tests.core.gpu.test_drawn import Drawn, places, product

Package = Callable[[str], ModuleType]

#: Blender's world as seen from the front: x to the right, z up, y away; and a narrow lens far from the character.
VIEW = np.array([[1.0, 0, 0, 0], [0, 0, 1.0, 0], [0, -1.0, 0, -20.0], [0, 0, 0, 1.0]])
LENS = np.array([[5.0, 0, 0, 0], [0, 5.0, 0, 0], [0, 0, -1.1, -2.1], [0, 0, -1.0, 0]])
TO_BLENDER = np.array([[1.0, 0, 0, 0], [0, 0, -1.0, 0], [0, 1.0, 0, 0], [0, 0, 0, 1.0]])


@pytest.fixture
def arm(package: Package, device: str, root: Path) -> Drawn:
    return Drawn(package, root / "examples" / "arm.glb")


@pytest.fixture
def overlay(arm: Drawn, monkeypatch: pytest.MonkeyPatch) -> Callable[..., SimpleNamespace]:
    """A function that draws with these changes of ``Shown``; ``surfaces``: pieces with their matrix; ``lines``."""
    renderer = arm.package("addon.draw.overlay_renderer")
    arrangement = arm.package("addon.lessons.arrangement")
    kept = SimpleNamespace(surfaces=[], lines=[], widths=[])

    def upload(geometry: Any, triangles: Any, tint: Any, _joints: int, _limits: Any, **_: Any) -> SimpleNamespace:
        return SimpleNamespace(geometry=geometry, triangles=triangles, tint=tint)

    def posed(surface: SimpleNamespace, palette: Any) -> SimpleNamespace:
        return SimpleNamespace(**vars(surface), palette=palette)

    def drawn(lines: Any, color: Any, *_: Any, width: float, **__: Any) -> None:
        kept.lines.append((lines, color))
        kept.widths.append(width)

    monkeypatch.setattr(renderer, "upload_surface", upload)
    monkeypatch.setattr(renderer, "pose_surface", posed)
    monkeypatch.setattr(renderer, "draw_surface", lambda piece, matrix, _look: kept.surfaces.append((piece, matrix)))
    monkeypatch.setattr(renderer, "draw_lines", drawn)

    def draw(*, side: int = 16, pixel: float = 1.0, **changes: Any) -> SimpleNamespace:
        values = {"ghost": "OVER", "stage": "POSED", "paint": "MATERIAL", "joint": None, "isolate": False, "crowd": 0}
        values |= {"poses": (), "spacing": 1.5, "offset": 0.3, "opacity": 1.0, "place": np.eye(4), **changes}
        shown = renderer.Shown(model=arm.model, clip=arm.model.clips[0], time=arm.time, looping=True, **values)
        kept.surfaces.clear()
        kept.lines.clear()
        kept.widths.clear()
        view = (side * arrangement.FINER,) * 2  # the image itself stays empty, so it may be small
        arrangement.rendered(lambda *_: renderer.Live().draw(shown, VIEW, LENS, view, pixel), 16, 16, (0.0, 0.0, 0.0))
        return kept

    return draw


def elbow(arm: Drawn) -> int:
    return int(arm.joints[1])


def test_each_stage_is_that_stage(arm: Drawn, overlay: Callable[..., SimpleNamespace]) -> None:
    stored = np.array([point for point, _ in arm.vertices])
    expected = {
        "MESH": stored,
        "JOINT": np.array([arm.inverse_bind[1] @ [*point, 1.0] for point in stored]),
        "POSED": plain.skin(arm.path, 0, [arm.time])[0][0],
    }
    for stage, wanted in expected.items():
        ((piece, _),) = overlay(stage=stage, joint=elbow(arm)).surfaces
        assert np.allclose(places(piece), wanted, atol=1e-6), stage


def test_isolation_and_weights_are_the_columns(arm: Drawn, overlay: Callable[..., SimpleNamespace]) -> None:
    """What a column shows is held to plain loops elsewhere; the overlay shows the same faces and colours."""
    ((piece, _),) = overlay(isolate=True, joint=elbow(arm)).surfaces
    on = {v for v, (_, pairs) in enumerate(arm.vertices) if any(j == 1 for j, _ in pairs)}
    faces = arm.file.accessor(arm.file.json["meshes"][0]["primitives"][0]["indices"]).astype(int).reshape(-1, 3)
    assert piece.triangles.tolist() == [face for face in faces.tolist() if all(v in on for v in face)]
    ((piece, _),) = overlay(paint="WEIGHTS", joint=elbow(arm)).surfaces
    assert piece.triangles.tolist() == faces.tolist()
    (column,) = arm.columns("weights", str(elbow(arm)))
    assert np.array_equal(piece.tint, column.pieces[0].tint)
    ((piece, _),) = overlay(paint="JOINTS").surfaces
    assert np.array_equal(piece.tint, arm.columns("joints")[0].pieces[0].tint)


def test_own_spaces_put_every_vertex_under_its_own_inverse_binds(
    arm: Drawn, overlay: Callable[..., SimpleNamespace]
) -> None:
    ((piece, _),) = overlay(stage="OWN").surfaces
    assert np.allclose(places(piece), arm.blended(lambda j: arm.inverse_bind[j]), atol=1e-6)


def test_the_way_to_the_world_goes_through_the_parents_spaces(
    arm: Drawn, overlay: Callable[..., SimpleNamespace]
) -> None:
    """At its end the joint carries all of the mesh; after each step it stands in the next joint's space."""
    node = elbow(arm)
    stored = np.array([[*point, 1.0] for point, _ in arm.vertices])
    seen = stored @ arm.inverse_bind[1].T
    chain = [node]
    while (above := int(arm.model.nodes.parents[chain[-1]])) >= 0:
        chain.append(above)
    world = [np.vstack([m, [0.0, 0.0, 0.0, 1.0]]) for m in arm.world]
    for k in range(len(chain) + 1):
        to_world = np.eye(4) if k == len(chain) else world[chain[k]]
        wanted = np.column_stack([seen, np.ones(len(seen))]) @ (np.linalg.inv(to_world) @ world[node]).T
        ((piece, _),) = overlay(stage="JOINT", joint=node, way=k / len(chain)).surfaces
        assert np.allclose(places(piece), wanted[:, :3], atol=1e-5), k
    step = 1.0 / len(chain)
    ends = [places(overlay(stage="JOINT", joint=node, way=w).surfaces[0][0]) for w in (0.0, 0.01, step - 0.01, step)]
    for one, other in (ends[:2], ends[2:]):
        assert 0.0 < np.abs(one - other).max() < 0.2 * np.abs(ends[0] - ends[3]).max()


def test_smoothness_goes_from_the_strongest_joint_to_the_weights(
    arm: Drawn, overlay: Callable[..., SimpleNamespace]
) -> None:
    smooth, rigid = plain.skin(arm.path, 0, [arm.time])[0][0], []
    for point, pairs in arm.vertices:
        joint = max(pairs, key=lambda pair: pair[1])[0]
        skin = product(arm.world[arm.joints[joint]], arm.inverse_bind[joint])
        rigid.append(skin @ [*point, 1.0])
    assert np.abs(smooth - rigid).max() > 0.01
    for share in (0.0, 0.25, 1.0):
        ((piece, _),) = overlay(smoothness=share).surfaces
        assert np.allclose(places(piece), share * smooth + (1.0 - share) * np.array(rigid), atol=1e-6), share


def test_the_cpu_and_the_gpu_stand_beside_each_other(arm: Drawn, overlay: Callable[..., SimpleNamespace]) -> None:
    (cpu, near), (shader, far) = overlay(ghost="BOTH", form="fast").surfaces
    wanted = plain.skin(arm.path, 0, [arm.time])[0][0]
    assert np.allclose(places(cpu), wanted, atol=1e-5)
    assert np.allclose(places(shader), wanted, atol=1e-5)
    rest = np.ptp(plain.skin(arm.path, None, [0.0])[0][0], axis=0)
    points = np.column_stack([wanted, np.ones(len(wanted))])
    for matrix, times in ((near, 1.0), (far, 2.0)):
        moved = (points @ matrix.T)[:, 0] - (points @ (LENS @ VIEW @ TO_BLENDER).T)[:, 0]
        assert np.allclose(moved, times * 5.0 * 1.2 * rest[0], rtol=1e-5)


def test_a_mistake_is_drawn_as_that_mistake(arm: Drawn, overlay: Callable[..., SimpleNamespace]) -> None:
    ((piece, _),) = overlay(mistake="inverse-bind-ignored").surfaces
    assert np.allclose(places(piece), arm.blended(lambda j: arm.world[arm.joints[j]]), atol=1e-5)
    assert overlay(mistake="morphs-ignored").surfaces == []  # it has none


def test_a_crowd_plays_all_clips_in_turn(package: Package, device: str, root: Path) -> None:
    """Each character of the window's crowd has the matrices of its own clip at its own time."""
    del device
    model = package("skinning_core").load_model(root / "examples" / "character.glb")
    crowd = package("addon.lessons.crowd")
    times = crowd.CrowdTimes(0.4, 7, 0.3, looping=True)
    mixed = crowd.crowd_palettes(model, model.clips, times)
    assert len(model.clips) > 1
    for k in range(7):
        alone = crowd.crowd_palettes(model, [model.clips[k % len(model.clips)]], times)
        for one, other in zip(mixed, alone, strict=True):
            assert np.array_equal(one[k], other[k])


def test_it_is_drawn_where_the_character_stands(arm: Drawn, overlay: Callable[..., SimpleNamespace]) -> None:
    place = np.array([[0.0, -2.0, 0, 3.0], [2.0, 0, 0, -1.0], [0, 0, 2.0, 0.5], [0, 0, 0, 1.0]])
    ((piece, matrix),) = overlay(place=place).surfaces
    points = np.column_stack([places(piece), np.ones(len(arm.vertices))])
    wanted, found = points @ (LENS @ VIEW @ place @ TO_BLENDER).T, points @ matrix.T
    assert np.allclose(found[:, [0, 1, 3]], wanted[:, [0, 1, 3]], atol=1e-5)
    nearer = (wanted[:, 2] - found[:, 2]) / wanted[:, 3]
    assert (nearer > 0.0).all()
    assert nearer.max() < 1e-4


def test_the_copy_beside_stands_to_the_right_and_clear(arm: Drawn, overlay: Callable[..., SimpleNamespace]) -> None:
    ((piece, matrix),) = overlay(ghost="BESIDE").surfaces
    points = np.column_stack([places(piece), np.ones(len(arm.vertices))])
    own, copy = points @ (LENS @ VIEW @ TO_BLENDER).T, points @ matrix.T
    moved = copy[:, 0] / copy[:, 3] - own[:, 0] / own[:, 3]
    rest = np.ptp(plain.skin(arm.path, None, [0.0])[0][0], axis=0)
    assert np.allclose(moved, 5.0 * 1.2 * rest[0] / own[:, 3], rtol=1e-5)
    assert np.allclose(copy[:, 1], own[:, 1], atol=1e-9)


def test_the_crowd_and_the_skeletons(arm: Drawn, overlay: Callable[..., SimpleNamespace]) -> None:
    drawn = overlay(ghost="NONE", crowd=4, poses=("bind", "current"))
    ((piece, _),) = drawn.surfaces
    rest = np.ptp(plain.skin(arm.path, None, [0.0])[0][0][:, [0, 2]], axis=0)
    spacing = 1.5 * np.maximum(rest, rest.max() / 2.0)
    for k, (x, z) in enumerate([(-1, -1), (0, -1), (1, -1), (-1, 0)]):  # around the character, nobody in it
        body = plain.skin(arm.path, 0, [(arm.time + 0.3 * k) % 2.0])[0][0]
        at = [x * spacing[0], 0.0, z * spacing[1]]
        assert np.allclose(places(piece, k)[::29], (body + at)[::29], atol=1e-4), k
    colors = arm.package("addon.gpu.data.bones").POSE_COLORS
    assert [color for _, color in drawn.lines] == [colors["bind"], colors["current"]]
    joints = {
        "bind": [np.linalg.inv(np.vstack([m, [0, 0, 0, 1]]))[:3, 3] for m in arm.inverse_bind],
        "current": [arm.world[node][:, 3] for node in arm.joints],
    }
    for (segments, _), wanted in zip(drawn.lines, joints.values(), strict=True):
        bare = [segment for segment in segments if np.linalg.norm(segment[1] - segment[0]) > 0.5]
        assert np.allclose(bare, [wanted[:2], wanted[1:]], atol=1e-6)


@pytest.mark.usefixtures("arm")
def test_crosses_have_the_colour_of_their_side(overlay: Callable[..., SimpleNamespace]) -> None:
    """Magenta: only the scene has the vertex. Cyan: only the file has it."""
    only_scene, only_file = np.array([[1.0, 2.0, 3.0]]), np.array([[4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    (first, magenta), (second, cyan) = overlay(ghost="NONE", strangers=only_scene, absent=only_file).lines
    assert np.allclose(first.reshape(-1, 3).mean(axis=0), only_scene[0])
    assert np.allclose(second.reshape(2, -1, 3).mean(axis=1), only_file)
    assert min(magenta[0], magenta[2]) > 0.8 > 0.3 > magenta[1]
    assert min(cyan[1], cyan[2]) > 0.8 > 0.3 > cyan[0]


def test_lines_follow_the_screens_resolution_and_the_size_of_what_they_lie_on(overlay) -> None:
    """Twice the pixels for the same picture: twice as wide. Seen small, they are thinner, but never a hair."""
    poses = ("rest", "current")
    large = list(overlay(ghost="NONE", poses=poses, side=1600).widths)
    assert large == [4.5, 2.5]
    assert overlay(ghost="NONE", poses=poses, side=3200, pixel=2.0).widths == [9.0, 5.0]
    small = list(overlay(ghost="NONE", poses=poses, side=16).widths)
    assert small == pytest.approx([0.3 * width for width in large])
    between = overlay(ghost="NONE", poses=poses, side=800).widths
    assert all(a < b < c for a, b, c in zip(small, between, large, strict=True))
