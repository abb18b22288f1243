"""One file against another: what was changed is named, with its size, and the sizes add up.

SKINPROOF_LONG=1 runs the options of both tools over all real models instead of a few (some minutes).
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import Model, SkinproofError, load_model
from skinning_core.cli import main
from skinning_core.compare.between.other_file import OtherFile
from skinning_core.compare.between.steps import TOGETHER
from skinning_core.compare.judge.question import Question, Times, When
from skinning_core.compare.judge.verdict import Outcome
from skinning_core.compare.judge.verification import verify
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Clip, Influences
from skinning_core.transform import multiply
from tests import golden, npm
from tests.tiny import Tiny

Change = Callable[[Model], Model]


def with_primitives(model: Model, change: Callable) -> Model:
    meshes = [dataclasses.replace(m, primitives=tuple(map(change, m.primitives))) for m in model.meshes]
    return dataclasses.replace(model, meshes=tuple(meshes))


def keys(model: Model) -> Model:
    """Every second key dropped."""

    def thinned(track):
        kept = np.unique([*range(0, len(track.times), 2), len(track.times) - 1])
        cut = {n: getattr(track, n) for n in ("times", "values", "in_tangents", "out_tangents")}
        return dataclasses.replace(track, **{n: v[kept] for n, v in cut.items() if v is not None})

    clips = tuple(Clip(clip.name, tuple(map(thinned, clip.tracks))) for clip in model.clips)
    return dataclasses.replace(model, clips=clips)


def positions(model: Model) -> Model:
    """Positions rounded to 8 bits of the largest coordinate."""

    def rounded(primitive):
        step = float(np.abs(primitive.positions).max()) / 255.0
        return dataclasses.replace(primitive, positions=np.round(primitive.positions / step) * step)

    return with_primitives(model, rounded)


def weights(model: Model) -> Model:
    """Weights rounded to 5 bits."""

    def rounded(primitive):
        if primitive.influences is None:
            return primitive
        kept = primitive.influences.weights
        low = np.where(kept > 0.0, np.maximum(np.round(kept * 31.0), 1.0), 0.0) / 31.0
        return dataclasses.replace(primitive, influences=Influences(primitive.influences.joints, low))

    return with_primitives(model, rounded)


def cut(model: Model) -> Model:
    """The strongest influence alone."""

    def strongest(primitive):
        if primitive.influences is None:
            return primitive
        kept = primitive.influences.weights
        first = np.arange(kept.shape[1]) == kept.argmax(axis=1)[:, None]
        return dataclasses.replace(primitive, influences=Influences(primitive.influences.joints, kept * first))

    return with_primitives(model, strongest)


def rest(model: Model) -> Model:
    """Joints that stand elsewhere, where no track says otherwise."""
    moved = model.nodes.translation.copy()
    animated = {(t.node, t.path) for clip in model.clips for t in clip.tracks}
    still = [j for j in model.skins[0].joints if (j, "translation") not in animated and not model.nodes.has_matrix[j]]
    moved[still] += 0.002 * np.ptp(np.abs(moved)) + 1e-4
    return dataclasses.replace(model, nodes=dataclasses.replace(model.nodes, translation=moved))


CHANGES: dict[str, Change] = {
    "keys": keys, "positions": positions, "weights": weights, "influences cut": cut, "rest pose": rest,
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_the_one_change_is_named(shared: Path, name: str) -> None:
    named = 0
    for sheet in ("fox", "cesium_man", "mannequiny", "woman"):
        model = load_model(golden.sheet(shared, sheet).model)
        other = OtherFile(Path("other.glb"), model, CHANGES[name](model))
        clip = len(model.clips) - 1
        results = [other.split(clip, time) for time in (0.11, 0.31, 0.52)]
        result = max(results, key=lambda one: one.distance)
        assert sum(step.distance for step in result.steps) == pytest.approx(result.distance, rel=1e-9)
        if result.distance > 1e-6 * other.correspondence.first.diagonal:
            largest = max(result.steps, key=lambda step: abs(step.distance))
            assert largest.name == name, (sheet, result)
            assert largest.distance == pytest.approx(result.distance, rel=0.05), (sheet, result)
            named += 1
    assert named >= (1 if name == "rest pose" else 3)  # where every joint is animated, its rest does not matter


def test_the_whole_is_the_difference_of_both_files(root: Path) -> None:
    """All changes at once: the steps add up to what the two files' own skinning differs by."""
    model = load_model(root / "examples" / "character.glb")
    changed = weights(positions(keys(model)))
    result = OtherFile(Path("other.glb"), model, changed).split(0, 0.4)
    ours, theirs = (skin_model(m, 0, np.array([0.4]), variants=False).positions for m in (model, changed))
    apart = np.linalg.norm(np.concatenate(ours, axis=1)[0] - np.concatenate(theirs, axis=1)[0], axis=1)
    assert result.distance == pytest.approx(apart.max(), rel=1e-9)
    assert result.vertex == apart.argmax()
    # A change may work against the others at the worst vertex, where it has no share then; yet it moves vertices.
    told = [step.name for step in result.steps if step.maximum > 1e-3 * result.distance]
    assert {name for together in told for name in together.split(TOGETHER)} >= {
        "positions",
        "weights",
    }


