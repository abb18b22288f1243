"""Findings as plain text for a terminal: aligned columns, ASCII apart from names, no colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..check.inspect import Facts
from ..compare.judge.comparison import Comparison
from ..compare.judge.verification import Verification
from ..text.count import counted
from .readable import Reading, figures, in_one_sentence, titles, verdict_of
from .text import columns, printable, shown

if TYPE_CHECKING:
    from ..compare.between.split import Split

#: How figures are written unless the reader asks for something else.
PEOPLE = Reading()


def verification_lines(verification: Verification, reading: Reading = PEOPLE) -> list[str]:
    """A sentence for each engine of one model, the table, and what is to be known of rows that are not plainly fine."""
    heads = titles(reading)
    rows: list[tuple[str, ...]] = [("clip", "engine", "times", *heads, "verdict")]
    rows += [_row(comparison, reading) for comparison in verification.comparisons]
    rows += [(shown(f.clip_name), f.engine, "", *("" for _ in heads), "not done") for f in verification.failures]
    lines = [heading(verification.facts), *(f"  {line}" for line in engine_sentences(verification, reading))]
    if len(rows) > 1:
        lines += columns(rows, left=(0, 1, len(rows[0]) - 1))
    for comparison in verification.comparisons:
        if not comparison.passed:
            lines += [f"  {line}" for line in explanation(verification.facts, comparison, reading)]
    lines += [f"  {f.engine}, {shown(f.clip_name)}: {printable(f.sentence)}" for f in verification.failures]
    lines += [f"  note: {printable(note)}" for note in notes(verification, reading)]
    if verification.unjudged:
        lines.append(f"  {verdict(verification)} (--accept CODE allows it)")
    return lines


def engine_sentences(verification: Verification, reading: Reading = PEOPLE) -> list[str]:
    """One sentence for each engine: how much of its difference anybody would see. The worst engine comes first."""
    by_engine: dict[str, list[Comparison]] = {}
    for comparison in verification.comparisons:
        by_engine.setdefault(comparison.engine, []).append(comparison)

    def badness(comparisons: Sequence[Comparison]) -> tuple[int, float]:
        return max((reading.level(c).rank, c.difference.max_relative) for c in comparisons)

    ordered = sorted(by_engine.items(), key=lambda entry: badness(entry[1]), reverse=True)
    return [f"{engine}: {in_one_sentence(comparisons, reading)}" for engine, comparisons in ordered]


def heading(facts: Facts) -> str:
    """One line that says what the model is."""
    joints = sum(skin.joints for skin in facts.skins)
    clips = len(facts.clips)
    counts = [(facts.vertices, "vertex", "vertices"), (joints, "joint", "joints"), (clips, "clip", "clips")]
    return f"{shown(facts.name)}: " + ", ".join(counted(*each) for each in counts)


def explanation(facts: Facts, comparison: Comparison, reading: Reading = PEOPLE) -> list[str]:
    """Where the worst vertex of a difference is, where the difference comes from, and why, as far as it is known."""
    difference = comparison.difference
    start = f"{comparison.engine}, {shown(comparison.clip_name)}:"
    lines = []
    worst = difference.worst
    if difference.lost:
        lines.append(f"{start} {counted(difference.lost, 'vertex')} lost (not a number)")
    if difference.unused:
        unused = counted(difference.unused, "vertex that no face uses was", "vertices that no face uses were")
        lines.append(f"{start} {unused} not compared")
    if worst is None:
        lines.append(f"{start} nothing could be compared")
    elif not comparison.passed:
        joint = f", joint {shown(facts.label(worst.node))}" if worst.node >= 0 else ""
        part = shown(facts.parts[worst.part_index].name)
        lines.append(
            f"{start} worst at {worst.time:.4f} s: vertex {worst.vertex} of {part}{joint}, "
            f"{reading.length(worst.distance)} off, {reading.share(worst.relative)} of the size"
        )
    if comparison.attribution is not None:
        pose, deformation = comparison.attribution.pose.max_relative, comparison.attribution.deformation.max_relative
        of_pose, of_deformation = reading.share(pose), reading.share(deformation)
        lines.append(f"{start} {of_pose} of the size comes from the pose, {of_deformation} from the deformation")
        if comparison.attribution.first_node >= 0:
            first = shown(facts.node_names[comparison.attribution.first_node])
            lines.append(f"{start} the first joint down the chain that differs is {first}")
    lines += [f"{start} changed in the scene: {change}" for change in comparison.changes]
    if comparison.cause is not None:
        also = f" (or {', '.join(comparison.cause.also)})" if comparison.cause.also else ""
        lines.append(
            f"{start} cause: {comparison.cause.sentence} [{comparison.cause.name}]{also}, "
            f"explains {100.0 * comparison.cause.explained:.2f} %"
        )
    if comparison.split is not None:
        lines += [f"{start} {line}" for line in _split(comparison.split, reading)]
    return lines


def _split(split: Split, reading: Reading) -> list[str]:
    """What was changed between two files, the change behind the largest part of their difference first."""
    shares = [(step.distance / split.distance if split.distance else 0.0, step) for step in split.steps]
    return [
        f"{100.0 * share:.1f} % ({reading.length(step.distance)}): {step.sentence} [{step.name}]"
        + (f"; to avoid it: {step.option}" if step.option else "")
        for share, step in sorted(shares, key=lambda entry: -abs(entry[0]))
        if abs(share) >= 0.01
    ]


def notes(verification: Verification, reading: Reading = PEOPLE) -> list[str]:
    """The notes of the reader, the engines and the tolerances, each of them once."""
    out = [*verification.notes, *normals_told(verification)]
    for comparison in verification.comparisons:
        out += [f"{comparison.engine}: {note}" for note in comparison.notes]
        if comparison.only_there is not None and comparison.only_there.count:
            out.append(f"{comparison.engine}: {comparison.only_there.sentence}")
        if comparison.tolerance.reason:
            limit = reading.share(comparison.tolerance.limit)
            out.append(f"{comparison.engine}: tolerance {limit} of the size, as {comparison.tolerance.reason}")
    for effect in verification.weights:
        out.append(
            f"weights of {counted(len(effect.off), 'vertex')} of {shown(effect.part_name)} do not sum to one "
            f"({effect.smallest_sum:.6g} to {effect.largest_sum:.6g}); left so, positions would be up to "
            f"{reading.share(effect.max_relative)} of the size away"
        )
    return told_once(out)


def normals_told(verification: Verification) -> list[str]:
    """At how many of all clips' times normals were compared, one sentence; none where at all of them, or at none."""
    judged = {c.clip: c.difference for c in verification.comparisons if c.difference.normal_times is not None}
    some = sum(difference.normal_times or 0 for difference in judged.values())
    total = sum(len(difference.times) for difference in judged.values())
    return [f"normals compared at {some} of {total} times"] if some < total else []


