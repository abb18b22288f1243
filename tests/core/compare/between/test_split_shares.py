"""Shares of a split: between none and the whole, together the whole; the tool that wrote the file has the remedy."""

from __future__ import annotations

import numpy as np
import pytest

from skinning_core.compare.between import split as splitting

#: The two that were shown of Fox through Blender and of a packed file, and made-up ones.
SHARES = [
    ({"keys": 5.429, "positions": -4.429}, {"keys + positions": 1.0}),
    ({"positions": 1.013, "weights": -0.013}, {"positions + weights": 1.0}),
    ({"keys": 0.25, "weights": 0.75}, {"keys": 0.25, "weights": 0.75}),
    ({"keys": -0.004, "weights": 1.004}, {"keys": 0.0, "weights": 1.0}),
    ({"keys": 0.7, "positions": -0.3, "weights": 0.6}, {"keys + positions": 0.4, "weights": 0.6}),
    ({"keys": 1.5, "rest pose": -0.6, "weights": 0.1}, {"keys + rest pose": 0.9, "weights": 0.1}),
]


def told(shares: dict[str, float], generator: str) -> splitting.Split:
    """The split of one vertex that moves by 13 m along x, and by its steps' shares of that."""
    order = ["keys", "rest pose", "positions", "influences cut", "weights"]
    places = np.cumsum([0.0, *(13.0 * shares.get(name, 0.0) for name in order)])
    stages = [(name, np.array([[x, 0.0, 0.0]])) for name, x in zip(["", *order], places, strict=True)]
    none = np.zeros((1, 1), int)
    pairs = splitting._Pairs(np.zeros(1, int), none, np.ones((1, 1)), np.array([""], dtype="U14"))
    return splitting._told(stages, pairs, 0.5, generator)


@pytest.mark.parametrize(("shares", "expected"), SHARES)
def test_no_share_exceeds_the_whole(shares: dict[str, float], expected: dict[str, float]) -> None:
    found = told(shares, "")
    assert {step.name: step.share for step in found.steps} == pytest.approx(expected, abs=5e-3)
    assert sum(step.distance for step in found.steps) == pytest.approx(13.0, rel=1e-12)
    for step in found.steps:
        assert 0.0 <= step.share <= 1.0
        assert step.distance == pytest.approx(13.0 * step.share)
        assert ("against each other" in step.sentence) == ("+" in step.name)


@pytest.mark.parametrize(
    ("generator", "words"),
    [
        ("gltfpack 0.22", "gltfpack -af"),
        ("glTF-Transform v4.2.1", "resample --tolerance"),
        ("Khronos glTF Blender I/O v5.2.11", "frame rate"),
        ("COLLADA2GLTF", ""),
        ("", ""),
    ],
)
def test_a_remedy_is_of_the_tool_that_wrote_the_file(generator: str, words: str) -> None:
    (step,) = told({"keys": 1.0}, generator).steps
    assert words in step.option
    assert bool(step.option) == bool(words)
    assert ("gltfpack" in step.option) == (generator.startswith("gltfpack"))
