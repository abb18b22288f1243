"""An explanation of one vertex as lines of text, with every number that a later one needs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..compare.causes.node_stages import NodeStage, SampledTrack
from ..compare.causes.vertex_stages import Answer, Explanation, FollowedJoint, WeightPoint
from ..model import Float64
from .camera import PlaceOnPicture
from .readable import Reading
from .text import shown

#: Significant digits: all of float32, and one more to show its end.
DIGITS = 9


def explanation_lines(explanation: Explanation, screen: PlaceOnPicture | None = None) -> list[str]:
    """The stages in skinning's order; ``screen``: where a camera shows the place."""
    e = explanation
    name = f"{shown(e.model_name)}, {shown(e.part_name)}, vertex {e.vertex}, {shown(e.clip_name)} at {e.time:.6g} s"
    if e.weight_points:
        lines = [name, "", f"bind pose, computed from its weights  {vector(e.stored)}"]
    else:
        lines = [name, "", f"stored in the file (mesh space)   {vector(e.stored)}"]
    if not np.array_equal(e.stored, e.morphed):
        used = ", ".join(f"{k} x {w:.{DIGITS}g}" for k, w in enumerate(e.morph_weights.tolist()) if w)
        lines += [f"morph targets                     {used}", f"with morph targets                {vector(e.morphed)}"]
    names = {node.node: shown(node.name) for node in e.nodes}
    for node in e.nodes:
        lines += ["", *_node(node, names)]
    if not e.joints:
        told = f"It follows no joint; the world matrix of its node {names[e.node]} carries it:"
        lines += ["", told, *matrix(e.matrix)]
    for joint in e.joints:
        lines += ["", *_joint(joint, names)]
    lines += ["", *(f"  {joint.weight:<14.{DIGITS}g} x              {vector(joint.wanted)}" for joint in e.joints)]
    lines += [f"= place in the world              {vector(e.position)}", ""]
    if e.joints:
        told = "the same by the mean of the matrices S, by weights, times the place in mesh space"
        lines += [told, *matrix(e.matrix), ""]
    lines += _normal(e) + _own_sum(e.weight_points) + ([] if screen is None else _screen(screen))
    return lines + _answers(e.answers, e.position)


def _node(node: NodeStage, names: Mapping[int, str]) -> list[str]:
    """A node's head line, the sources of T, R and S, and its two matrices."""
    lines = [names[node.node] + (f", under {names[node.parent]}" if node.parent >= 0 else ", a root")]
    if node.has_matrix:
        lines.append("  its local matrix is stored as one")
    else:
        tracks = {track.path: track for track in node.tracks}
        for path, value in (("translation", node.translation), ("rotation", node.rotation), ("scale", node.scale)):
            lines += _track(tracks[path], value) if path in tracks else [f"  {path + ', at rest':<30}  {vector(value)}"]
    return [*lines, "  local", *matrix(node.local), "  world", *matrix(node.world)]


def _track(track: SampledTrack, value: Float64) -> list[str]:
    if len(track.times) == 1:
        keys = f"key {track.key}, the only one"
    else:
        first, second = (f"{time:.{DIGITS}g}" for time in track.times.tolist())
        keys = f"keys {track.key} and {track.key + 1} at {first} and {second} s, u = {track.fraction:.{DIGITS}g}"
    lines = [f"  {track.path}, {track.interpolation}, {keys}"]
    lines += [f"    {f'key {track.key + k}':<28}  {vector(stored)}" for k, stored in enumerate(track.values)]
    if track.leaving is not None and track.arriving is not None:
        lines.append(f"    {'leaving, per second':<28}  {vector(track.leaving)}")
        lines.append(f"    {'arriving, per second':<28}  {vector(track.arriving)}")
    if not np.array_equal(track.raw, track.value):
        lines.append(f"    {'between them':<28}  {vector(track.raw)}")
    return [*lines, f"    {'divided by its length' if track.path == 'rotation' else 'value':<28}  {vector(value)}"]


def _normal(e: Explanation) -> list[str]:
    if e.normal is None:
        return []
    n = e.normal
    where = "normal of its faces" if e.weight_points else "normal in the file"
    lines = [f"{where:<32}  {vector(n.stored)}"]
    if not np.array_equal(n.stored, n.morphed):
        lines.append(f"{'with morph targets':<32}  {vector(n.morphed)}")
    return [
        *lines,
        "inverse transpose of the matrix, times its determinant (the cofactors)",
        *matrix(n.cofactors),
        f"{'= normal in the world':<32}  {vector(n.carried)}",
        f"{'as a direction (w = 0)':<32}  {vector(n.direction)}",
        "",
    ]


