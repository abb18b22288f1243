"""Every figure that the panel keeps is recomputed: from Blender's own evaluated meshes and a plain reading of the file.

The awkward character is imported twice: at the scene's 24 frames a second, between which its keys fall, and at its own
30. Then every vertex is moved by a length of its own, and one is deleted.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests import plain
from tests.blender.module import module
from tests.figures import Pair, leading, root_mean
from tests.models import MODELS
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")
bmesh = pytest.importorskip("bmesh")

PARTS = ["body", "arm", "badge"]
TRIANGLES = [192, 128, 64]
DELETED = 2  # of the badge: rows behind it are no longer the numbers of the file


def mesh_of(part: str):
    return next(ob for ob in bpy.context.scene.objects if ob.type == "MESH" and ob.name.startswith(part))


def moved(part: int, mesh) -> None:
    """Move every vertex, in every shape key alike, by a length of its own."""
    vertex = np.arange(len(mesh.vertices))
    size = 0.01 * (part + 1) * (1.0 + (vertex * 37 % 23) / 23) * 10.0 ** -(vertex % 5)
    ways = np.stack([np.cos(vertex), np.sin(vertex), 0.3 * np.cos(2 * vertex)], axis=1)
    if part == 2:  # the farthest goes a way that is the longest when the character is large: not the largest share then
        ways[size.argmax()] = 3.0, 0.0, 3.0
    blocks = [key.data for key in mesh.shape_keys.key_blocks] if mesh.shape_keys else []
    for points in (mesh.vertices, *blocks):
        co = np.empty((len(vertex), 3), np.float32)
        points.foreach_get("co", co.ravel())
        points.foreach_set("co", (co + size[:, None] * ways).astype(np.float32).ravel())


def damage() -> None:
    for k, part in enumerate(PARTS):
        moved(k, mesh_of(part).data)
        mesh_of(part).data.update()
    mesh = mesh_of("badge").data
    edited = bmesh.new()
    edited.from_mesh(mesh)
    edited.verts.ensure_lookup_table()
    bmesh.ops.delete(edited, geom=[edited.verts[DELETED]], context="VERTS")
    edited.to_mesh(mesh)
    edited.free()
    mesh.update()


def places_now() -> list[np.ndarray]:
    """Per part (V, 3): where Blender has the vertices now, in glTF's axes; NaN for the one that was deleted."""
    out = []
    for part in PARTS:
        ob = mesh_of(part).evaluated_get(bpy.context.evaluated_depsgraph_get())
        world = np.array([ob.matrix_world @ vertex.co for vertex in ob.data.vertices], np.float64)
        out.append(np.stack([world[:, 0], world[:, 2], -world[:, 1]], axis=1))
    out[2] = np.insert(out[2], DELETED, np.nan, axis=0)
    return out


def seen(path: Path, clip: int, frames: range, rate: float) -> Pair:
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append(places_now())
    times = [frame / rate for frame in frames]
    right = plain.skin(path, clip, times)
    return Pair(times, right, [np.stack([at[k] for at in found]) for k in range(3)])


@pytest.fixture(params=[24, 30])
def case(request: pytest.FixtureRequest, extension: str, tmp_path: Path) -> SimpleNamespace:
    rate = request.param
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    path = MODELS["awkward"](tmp_path)
    where = "SCENE" if rate == 24 else "FILE"
    assert bpy.ops.skinproof.import_skin(filepath=str(path), frame_rate=where) == {"FINISHED"}
    scene = bpy.context.scene
    assert scene.render.fps == rate
    settings = scene.skinproof
    settings.character.clip = "0"
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert settings.result.same, settings.result.grounds
    maps = [map_into_file(path, part) for part in PARTS]
    damage()
    frames = range(math.ceil(0.4 * rate - 1e-3) + 1)
    pair = seen(path, 0, frames, rate)
    return SimpleNamespace(path=path, rate=rate, scene=scene, settings=settings, pair=pair, maps=maps)


def nearly(value: float) -> object:
    """Blender's float32 and the file's float64 are read at other places of the same numbers."""
    return pytest.approx(value, rel=2e-4, abs=1e-9)


def primitive_of(path: Path, part: str) -> tuple[plain.PlainFile, dict]:
    file = plain.PlainFile(path)
    (primitive,) = next(each for each in file.json["meshes"] if each["name"] == part)["primitives"]
    return file, primitive


