"""What the specification forbids and engines read differently is nobody's truth: chosen, told, and not judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import check_model, load_model
from skinning_core.check.check import check_file
from skinning_core.cli import main
from skinning_core.model import FORBIDDEN, Track
from skinning_core.pose.track import sample_track
from tests.models import MODELS
from tests.tiny import Tiny

HALF_TURN = [0.0, 0.0, 1.0, 0.0]


def _joint_in_no_scene(tiny: Tiny) -> None:
    tiny.data["nodes"][0]["children"] = []


def _no_joint_in_the_scene(tiny: Tiny) -> None:
    tiny.data["scenes"][0]["nodes"] = [2]


def _joints_in_the_other_scene(tiny: Tiny) -> None:
    tiny.data["scenes"] = [{"nodes": [2]}, {"nodes": [0, 2]}]


def _root_with_a_parent(tiny: Tiny) -> None:
    tiny.data["scenes"][0]["nodes"] = [0, 1, 2]


def _inverse_bind(tiny: Tiny, matrices: np.ndarray) -> None:
    tiny.data["skins"][0]["inverseBindMatrices"] = tiny.add(matrices.astype(np.float32).reshape(2, 16))


def _stored_by_rows(tiny: Tiny) -> None:
    moved = np.tile(np.eye(4), (2, 1, 1))
    moved[1, :3, 3] = [0.0, -1.0, 0.0]
    _inverse_bind(tiny, moved)  # rows one behind the other, where the format has columns


def _divided_by_two(tiny: Tiny) -> None:
    _inverse_bind(tiny, np.tile(np.diag([1.0, 1.0, 1.0, 2.0]), (2, 1, 1)))


def _matrix_and_translation(tiny: Tiny) -> None:
    tiny.data["nodes"][0] |= {"matrix": np.eye(4).ravel().tolist(), "translation": [0, 0, 5]}


def _matrix_of_a_projection(tiny: Tiny) -> None:
    tiny.data["nodes"][0]["matrix"] = np.diag([1.0, 1.0, 1.0, 0.5]).ravel().tolist()


def _long_rotation(tiny: Tiny) -> None:
    tiny.data["nodes"][0]["rotation"] = [0.0, 0.0, 0.0, 0.9]


def _skin_without_weights(tiny: Tiny) -> None:
    del tiny.primitive["attributes"]["JOINTS_0"], tiny.primitive["attributes"]["WEIGHTS_0"]


def _second_track(tiny: Tiny) -> None:
    sampler = {"input": tiny.add(np.float32([0, 1])), "output": tiny.add(np.float32([HALF_TURN, HALF_TURN]))}
    animation = tiny.data["animations"][0]
    animation["samplers"].append(sampler)
    animation["channels"].append({"sampler": 1, "target": {"node": 1, "path": "rotation"}})


def _root(node: int) -> Callable[[Tiny], None]:
    return lambda tiny: tiny.data["skins"][0].update(skeleton=node)


def _also(**attributes: str) -> Callable[[Tiny], None]:
    """The primitive with more attributes, each with the accessor of the named one."""
    return lambda tiny: tiny.primitive["attributes"].update(
        {name: tiny.primitive["attributes"][of] for name, of in attributes.items()}
    )


CHOSEN: dict[str, tuple[Callable[[Tiny], None], str, str]] = {
    "a joint in no scene": (_joint_in_no_scene, "/skins/0/joints", "SKIN_JOINT_IN_NO_SCENE"),
    "no joint in the scene": (_no_joint_in_the_scene, "/skins/0/joints", "NODE_SKIN_NO_SCENE"),
    "joints in the other scene": (_joints_in_the_other_scene, "/skins/0/joints", "NODE_SKIN_NO_SCENE"),
    "a root with a parent": (_root_with_a_parent, "/scenes/0/nodes/1", "SCENE_NON_ROOT_NODE"),
    "matrices stored by rows": (_stored_by_rows, "/skins/0/inverseBindMatrices", "ACCESSOR_INVALID_IBM"),
    "matrices that divide": (_divided_by_two, "/skins/0/inverseBindMatrices", "ACCESSOR_INVALID_IBM"),
    "a matrix and a translation": (_matrix_and_translation, "/nodes/0/matrix", "NODE_MATRIX_TRS"),
    "a matrix of a projection": (_matrix_of_a_projection, "/nodes/0/matrix", "NODE_MATRIX_NON_TRS"),
    "a rotation that is not unit": (_long_rotation, "/nodes/0/rotation", "ROTATION_NON_UNIT"),
    "a skin without weights": (_skin_without_weights, "/nodes/2/skin", "NODE_SKIN_WITH_NON_SKINNED_MESH"),
    "a root that is no node": (_root(999), "/skins/0/skeleton", "UNRESOLVED_REFERENCE"),
    "a root one too far": (_root(3), "/skins/0/skeleton", "UNRESOLVED_REFERENCE"),
    "joints without weights": (
        _also(JOINTS_1="JOINTS_0"),
        "/meshes/0/primitives/0/attributes",
        "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH",
    ),
    "weights without joints": (
        _also(WEIGHTS_1="WEIGHTS_0"),
        "/meshes/0/primitives/0/attributes",
        "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH",
    ),
    "a set left out": (
        _also(JOINTS_2="JOINTS_0", WEIGHTS_2="WEIGHTS_0"),
        "/meshes/0/primitives/0/attributes",
        "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY",
    ),
    "joints of one set, weights of another": (
        _also(JOINTS_1="JOINTS_0", WEIGHTS_2="WEIGHTS_0"),
        "/meshes/0/primitives/0/attributes",
        "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY",
    ),
    "two tracks of one target": (_second_track, "/animations/0/channels/1", "ANIMATION_DUPLICATE_TARGETS"),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_what_engines_read_differently_is_not_judged(tmp_path: Path, capsys, name: str) -> None:
    break_it, pointer, code = CHOSEN[name]
    tiny = Tiny()
    break_it(tiny)
    path = tiny.write_glb(tmp_path / "chosen.glb")
    model = load_model(path)
    assert [(reason.code, reason.pointer) for reason in model.unjudged] == [("INVALID_DATA", pointer)]
    assert [f.pointer for f in check_model(model) if f.code == "INVALID_DATA" and f.severity == "error"] == [pointer]
    found = {finding.code for finding in check_file(path)}
    assert code in found
    assert not found & FORBIDDEN, "the document's own rules have said it"
    assert main(["verify", str(path), "--against", "fast"]) == 3
    told = capsys.readouterr().out
    assert "not judged: " in told
    assert "--accept INVALID_DATA allows it" in told
    assert main(["verify", str(path), "--against", "fast", "--accept", "INVALID_DATA"]) == 0


@pytest.mark.parametrize("name", sorted(MODELS))
def test_nothing_is_chosen_of_a_valid_file(tmp_path: Path, name: str) -> None:
    assert not {reason.code for reason in load_model(MODELS[name](tmp_path)).unjudged} & FORBIDDEN


def test_rounding_is_no_choice(tmp_path: Path) -> None:
    """Exporters leave a fourth row of 0, 0, 0, 0.99999994, and rotations in bytes are a little long."""
    tiny = Tiny()
    _inverse_bind(tiny, np.tile(np.diag([1.0, 1.0, 1.0, 0.99999994]), (2, 1, 1)))
    tiny.data["nodes"][0]["rotation"] = [0.0, 0.0, 0.0, 0.997]
    tiny.data["nodes"][1] |= {"matrix": np.eye(4).ravel().tolist(), "translation": [0, 0, 0]}
    del tiny.data["animations"]
    assert load_model(tiny.write_glb(tmp_path / "rounded.glb")).unjudged == ()


def test_what_no_scene_draws_is_no_choice(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["scenes"] = [{"nodes": [0, 2]}, {"nodes": [0]}]
    assert load_model(tiny.write_glb(tmp_path / "two.glb")).unjudged == ()


KEYS = {
    "at the end": [0.0, 0.5, 0.5],
    "at the start": [0.25, 0.25, 1.0],
    "at zero": [0.0, 0.0, 1.0],
    "three and two": [0.0, 0.5, 0.5, 0.5, 0.75, 1.5, 1.5, 2.0],
    "late": [0.0, 700.0, 700.0, 701.0],
}


def places(times: list[float]) -> np.ndarray:
    return np.float32([[0.3 * k, 0.1 * k * k, 0.0] for k in range(len(times))])


def with_keys(path: Path, times: list[float]) -> Path:
    tiny = Tiny()
    sampler = {"input": tiny.add(np.float32(times)), "output": tiny.add(places(times))}
    channel = {"sampler": 0, "target": {"node": 1, "path": "translation"}}
    tiny.data["animations"] = [{"samplers": [sampler], "channels": [channel]}]
    return tiny.write_glb(path)


def played(times: list[float], values: np.ndarray, time: float) -> np.ndarray:
    """As three.js, Babylon.js and PlayCanvas play: from the last key at or before a time to the next one."""
    k = max(sum(at <= time for at in times) - 1, 0)
    if time < times[0] or k == len(times) - 1:
        return values[0] if time < times[0] else values[-1]
    u = (time - times[k]) / (times[k + 1] - times[k])
    return (1.0 - u) * values[k] + u * values[k + 1]


@pytest.mark.parametrize("name", KEYS)
def test_both_keys_of_one_time_hold_their_side(tmp_path: Path, name: str) -> None:
    times = KEYS[name]
    model = load_model(with_keys(tmp_path / "twins.glb", times))
    (track,) = model.clips[0].tracks
    assert (np.diff(track.times) > 0.0).all()
    values = places(times).astype(float)
    for time in np.linspace(times[0] - 0.1, times[-1] + 0.1, 97):
        if min(abs(time - at) for at in times) > 1e-5:
            expected = played(times, values, float(time))
            np.testing.assert_allclose(sample_track(track, [time])[0], expected, atol=1e-6)


@pytest.mark.parametrize("name", KEYS)
def test_the_time_of_two_keys_is_not_judged(tmp_path: Path, capsys, name: str) -> None:
    """Whichever key an engine shows there, it is not called wrong; all else is judged."""
    path = with_keys(tmp_path / "twins.glb", KEYS[name])
    assert main(["verify", str(path), "--against", "fast"]) == 3
    assert "KEYS_TOGETHER" in capsys.readouterr().out
    twin = next(a for a, b in zip(KEYS[name], KEYS[name][1:]) if a == b)
    asked = ["verify", str(path), "--against", "fast", "--clip", "0", "--accept", "KEYS_TOGETHER"]
    assert main([*asked, "--times", f"{twin},{KEYS[name][-1] + 1.0}"]) == 0
    assert ", 1 of 1 times" in capsys.readouterr().out


def test_keys_that_are_near_are_two_times(tmp_path: Path) -> None:
    """A float32 step apart is no twin: such files are valid."""
    near = float(np.nextafter(np.float32(0.5), np.float32(0.0)))
    model = load_model(with_keys(tmp_path / "near.glb", [0.0, near, 0.5, 1.0]))
    assert model.unjudged == ()
    track: Track = model.clips[0].tracks[0]
    assert track.times.tolist() == [0.0, near, 0.5, 1.0]