def test_the_same_file_in_another_order_and_unit_is_the_same(root: Path) -> None:
    model = load_model(root / "examples" / "character.glb")
    other = OtherFile(Path("other.glb"), model, shuffled(model, np.random.default_rng(4)))
    times = np.array([0.0, 0.3, 0.9])
    given = other.at(0, times)
    ours = skin_model(model, 0, times)
    for a, b in zip(ours.positions, given.positions, strict=True):
        assert np.abs(a - b).max() < 1e-9 * ours.diagonal.max()
    assert other.split(0, 0.3).distance < 1e-9 * ours.diagonal.max()


def shuffled(model: Model, rng: np.random.Generator) -> Model:
    def mixed(primitive):
        order = rng.permutation(primitive.vertex_count)
        rows = {n: getattr(primitive, n) for n in ("positions", "normals")}
        rows = {n: v if v is None else v[order] for n, v in rows.items()}
        influences = primitive.influences
        if influences is not None:
            rows["influences"] = Influences(influences.joints[order], influences.weights[order])
        rows["texcoords"] = tuple(t[order] for t in primitive.texcoords)
        return dataclasses.replace(primitive, **rows)

    return with_primitives(model, mixed)


def test_what_is_missing_is_told(root: Path) -> None:
    model = load_model(root / "examples" / "character.glb")
    far = with_primitives(
        model, lambda p: dataclasses.replace(p, positions=np.random.default_rng(0).normal(size=p.positions.shape))
    )
    with pytest.raises(SkinproofError, match="no vertex lies"):
        OtherFile(Path("other.glb"), model, far).at(None, np.zeros(1))


LONG = ("fox", "cesium_man", "mannequiny", "woman", "rigged_simple", "simple_skin", "greenman")
#: Nine boxes without a skin, which gltfpack hangs on nodes of its own that undo the quantisation.
RIGID = "interpolation_test"
#: gltfpack's options, and what must then be the largest change of every file that has been changed at all.
PACKED = {
    (): {"keys", "weights"},
    ("-noq",): {"keys", "weights"},
    ("-vp", "16", "-af", "60"): {"keys", "weights"},
    ("-af", "0", "-noq"): {"weights", "keys"},
    ("-af", "0", "-vp", "8"): {"positions", "surface"},  # neighbours fall together
    ("-kn", "-af", "5"): {"keys"},
}


@pytest.mark.parametrize("options", PACKED, ids=" ".join)
def test_files_packed_by_gltfpack(shared: Path, tmp_path: Path, options: tuple[str, ...]) -> None:
    for name in (*(LONG if os.environ.get("SKINPROOF_LONG") else ("fox", "rigged_simple")), RIGID):
        sheet = golden.sheet(shared, name)
        model = load_model(sheet.model)
        other = OtherFile(
            Path("packed.glb"), model, load_model(npm.gltfpack(sheet.model, tmp_path / f"{name}.glb", *options))
        )
        matched = other.correspondence
        assert matched.clips.pairs == tuple((i, i) for i in range(len(model.clips)))
        assert not len(matched.joints.missing_second)
        if "8" not in options:  # at 8 bits neighbours fall together, and some are left unmatched
            assert not len(matched.unjudged), name
            if name != RIGID:  # the node of its still plane is gone, so the surface is compared
                assert not len(matched.vertices.unmatched_first)
                assert not len(matched.vertices.unmatched_second)
        clip = min(1, len(model.clips) - 1)
        times = np.linspace(model.clips[clip].start, model.clips[clip].end, 7) + 0.013
        worst = max((other.split(clip, time) for time in times), key=lambda one: one.distance)
        if name == RIGID and worst.distance < 1e-5 * matched.first.diagonal:
            continue  # nothing but rounding: a rigid character has no weights that lose bits
        shares = {step.name: step.distance / worst.distance for step in worst.steps}
        assert sum(shares.values()) == pytest.approx(1.0, abs=1e-6)
        expected = (PACKED[options] - {"weights"}) | {"keys", "positions"} if name == RIGID else PACKED[options]
        assert expected & set(max(shares, key=shares.__getitem__).split(TOGETHER)), (name, shares)
        if "-noq" in options:
            assert abs(shares.get("positions", 0.0)) < 0.05
        if "0" in options and "-noq" in options:  # undoing what is left of its keys lowers next to nothing
            left = {step.name: step.left for step in worst.steps}
            assert left.get("keys", worst.distance) > 0.95 * worst.distance