def map_into_file(path: Path, part: str) -> np.ndarray:
    """(3, 3) what carries the places of a mesh, as it was imported, to those of its file."""
    file, primitive = primitive_of(path, part)
    stored = file.accessor(primitive["attributes"]["POSITION"])
    own = np.array([vertex.co for vertex in mesh_of(part).data.vertices], np.float64)
    return np.linalg.lstsq(own - own.mean(axis=0), stored - stored.mean(axis=0), rcond=None)[0].T


def angles_at_rest(path: Path, maps: list[np.ndarray]) -> list[np.ndarray]:
    """Per part: degrees at the corners of the triangles that are left, from the file's normals to Blender's."""
    found = []
    for k, part in enumerate(PARTS):
        mesh, (file, primitive) = mesh_of(part).data, primitive_of(path, part)
        stored, carry = file.accessor(primitive["attributes"]["NORMAL"]), np.linalg.inv(maps[k]).T
        there = {}
        for face in mesh.polygons:
            rows = [v + (k == 2 and v >= DELETED) for v in face.vertices]
            normals = [carry @ np.array(mesh.corner_normals[c].vector) for c in face.loop_indices]
            there[frozenset(rows)] = dict(zip(rows, normals, strict=True))
        left = [face for face in triangles(path, k) if frozenset(face) in there]
        pairs = [(stored[v], there[frozenset(face)][v]) for face in left for v in face]
        cosines = [a @ b / np.linalg.norm(a) / np.linalg.norm(b) for a, b in pairs]
        found.append(np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))))
    return found


def test_every_figure_of_the_panel(case: SimpleNamespace) -> None:
    scene, settings, pair = case.scene, case.settings, case.pair
    scene.frame_set(3)
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    result = settings.result
    t, k, v = pair.worst(length=False)
    ob = mesh_of(PARTS[k])
    node = leading(case.path)[k][v]
    count = len(pair.times)
    assert k == 2
    assert v > DELETED
    assert pair.worst(length=True)[0] != t, "these are to be told apart"
    shares = [
        [[d / pair.diagonal[i] for d in pair.distances(part, i).values()] for i in range(count)] for part in range(3)
    ]
    angles = angles_at_rest(case.path, case.maps)
    turned, every = int(np.argmax([each.max() for each in angles])), np.concatenate(angles)
    gone = sum(DELETED in triangle for triangle in triangles(case.path, 2))
    expected = {
        "character": settings.character.key,
        "label": "awkward",
        "path": str(case.path),
        "clip": "wave",
        "clip_index": 0,
        "clips": (),
        "scope": "CLIP",
        "about": "'wave'",
        "playing": "",
        "engine": "blender",
        "seen": True,
        "count": count,
        "tolerance": 3e-6,
        "outcome": "DIFFERS",
        "same": False,
        "differs": True,
        "level": "visible",
        "words": "differs: visible",
        "grounds": (
            "1 vertex is gone",
            "positions differ",
            f"{gone} of {sum(TRIANGLES)} triangles of the file are gone",
            f"normals of {PARTS[turned]!r} are off by up to {angles[turned].max():.3g} degrees at rest (tolerance 1)",
        ),
        "acceptable": False,
        "coverage": f"1 of 2 clips, {count} of {count} frames, 216 of 217 vertices, 5 of 5 deform bones",
        "lost": 1,
        "largest": nearly(pair.largest_share),
        "largest_metres": nearly(pair.largest_length),
        "unseen": nearly(pair.unseen),
        "normals": ", ".join(f"{100.0 * (every > turn).mean():.1f} %" for turn in (1.0, 5.0)),
        "rms": nearly(pair.rms_share),
        "rms_metres": nearly(pair.rms_length),
        "p99": nearly(pair.share_99),
        "p99_metres": nearly(pair.length_99),
        "worst_part": k,
        "worst_vertex": v,
        "worst_object": ob.name,
        "worst_row": v - (k == 2 and v > DELETED),
        "worst_joint": plain.PlainFile(case.path).json["nodes"][node]["name"],
        "worst_position": (0.0, 0.0, 0.0),
        "worst_wanted": (),
        "worst_time": nearly(pair.times[t]),
        "worst_frame": nearly(pair.times[t] * case.rate),
    }
    found = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
    parts = found.pop("parts")
    assert found.pop("key") > 0
    assert found.pop("fingerprint")
    assert found.pop("seconds") > 0.0
    sentences, causes = found.pop("sentences"), found.pop("causes")
    assert len(found.pop("remedies")) == len(causes)
    assert found.keys() == expected.keys(), "a field that nobody recomputes"
    assert not {name: (value, expected[name]) for name, value in found.items() if value != expected[name]}
    for part, measured in enumerate(parts):
        at = max(range(count), key=lambda i: max(shares[part][i]))
        distances = pair.distances(part, at)
        assert measured.name == PARTS[part]
        assert measured.largest == nearly(max(shares[part][at]))
        assert measured.rms == nearly(root_mean([root_mean(each) for each in shares[part]]))
        assert measured.vertex == max(distances, key=distances.__getitem__)
    assert len(parts) == 3
    assert sentences
    assert re.search(r"(\d+) vertices of 'body' are not where", "\n".join(causes))


