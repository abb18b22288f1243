"""Findings as a JSON document for machines; docs/report.md describes its versioned layout.

The same model and engines give the same bytes: no time stamps, no host names, no paths but the user's. Numbers are
finite; errors are relative to the diagonal unless a name ends in a unit.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files.output import write_text
from ..text.sentence import data_of
from .version import VERSION

if TYPE_CHECKING:
    from ..check.finding import Finding
    from ..check.inspect import Facts
    from ..compare.between.steps import Split
    from ..compare.causes.attribution import Attribution
    from ..compare.causes.cause import Cause
    from ..compare.judge.comparison import Comparison
    from ..compare.judge.coverage import Coverage
    from ..compare.judge.verdict import Verdict
    from ..compare.judge.verification import Verification
    from ..compare.measure.difference import Difference, PartDifference, Worst
    from ..compare.measure.pairs import Angles
    from ..compare.measure.screen import Screen
    from ..compare.measure.weight_effect import WeightEffect

VERIFY_SCHEMA = "skinproof.verify/2"
CHECK_SCHEMA = "skinproof.check/1"
INSPECT_SCHEMA = "skinproof.inspect/1"


def verify_document(results: Sequence[tuple[str, Verification]], errors: Mapping[str, str]) -> dict[str, Any]:
    """The document of ``verify``: ``results`` by path as given, ``errors`` sentences by path."""
    passed = not errors and all(verification.verdict.same for _, verification in results)
    models = [_model(path, verification) for path, verification in results]
    return models_document(VERIFY_SCHEMA, models, errors.items(), passed=passed)


def inspect_document(results: Sequence[tuple[str, Facts]], errors: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """The document of ``inspect``: an entry per model, a sentence per model that could not be read."""
    return models_document(
        INSPECT_SCHEMA, [{"path": path, **dataclasses.asdict(facts)} for path, facts in results], errors
    )


def check_document(
    results: Sequence[tuple[str, tuple[Finding, ...]]], errors: Sequence[tuple[str, str]] = ()
) -> dict[str, Any]:
    """The document of ``check``: findings of each model, a sentence per file that could not be looked at."""
    models = [
        {"path": path, "findings": [members(f, "code", "severity", "pointer", "sentence") for f in findings]}
        for path, findings in results
    ]
    return models_document(CHECK_SCHEMA, models, errors)


def models_document(
    schema: str, models: Sequence[Any], errors: Iterable[tuple[str, str]], **head: object
) -> dict[str, Any]:
    """A document about models: its form, its head, and the models that are not in it."""
    told = [{"path": path, "sentence": sentence} for path, sentence in errors]
    return {"schema": schema, "skinproof": VERSION, **head, "models": models, "errors": told}


def members(value: object, *names: str) -> dict[str, Any]:
    """Members by their own names."""
    return {name: getattr(value, name) for name in names}


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    """Write a document to ``path`` (UTF-8, indented). Raises ``SkinproofError`` if that fails."""
    write_text(path, json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


def _model(path: str, verification: Verification) -> dict[str, Any]:
    """One model; imports what only ``verify`` needs, as ``inspect`` and ``check`` start without it."""
    from .asked import question_document

    facts, screen = verification.facts, verification.question.screen
    return {
        "path": path,
        "name": verification.name,
        "coverage": _coverage(verification.coverage),
        "verdict": _verdict(verification.verdict),
        "passed": verification.verdict.same,
        "question": question_document(verification.question, [clip.name for clip in facts.clips]),
        "vertices": facts.vertices,
        "parts": [
            {"name": p.name, **members(p.part, "node", "mesh", "primitive", "skin"), "vertices": p.vertices}
            for p in facts.parts
        ],
        "comparisons": [_comparison(facts, comparison, screen) for comparison in verification.comparisons],
        "failures": [_told(dataclasses.asdict(failure)) for failure in verification.failures],
        "absent": [{"engine": name, "sentence": data_of(why)} for name, why in verification.absent.items()],
        "weights": [_weight_effect(effect) for effect in verification.weights],
        "notes": list(map(data_of, verification.notes)),
        "unjudged": [_told(dataclasses.asdict(reason)) for reason in verification.unjudged],
    }


def _told(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "sentence": data_of(data["sentence"])}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    grounds = [
        {"outcome": g.outcome.value, "code": g.code, "level": g.level.name.lower(), "sentence": data_of(g.sentence)}
        for g in verdict.grounds
    ]
    level = verdict.level.name.lower()
    return {"outcome": verdict.outcome.value, "level": level, "status": verdict.status, "grounds": grounds}


def _coverage(coverage: Coverage) -> dict[str, Any]:
    each = [{"engine": name, **_counts(of_it)} for name, of_it in coverage.by_subject.items()]
    return {**_counts(coverage), "engines": each, "sentence": data_of(coverage.sentence)}


def _counts(coverage: Coverage) -> dict[str, Any]:
    counts = {kind: dataclasses.asdict(getattr(coverage, kind)) for kind in ("clips", "times", "vertices", "joints")}
    return {**counts, "in_scene": coverage.in_scene}


def _seen(comparison: Comparison, screen: Screen) -> dict[str, Any]:
    """How much of a difference anybody would see, and on which screen."""
    difference = comparison.difference
    turned = comparison.normals_turned
    return {
        "level": comparison.verdict.level.name.lower(),
        "pixels": screen.pixels(difference.max_relative),
        "viewport": screen.lines,
        "fill": screen.fill,
        "unseen_share": difference.unseen_share,
        "normals_over_1_degree": None if turned is None else turned[0],
        "normals_over_5_degrees": None if turned is None else turned[1],
    }


def _comparison(facts: Facts, comparison: Comparison, screen: Screen) -> dict[str, Any]:
    return {
        **members(comparison, "clip", "clip_name", "engine"),
        "verdict": _verdict(comparison.verdict),
        "passed": comparison.verdict.same,
        "decides": comparison.decides,
        "tolerance": comparison.tolerance.limit,
        "tolerance_reason": comparison.tolerance.reason,
        "seen": _seen(comparison, screen),
        **_difference(facts, comparison.difference),
        "normal_angle_rad": comparison.normal_angle,
        "attribution": _attribution(comparison.attribution),
        "causes": list(map(_cause, comparison.causes)),
        "changes": [_change(change) for change in comparison.changes],
        "split": _split(comparison.split),
        "only_there": None if comparison.only_there is None else dataclasses.asdict(comparison.only_there),
        "notes": list(map(data_of, comparison.notes)),
    }


def _change(change: str) -> str | dict[str, Any]:
    """A sentence's data, and what to do about it."""
    from ..compare.causes.scene_cause import remedy_of

    data = data_of(change)
    return {**data, "remedy": remedy_of(change)} if isinstance(data, dict) else data