#: glTF-Transform's steps, and what must then be the largest change of every file that has been changed at all.
TRANSFORMED = {
    ("resample",): {"keys"},
    ("resample-coarse",): {"keys"},
    ("quantize",): {"positions", "weights"},
    ("quantize-8",): {"positions"},
    ("quantize-weights",): {"weights"},
    ("dedup", "prune", "weld", "resample", "quantize"): {"keys", "positions", "weights"},
    ("weld", "simplify"): {"surface"},
}


@pytest.mark.parametrize("steps", TRANSFORMED, ids="+".join)
def test_files_rewritten_by_gltf_transform(shared: Path, tmp_path: Path, steps: tuple[str, ...]) -> None:
    names = LONG if os.environ.get("SKINPROOF_LONG") else ("fox", "rigged_simple")
    files = [(golden.sheet(shared, name).model, tmp_path / f"{name}.glb") for name in names]
    npm.transform(*((source, target, steps) for source, target in files))
    for name, (source, target) in zip(names, files):
        model = load_model(source)
        other = OtherFile(target, model, load_model(target))
        matched = other.correspondence
        # A simplified surface may follow none of a vertex's joints near it: then it is not known what became of it.
        assert len(matched.unjudged) <= ("simplify" in steps) * 0.05 * len(matched.first), name
        clip = len(model.clips) - 1
        times = np.linspace(model.clips[clip].start, model.clips[clip].end, 7) + 0.013
        worst = max((other.split(clip, time) for time in times), key=lambda one: one.distance)
        if worst.distance < 1e-9 * matched.first.diagonal:
            continue  # nothing was changed: the clip had no key to spare, or the mesh no vertex
        shares = {step.name: step.distance / worst.distance for step in worst.steps}
        assert sum(shares.values()) == pytest.approx(1.0, abs=1e-6)
        largest = max(worst.steps, key=lambda step: step.distance)
        assert set(largest.name.split(TOGETHER)) <= TRANSFORMED[steps], (name, shares)
        # Its share is less than what it moves by as much as other steps move other vertices.
        assert largest.maximum > (0.95 if len(TRANSFORMED[steps]) == 1 else 0.45) * worst.distance
        assert largest.distance > 0.45 * worst.distance
        assert "glTF-Transform" in largest.option
        assert "gltfpack" not in largest.option
        theirs = other.at(clip, np.array([worst.time]))
        ours = skin_model(model, clip, np.array([worst.time]), variants=False)
        apart = [
            np.nanmax(np.linalg.norm(a - b, axis=2)) for a, b in zip(ours.positions, theirs.positions, strict=True)
        ]
        assert worst.distance == pytest.approx(max(apart), rel=1e-6)


def test_a_clip_that_was_lost_is_not_judged(root: Path) -> None:
    """It is never compared with the rest pose, and the other clips are judged."""
    model = load_model(root / "examples" / "character.glb")
    other = OtherFile(Path("other.glb"), model, dataclasses.replace(model, clips=model.clips[:1]))
    found = verify(model, {"other.glb": other}, Question(times=Times(When.COUNT, 3)))
    assert found.verdict.outcome is Outcome.PARTLY
    assert found.verdict.status == 3
    assert (found.coverage.clips.judged, found.coverage.clips.asked) == (1, len(model.clips))
    lost = model.clip_names[1]
    told = f"other.glb has no clip for {lost!r} (clips: {model.clip_names[0]!r})"
    assert told in [str(ground.sentence) for ground in found.verdict.grounds]
    none = OtherFile(Path("other.glb"), model, dataclasses.replace(model, clips=()))
    assert verify(model, {"other.glb": none}, Question(clips=(0,))).verdict.outcome is Outcome.NOT_JUDGED


