"""Shares of a split: each is what undoing its step takes away; the tool that wrote the file has the remedy."""

from __future__ import annotations

import pytest

from skinning_core.compare.between.ladder import ladder
from skinning_core.compare.between.steps import STEPS, TOGETHER, Step, options

#: How far each step moves one vertex along x, and the shares of what then is apart. The first two are those that were
#: shown of Fox through Blender and of a packed file; undone alone, the keys of the first leave more than there was.
SHARES = [
    ({"keys": 5.429, "positions": -4.429}, {"keys + positions": 1.0}),
    ({"positions": 1.013, "weights": -0.013}, {"positions": 0.987, "weights": 0.013}),
    ({"keys": 0.25, "weights": 0.75}, {"keys": 0.25, "weights": 0.75}),
    ({"keys": -0.004, "weights": 1.004}, {"keys": 0.004, "weights": 0.996}),
    ({"keys": 0.7, "positions": -0.3, "weights": 0.6}, {"keys": 0.7, "positions + weights": 0.3}),
    ({"keys": 1.5, "rest pose": -0.6, "weights": 0.1}, {"keys": 0.5, "rest pose": 0.4, "weights": 0.1}),
]


@pytest.mark.parametrize(("moves", "expected"), SHARES)
def test_a_share_is_what_undoing_takes_away(moves: dict[str, float], expected: dict[str, float]) -> None:
    def left(undone: frozenset[str]) -> float:
        return abs(sum(move for step, move in moves.items() if step not in undone))

    found = ladder(list(moves), left)
    assert {TOGETHER.join(steps): share for steps, share in found} == pytest.approx(expected, abs=1e-9)
    shares = [share for _, share in found]
    assert sum(shares) == pytest.approx(1.0, rel=1e-12)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == pytest.approx(left(frozenset()) - left(frozenset(found[0][0])), abs=1e-9)


def test_the_farthest_vertices_of_two_steps_may_be_two() -> None:
    """One step moves a vertex by 3, another one another vertex by 2: undoing the first leaves 2, not nothing."""

    def left(undone: frozenset[str]) -> float:
        return max(0.0 if "keys" in undone else 3.0, 0.0 if "weights" in undone else 2.0)

    assert ladder(["keys", "weights"], left) == [(("keys", "weights"), 1.0)]
    assert ladder(["weights"], lambda undone: 0.0 if undone else 2.0) == [(("weights",), 1.0)]
    assert ladder([], lambda _: 0.0) == []


def test_steps_together_say_whether_they_work_against_each_other() -> None:
    def told(against: bool) -> str:
        return str(Step("keys + positions", 1.0, 1.0, 1.0, left=1.0, against=against).sentence)

    assert told(against=True).startswith("work against each other: ")
    assert told(against=False).startswith("none of these alone makes the most of it: ")
    for against in (True, False):
        assert all(STEPS[step].sentence in told(against) for step in ("keys", "positions"))


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
    option = options(["keys"], generator, frozenset())
    assert words in option
    assert bool(option) == bool(words)
    assert ("gltfpack" in option) == (generator.startswith("gltfpack"))


def test_what_was_done_already_is_no_remedy() -> None:
    packed = "gltfpack 1.3"
    assert "-vp 16" in options(["positions"], packed, frozenset())
    assert "-vp 16" not in options(["positions"], packed, frozenset({"positions fine"}))
    assert options(["positions"], packed, frozenset({"positions float"})) == "gltfpack -noq", "-vpf rounds mantissas"
    assert not options(["positions"], packed, frozenset({"positions float", "next to nothing"}))
    assert "-af" not in options(["keys"], packed, frozenset({"keys at their times"}))
    assert not options(["keys"], packed, frozenset({"keys at their times", "rotations fine"}))


def test_steps_together_have_a_remedy_only_if_each_has_one() -> None:
    packed = "gltfpack 1.3"
    assert options(["keys", "positions"], packed, frozenset()).count("; ") == 1
    assert not options(["keys", "influences cut"], packed, frozenset())
