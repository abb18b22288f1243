"""What a picture says about itself, as data: labels, legends, scales, axes, grounds, times of frames, which mistake.

Each of these faults, put into the code on purpose, fails a test of this file (the first fourteen are those that all
tests once let pass): every mistake of the gallery under its neighbour's name; ``mistake:NAME`` that always draws the
same one; a gallery whose "as it should be" is a mistake; steps that all name the limb's joint; a joint space that names
the parent; colours of ``carried`` that are 1 - weight; an animation backwards, or at double speed; "posed" with another
clip, or twice the time; every engine labelled as one; axes in reversed colours; names and colours of skeletons crossed;
weights by the joints of skin 0 in a file with two skins; seconds of a crowd times ten; a scale of weights from 1 to 0.
And more: an isolated limb under another joint's name; a crowd that counts one more; an error under another engine's
name; a scale drawn from right to left; words in the neighbour's cell; words over words; a mistake's difference painted
on other vertices; a scale that ends at twice the difference; the two rules for normals under each other's name, or the
wrong ones in red; "beyond" that keeps one influence more; a sum of weights that is not the one it says; the joints of a
chain named one off; a ground under another column's feet; CPU and GPU under each other's name; an animation whose file
plays at another speed than it was drawn for; another clip's name under all its tracks; the key after the
time for the one before; a track that shows all tracks; the two pipelines with one world; "posed" at the seconds that
were asked of a clip that repeats; a scale of errors ten times too small; weight kept for weight lost; red for another
angle of normals than is told; a camera that does not stand at its origin; a cube of another size; y downwards.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import struct
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests import plain
from tests.core.gpu.test_drawn import Drawn, name_of, places, product
from tests.models import MODELS

Package = Callable[[str], ModuleType]
SIZE = 1280, 480


@pytest.fixture(params=["arm", "armature_above"])
def drawn(request: pytest.FixtureRequest, package: Package, root: Path, tmp_path: Path) -> Drawn:
    path = root / "examples" / "arm.glb" if request.param == "arm" else MODELS[request.param](tmp_path)
    return Drawn(package, path)


@pytest.fixture
def arm(package: Package, root: Path) -> Drawn:
    return Drawn(package, root / "examples" / "arm.glb")


def reference(drawn: Drawn) -> np.ndarray:
    return plain.skin(drawn.path, 0, [drawn.time])[0][0]


def captions(drawn: Drawn, columns: tuple, size: tuple[int, int] = SIZE) -> list:
    views = drawn.package("addon.lessons.layout").views([columns], size[0] / size[1], 30.0, 12.0)
    said = drawn.package("addon.lessons.caption")
    return [(said.caption_of(c, v, size), v, said) for c, v in zip(columns, views, strict=True)]


def test_posed_says_its_clip_and_its_time(drawn: Drawn) -> None:
    """The time within the clip, which is the one of the pose."""
    (column,) = drawn.columns("posed")
    name = drawn.file.json["animations"][0]["name"]
    assert column.label == f"posed: {name} at 0.7 s"
    drawn.subject = dataclasses.replace(drawn.subject, asked=9.7)  # --loop: nine times round
    assert drawn.columns("posed")[0].label == f"posed: {name} at 0.7 s"
    drawn.subject = dataclasses.replace(drawn.subject, clip=None)
    assert drawn.columns("posed")[0].label == "posed: rest pose"


def test_a_space_says_whose_it_is(drawn: Drawn) -> None:
    """The joint whose name is told is the one whose inverse bind matrix was applied."""
    for joint, node in enumerate(drawn.joints):
        name = drawn.file.json["nodes"][node]["name"]
        for word in ("jointspace", "limb"):
            (column,) = drawn.columns(word, str(node))
            assert column.label == f"joint space of {name}"
            assert not column.grounded
        assert drawn.columns("isolate", str(node))[0].label == f"moved by {name}"
        assert drawn.columns("weights", str(node))[0].label == f"weights of {name}"
        assert drawn.columns("carried", str(node))[0].label == f"all carried by {name}"
        (whole,) = drawn.columns("jointspace", str(node))
        stored = [drawn.inverse_bind[joint] @ [*point, 1.0] for point, _ in drawn.vertices]
        assert np.allclose(places(whole.pieces[0]), stored, atol=1e-6), name
    assert drawn.columns("meshspace")[0].label == "mesh space: as stored"


def test_steps_name_the_matrix_and_the_joints_that_they_have_passed(drawn: Drawn) -> None:
    nodes = drawn.file.json["nodes"]
    parents = {child: n for n, node in enumerate(nodes) for child in node.get("children") or []}
    chain = [drawn.joints[-1]]
    while chain[-1] in parents:
        chain.append(parents[chain[-1]])
    names = [nodes[n].get("name") or f"node {n}" for n in chain]
    columns = drawn.columns("steps", str(chain[0]))
    assert [c.label for c in columns] == [f"joint space of {names[0]}", *(f"times {name}" for name in names)]
    assert [c.grounded for c in columns] == [False] * len(chain) + [True]
    for k, column in enumerate(columns[1:], 1):
        above = parents.get(chain[k - 1])
        back = np.eye(4) if above is None else np.linalg.inv(np.vstack([drawn.world[above], [0, 0, 0, 1]]))
        expected = [(names[i], (back @ [*drawn.world[n][:, 3], 1.0])[:3]) for i, n in enumerate(chain[: k + 1])]
        assert [name for name, _ in column.marks] == [name for name, _ in expected]
        for (name, place), (_, wanted) in zip(column.marks, expected, strict=True):
            assert np.allclose(place, wanted, atol=1e-9), (column.label, name)
        ((bones, _),) = column.lines
        ends = [*(wanted for _, wanted in expected), np.zeros(3)][: k + 1]
        assert np.allclose(bones, [[ends[i + 1], ends[i]] for i in range(k)], atol=1e-9)


def test_carried_is_painted_by_weight_and_says_so(drawn: Drawn) -> None:
    stops = drawn.package("addon.gpu.data.tint").WEIGHT_STOPS
    for joint in range(len(drawn.joints)):
        for word in ("carried", "weights"):
            (column,) = drawn.columns(word, name_of(drawn, joint))
            assert (column.legend.low, column.legend.high) == ("weight 0", "1")
            assert np.allclose(column.legend.colors(np.array([0.0, 1.0]))[:, :3], [stops[0], stops[-1]])
            for v, (_, pairs) in enumerate(drawn.vertices):
                weight = sum(w for j, w in pairs if j == joint) / sum(w for _, w in pairs)
                at = weight * (len(stops) - 1)
                k = min(int(at), len(stops) - 2)
                assert np.allclose(
                    column.pieces[0].tint[v, :3], stops[k] + (at - k) * (stops[k + 1] - stops[k]), atol=1e-5
                )


def test_weights_are_looked_up_in_the_skin_of_the_part(package: Package, tmp_path: Path) -> None:
    """Two skins whose joints stand in other orders: each part is painted by its own."""
    model = package("skinning_core").load_model(MODELS["two_skins"](tmp_path))
    tint = package("addon.gpu.data.tint")
    orders = [skin.joints.tolist() for skin in model.skins]
    assert len(orders) == 2
    assert orders[0] != orders[1]
    told = 0
    for part in model.parts:
        stored, joints = model.influences(part), orders[part.skin]
        for node in set(orders[0]) | set(orders[1]):
            for v, found in enumerate(tint.weight_of(model, part, node).tolist()):
                pairs = list(zip(stored.joints[v].tolist(), stored.weights[v].astype(float).tolist(), strict=True))
                expected = sum(w for j, w in pairs if joints[j] == node) / sum(w for _, w in pairs)
                assert found == pytest.approx(expected, abs=1e-6)
                told += expected > 0
    assert told > 10


def test_an_engine_is_labelled_as_what_was_asked(drawn: Drawn) -> None:
    labels = {
        "form:rigid": "Rigid",
        "form:skin-palette": "Skin Palette",
        "form:dual-quaternion": "Dual Quaternions",
        "fast": "Fast",
    }
    for engine, word in labels.items():
        (column,) = drawn.columns("engine", engine)
        assert column.label.endswith(f"({engine})")
        assert word.split()[0] in column.label
    (cpu,) = drawn.columns("cpu")
    assert cpu.label == "skinned on the CPU (float64)"


def test_every_mistake_is_shown_under_its_own_name_and_painted_by_what_it_does(arm: Drawn) -> None:
    """Of some the positions are worked out here; of all, the colours are those of the distance, vertex by vertex."""
    right, heat = reference(arm), arm.package("skinning_core.report.heat_scale").srgb_colors
    size = float(np.linalg.norm(np.ptp(right, axis=0)))
    gallery = {name: column for column in arm.columns("gallery") for name in column.label.split(", ")}
    assert np.allclose(places(gallery.pop("as it should be").pieces[0]), right, atol=1e-6)
    strongest = [max(pairs, key=lambda pair: pair[1])[0] for _, pairs in arm.vertices]
    skin = [product(arm.world[node], bind) for node, bind in zip(arm.joints, arm.inverse_bind, strict=True)]
    inverted = [np.linalg.inv(np.vstack([bind, [0, 0, 0, 1]]))[:3] for bind in arm.inverse_bind]
    by_hand = {
        "inverse-bind-ignored": arm.blended(lambda j: arm.world[arm.joints[j]]),
        "palette-reversed": arm.blended(lambda j: product(arm.inverse_bind[j], arm.world[arm.joints[j]])),
        "bind-not-inverted": arm.blended(lambda j: product(arm.world[arm.joints[j]], inverted[j])),
        "rest-pose": plain.skin(arm.path, None, [0.0])[0][0],
        "not-skinned": np.array([point for point, _ in arm.vertices]),
        "strongest-one": np.array([skin[j] @ [*p, 1.0] for j, (p, _) in zip(strongest, arm.vertices, strict=True)]),
        "z-up": right[:, [0, 2, 1]] * [1.0, -1.0, 1.0],
    }
    known = {m.code: m for m in arm.package("skinning_core.compare.causes.mistake").MISTAKES}
    assert set(by_hand) <= set(gallery) <= set(known)
    posed = arm.package("skinning_core.skin.posed_model").posed_model(arm.model, arm.model.clips[0], [arm.time])
    for name, column in gallery.items():
        (alone,) = arm.columns("mistake", name)
        assert alone.label == name
        expected = by_hand.get(name, known[name].positions(posed)[0][0])
        first = column.label.split(", ")[0] == name  # those beside it look the same: less than 0.2 % of the size apart
        assert np.allclose(places(alone.pieces[0]), expected, atol=1e-5), name
        assert np.allclose(places(column.pieces[0]), expected, atol=1e-5 if first else 2e-3 * size), name
        apart = np.linalg.norm(expected - right, axis=1) / size
        if not first:
            continue
        assert column.legend.low == "0"
        assert float(column.legend.high.split(" %")[0]) == pytest.approx(100 * apart.max(), rel=0.06), name
        assert np.allclose(column.pieces[0].tint[:, :3], heat(apart / apart.max()), atol=2e-3), name
        assert apart.max() > 2e-3


def test_an_error_says_of_which_engine_it_is(arm: Drawn) -> None:
    (column,) = arm.columns("error", "form:rigid")
    assert column.label == "form:rigid against the reference"
    (column,) = arm.columns("error", "fast")  # rounding: a scale has a figure all the same
    top = float(np.linalg.norm(places(column.pieces[0]) - reference(arm), axis=1).max())
    assert 0.0 < float(column.legend.high.split(" %")[0]) < 100 * top / 0.5


def test_a_crowd_says_how_many_and_how_far_apart(package: Package, root: Path) -> None:
    """The offset is held against the times at which the characters stand."""
    drawn = Drawn(package, root / "examples" / "arm.glb", looping=True, offset=0.25)
    assert drawn.columns("crowd", "7")[0].label == "7 characters, 0.25 s apart"
    assert drawn.columns("crowd", "1")[0].label == "1 character, 0.25 s apart"
    assert drawn.columns("crowd", "5:clips")[0].label == "5 characters, 0.25 s apart, 2 clips in turn"


def test_normals_by_the_two_rules(arm: Drawn) -> None:
    """Each hair begins at its vertex and points as the rule says; what is red is more than a degree off."""
    right, wrong = arm.columns("normals")
    points, first = reference(arm), plain.normals(arm.path, 0, [arm.time])[0][0]
    attributes = arm.file.json["meshes"][0]["primitives"][0]["attributes"]
    stored = arm.file.accessor(attributes["NORMAL"])
    skin = [product(arm.world[n], b)[:, :3] for n, b in zip(arm.joints, arm.inverse_bind, strict=True)]
    second = np.array(
        [sum(w * skin[j] for j, w in pairs) @ n for (_, pairs), n in zip(arm.vertices, stored, strict=True)]
    )
    second /= np.linalg.norm(second, axis=1, keepdims=True)
    angle = np.degrees(np.arccos(np.clip((first * second).sum(axis=1), -1, 1)))
    assert right.label == "normals by the inverse transpose"
    assert wrong.label == f"as directions (w = 0): up to {angle.max():.0f}° off"
    assert angle.max() > 5.0
    assert wrong.names == (("more than 1° off", wrong.lines[1][1]),)
    for column, normals in ((right, first), (wrong, second)):
        for group, (hairs, _) in enumerate(column.lines):
            for begin, end in hairs:
                v = int(np.abs(points - begin).sum(axis=1).argmin())
                assert np.allclose(begin, points[v], atol=1e-6)
                pointing = (end - begin) / np.linalg.norm(end - begin)
                same = np.flatnonzero(np.abs(points - begin).sum(axis=1) < 1e-6)  # a seam has two normals in one place
                assert min(np.abs(pointing - normals[k]).max() for k in same) < 1e-5
                if column is wrong:
                    assert any((angle[k] > 1.0) == (group == 1) for k in same)
        assert sum(len(hairs) for hairs, _ in column.lines) > 100


def test_beyond_the_strongest(package: Package, tmp_path: Path) -> None:
    """Twelve influences of which four, and of which two, are kept."""
    drawn = Drawn(package, MODELS["twelve_influences"](tmp_path))
    file = drawn.file
    joints, weights = plain.influences(file, file.json["meshes"][0]["primitives"][0]["attributes"])
    right = reference(drawn)
    stored = file.accessor(file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"])
    skin = [product(drawn.world[n], b) for n, b in zip(drawn.joints, drawn.inverse_bind, strict=True)]
    size = float(np.linalg.norm(np.ptp(right, axis=0)))
    for count in (4, 2):
        (column,) = drawn.columns("beyond", str(count))
        lost, moved = [], []
        for v in range(len(joints)):
            total = weights[v].sum()
            shares: dict[int, float] = {}
            for joint, weight in zip(joints[v].astype(int).tolist(), weights[v].tolist(), strict=True):
                shares[joint] = shares.get(joint, 0.0) + weight / total
            kept = sorted(shares.items(), key=lambda pair: -pair[1])[:count]
            share = sum(w for _, w in kept)
            lost.append(1.0 - share)
            moved.append(sum(w / share * (skin[j] @ [*stored[v], 1.0]) for j, w in kept) - right[v])
        top = max(lost)
        assert column.label.startswith(f"beyond the strongest {count}: at most ")
        told = float(column.label.split("at most ")[1].split(" %")[0])
        assert told == pytest.approx(100 * np.linalg.norm(moved, axis=1).max() / size, rel=0.06)
        assert column.legend.low == "weight lost: 0"
        assert float(column.legend.high.split(" %")[0]) == pytest.approx(100 * top, rel=0.06)
        expected = drawn.package("addon.gpu.data.tint").by_weight(np.array(lost) / top)
        assert np.allclose(column.pieces[0].tint, expected, atol=1e-3)


def test_weights_that_add_up_to_something_else(drawn: Drawn) -> None:
    """s times the sum puts a vertex at s times its place."""
    (column,) = drawn.columns("weightsum", "0.9")
    assert column.label == "weights that add up to 0.9"
    assert np.allclose(places(column.pieces[0]), 0.9 * reference(drawn), atol=1e-6)
    for word in ("weightsum:no", "weightsum:0", "beyond:0", "beyond:x"):
        with pytest.raises(drawn.package("skinning_core.error").SkinproofError, match="such as"):
            drawn.columns(*word.split(":"))


def test_axes_and_skeletons_have_the_colours_that_are_told(drawn: Drawn) -> None:
    bones = drawn.package("addon.gpu.data.bones")
    columns = drawn.package("addon.lessons.columns")
    column = columns.with_skeletons(drawn.subject, drawn.columns("posed")[0], ["rest", "bind", "current"])
    ((caption, view, said),) = captions(drawn, (column,))
    lines = said.lines_of(column, view)
    for k, axis in enumerate(lines[:3]):
        assert np.flatnonzero(axis.segments[0, 1]).tolist() == [k]
        assert int(np.argmax(axis.color[:3])) == k  # x red, y green, z blue
    worlds = bones.pose_worlds(drawn.model, drawn.model.clips[0], drawn.time)
    names = [words.text for words in caption.words[1:]]
    assert names == ["rest pose", "bind pose", "current pose"]
    for name, swatch, words, drawn_lines in zip(names, caption.swatches, caption.words[1:], lines[3:], strict=True):
        assert swatch.colors == (drawn_lines.color,)
        assert abs(swatch.y - words.y) < 1e-9
        assert swatch.x + swatch.width < words.x
        wanted = bones.bone_segments(drawn.model, worlds[name.split()[0]], 1.0)[:, 0].mean(axis=0)
        assert np.allclose(drawn_lines.segments[:, 0].mean(axis=0), wanted, atol=0.01)
    assert [line.width for line in lines[3:]] == sorted((line.width for line in lines[3:]), reverse=True)


def test_a_scale_runs_from_its_low_end_to_its_high_one(arm: Drawn) -> None:
    (column,) = arm.columns("weights", "elbow")
    ((caption, _, _),) = captions(arm, (column,))
    (bar,) = caption.swatches
    stops = arm.package("addon.gpu.data.tint").WEIGHT_STOPS
    assert np.allclose(bar.colors[0][:3], stops[0])
    assert np.allclose(bar.colors[-1][:3], stops[-1])
    low, high = caption.words[1:]
    assert (low.text, high.text) == ("weight 0", "1")
    assert low.span[0] == pytest.approx(bar.x)
    assert high.span[1] == pytest.approx(bar.x + bar.width)
    assert low.y < bar.y


def test_words_stand_in_their_own_cell_and_not_on_each_other(package: Package, root: Path) -> None:
    """Every picture of the documents that is made from the examples' arm or character."""
    character = Drawn(package, root / "examples" / "character.glb", 1.2)
    arm = Drawn(package, root / "examples" / "arm.glb", 1.0)
    cases = [
        (character, "gallery", "", (1400, 900)),
        (character, "steps", "forearm.L", (1280, 640)),
        (arm, "error", "form:rigid", (960, 720)),
        (arm, "error", "fast", (320, 240)),
        (arm, "normals", "", (1280, 480)),
        (arm, "crowd", "5:clips", (400, 400)),
    ]
    for drawn, word, value, size in cases:
        columns = drawn.columns(word, value)
        for (caption, view, _), column in zip(captions(drawn, columns, size), columns, strict=True):
            left, low, width, height = view.cell.pixels(size)
            assert caption.words[0].text == column.label
            if size[0] >= 2 * size[1]:  # on a page of 750 pixels letters of 10 at least; by the height alone they had 8
                assert caption.words[0].size >= 0.0135 * size[0]
            if not column.instanced:
                seen = view.camera.on_picture(column.points(), width, height)[:, 1]
                legends = [*caption.words[1 : 1 + 2 * (column.legend is not None)], *caption.swatches]
                assert seen.min() >= caption.words[0].y - low + caption.words[0].size
                assert seen.max() <= min((one.y - low for one in legends), default=height)
            for words in caption.words[: 1 + 2 * (column.legend is not None)]:
                begin, end = words.span
                assert left <= begin + 1, words
                assert end - 1 <= left + width, words
                assert low <= words.y <= low + height
            for k, one in enumerate(caption.words):
                for other in caption.words[:k]:
                    beside = one.span[0] >= other.span[1] - 0.5 or other.span[0] >= one.span[1] - 0.5
                    assert beside or abs(one.y - other.y) >= min(one.size, other.size) - 1e-6, (one, other)


