"""Vertices that only the other file has: counted, listed by part, and told in table, JSON and HTML."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from skinning_core.cli import main
from tests.tiny import Tiny


def with_hat(path: Path) -> Path:
    """The smallest character with a square above it, a mesh of its own: vertices 0 to 3, and 5, which a face uses."""
    hat = Tiny()
    places = np.array([[0, 9, 0], [1, 9, 0], [1, 9, 1], [0, 9, 1], [7, 7, 7], [2, 9, 2]], np.float32)
    faces = np.array([0, 1, 2, 0, 2, 3, 0, 2, 5], np.uint16)
    hat.data["meshes"].append(
        {"primitives": [{"attributes": {"POSITION": hat.add(places)}, "indices": hat.add(faces)}]}
    )
    hat.data["nodes"].append({"name": "hat", "mesh": 1})
    hat.data["scenes"][0]["nodes"].append(len(hat.data["nodes"]) - 1)
    return hat.write_glb(path)


def test_a_hat_is_counted_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = Tiny().write_glb(tmp_path / "first.glb"), with_hat(tmp_path / "second.glb")
    report, page = tmp_path / "report.json", tmp_path / "report.html"
    assert main(["compare", str(first), str(second), "--json", str(report), "--html", str(page)]) == 3
    told = "only the other file has 5 of its 10 vertices, none of them on the surface here (hat: 0 to 3, 5)"
    assert f"note: second.glb: {told}" in capsys.readouterr().out
    assert told in page.read_text(encoding="utf-8")
    for comparison in json.loads(report.read_text())["models"][0]["comparisons"]:
        alone = comparison["only_there"]
        assert alone["parts"] == [{"part": 1, "name": "hat", "ranges": [[0, 3], [5, 5]]}]
        assert (alone["count"], alone["total"], alone["on_surface"]) == (5, 10, 0)


def test_the_first_sentence_says_what_only_the_other_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of the first is elsewhere; but a viewer of the other shows a hat that nobody judged."""
    files = [str(Tiny().write_glb(tmp_path / "first.glb")), str(with_hat(tmp_path / "second.glb"))]
    report, page = tmp_path / "report.json", tmp_path / "report.html"
    assert main(["compare", *files, "--json", str(report), "--html", str(page)]) == 3
    told = "the same as far as judged, at most 0 mm off; 5 vertices are not of the file"
    assert f"second.glb: {told}" in capsys.readouterr().out
    assert told in page.read_text(encoding="utf-8")
    verdict = json.loads(report.read_text())["models"][0]["verdict"]
    (ground,) = verdict["grounds"]
    assert (verdict["outcome"], ground["code"]) == ("same as far as judged", "VERTICES_ADDED")
    assert main(["compare", *files, "--accept", "VERTICES_ADDED"]) == 0
    assert main(["compare", *reversed(files)]) == 1  # the second has no hat


def test_nothing_is_told_where_both_have_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = Tiny().write_glb(tmp_path / "first.glb"), Tiny().write_glb(tmp_path / "second.glb")
    report = tmp_path / "report.json"
    assert main(["verify", str(first), "--against", f"{second},reference,fast", "--json", str(report)]) == 0
    assert "only the other file" not in capsys.readouterr().out
    comparisons = json.loads(report.read_text())["models"][0]["comparisons"]
    assert {c["engine"]: (c["only_there"] or {}).get("count") for c in comparisons} == {"second.glb": 0, "fast": None}
