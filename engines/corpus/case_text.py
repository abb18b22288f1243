"""``skinproof corpus --show CASE``: what a case is about, with its numbers."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np

from ...fast.exact_engine import skin_model
from ...load import load_model
from ...model import Float, Model
from .cases.case import CorpusCase, Norm
from .encoding import encoded
from .figure import Figure
from .folder import case_clip, case_times

_NORMS = {
    Norm.MUST: "the specification demands it",
    Norm.SHOULD: "the specification recommends it",
    Norm.MAY: "the specification allows engines to do without",
    Norm.EXTENSION: "an extension demands it, core glTF does not have it",
    Norm.QUALITY: "the specification does not say how; it looks right only so",
    Norm.BEYOND: "the specification forbids such files, or leaves open what they mean; most engines do this",
}
#: Printed vertices; a ladder's figure has ten.
_MOST = 10


def shown_case(case: CorpusCase) -> list[str]:
    """The lines that explain a case."""
    figure = case.figure()
    model = _read_back(case, figure)
    clip, times = case_clip(figure, case), case_times(figure, case)
    result = skin_model(model, clip, np.array(times), variants=False)
    at = (len(times) - 1) // 2  # mostly between two keys: on one, much that is wrong does not show
    rung = f", rung {case.rung} of the ladder" if case.rung else ""
    lines = [f"{case.id}{rung}", case.rule, f"glTF 2.0, section {case.section}: {_NORMS[case.norm]}."]
    lines += [f'"{case.rests_on}"', ""]
    lines += _figure_lines(figure)
    for keys in figure.clips[clip] if clip is not None else ():
        lines.append(f"track: node {keys.node} {keys.path}, {keys.interpolation}, keys at {list(keys.times)} s")
        lines += [f"  {_numbers(value)}" for value in np.asarray(keys.values)]
    return [*lines, "", *_vertices(model, result.positions[0][at], times[at])]


def _read_back(case: CorpusCase, figure: Figure) -> Model:
    files = encoded(figure, case.id)
    with tempfile.TemporaryDirectory() as folder:
        for ending, data in files.items():
            (Path(folder) / f"{case.id}{ending}").write_bytes(data)
        return load_model(Path(folder) / f"{case.id}{next(iter(files))}")


def _figure_lines(figure: Figure) -> list[str]:
    """The first nodes and skins."""
    lines = ["nodes:", *(f"  {k}  {json.dumps(node)}" for k, node in enumerate(figure.nodes[:12]))]
    if len(figure.nodes) > 12:
        lines.append(f"  ... {len(figure.nodes)} in all")
    for k, rig in enumerate(figure.rigs[:2]):
        lines += [f"skin {k}: joints {list(rig.joints)[:12]}", *_matrices(rig.inverse_bind)]
    return lines


def _matrices(inverse_bind: Float | None) -> list[str]:
    """The rows of inverse bind matrices (J, 4, 4), a line for each joint."""
    if inverse_bind is None:
        return ["  no inverse bind matrices: each is the identity"]
    return [f"  inverse bind {j}, rows: {[_numbers(row) for row in m[:3]]}" for j, m in enumerate(inverse_bind[:4])]


def _vertices(model: Model, positions: Float, time: float) -> list[str]:
    """The first vertices of the first part as stored, and their positions (V, 3) at a time."""
    part = model.parts[0]
    primitive, influences = model.primitive(part), model.influences(part)
    lines = [f"at {time:g} s the first vertices stand at"]
    for v in range(min(_MOST, primitive.vertex_count)):
        of = "" if influences is None else _influences(influences.joints[v], influences.weights[v])
        lines.append(f"  {v}  {_numbers(primitive.positions[v])}  ->  {_numbers(positions[v])}{of}")
    return lines


def _influences(joints: np.ndarray, weights: Float) -> str:
    """One vertex's joints (I,) by weights (I,)."""
    return "  joints " + ", ".join(f"{j}: {w:.4g}" for j, w in zip(joints, weights, strict=True) if w)


def _numbers(values: Float) -> str:
    """A row of numbers, shape (n,) or (n, m)."""
    return " ".join(f"{v:.5g}" for v in np.ravel(values) + 0.0)