def test_the_ground_lies_under_the_columns_own_feet(drawn: Drawn) -> None:
    columns = (*drawn.columns("posed"), *drawn.columns("jointspace", name_of(drawn, 1)), *drawn.columns("meshspace"))
    stands = [places(column.pieces[0]) for column in columns]
    low = [points[:, 1].min() for points in stands]
    views = [(view, said.ground_of(view)) for _, view, said in captions(drawn, columns)]
    size = float(np.linalg.norm(np.ptp(np.concatenate(stands), axis=0)))
    assert views[1][1] is None
    for k in (0, 2):
        height = views[k][1].segments[..., 1]
        assert np.ptp(height) == 0
        assert low[k] - 0.02 * size <= height[0, 0] <= low[k], k


@pytest.mark.parametrize(("suffix", "fps"), [("png", 10), ("gif", 10), ("png", 24)])
def test_an_animation_goes_forward_at_its_own_speed(package: Package, suffix: str, fps: int) -> None:
    """The times at which pictures are taken, and how long the file shows each: one second is one second."""
    picture = package("addon.command.picture")
    args = argparse.Namespace(time=0.25, frames=4, fps=fps)
    assert package("addon.lessons.picture").frame_times(args) == pytest.approx([0.25 + k / fps for k in range(4)])
    images = [np.full((2, 3, 3), 60 * k, np.uint8) for k in range(4)]
    data = picture.file_of(images, fps, gif=suffix == "gif")
    if suffix == "gif":
        delays = [struct.unpack("<H", data[at + 4 : at + 6])[0] / 100 for at in found(data, b"\x21\xf9\x04")]
    else:
        pairs = [struct.unpack(">HH", data[at + 24 : at + 28]) for at in found(data, b"fcTL")]
        delays = [a / b for a, b in pairs]
        order = [struct.unpack(">I", data[at + 4 : at + 8])[0] for at in found(data, b"fcTL")]
        assert order == sorted(order)
    assert delays == pytest.approx([1 / fps] * 4, abs=0.006)
    assert not math.isclose(1 / fps, 2 / fps)