def _own_sum(points: Sequence[WeightPoint]) -> list[str]:
    """MD5's own sum of points in joint spaces, without bind pose and inverse bind matrix."""
    if not points:
        return []
    lines = ["MD5's own sum: each weight's point, stored in its joint's space, moved by the joint, times its bias"]
    for p in points:
        lines += [
            f"  {shown(p.name)}, point {vector(p.point)}",
            f"  {p.bias:<14.{DIGITS}g} x              {vector(p.wanted)}",
        ]
    total = np.sum([p.bias * p.wanted for p in points], axis=0)
    return [*lines, f"= place in the world              {vector(total)}", ""]


def _screen(screen: PlaceOnPicture) -> list[str]:
    """From the world to a pixel, by the camera of ``skinproof picture``."""
    width, height = screen.size
    clip = screen.clip
    return [
        f"the camera of a picture of {width} x {height} pixels",
        "view matrix (world -> camera)",
        *matrix(screen.camera.view[:3]),
        f"place before the camera           {vector(screen.before)}",
        "projection matrix (camera -> clip space)",
        *matrix(screen.camera.projection),
        f"place in clip space               {vector(clip)}",
        f"divided by w                      {vector(clip[:3] / clip[3])}",
        f"pixel, from the upper left        {vector(screen.pixel)}",
        "",
    ]


def explanation_summary(explanation: Explanation, place: Float64 | None = None) -> list[str]:
    """A few short lines: the vertex, its joints, and every answer's distance from the specification's.

    An answer's line has three cells with tabs between: its name, its distance as a share of the size ("none": it cannot
    hold a joint's matrix, or has lost the vertex), and the first digit that differs, if any. place: (4, 4) from the
    file's space to a scene's (+Z up), in which the vertex is told as well.
    """
    e = explanation
    lines = [f"vertex {e.vertex} of {shown(e.part_name)}, {shown(e.clip_name)} at {e.time:.4g} s"]
    lines += [f"{joint.weight:.4f} {shown(joint.name)}" for joint in e.joints]
    if place is not None:
        there = place[:3, :3] @ e.position + place[:3, 3]
        lines.append(f"in the scene at {_place(there)} (+Z is up)")
    lines.append(f"in the file at {_place(e.position)} (+Y is up)" if place is not None else f"at {_place(e.position)}")
    for answer in e.answers:
        if np.isnan(answer.relative):
            cells = answer.name, "none", ""
        else:
            digit = _differing_digit(answer.position, e.position)
            cells = answer.name, Reading().share(answer.relative), "" if digit is None else str(digit)
        lines.append("\t".join(cells))
    return lines


def _place(values: Float64) -> str:
    return ", ".join(f"{value:.6g}" for value in values.tolist()) + " m"


def vector(values: Float64) -> str:
    """Numbers (n,) on one line."""
    return "  ".join(f"{value:>{DIGITS + 7}.{DIGITS}g}" for value in values.tolist())


def matrix(values: Float64) -> list[str]:
    """A line per row of a matrix (n, m)."""
    return ["    " + vector(row) for row in values]


def _joint(joint: FollowedJoint, names: Mapping[int, str]) -> list[str]:
    stored = " + ".join(f"{weight:.{DIGITS}g}" for weight in joint.stored_weights)
    twice = len(joint.stored_weights) > 1
    told = "" if joint.stored_weights == (joint.weight,) else f" (stored: {stored}{', added up' if twice else ''})"
    return [
        f"joint {shown(joint.name)}, weight {joint.weight:.{DIGITS}g}{told}",
        "  " + " > ".join(names[node] for node in joint.chain),
        "  inverse bind matrix (mesh space -> joint space)",
        *matrix(joint.inverse_bind),
        f"  place in the joint's space      {vector(joint.in_joint_space)}",
        f"  where the joint wants it        {vector(joint.wanted)}",
        "  S = world x inverse bind",
        *matrix(joint.skin_matrix),
    ]


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
    """The first significant digit in which a coordinate differs, from 1; None: no printed one."""
    ours, theirs = ([f"{value:.{DIGITS - 1}e}" for value in values.tolist()] for values in (position, place))
    first = min((_common(a, b) for a, b in zip(ours, theirs, strict=True)), default=DIGITS)
    return None if first >= DIGITS else first + 1


def _first_difference(place: Float64, position: Float64) -> str:
    digit = _differing_digit(place, position)
    return "" if digit is None else f", differs from digit {digit}"


def _common(a: str, b: str) -> int:
    """Leading digits that two numbers in exponent form share."""
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