def told_once(notes: Sequence[str]) -> list[str]:
    """Notes in their order, each once: of notes that differ only in their pointer, the first one and a count."""
    places: dict[str, list[str]] = {}
    for note in dict.fromkeys(notes):
        pointer, colon, sentence = note.partition(": ")
        if colon and pointer.startswith("/"):
            places.setdefault(sentence, []).append(pointer)
        else:
            places[note] = []
    told = []
    for sentence, pointers in places.items():
        others = f" (and {len(pointers) - 1} more)" if len(pointers) > 1 else ""
        told.append(f"{pointers[0]}{others}: {sentence}" if pointers else sentence)
    return told


def summary_lines(verifications: Sequence[Verification], reading: Reading = PEOPLE) -> list[str]:
    """One row per model, one column per engine: the largest error of all clips."""
    engines = list(dict.fromkeys(c.engine for v in verifications for c in v.comparisons))
    rows: list[tuple[str, ...]] = [("model", "vertices", "joints", "clips", "times", *engines, "verdict")]
    for v in verifications:
        times = {c.clip: len(c.difference.times) for c in v.comparisons}
        joints = sum(skin.joints for skin in v.facts.skins)
        counts = (str(v.facts.vertices), str(joints), str(len(times.keys() - {None})), str(sum(times.values())))
        errors = [_largest(v, engine, reading) for engine in engines]
        rows.append((shown(v.name), *counts, *errors, verdict(v)))
    return columns(rows, left=(0, len(rows[0]) - 1))


def verdict(verification: Verification) -> str:
    """The verdict in a few words: "same", which engines differ, or what could move a vertex and was not read."""
    if verification.failures:
        return "not done"
    different = list(dict.fromkeys(c.engine for c in verification.comparisons if not c.passed))
    if not different:
        codes = list(dict.fromkeys(reason.code for reason in verification.unjudged))
        return f"not judged: {', '.join(codes)}" if codes else "same"
    return f"{' and '.join(different)} {'differs' if len(different) == 1 else 'differ'}"


def _largest(verification: Verification, engine: str, reading: Reading) -> str:
    errors = [c.difference.max_relative for c in verification.comparisons if c.engine == engine]
    return reading.share(max(errors)) if errors else "-"


def _row(comparison: Comparison, reading: Reading) -> tuple[str, ...]:
    return (
        shown(comparison.clip_name),
        comparison.engine,
        str(len(comparison.difference.times)),
        *figures(comparison, reading),
        verdict_of(comparison, reading),
    )