def found(data: bytes, mark: bytes) -> list[int]:
    at, places_found = data.find(mark), []
    while at >= 0:
        places_found.append(at)
        at = data.find(mark, at + 1)
    return places_found


def skeleton_at(drawn: Drawn, channels: list, times: list[float]) -> list[set]:
    """At each time, where the joints stand if a clip had these channels alone."""
    changed = plain.PlainFile(drawn.path)
    changed.json["animations"][0]["channels"] = channels
    worlds = [plain._pose(changed, 0, time)[0] for time in times]
    return [{tuple(np.round(world[node][:3, 3], 5)) for node in drawn.joints} for world in worlds]


def joints_of(segments: np.ndarray, size: float) -> set:
    """Where the crosses of a skeleton's lines stand."""
    short = [s for s in segments if np.linalg.norm(s[1] - s[0]) == pytest.approx(0.012 * size, rel=1e-3)]
    return {tuple(np.round((a + b) / 2.0, 5)) for a, b in short}


def apart(a: set, b: set) -> float:
    """How far the places of one set are from the nearest of the other, both ways, at most."""
    pairs = np.linalg.norm(np.array(sorted(a))[:, None] - np.array(sorted(b)), axis=-1)
    return float(max(pairs.min(axis=0).max(), pairs.min(axis=1).max()))