def _difference(facts: Facts, difference: Difference) -> dict[str, Any]:
    """A difference in figures."""
    from ..compare.measure.statistics import HISTOGRAM_EDGES

    return {
        "max": difference.max_relative,
        "rms": difference.rms_relative,
        "percentile_99": difference.percentile_99_relative,
        **members(difference, "normal_times", "lost", "absent", "unusable"),
        **members(difference, "normals_gone", "normals_flat", "unused", "compared"),
        "worst": _place(facts, difference.worst),
        "farthest": _place(facts, difference.farthest),
        "times_s": difference.times.tolist(),
        "diagonal_m": difference.diagonal.tolist(),
        "max_by_time": difference.relative.tolist(),
        "rms_by_time": (difference.rms / difference.scale).tolist(),
        "parts": list(map(_part_difference, difference.parts)),
        "joints": _joints(facts, difference),
        "histogram": {"edges": HISTOGRAM_EDGES.tolist(), "counts": difference.histogram.tolist()},
    }


def _part_difference(part: PartDifference) -> dict[str, Any]:
    distance = part.distance
    return {
        "max_m": distance.maximum.tolist(),
        "rms_m": distance.rms.tolist(),
        "percentile_99_m": distance.percentile_99.tolist(),
        "mean_m": distance.mean.tolist(),
        "worst_vertex": distance.worst_vertex.tolist(),
        "lost": part.lost.tolist(),
        "normal_angle_rad": None if part.normals is None else _angles(part.normals),
    }


def _place(facts: Facts, at: Worst | None) -> dict[str, Any] | None:
    """Which vertex is how far off, and when."""
    if at is None:
        return None
    return {
        "distance_m": at.distance,
        "relative": at.relative,
        "time_s": at.time,
        "part": at.part_index,
        "vertex": at.vertex,
        "node": at.node,
        "node_name": facts.node_names[at.node] if at.node >= 0 else None,
        **_human(facts, at.node),
    }


def _angles(normals: Angles) -> list[float | None]:
    """The largest angle at each time; None if not compared."""
    return [angle if judged else None for angle, judged in zip(normals.largest.tolist(), normals.judged, strict=True)]


def _human(facts: Facts, node: int) -> dict[str, str]:
    """The bone of a human that a node is, if any."""
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
        "time_s": attribution.time,
        **members(attribution, "pose_share", "deformation_share", "interacts", "first_node", "recovered", "left"),
        "unknown_joints": list(attribution.unknown),
    }


def _split(split: Split | None) -> dict[str, Any] | None:
    if split is None:
        return None
    steps = [dataclasses.asdict(step) | {"sentence": data_of(step.sentence)} for step in split.steps]
    return {"vertex": split.vertex, "time_s": split.time, "distance_m": split.distance, "steps": steps}


def _cause(cause: Cause) -> dict[str, Any]:
    return {
        "code": cause.code,
        "sentence": data_of(cause.sentence),
        "remedy": data_of(cause.remedy),
        **members(cause, "size", "vertices"),
        "joints": list(cause.joints),
        "times_s": list(cause.times),
        **members(cause, "rest", "explained"),
        "also": list(cause.also),
    }


def _weight_effect(effect: WeightEffect) -> dict[str, Any]:
    return {
        **members(effect, "part_index", "part_name"),
        "vertices": len(effect.off),
        "zero_sum": len(effect.zero),
        **members(effect, "smallest_sum", "largest_sum", "max_relative"),
    }