def test_dropped_joints_and_merged_vertices_have_their_names(root: Path) -> None:
    model = load_model(root / "examples" / "character.glb")
    skin = model.skins[0]
    gone, heir = 3, 2  # of the skin's joints: what follows one follows the other

    def without(primitive):
        if primitive.influences is None:
            return primitive
        joints = np.where(primitive.influences.joints == gone, heir, primitive.influences.joints)
        return dataclasses.replace(primitive, influences=Influences(joints, primitive.influences.weights))

    names = list(model.nodes.names)
    names[int(skin.joints[gone])] = "of another kind"
    changed = with_primitives(
        dataclasses.replace(model, nodes=dataclasses.replace(model.nodes, names=tuple(names))), without
    )
    kept = [j for j in range(len(skin.joints)) if j != gone]
    numbers = np.cumsum([j != gone for j in range(len(skin.joints))]) - 1

    def renumbered(primitive):
        if primitive.influences is None:
            return primitive
        return dataclasses.replace(
            primitive, influences=Influences(numbers[primitive.influences.joints], primitive.influences.weights)
        )

    fewer = dataclasses.replace(skin, joints=skin.joints[kept], inverse_bind=skin.inverse_bind[kept])
    changed = dataclasses.replace(with_primitives(changed, renumbered), skins=(fewer, *model.skins[1:]))
    splits = [OtherFile(Path("other.glb"), model, changed).split(0, time) for time in (0.2, 0.4, 0.7)]
    worst = max(splits, key=lambda one: one.distance)
    assert max(worst.steps, key=lambda step: step.distance).name == "joints dropped"