def test_a_key_a_track_a_clip_and_a_pose_are_what_their_labels_say(arm: Drawn) -> None:
    """The key before the time, alone over the rest pose; its track at every key; all tracks there; the pose."""
    animation, nodes = arm.file.json["animations"][0], arm.file.json["nodes"]
    body = arm.package("addon.gpu.data.column").posed(arm.model, arm.subject.pose, "").points()
    size = float(np.linalg.norm(np.ptp(body, axis=0)))
    for channel in animation["channels"]:
        node, path = channel["target"]["node"], channel["target"]["path"]
        keys = arm.file.accessor(animation["samplers"][channel["sampler"]]["input"])[:, 0].astype(float)
        before = max(time for time in keys.tolist() if time <= arm.time)
        name = f"{nodes[node]['name']} {path}"
        key, track, clip, pose = arm.columns("motion", nodes[node]["name"])
        assert key.label == f"a key: {name} at {before:g} s"
        assert track.label == f"a track: {len(keys)} keys of {name}"
        assert clip.label == f"a clip: {animation['name']}, {len(animation['channels'])} track" + "s" * (
            len(animation["channels"]) > 1
        )
        assert pose.label == f"a pose: all tracks at {arm.time:g} s"
        chosen = keys[np.unique(np.linspace(0, len(keys) - 1, min(len(keys), 13)).round().astype(int))].tolist()
        for column, channels, times in (
            (key, [channel], [before]),
            (track, [channel], chosen),
            (clip, animation["channels"], chosen),
            (pose, animation["channels"], [arm.time]),
        ):
            ((lines, _),) = column.lines
            assert apart(joints_of(lines, size), set().union(*skeleton_at(arm, channels, times))) < 1e-3 * size
        assert np.allclose(places(pose.pieces[0]), reference(arm), atol=1e-6)
        assert np.abs(places(key.pieces[0]) - reference(arm)).max() > 1e-4 or before == arm.time
        assert track.pieces == clip.pieces == ()
    turned = {}
    for channel in animation["channels"]:
        if channel["target"]["path"] == "rotation":
            keys = arm.file.accessor(animation["samplers"][channel["sampler"]]["output"]).astype(float)
            dots = [abs(float(q @ keys[0])) / np.linalg.norm(q) / np.linalg.norm(keys[0]) for q in keys]
            turned[nodes[channel["target"]["node"]]["name"]] = 1.0 - min(dots)
    assert arm.columns("motion")[1].label.endswith(f"of {max(turned, key=turned.get)} rotation")


