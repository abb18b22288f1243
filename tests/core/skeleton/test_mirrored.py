"""How parts are turned round, by what they follow, at rest or by a key; `verify` says above its table what it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.skeleton.mirrored import Turning, turned_parts
from tests.core.check import documents
from tests.tiny import INVERSE_BIND, Tiny

MIRROR = np.diag(np.float32([-1, 1, 1, 1]))


def scaled(node: int, *scale: float) -> Callable[[Tiny], None]:
    return lambda made: made.data["nodes"][node].update(scale=list(scale))


def bound_mirrored(made: Tiny) -> None:
    made.data["skins"][0]["inverseBindMatrices"] = made.add((INVERSE_BIND @ MIRROR).reshape(-1, 16))


def scaled_by_key(made: Tiny) -> None:
    times = made.add(np.float32([[0], [1]]), min=[0], max=[1])
    keys = made.add(np.float32([[1, 1, 1], [1, -1, 1]]))
    sampler, target = {"input": times, "output": keys}, {"node": 0, "path": "scale"}
    made.data["animations"].append({"samplers": [sampler], "channels": [{"sampler": 0, "target": target}]})


def arm_follows_its_joint(made: Tiny) -> None:
    """Two triangles by themselves: one follows the upper joint alone, the other the lower one."""
    del made.primitive["targets"], made.primitive["attributes"]["NORMAL"], made.data["animations"][1]
    made.data["meshes"][0].pop("weights")
    attributes = made.primitive["attributes"]
    attributes["POSITION"] = made.add(np.float32(np.random.default_rng(1).normal(size=(6, 3))))
    made.data["accessors"][attributes["POSITION"]].update(min=[-9, -9, -9], max=[9, 9, 9])
    attributes["JOINTS_0"] = made.add(np.uint8([[0, 0, 0, 0]] * 3 + [[1, 0, 0, 0]] * 3))
    attributes["WEIGHTS_0"] = made.add(np.float32([[1, 0, 0, 0]] * 6))
    made.primitive["indices"] = made.add(np.uint16(range(6)))


def mirrored_arm(made: Tiny) -> None:
    arm_follows_its_joint(made)
    scaled(1, 1, -1, 1)(made)


def mirrored_arm_on_a_mirrored_joint(made: Tiny) -> None:
    mirrored_arm(made)
    scaled(0, -1, 1, 1)(made)


def mirrored_joint_whose_arm_mirrors_back(made: Tiny) -> None:
    made.primitive["attributes"]["JOINTS_0"] = made.add(np.uint8([[1, 0, 0, 0]] * 4))
    made.primitive["attributes"]["WEIGHTS_0"] = made.add(np.float32([[1, 0, 0, 0]] * 4))
    scaled(0, -1, 1, 1)(made)
    scaled(1, 1, 1, -1)(made)


def mirrored_by_keys_of_both(made: Tiny) -> None:
    """Two joints one below the other change their sign at the same key, so the lower one is never mirrored."""
    mirrored_joint_whose_arm_mirrors_back(made)
    for node in (0, 1):
        made.data["nodes"][node].pop("scale")
        scaled_by_key(made)
        made.data["animations"][-1]["channels"][0]["target"]["node"] = node
    both, other = made.data["animations"][-2:]
    both["samplers"] += other["samplers"]
    both["channels"] += [{**other["channels"][0], "sampler": 1}]
    made.data["animations"].pop()
    for sampler in both["samplers"]:
        sampler["interpolation"] = "STEP"


def mirrored_above_all(made: Tiny) -> None:
    made.data["nodes"].append({"children": [0, 2], "scale": [-1, 1, 1]})
    made.data["scenes"][0]["nodes"] = [len(made.data["nodes"]) - 1, 4]


def no_skin(made: Tiny) -> None:
    mirrored_above_all(made)
    made.data["nodes"][2].pop("skin")
    for name in ("JOINTS_0", "WEIGHTS_0"):
        del made.primitive["attributes"][name]


def lines(made: Tiny) -> None:
    scaled(0, -1, 1, 1)(made)
    made.primitive["mode"] = 1


CASES: dict[str, tuple[Callable[[Tiny], None], Turning | None]] = {
    "as it is": (lambda _: None, None),
    "a joint, one axis": (scaled(0, -1, 1, 1), Turning.WHOLE),
    "a joint, three axes": (scaled(0, -2, -2, -2), Turning.WHOLE),
    "a joint, two axes": (scaled(0, -1, -1, 1), None),
    "the lower joint, which moves no triangle by half": (scaled(1, 1, 1, -1), None),
    "the lower joint, which moves one of two triangles": (mirrored_arm, Turning.SOME),
    "both joints, one below the other": (mirrored_arm_on_a_mirrored_joint, Turning.SOME),
    "both joints, and the lower one moves all": (mirrored_joint_whose_arm_mirrors_back, None),
    "bind matrices alone": (bound_mirrored, Turning.WHOLE),
    "the node of the mesh alone": (scaled(2, -1, 1, 1), Turning.BY_MESH_NODE),
    "a node above joints and mesh": (mirrored_above_all, Turning.WITH_MESH_NODE),
    "a node above a mesh without a skin": (no_skin, Turning.BY_NODE),
    "a key": (scaled_by_key, Turning.FOR_A_TIME),
    "keys of both at the same time": (mirrored_by_keys_of_both, None),
    "lines, which have no sides": (lines, None),
}


@pytest.mark.parametrize("name", CASES)
def test_how_parts_are_turned(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change, expected = CASES[name]
    made = documents.valid()
    change(made)
    path = made.write_glb(tmp_path / "made.glb")
    model = load_model(path)
    mine = made.data["nodes"][2]["mesh"]
    found = [each for each in turned_parts(model, list(model.clips)) if model.parts[each.part].mesh == mine]
    assert [each.kind for each in found] == ([] if expected is None else [expected])
    if expected is Turning.SOME:
        assert (found[0].turned, found[0].triangles) == (1, 2)
    main(["verify", str(path), "--against", str(path)])
    lines = capsys.readouterr().out.splitlines()
    above = lines[: next(i for i, line in enumerate(lines) if line.split()[:1] == ["clip"])]
    told = [line for line in above if "which side of their faces is drawn is not judged" in line]
    assert len(told) == len({each.kind for each in turned_parts(model, list(model.clips))})


def test_right_characters_have_none(root: Path) -> None:
    model = load_model(root / "examples" / "character.glb")
    assert not list(turned_parts(model, list(model.clips)))