def triangles(path: Path, mesh: int) -> list[list[int]]:
    file = plain.PlainFile(path)
    indices = file.accessor(file.json["meshes"][mesh]["primitives"][0]["indices"])[:, 0].astype(int)
    return indices.reshape(-1, 3).tolist()


def test_frames_and_times_are_of_the_rate_of_the_keys(extension: str, case: SimpleNamespace) -> None:
    """The worst frame is gone to, the vertex stands there, the heat map shows that time, and any that is asked for."""
    scene, settings, pair = case.scene, case.settings, case.pair
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    t, k, v = pair.worst(length=False)
    assert bpy.ops.skinproof.jump_to_worst() == {"FINISHED"}
    assert scene.frame_current_final == pytest.approx(pair.times[t] * case.rate, abs=1e-4)
    x, y, z = pair.other[k][t, v]
    assert tuple(settings.result.worst_position) == pytest.approx((x, -z, y), abs=1e-5)
    settings.heat_map.follow = True
    assert bpy.ops.skinproof.show_heat_map() == {"FINISHED"}
    for frame in (2, 7):
        scene.frame_set(frame)
        assert bpy.ops.skinproof.show_heat_map() == {"FINISHED"}
        assert settings.heat_map.time == pytest.approx(frame / case.rate, abs=1e-6)
        scene.frame_set(frame + 1)
        module(extension, "addon.draw.heat_map").repaint(scene)
        assert settings.heat_map.time == pytest.approx((frame + 1) / case.rate, abs=1e-6)


def test_the_report_of_the_panel_has_the_figures_of_the_panel(case: SimpleNamespace, tmp_path: Path) -> None:
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    path = tmp_path / "report.json"
    assert bpy.ops.skinproof.write_report(filepath=str(path), format="JSON") == {"FINISHED"}
    (written,) = json.loads(path.read_text(encoding="utf-8"))["models"][0]["comparisons"]
    pair, times = case.pair, range(len(case.pair.times))
    assert written["times_s"] == nearly(pair.times)
    assert written["diagonal_m"] == nearly(pair.diagonal)
    assert (written["max"], written["rms"]) == (nearly(pair.largest_share), nearly(pair.rms_share))
    assert written["max_by_time"] == nearly([max(pair.shares(t)) for t in times])
    assert written["rms_by_time"] == nearly([root_mean(pair.shares(t)) for t in times])
    assert written["seen"]["unseen_share"] == nearly(pair.unseen)
    assert written["absent"] == 1


@pytest.mark.parametrize("rate", [12, 24])
def test_what_lies_between_frames_is_told_with_twice_the_rate(extension: str, tmp_path: Path, rate: int) -> None:
    """A clip of 0.3 s ends between two frames, and a vertex that stands elsewhere is as far off there."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    scene, tiny = bpy.context.scene, Tiny()
    scene.render.fps = rate
    tiny.data["animations"][0]["samplers"][0]["input"] = tiny.add(np.array([0, 0.3], np.float32))
    path = tiny.write_glb(tmp_path / "short.glb")
    assert bpy.ops.skinproof.import_skin(filepath=str(path), frame_rate="SCENE") == {"FINISHED"}
    settings = scene.skinproof
    settings.question, settings.times = "CLIPS", "KEYS"
    for between in (False, True):
        assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
        told = [str(each) for each in settings.result.sentences if "Between frames" in str(each)]
        assert len(told) == between
        assert all(each.endswith(f"export at {2 * rate} fps") for each in told)
        next(ob for ob in scene.objects if ob.type == "MESH").data.vertices[3].co.x += 0.5