def test_parts_on_nodes_move_by_their_nodes(package: Package, root: Path) -> None:
    """The windmill has no joints: the lines join its nodes, where they stand at each key of the wheel."""
    path = root / "examples" / "windmill.glb"
    model = package("skinning_core").load_model(path)
    file, clip = plain.PlainFile(path), model.clips[0]
    pose = package("skinning_core.pose.clip").sample_clip(model.nodes, clip, np.array([0.5]))
    paint = package("addon.gpu.data.tint").material
    subject = package("addon.lessons.motif").Motif(model, 0, 0.5, 0.5, pose, {}, 1.5, 0.3, True, paint)
    _, _, whole, now = package("addon.lessons.columns").made("motion", subject, "")
    assert whole.label == f"a clip: {clip.name}, 2 tracks"
    size = 0.012 * float(
        np.linalg.norm(np.ptp(package("addon.gpu.data.column").posed(model, pose, "").points(), axis=0))
    )
    for column, times in ((whole, clip.tracks[0].times.tolist()), (now, [0.5])):
        crosses = [(a + b) / 2 for a, b in column.lines[0][0] if np.linalg.norm(b - a) == pytest.approx(size, rel=1e-3)]
        stood = np.array([world[:3, 3] for time in times for world in plain._pose(file, 0, time)[0]])
        assert len(crosses) == 3 * len(stood)
        assert np.abs(np.array(crosses)[:, None] - stood).max(axis=-1).min(axis=1).max() < 1e-5


