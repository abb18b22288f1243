"""The tree of joints and the influences of a vertex, from the smallest model, whose numbers can be read off."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.check.joints import joint_tree, vertex_influences
from skinning_core.cli import main
from skinning_core.report.facts import told_once
from tests.tiny import Tiny


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two joints a metre apart under a node that is none, and a weight that is split between two of one joint."""
    made = Tiny()
    made.data["nodes"].append({"name": "armature", "children": [0]})
    made.data["scenes"][0]["nodes"] = [3, 2]
    joints = np.array([[0, 1, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0], [1, 0, 0, 0]], np.uint8)
    weights = np.array([[1, 0, 0, 0], [0.75, 0.25, 0, 0], [0.5, 0.5, 0, 0], [0.25, 0.75, 0, 0]], np.float32)
    made.primitive["attributes"] |= {"JOINTS_0": made.add(joints), "WEIGHTS_0": made.add(weights)}
    return made.write_glb(tmp_path / "tiny.glb")


def test_the_tree_has_lengths_and_counts(path: Path) -> None:
    rows = joint_tree(load_model(path))
    assert [(row.name, row.node, row.depth, row.is_joint) for row in rows] == [
        ("armature", 3, 0, False),
        ("root", 0, 1, True),
        ("tip", 1, 2, True),
    ]
    assert [row.length for row in rows] == [0.0, 0.0, 1.0]
    assert [row.vertices for row in rows] == [0, 3, 3]  # of four: 0 and 1 and 3; 1 and 2 and 3
    assert [row.leading for row in rows] == [0, 3, 1]


def test_without_joints_it_is_the_tree_of_nodes(root: Path, capsys) -> None:
    path = root / "examples" / "windmill.glb"
    rows = joint_tree(load_model(path))
    assert [(row.name, row.depth, row.vertices, row.leading) for row in rows] == [
        ("tower", 0, 24, 24),
        ("cap", 1, 24, 24),
        ("wheel", 2, 0, 0),
        *((f"sail {k}", 3, 24, 24) for k in range(4)),
    ]
    assert [round(row.length, 3) for row in rows[:4]] == [0.0, 3.0, 0.728, 0.0]
    assert not any(r.is_joint for r in rows)
    assert main(["inspect", str(path), "--tree"]) == 0
    assert "nodes\n  node          node  length, m" in capsys.readouterr().out


def test_the_influences_of_a_vertex_are_the_stored_ones(path: Path) -> None:
    model = load_model(path)
    assert [(row.joint, row.weight) for row in vertex_influences(model, 3)] == [("root", 0.75), ("tip", 0.25)]
    assert [(row.joint, row.weight) for row in vertex_influences(model, 2)] == [("tip", 0.5), ("tip", 0.5)]
    assert vertex_influences(model, 4) == ()


def test_the_command_line_shows_both(path: Path, capsys) -> None:
    assert main(["inspect", str(path), "--tree", "--vertex", "1"]) == 0
    out = capsys.readouterr().out
    assert "[armature]" in out
    assert "    tip" in out
    assert "0.75" in out
    assert main(["inspect", str(path), "--vertex", "-1"]) == 2


def test_notes_that_differ_by_their_place_only_are_counted() -> None:
    notes = ["/nodes/3: a matrix", "/nodes/4: a matrix", "/nodes/3: a matrix", "plain", "fast: slow", "plain"]
    assert told_once(notes) == ["/nodes/3 (and 1 more): a matrix", "plain", "fast: slow"]
