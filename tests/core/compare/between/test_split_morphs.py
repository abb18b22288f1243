"""What is told of other morph targets, of a joint that is scaled to nothing, and of a clip that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.compare.between.other_file import OtherFile
from tests.tiny import POSITIONS, Tiny

TARGETS = np.array(
    [
        [[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0], [0, 0, 0.1]],
        [[0, 0, 0], [0, 0, 0.3], [0, 0.1, 0], [0.2, 0, 0]],
        [[0, 0.2, 0.1], [0, 0, 0], [0.3, 0, 0], [0, 0, 0]],
    ],
    np.float32,
)
WEIGHTS = [0.25, 0.0, 0.5]


def face() -> Tiny:
    """The smallest character with three targets, weights of its own, and a clip that changes both."""
    tiny = Tiny()
    tiny.primitive["targets"] = [{"POSITION": tiny.add(each)} for each in TARGETS]
    tiny.data["meshes"][0]["weights"] = [0.0, 0.5, 0.0]
    tiny.data["nodes"][2]["weights"] = WEIGHTS
    keys = np.array([*WEIGHTS, 0.75, 1.0, 0.0], np.float32)
    (clip,) = tiny.data["animations"]
    clip["samplers"].append({"input": clip["samplers"][0]["input"], "output": tiny.add(keys)})
    clip["channels"].append({"sampler": 1, "target": {"node": 2, "path": "weights"}})
    size = np.array([[1, 1, 1], [0.5, 0.5, 0.5]], np.float32)
    clip["samplers"].append({"input": clip["samplers"][0]["input"], "output": tiny.add(size)})
    clip["channels"].append({"sampler": 2, "target": {"node": 1, "path": "scale"}})
    return tiny


def told(tmp_path: Path, change: Callable[[Tiny], object], clip: int | None = 0, time: float = 0.75) -> list[str]:
    """The steps from the face to the one with a change."""
    first = load_model(face().write_glb(tmp_path / "a.glb"))
    other = face()
    change(other)
    path = other.write_glb(tmp_path / "b.glb")
    return [step.name for step in OtherFile(path, first, load_model(path)).split(clip, time).steps]


def in_another_order(tiny: Tiny) -> None:
    tiny.primitive["targets"] = [tiny.primitive["targets"][k] for k in (2, 0, 1)]


def dropped(tiny: Tiny) -> None:
    del tiny.primitive["targets"], tiny.data["meshes"][0]["weights"], tiny.data["nodes"][2]["weights"]
    (clip,) = tiny.data["animations"]
    del clip["channels"][1]


def larger(tiny: Tiny) -> None:
    tiny.primitive["targets"] = [{"POSITION": tiny.add(2 * each)} for each in TARGETS]


@pytest.mark.parametrize("change", [in_another_order, dropped, larger])
@pytest.mark.parametrize("clip", [None, 0])
def test_other_targets_are_called_so(tmp_path: Path, clip: int | None, change: Callable[[Tiny], None]) -> None:
    assert told(tmp_path, change, clip) == ["morph targets"]


def test_weights_of_the_node_are_called_so_at_rest(tmp_path: Path) -> None:
    def own_weights_lost(tiny: Tiny) -> None:
        del tiny.data["nodes"][2]["weights"]

    assert told(tmp_path, own_weights_lost, None) == ["morph targets"]


def moved(tiny: Tiny) -> None:
    by = np.float32([[0, 0, 0], [0, 0, 0], [0, 0, 0.3], [0, 0, 0]])
    tiny.primitive["attributes"]["POSITION"] = tiny.add(POSITIONS + by)


def test_other_positions_of_a_mesh_with_targets_are_not(tmp_path: Path) -> None:
    assert "morph targets" not in told(tmp_path, moved)


def test_a_channel_of_weights_that_is_gone_is_of_the_keys(tmp_path: Path) -> None:
    def without(tiny: Tiny) -> None:
        del tiny.data["animations"][0]["channels"][1]

    assert told(tmp_path, without) == ["keys"]


@pytest.mark.parametrize("size", [0.0, 1e-30])
def test_a_joint_scaled_to_nothing_is_of_the_keys(tmp_path: Path, size: float) -> None:
    def to_nothing(tiny: Tiny) -> None:
        keys = np.array([[1, 1, 1], [size, size, size]], np.float32)
        tiny.data["animations"][0]["samplers"][2]["output"] = tiny.add(keys)

    assert told(tmp_path, to_nothing, time=1.0) == ["other keys"]


def test_a_clip_of_the_other_file_that_cannot_be_read_is_not_judged(tmp_path: Path, capsys) -> None:
    """It was an engine that could not do its work: status 2."""
    other = face()
    other.data["animations"].append({**other.data["animations"][0], "name": "nod"})
    first = str(other.write_glb(tmp_path / "a.glb"))
    clip = other.data["animations"][1]
    clip["samplers"] = [dict(clip["samplers"][0], output=clip["samplers"][1]["output"]), *clip["samplers"][1:]]
    second = str(other.write_glb(tmp_path / "b.glb"))
    assert main(["compare", first, second]) == 3
    said = capsys.readouterr().out
    assert "1 of 2 clips, " in said
    assert "not judged: the clip 'nod' cannot be read: " in said
    assert "b.glb has no clip" not in said
    accepted = ["--accept", "CLIP_BROKEN", "--accept", "CLIPS_MISSING"]
    assert main(["compare", first, second, *accepted]) == 0
