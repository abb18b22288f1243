"""An explanation of one vertex as lines of text, with every number that a later one is computed from."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..compare.causes.vertex_stages import Answer, ChainLink, Explanation, FollowedJoint
from ..model import Float64
from .readable import Reading
from .text import shown

#: Significant digits to print: all that float32 has, and one more to show where it ends.
DIGITS = 9


def explanation_lines(explanation: Explanation) -> list[str]:
    """The stages in the order in which skinning goes through them."""
    e = explanation
    lines = [
        f"{shown(e.model_name)}, {shown(e.part_name)}, vertex {e.vertex}, {shown(e.clip_name)} at {e.time:.6g} s",
        "",
        f"stored in the file (mesh space)   {vector(e.stored)}",
    ]
    if e.normal is not None:
        lines.append(f"normal in the file                {vector(e.normal)}")
    if not np.array_equal(e.stored, e.morphed):
        lines.append(f"with morph targets                {vector(e.morphed)}")
    if e.node_world is not None:
        lines += ["", "It follows no joint; the world matrix of its node carries it:", *matrix(e.node_world)]
    for joint in e.joints:
        lines += ["", *_joint(joint)]
    lines += ["", *_middle(e.joints), f"= place in the world              {vector(e.position)}", ""]
    return lines + _answers(e.answers, e.position)


def explanation_summary(explanation: Explanation) -> list[str]:
    """The same in a few short lines: which vertex, its joints, and how far every answer is from the specification's.

    The line of an answer has three cells with tabs between them: its name, its distance as a share of the size ("none":
    it cannot hold a joint's matrix, or has lost the vertex), and the digit from which on it differs, if any.
    """
    e = explanation
    lines = [f"vertex {e.vertex} of {shown(e.part_name)}, {shown(e.clip_name)} at {e.time:.4g} s"]
    lines += [f"{joint.weight:.4f} {shown(joint.name)}" for joint in e.joints]
    lines.append("at " + ", ".join(f"{value:.6g}" for value in e.position.tolist()) + " m")
    for answer in e.answers:
        if np.isnan(answer.relative):
            cells = answer.name, "none", ""
        else:
            digit = _differing_digit(answer.position, e.position)
            cells = answer.name, Reading().share(answer.relative), "" if digit is None else str(digit)
        lines.append("\t".join(cells))
    return lines


def vector(values: Float64) -> str:
    """The numbers (n,) on one line."""
    return "  ".join(f"{value:>{DIGITS + 7}.{DIGITS}g}" for value in values.tolist())


def matrix(values: Float64) -> list[str]:
    """One line per row of a (3, 4) matrix."""
    return ["    " + vector(row) for row in values]


def _joint(joint: FollowedJoint) -> list[str]:
    stored = "" if joint.stored_weight == joint.weight else f" (stored: {joint.stored_weight:.{DIGITS}g})"
    return [
        f"joint {shown(joint.name)}, weight {joint.weight:.{DIGITS}g}{stored}",
        *[line for link in joint.chain for line in _link(link)],
        "  inverse bind matrix (mesh space -> joint space)",
        *matrix(joint.inverse_bind),
        f"  place in the joint's space      {vector(joint.in_joint_space)}",
        f"  where the joint wants it        {vector(joint.wanted)}",
    ]


def _link(link: ChainLink) -> list[str]:
    return [f"  {shown(link.name)}: local", *matrix(link.local), "  world", *matrix(link.world)]


def _middle(joints: Sequence[FollowedJoint]) -> list[str]:
    return [f"  {joint.weight:<14.{DIGITS}g} x              {vector(joint.wanted)}" for joint in joints]


def _answers(answers: Sequence[Answer], position: Float64) -> list[str]:
    width = max((len(answer.name) for answer in answers), default=0)
    return [
        f"{answer.name:<{width}}  cannot hold a joint's matrix, or has lost the vertex"
        if np.isnan(answer.relative)
        else f"{answer.name:<{width}}  {vector(answer.position)}  {Reading().share(answer.relative):>9} of the size"
        f"{_first_difference(answer.position, position)}"
        for answer in answers
    ]


def _differing_digit(place: Float64, position: Float64) -> int | None:
    """The first significant digit in which a coordinate differs, from 1; None: in none of those that are printed."""
    ours, theirs = ([f"{value:.{DIGITS - 1}e}" for value in values.tolist()] for values in (position, place))
    first = min((_common(a, b) for a, b in zip(ours, theirs, strict=True)), default=DIGITS)
    return None if first >= DIGITS else first + 1


def _first_difference(place: Float64, position: Float64) -> str:
    digit = _differing_digit(place, position)
    return "" if digit is None else f", differs from digit {digit}"


def _common(a: str, b: str) -> int:
    """How many leading digits two numbers in exponent form share."""
    if a.split("e")[-1] != b.split("e")[-1]:
        return 0
    digits = zip(a.split("e")[0], b.split("e")[0], strict=False)
    count = 0
    for x, y in digits:
        if x != y:
            break
        count += x.isdigit()
    return count


def explanation_document(value: Any) -> Any:
    """An explanation in the types of JSON: fields by name, arrays as lists, NaN as null."""
    if isinstance(value, np.ndarray):
        return explanation_document(value.tolist())
    if isinstance(value, float):
        return value if np.isfinite(value) else None
    if isinstance(value, list | tuple):
        return [explanation_document(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {f.name: explanation_document(getattr(value, f.name)) for f in dataclasses.fields(value)}
    return value
