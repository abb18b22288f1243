"""Clips of another file on the same skeleton: found by name, told where not; positions as of a clip of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli.main import main
from skinning_core.error import SkinproofError
from skinning_core.fast.exact_engine import skin_model
from skinning_core.subject import SUBJECTS
from tests.tiny import ROTATIONS, Tiny


def dancer(folder: Path, name: str = "dance.glb", **names: str) -> Path:
    """A file without a mesh whose nodes stand in another order; its clip turns the tip at other times."""
    tiny = Tiny()
    del tiny.data["meshes"], tiny.data["skins"]
    tip, root = names.get("tip", "tip"), names.get("root", "root")
    tiny.data["nodes"] = [{"name": tip, "translation": [9, 9, 9]}, {"name": root, "children": [0]}]
    tiny.data["scenes"] = [{"nodes": [1]}]
    times = tiny.add(np.array([0, 2], np.float32))
    tiny.data["animations"] = [
        {
            "name": "bend",
            "samplers": [{"input": times, "output": tiny.add(ROTATIONS)}],
            "channels": [{"sampler": 0, "target": {"node": node, "path": "rotation"}} for node in (0, 1)],
        }
    ]
    return tiny.write_glb(folder / name)


@pytest.fixture
def body(tmp_path: Path) -> Path:
    return Tiny().write_glb(tmp_path / "body.glb")


def test_positions_are_those_of_a_clip_of_its_own(body: Path, tmp_path: Path) -> None:
    model = load_model(body, [dancer(tmp_path)])
    assert model.clip_names == ("bend", "bend (dance)")
    own = Tiny()
    own.data["animations"][0]["samplers"][0]["input"] = own.add(np.array([0, 2], np.float32))
    own.data["animations"][0]["channels"].append({"sampler": 0, "target": {"node": 0, "path": "rotation"}})
    expected = skin_model(load_model(own.write_glb(tmp_path / "own.glb")), 0, np.array([0.0, 0.7, 2.0]))
    found = skin_model(model, 1, np.array([0.0, 0.7, 2.0]))
    np.testing.assert_array_equal(found.positions[0], expected.positions[0])
    np.testing.assert_array_equal(
        skin_model(model, 0, np.array([0.5])).positions[0], skin_model(load_model(body), 0, [0.5]).positions[0]
    )
    assert [source.path.name for source in model.sources] == ["body.glb", "dance.glb"]


def test_what_does_not_match_is_told(body: Path, tmp_path: Path) -> None:
    model = load_model(body, [dancer(tmp_path, root="Hips"), dancer(tmp_path, "other.glb", tip="Head")])
    assert model.clip_names == ("bend", "bend (dance)", "bend (other)")
    assert [track.node for clip in model.clips for track in clip.tracks] == [1, 1, 0]
    assert model.notes == (
        "dance.glb: nodes that its clips move and that are not here are left out: Hips",
        "dance.glb: joints that none of its clips moves stay at rest: root",
        "dance.glb: joints that have another parent there: tip",
        "other.glb: nodes that its clips move and that are not here are left out: Head",
        "other.glb: joints that none of its clips moves stay at rest: tip",
    )


def test_nodes_given_as_a_matrix_can_be_moved(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["nodes"][1] = {"name": "tip", "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1]}
    del tiny.data["animations"]
    model = load_model(tiny.write_glb(tmp_path / "body.glb"), [dancer(tmp_path)])
    assert not model.nodes.has_matrix.any()
    bent = skin_model(load_model(Tiny().write_glb(tmp_path / "other.glb"), [dancer(tmp_path)]), 1, [2.0])
    np.testing.assert_allclose(skin_model(model, 0, [2.0]).positions[0], bent.positions[0], atol=1e-15)


def test_what_its_tracks_leave_unjudged_comes_along(body: Path, tmp_path: Path) -> None:
    path = dancer(tmp_path)
    text = path.read_bytes()
    assert text.count(b'"rotation"') == 2
    path.write_bytes(text.replace(b'"rotation"', b'"swirling"', 1))
    (reason,) = load_model(body, [path]).unjudged
    assert reason.code == "ANIMATION_PATH_UNKNOWN"
    assert reason.sentence.startswith("dance.glb /animations/0/channels/0")
    assert main(["verify", "--against", "fast", str(body), "--anim", str(path)], SUBJECTS) == 3


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda folder: dancer(folder, tip="a", root="b"), "dance.glb: its clips move no node that has a name .* a, b"),
        (lambda folder: folder / "walk.md5anim", "walk.md5anim: its clips do not fit a glTF file"),
        (lambda folder: folder / "missing.glb", "missing.glb: there is no such file"),
    ],
)
def test_refusals(body: Path, tmp_path: Path, make, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SkinproofError, match=said):
        load_model(body, [make(tmp_path)])


def test_every_verb_takes_them(body: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    anim = ["--anim", str(dancer(tmp_path, root="Hips"))]
    for words in (
        ["verify", "--against", "fast", str(body)],
        ["skin", str(body), "--clip", "bend (dance)", "--out", str(tmp_path / "out.npz")],
        ["inspect", str(body)],
    ):
        assert main([*words, *anim], SUBJECTS) == 0
        assert "note: dance.glb: nodes that its clips move and that are not here are left out: Hips" in (
            capsys.readouterr().out
        )
    assert np.load(tmp_path / "out.npz")["times"].tolist() == [0.0, 2.0]
    assert main(["verify", str(body), *anim, "--against", "fast", "--json", str(tmp_path / "dance.glb")], SUBJECTS) == 2
    assert "dance.glb" in capsys.readouterr().err  # an input is never written over
