"""Which parts are mirrored, by what they follow, at rest or by a key; `verify` says that their faces are not judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.skeleton.mirrored import mirrored_parts
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


CASES = {
    "as it is": (lambda _: None, False),
    "a joint, one axis": (scaled(0, -1, 1, 1), True),
    "a joint, three axes": (scaled(0, -2, -2, -2), True),
    "a joint, two axes": (scaled(0, -1, -1, 1), False),
    "the lower joint alone": (scaled(1, 1, 1, -1), True),
    "bind matrices alone": (bound_mirrored, True),
    "the node of the mesh, which does not count": (scaled(2, -1, 1, 1), False),
    "a key": (scaled_by_key, True),
}


@pytest.mark.parametrize("name", CASES)
def test_mirrored_parts(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change, expected = CASES[name]
    made = documents.valid()
    change(made)
    path = made.write_glb(tmp_path / "made.glb")
    model = load_model(path)
    skinned = [index for index, part in enumerate(model.parts) if model.is_skinned(part)]
    found = mirrored_parts(model, list(model.clips))
    assert bool(set(found) & set(skinned)) == expected
    main(["verify", str(path), "--against", str(path)])
    assert ("which side of their faces is drawn is not judged" in capsys.readouterr().out) == bool(found)


def test_right_characters_have_none(root: Path) -> None:
    model = load_model(root / "examples" / "character.glb")
    assert mirrored_parts(model, list(model.clips)) == []