def test_verify_prints_what_was_changed(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same file under another name is the same; one with other keys differs, and the reason is told."""
    example = root / "examples" / "character.glb"
    copy = tmp_path / "copy.glb"
    copy.write_bytes(example.read_bytes())
    assert main(["compare", str(example), str(copy), "--frames", "3"]) == 0
    report = tmp_path / "report.json"
    moved = Tiny()
    moved.data["nodes"][1]["translation"] = [0, 1.01, 0]
    first, second = Tiny().write_glb(tmp_path / "first.glb"), moved.write_glb(tmp_path / "second.glb")
    capsys.readouterr()
    assert main(["compare", str(first), str(second), "--json", str(report)]) == 1
    assert "joints stand elsewhere at rest [rest pose]" in capsys.readouterr().out
    comparison = json.loads(report.read_text())["models"][0]["comparisons"][-1]
    steps = {step["name"]: step["distance"] for step in comparison["split"]["steps"]}
    assert sum(steps.values()) == pytest.approx(comparison["split"]["distance_m"])
    assert steps["rest pose"] == pytest.approx(comparison["split"]["distance_m"])


def test_a_rigid_mesh_on_a_node_that_a_tool_has_put_between(tmp_path: Path) -> None:
    """The mesh hangs below its node on another, which undoes a doubling; its vertices have moved by 0.01 as well."""
    places = np.random.default_rng(7).uniform(-1.0, 1.0, (60, 3)).astype(np.float32)
    paths = []
    for name, between in (("first", False), ("second", True)):
        file = Tiny()
        position = file.add(2.0 * (places + np.float32([0.01, 0.0, 0.0])) if between else places)
        file.data["meshes"].append({"primitives": [{"attributes": {"POSITION": position}}]})
        box = len(file.data["nodes"])
        file.data["nodes"].append({"name": "box", "translation": [3, 0, 0], "rotation": [0, 0.6, 0, 0.8]})
        if between:
            file.data["nodes"][box]["children"] = [box + 1]
            file.data["nodes"].append({"mesh": 1, "scale": [0.5, 0.5, 0.5]})
        else:
            file.data["nodes"][box]["mesh"] = 1
        file.data["scenes"][0]["nodes"].append(box)
        paths.append(file.write_glb(tmp_path / f"{name}.glb"))
    other = OtherFile(paths[1], load_model(paths[0]), load_model(paths[1]))
    found = other.split(0, 0.5)
    assert found.distance == pytest.approx(0.01, rel=1e-4)
    steps = {step.name: step.distance for step in found.steps}
    assert steps["positions"] == pytest.approx(0.01, rel=1e-4)
    assert abs(sum(steps.values()) - 0.01) < 1e-6


@pytest.mark.parametrize("order", ["back", "round four", "two", "by name"])
@pytest.mark.parametrize("name", ["fox", "greenman"])
def test_inverse_binds_in_another_order_are_not_called_rounded(shared: Path, name: str, order: str) -> None:
    model = load_model(golden.sheet(shared, name).model)
    (skin,) = model.skins
    bind, every = skin.inverse_bind, np.arange(len(skin.joints))
    places = {
        "back": every[::-1],
        "round four": np.concatenate([np.roll(every[:4], 1), every[4:]]),
        "two": np.concatenate([every[:-4], every[-4:][[0, 2, 1, 3]]]),
        "by name": np.argsort([model.nodes.names[joint] for joint in skin.joints]),
    }[order]
    changed = dataclasses.replace(model, skins=(dataclasses.replace(skin, inverse_bind=bind[places]),))
    steps = OtherFile(Path("other.glb"), model, changed).split(0, 0.2).steps
    assert [step.name for step in steps] == ["bind order"]
    back = OtherFile(Path("other.glb"), changed, model).split(0, 0.2).steps
    assert "bind order" not in {step.name for step in back}


@pytest.mark.parametrize("change", ["turned", "moved", "larger", "sheared"])
@pytest.mark.parametrize("name", ["fox", "greenman"])
def test_positions_that_are_others_are_not_called_rounded(shared: Path, name: str, change: str) -> None:
    """A joint's inverse bind matrix is another one, as FBX2glTF makes them; no rounding moves a vertex so far."""
    model = load_model(golden.sheet(shared, name).model)
    (skin,) = model.skins
    size = max(float(np.ptp(model.primitive(part).positions, axis=0).max()) for part in model.parts)
    most = np.bincount(np.concatenate([model.influences(p).joints[:, 0] for p in model.parts])).argmax()
    by = np.eye(3, 4)
    match change:
        case "turned":
            by[:2, :2] = [[0, -1], [1, 0]]
        case "moved":
            by[0, 3] = 0.2 * size
        case "larger":
            by[:, :3] *= 1.3
        case "sheared":
            by[0, 1] = 0.4
    binds = np.array(skin.inverse_bind, np.float64)
    binds[most] = multiply(by, binds[most])
    changed = dataclasses.replace(model, skins=(dataclasses.replace(skin, inverse_bind=binds),))
    steps = OtherFile(Path("other.glb"), model, changed).split(0, 0.2).steps
    assert [step.name for step in steps] == ["other positions"]
    assert not steps[0].option


def exchanged(joints: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The two joints that move most vertices move one another's."""
    first, second = np.bincount(joints[weights > 0.0]).argsort()[-2:]
    swapped = np.arange(joints.max() + 1)
    swapped[[first, second]] = second, first
    return swapped[joints], weights


def reversed_in_each(joints: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The strongest influence of a vertex has the weight of its weakest."""
    order = np.where(weights > 0.0, weights, np.inf).argsort(axis=1)
    count = (weights > 0.0).sum(axis=1)
    other = np.zeros_like(weights)
    for row, many in enumerate(count):
        other[row, order[row, :many]] = weights[row, order[row, :many][::-1]]
    return joints, other


def one_vertex(joints: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The vertex that two joints share most evenly follows the stronger one alone."""
    worst = int(np.sort(weights, axis=1)[:, -2].argmax())
    other = weights.copy()
    strongest, second = weights[worst].argsort()[-2:][::-1]
    other[worst, [strongest, second]] = weights[worst, strongest] + weights[worst, second] - 0.01, 0.01
    return joints, other


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("fox", exchanged),
        ("fox", reversed_in_each),
        ("fox", one_vertex),
        ("cesium_man", reversed_in_each),
        ("woman", one_vertex),  # it was "the same": a twin along a seam of textures kept its weights
    ],
)
def test_weights_that_are_others_are_not_called_rounded(shared: Path, name: str, change: Callable) -> None:
    """Weights were told as rounded for vertices a metre away, on another joint."""
    model = load_model(golden.sheet(shared, name).model)

    def changed(primitive):
        return dataclasses.replace(
            primitive, influences=Influences(*change(primitive.influences.joints, primitive.influences.weights))
        )

    other = OtherFile(Path("other.glb"), model, with_primitives(model, changed))
    found = max((other.split(0, time) for time in (0.1, 0.3, 0.5)), key=lambda each: each.distance)
    names = {name for step in found.steps for name in step.name.split(TOGETHER)}
    assert "other weights" in names, found
    assert names <= {"other weights", "influences cut", "surface"}, found
