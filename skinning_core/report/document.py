"""Findings as a JSON document for machines. Its layout is described in docs/report.md and versioned.

The document is deterministic: the same model and engines give the same bytes. It holds no time stamps, no host names,
and no paths but those that the user gave. Numbers are finite; errors are relative to the diagonal unless a name ends in
a unit.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..check.finding import Finding
from ..check.inspect import Facts
from ..compare.judge.comparison import Comparison
from ..compare.judge.level import level_of
from ..compare.judge.verification import Verification
from ..compare.measure.difference import Difference
from ..compare.measure.pairs import Angles
from ..compare.measure.screen import Screen
from ..compare.measure.statistics import HISTOGRAM_EDGES
from ..compare.measure.weight_effect import WeightEffect
from ..files.output import write_text
from .version import VERSION

if TYPE_CHECKING:
    from ..compare.between.added_vertices import OnlyThere
    from ..compare.between.split import Split
    from ..compare.causes.attribution import Attribution
    from ..compare.causes.cause import Cause

VERIFY_SCHEMA = "skinproof.verify/1"
CHECK_SCHEMA = "skinproof.check/1"
INSPECT_SCHEMA = "skinproof.inspect/1"


def verify_document(
    results: Sequence[tuple[str, Verification]], errors: Mapping[str, str], screen: Screen | None = None
) -> dict[str, Any]:
    """The document of ``verify``: ``results`` are paths as given with what was found, ``errors`` sentences by path.

    ``screen``: the one with which the errors were measured; the usual one by default.
    """
    screen = screen or Screen()
    return {
        "schema": VERIFY_SCHEMA,
        "skinproof": VERSION,
        "passed": not errors and all(verification.passed for _, verification in results),
        "models": [_model(path, verification, screen) for path, verification in results],
        "errors": _errors(errors.items()),
    }


def inspect_document(results: Sequence[tuple[str, Facts]], errors: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """The document of ``inspect``: one entry per model, and a sentence per model that could not be read."""
    return {
        "schema": INSPECT_SCHEMA,
        "skinproof": VERSION,
        "models": [{"path": path, **dataclasses.asdict(facts)} for path, facts in results],
        "errors": _errors(errors),
    }


def check_document(
    results: Sequence[tuple[str, tuple[Finding, ...]]], errors: Sequence[tuple[str, str]] = ()
) -> dict[str, Any]:
    """The document of ``check``: the findings of each model, and a sentence per file that could not be looked at."""
    models = [
        {
            "path": path,
            "findings": [
                {"code": f.code, "severity": f.severity, "pointer": f.pointer, "sentence": f.sentence} for f in findings
            ],
        }
        for path, findings in results
    ]
    return {"schema": CHECK_SCHEMA, "skinproof": VERSION, "models": models, "errors": _errors(errors)}


def _errors(errors: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"path": path, "sentence": sentence} for path, sentence in errors]


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    """Write a document to ``path`` (UTF-8, indented). Raises ``SkinproofError`` where that cannot be done."""
    write_text(path, json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


def _model(path: str, verification: Verification, screen: Screen) -> dict[str, Any]:
    facts = verification.facts
    return {
        "path": path,
        "name": verification.name,
        "passed": verification.passed,
        "vertices": facts.vertices,
        "parts": [
            {"name": p.name, "node": p.part.node, "mesh": p.part.mesh, "primitive": p.part.primitive}
            | {"skin": p.part.skin, "vertices": p.vertices}
            for p in facts.parts
        ],
        "comparisons": [_comparison(facts, comparison, screen) for comparison in verification.comparisons],
        "failures": [dataclasses.asdict(failure) for failure in verification.failures],
        "weights": [_weight_effect(effect) for effect in verification.weights],
        "notes": list(verification.notes),
        "unjudged": [dataclasses.asdict(reason) for reason in verification.unjudged],
    }


def _seen(comparison: Comparison, screen: Screen) -> dict[str, Any]:
    """How much of a difference anybody would see, and on which screen."""
    difference = comparison.difference
    turned = difference.normals_turned
    return {
        "level": level_of(comparison, screen).name.lower(),
        "pixels": screen.pixels(difference.max_relative),
        "viewport": screen.lines,
        "fill": screen.fill,
        "unseen_share": difference.unseen_share,
        "normals_over_1_degree": None if turned is None else turned[0],
        "normals_over_5_degrees": None if turned is None else turned[1],
    }


def _comparison(facts: Facts, comparison: Comparison, screen: Screen) -> dict[str, Any]:
    return {
        "clip": comparison.clip,
        "clip_name": comparison.clip_name,
        "engine": comparison.engine,
        "passed": comparison.passed,
        "tolerance": comparison.tolerance.limit,
        "tolerance_reason": comparison.tolerance.reason,
        "seen": _seen(comparison, screen),
        **_difference(facts, comparison.difference),
        "attribution": _attribution(comparison.attribution),
        "cause": _cause(comparison.cause),
        "changes": list(comparison.changes),
        "split": _split(comparison.split),
        "only_there": _only_there(comparison.only_there),
        "notes": list(comparison.notes),
    }


def _difference(facts: Facts, difference: Difference) -> dict[str, Any]:
    scale = difference.scale
    worst = difference.worst
    return {
        "max": difference.max_relative,
        "rms": difference.rms_relative,
        "percentile_99": difference.percentile_99_relative,
        "normal_angle_rad": difference.normal_angle,
        "normal_times": difference.normal_times,
        "lost": difference.lost,
        "unused": difference.unused,
        "compared": difference.compared,
        "worst": None
        if worst is None
        else {
            "distance_m": worst.distance,
            "relative": worst.relative,
            "time_s": worst.time,
            "part": worst.part_index,
            "vertex": worst.vertex,
            "node": worst.node,
            "node_name": facts.node_names[worst.node] if worst.node >= 0 else None,
            **_human(facts, worst.node),
        },
        "times_s": difference.times.tolist(),
        "diagonal_m": difference.diagonal.tolist(),
        "max_by_time": difference.relative.tolist(),
        "rms_by_time": (difference.rms / scale).tolist(),
        "parts": [
            {
                "max_m": p.distance.maximum.tolist(),
                "rms_m": p.distance.rms.tolist(),
                "percentile_99_m": p.distance.percentile_99.tolist(),
                "mean_m": p.distance.mean.tolist(),
                "worst_vertex": p.distance.worst_vertex.tolist(),
                "lost": p.lost.tolist(),
                "normal_angle_rad": None if p.normals is None else _angles(p.normals),
            }
            for p in difference.parts
        ],
        "joints": _joints(facts, difference),
        "histogram": {"edges": HISTOGRAM_EDGES.tolist(), "counts": difference.histogram.tolist()},
    }


def _angles(normals: Angles) -> list[float | None]:
    """The largest angle at each time; None where normals were not compared."""
    return [angle if judged else None for angle, judged in zip(normals.largest.tolist(), normals.judged, strict=True)]


def _human(facts: Facts, node: int) -> dict[str, str]:
    """The bone of a human that a node is, where it is one."""
    bone = facts.human_bones[node] if facts.human_bones and node >= 0 else ""
    return {"human_bone": bone} if bone else {}


def _joints(facts: Facts, difference: Difference) -> list[dict[str, Any]]:
    table = difference.joints
    if table is None:
        return []
    largest, rms = table.relative_maximum(difference.scale), table.relative_rms(difference.scale)
    return [
        {
            "node": int(node),
            "name": facts.node_names[node],
            **_human(facts, node),
            "vertices": int(table.vertices[j]),
            "max": float(largest[j]),
            "rms": float(rms[j]),
        }
        for j, node in enumerate(table.nodes)
    ]


def _attribution(attribution: Attribution | None) -> dict[str, Any] | None:
    if attribution is None:
        return None
    return {
        "reason": attribution.reason,
        "pose": attribution.pose.max_relative,
        "deformation": attribution.deformation.max_relative,
        "firstNode": attribution.first_node,
    }


def _only_there(alone: OnlyThere | None) -> dict[str, Any] | None:
    if alone is None:
        return None
    return {
        "count": alone.count,
        "total": alone.total,
        "on_surface": alone.on_surface,
        "farthest": alone.farthest,
        "parts": [dataclasses.asdict(part) for part in alone.parts],
    }


def _split(split: Split | None) -> dict[str, Any] | None:
    if split is None:
        return None
    steps = [dataclasses.asdict(step) | {"sentence": step.sentence} for step in split.steps]
    return {"vertex": split.vertex, "time_s": split.time, "distance_m": split.distance, "steps": steps}


def _cause(cause: Cause | None) -> dict[str, Any] | None:
    if cause is None:
        return None
    return {
        "name": cause.name,
        "sentence": cause.sentence,
        "explained": cause.explained,
        "also": list(cause.also),
    }


def _weight_effect(effect: WeightEffect) -> dict[str, Any]:
    return {
        "part_index": effect.part_index,
        "part_name": effect.part_name,
        "vertices": len(effect.off),
        "zero_sum": len(effect.zero),
        "smallest_sum": effect.smallest_sum,
        "largest_sum": effect.largest_sum,
        "max_relative": effect.max_relative,
    }
