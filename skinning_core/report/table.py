"""Findings as plain text for a terminal: aligned columns, ASCII apart from names, no colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..check.inspect import Facts
from ..compare.comparison import Comparison
from ..compare.split import Split
from ..compare.verify import Verification

#: Names longer than this are cut in tables; the JSON document has them whole.
LONGEST_NAME = 32


def printable(text: str) -> str:
    """Text made safe for a terminal: control characters, which a file may have put into a name, are escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown(name: str) -> str:
    """A name as tables show it: safe for a terminal, the middle of a long one left out."""
    text = printable(name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 13]}...{text[-10:]}"


def columns(rows: Sequence[Sequence[str]], *, left: Iterable[int] = (0,), indent: str = "  ") -> list[str]:
    """Lines of aligned columns; the columns in ``left`` are aligned left, the others right."""
    to_left = set(left)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [c.ljust(w) if i in to_left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def number(value: float) -> str:
    """A relative error with two digits: 2.3e-07, or 0."""
    return f"{value:.1e}" if value else "0"


def verification_lines(verification: Verification) -> list[str]:
    """The table of one model, and below it what a reader should know about each row that is not plainly fine."""
    rows: list[tuple[str, ...]] = [("clip", "engine", "times", "max", "RMS", "99 %", "normals", "tolerance", "verdict")]
    rows += [_row(comparison) for comparison in verification.comparisons]
    rows += [(shown(f.clip_name), f.engine, "", "", "", "", "", "", "not done") for f in verification.failures]
    lines = [heading(verification.facts)]
    if len(rows) > 1:
        lines += columns(rows, left=(0, 1, 8))
    for comparison in verification.comparisons:
        if not comparison.passed:
            lines += [f"  {line}" for line in explanation(verification.facts, comparison)]
    lines += [f"  {f.engine}, {shown(f.clip_name)}: {printable(f.sentence)}" for f in verification.failures]
    lines += [f"  note: {printable(note)}" for note in notes(verification)]
    if verification.unjudged:
        lines.append(f"  {verdict(verification)} (--accept CODE allows it)")
    return lines


def heading(facts: Facts) -> str:
    """One line that says what the model is."""
    joints = sum(skin.joints for skin in facts.skins)
    clips = len(facts.clips)
    counts = [(facts.vertices, "vertex", "vertices"), (joints, "joint", "joints"), (clips, "clip", "clips")]
    return f"{shown(facts.name)}: " + ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts)


def explanation(facts: Facts, comparison: Comparison) -> list[str]:
    """Where the worst vertex of a difference is, where the difference comes from, and why, as far as it is known."""
    difference = comparison.difference
    start = f"{comparison.engine}, {shown(comparison.clip_name)}:"
    lines = []
    worst = difference.worst
    if difference.lost:
        lines.append(f"{start} {difference.lost} vertices lost (not a number)")
    if worst is None:
        lines.append(f"{start} nothing could be compared")
    elif not comparison.passed:
        joint = f", joint {shown(facts.node_names[worst.node])}" if worst.node >= 0 else ""
        part = shown(facts.parts[worst.part_index].name)
        lines.append(
            f"{start} worst at {worst.time:.4f} s: vertex {worst.vertex} of {part}{joint}, "
            f"{worst.distance:.3g} m off, {number(worst.relative)} of the size"
        )
    if comparison.attribution is not None:
        pose, deformation = comparison.attribution.pose.max_relative, comparison.attribution.deformation.max_relative
        lines.append(f"{start} {number(pose)} comes from the pose, {number(deformation)} from the deformation")
    if comparison.cause is not None:
        also = f" (or {', '.join(comparison.cause.also)})" if comparison.cause.also else ""
        lines.append(
            f"{start} cause: {comparison.cause.sentence} [{comparison.cause.name}]{also}, "
            f"explains {100.0 * comparison.cause.explained:.2f} %"
        )
    if comparison.split is not None:
        lines += [f"{start} {line}" for line in _split(comparison.split)]
    return lines


def _split(split: Split) -> list[str]:
    """What was changed between two files, the change behind the largest part of their difference first."""
    shares = [(step.distance / split.distance if split.distance else 0.0, step) for step in split.steps]
    return [
        f"{100.0 * share:.1f} % ({step.distance:.3g} m): {step.sentence} [{step.name}]; to avoid it: {step.option}"
        for share, step in sorted(shares, key=lambda entry: -abs(entry[0]))
        if abs(share) >= 0.01
    ]


def notes(verification: Verification) -> list[str]:
    """The notes of the reader, the engines and the tolerances, each of them once."""
    out = list(verification.notes)
    for comparison in verification.comparisons:
        out += [f"{comparison.engine}: {note}" for note in comparison.notes]
        if comparison.tolerance.reason:
            limit = number(comparison.tolerance.limit)
            out.append(f"{comparison.engine}: tolerance {limit}, as {comparison.tolerance.reason}")
    for effect in verification.weights:
        out.append(
            f"weights of {len(effect.off)} vertices of {shown(effect.part_name)} do not sum to one "
            f"({effect.smallest_sum:.6g} to {effect.largest_sum:.6g}); left so, positions would be up to "
            f"{number(effect.max_relative)} of the size away"
        )
    return told_once(out)


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


def summary_lines(verifications: Sequence[Verification]) -> list[str]:
    """One row per model, one column per engine: the largest error of all clips."""
    engines = list(dict.fromkeys(c.engine for v in verifications for c in v.comparisons))
    rows: list[tuple[str, ...]] = [("model", "vertices", "joints", "clips", "times", *engines, "verdict")]
    for v in verifications:
        times = {c.clip: len(c.difference.times) for c in v.comparisons}
        joints = sum(skin.joints for skin in v.facts.skins)
        counts = (str(v.facts.vertices), str(joints), str(len(times.keys() - {None})), str(sum(times.values())))
        errors = [_largest(v, engine) for engine in engines]
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


def _largest(verification: Verification, engine: str) -> str:
    errors = [c.difference.max_relative for c in verification.comparisons if c.engine == engine]
    return number(max(errors)) if errors else "-"


def _row(comparison: Comparison) -> tuple[str, ...]:
    difference = comparison.difference
    angle = difference.normal_angle
    return (
        shown(comparison.clip_name),
        comparison.engine,
        str(len(difference.times)),
        number(difference.max_relative),
        number(difference.rms_relative),
        number(difference.percentile_99_relative),
        "-" if angle is None else f"{angle:.1e} rad",
        number(comparison.tolerance.limit),
        "same" if comparison.passed else "DIFFERENT",
    )