def test_a_joint_without_a_track_is_refused(arm: Drawn) -> None:
    error = arm.package("skinning_core.error").SkinproofError
    clip = arm.model.clips[0]
    names = arm.model.nodes.names
    moved = names[clip.tracks[0].node]
    still = next(names[node] for node in arm.joints if names[node] != moved)
    fewer = dataclasses.replace(arm.model, clips=(dataclasses.replace(clip, tracks=clip.tracks[:1]),))
    arm.subject = dataclasses.replace(arm.subject, model=fewer)
    assert arm.columns("motion")[1].label.endswith(f"of {moved} {clip.tracks[0].path}")
    with pytest.raises(error, match=f"no track of {clip.name} moves {still}"):
        arm.columns("motion", still)
    arm.subject = dataclasses.replace(arm.subject, clip=None)
    with pytest.raises(error, match="the rest pose has no tracks"):
        arm.columns("motion")


def test_the_two_pipelines_differ_only_before_the_world(drawn: Drawn) -> None:
    """Stored vertices under the node's own matrix, and skinned ones; then one camera, by the plain formula."""
    rigid, skinned = drawn.columns("pipelines")[:4], drawn.columns("pipelines")[4:]
    assert [c.label for c in rigid] == [
        "no skin: mesh space",
        "times the node's matrix",
        "before the camera",
        "divided by w: z goes inward",
    ]
    assert [c.label for c in skinned] == [
        "a skin: every joint's space",
        "times G, then the mean",
        "before the camera",
        "divided by w: z goes inward",
    ]
    holder = next(n for n, node in enumerate(drawn.file.json["nodes"]) if "mesh" in node)
    stored = np.array([point for point, _ in drawn.vertices])
    worlds = [[drawn.world[holder] @ [*p, 1.0] for p in stored], reference(drawn)]
    assert np.allclose(places(rigid[0].pieces[0]), stored, atol=1e-6)
    right, _, back = (
        v / np.linalg.norm(v) for v in _axes_of(places(skinned[1].pieces[0]), places(skinned[2].pieces[0]))
    )
    for way, world in zip((rigid, skinned), worlds, strict=True):
        assert np.allclose(places(way[1].pieces[0]), world, atol=1e-5)
        before = places(way[2].pieces[0])
        for a, b in ((0, 1), (3, len(world) - 1)):  # the camera turns and moves, nothing else
            turned = np.asarray(world[a]) - np.asarray(world[b])
            assert np.allclose((before[a] - before[b])[[0, 2]], [right @ turned, back @ turned], atol=1e-5)
        assert (before[:, 2] < 0.0).all() or way is rigid
        assert way[2].marks[0][0] == "camera"
        assert not way[2].marks[0][1].any()
        cube, tangent = places(way[3].pieces[0]), np.tan(np.radians(12.0))
        assert np.allclose(cube[:, 0], before[:, 0] / -before[:, 2] / tangent * 3 / 4, atol=1e-4)
        assert np.allclose(cube[:, 1], before[:, 1] / -before[:, 2] / tangent, atol=1e-4)
        assert np.abs(cube).max() <= 1.0 or way is rigid
        if way is skinned:  # what is nearest to the camera is nearest to who looks into the cube, too
            assert cube[np.argmax(before[:, 2]), 2] == cube[:, 2].max()
        assert way[3].inward
        ((edges, _),) = way[3].lines
        assert np.abs(edges).min() == np.abs(edges).max() == 1.0
        assert np.allclose(np.linalg.norm(edges[:, 1] - edges[:, 0], axis=-1), 2.0)
        assert [column.grounded for column in way] == [way is rigid, True, False, False]


def _axes_of(world: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """(3, 3) the rotation, rows, that brings differences of one cloud to those of the other."""
    found, *_ = np.linalg.lstsq(world - world.mean(axis=0), seen - seen.mean(axis=0), rcond=None)
    assert np.allclose(found.T @ found, np.eye(3), atol=1e-4)
    return found.T


def test_the_documents_name_every_word_of_show(package: Package, root: Path) -> None:
    picture = package("addon.command.picture")
    text = (root / "docs" / "gpu.md").read_text(encoding="utf-8")
    for word in (*package("addon.lessons.columns").MAKERS, *package("addon.gpu.data.picture_request").SKELETONS):
        assert f"`{word}`" in text or f"`{word}:" in text, word
        assert word in picture.SHOW_HELP, word
