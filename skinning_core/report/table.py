"""Findings as plain text for a terminal: aligned columns, ASCII apart from names, no colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..compare.causes.scene_cause import remedy_of
from ..compare.judge.question import Origin
from ..compare.judge.verdict import ENGINE_MISSING, REFUSED, moves_vertices
from ..skeleton.mirrored import FACES_TURNED
from ..text.count import counted
from ..text.listing import listed
from ..text.sentence import Sentence
from .alike import Alike, told_together
from .alike import rows as rows_of
from .facts import told_once
from .readable import Reading, between_frames, figures, in_one_sentence, titles, verdict_of, verdict_words
from .text import columns, filled, printable, shown

if TYPE_CHECKING:
    from ..check.inspect import Facts
    from ..compare.between.added_vertices import OnlyThere
    from ..compare.between.steps import Split
    from ..compare.causes.cause import Cause
    from ..compare.judge.comparison import Comparison
    from ..compare.judge.verification import Verification
    from ..compare.measure.difference import Worst

#: Figures unless the reader asks for others.
PEOPLE = Reading()

#: Sizes of the character beyond which a distance tells nobody anything.
_BEYOND_SENSE = 1e4


def verification_lines(verification: Verification, reading: Reading = PEOPLE, *, every: bool = False) -> list[str]:
    """What was judged, a sentence per subject, the table, and what to know of rows that are not fine.

    every: each clip by itself, not together with those in which the same was found.
    """
    told = notes(verification, reading)
    lines = [covered(verification)]
    lines += [f"  {engine}: {line}" for engine, line in engine_sentences(verification, reading).items()]
    lines += [f"  {printable(note)}" for note in told if _beside_verdict(note)]
    lines += _table(verification, reading, every=every)
    for alike in told_together(verification.comparisons, every=every):
        lines += [f"  {line}" for line in explanation(verification.facts, alike, reading)]
    lines += [f"  {f.engine}, {shown(f.clip_name)}: {printable(f.sentence)}" for f in verification.failures]
    lines += [f"  note: {printable(note)}" for note in told if not _beside_verdict(note)]
    lines += [f"  {printable(line)}" for line in not_judged(verification)]
    return lines


def _table(verification: Verification, reading: Reading, *, every: bool) -> list[str]:
    """A row for each clip and engine, with the columns in which any row has something."""
    alike = rows_of(verification.comparisons, every=every)
    some = filled([figures(row.worst, reading) for row in alike])
    heads = [titles(reading)[k] for k in some]
    nothing = [""] * len(some)
    rows: list[tuple[str, ...]] = [_row(row, reading, some) for row in alike]
    rows += [(shown(f.clip_name), f.engine, "", *nothing, "not done") for f in verification.failures]
    rows += [("-", name, "", *nothing, "not judged") for name in verification.absent]
    if not rows:
        return []
    head = ("clip", "engine", "times", *heads, "verdict")
    return columns([head, *rows], left=(0, 1, len(head) - 1))


def _beside_verdict(note: str) -> bool:
    """Whether a note says what "the same" does not cover, and so stands above the table."""
    return isinstance(note, Sentence) and note.code == FACES_TURNED


def covered(verification: Verification) -> str:
    """The first line of every answer: the model, how much was judged, and what was first."""
    source = verification.question.source
    told = "" if source is None else f" (--source {source.value}: {_FIRST[source]})"
    return f"{shown(verification.name)}: {verification.coverage.sentence}{told}"


#: What it means that a side was first.
_FIRST = {Origin.FILE: "is all of the file in the scene?", Origin.SCENE: "is all of the scene in the file?"}


def not_judged(verification: Verification) -> list[str]:
    """Why an answer is not all that was asked for, a line per reason, with the code that allows it."""
    return [
        f"not judged: {g.sentence}" + (f" (--accept {g.code} allows it)" if g.acceptable else "")
        for g in verification.verdict.grounds
        if not g.differs and g.code != REFUSED
    ]


def engine_sentences(verification: Verification, reading: Reading = PEOPLE) -> dict[str, str]:
    """For each subject, how much of its difference anybody would see. The worst comes first."""
    by_engine: dict[str, list[Comparison]] = {}
    for comparison in verification.comparisons:
        if comparison.decides:
            by_engine.setdefault(comparison.engine, []).append(comparison)

    def badness(comparisons: Sequence[Comparison]) -> tuple[int, float]:
        return max((c.verdict.level.rank, c.difference.max_relative) for c in comparisons)

    ordered = sorted(by_engine.items(), key=lambda entry: badness(entry[1]), reverse=True)
    return {
        engine: in_one_sentence(comparisons, reading, whole=_whole(verification, engine))
        for engine, comparisons in ordered
    }


def _whole(verification: Verification, engine: str) -> bool:
    """Whether all that was asked of a subject was judged, whatever became of others."""
    failed = any(failure.engine == engine for failure in verification.failures)
    of_others = {REFUSED, ENGINE_MISSING}
    return not failed and all(ground.differs or ground.code in of_others for ground in verification.verdict.grounds)


def explanation(facts: Facts, alike: Alike, reading: Reading = PEOPLE) -> list[str]:
    """The worst vertex of a difference, its origin, and why, as far as known."""
    comparison = alike.worst
    difference, verdict = comparison.difference, comparison.verdict
    start = f"{comparison.engine}, {alike.name}:"
    if not comparison.decides:
        return [f"{start} {between_frames(comparison, reading)}"] if verdict.differs else []
    lines = [f"{start} {printable(g.sentence)}" for g in verdict.grounds if g.differs and g.code != "POSITIONS"]
    if not verdict.differs:
        return lines
    if difference.unused:
        unused = counted(difference.unused, "vertex that no face uses was", "vertices that no face uses were")
        lines.append(f"{start} {unused} not compared")
    told = (*_places(facts, alike, reading), *_why(facts, alike, reading))
    return [*lines, *(f"{start} {line}" for line in told)]


def _places(facts: Facts, alike: Alike, reading: Reading) -> Iterator[str]:
    """The worst vertex, and the farthest if another."""
    comparison = alike.worst
    several = len(alike.members) > 1
    clip = f" of {shown(comparison.clip_name)}" if several and comparison.clip is not None else ""
    worst, farthest = comparison.difference.worst, comparison.difference.farthest
    if worst is None or farthest is None or not moves_vertices(comparison.verdict):
        return
    yield f"worst {_place(facts, worst, reading, clip)}"
    if (farthest.time_index, farthest.part_index, farthest.vertex) != (
        worst.time_index,
        worst.part_index,
        worst.vertex,
    ):
        yield f"farthest {_place(facts, farthest, reading, clip)}"


def _why(facts: Facts, alike: Alike, reading: Reading) -> Iterator[str]:
    """Where the difference comes from, and why, as far as known."""
    comparison = alike.worst
    yield from _joints(facts, comparison)
    for change in comparison.changes:
        yield _in_the_scene(change, reading)
    for cause, where in alike.causes:
        clips = "" if where.members == alike.members else f" ({where.name})"
        yield f"cause{clips}: {_cause(facts, cause, reading)}"
        yield f"what to do: {cause.remedy}"
    if any(cause.region for cause in comparison.causes):
        yield "each of these was found in its own vertices"
    elif comparison.causes:
        together = "these explain" if len(alike.causes) > 1 else "this explains"
        least = min(member.causes[0].explained for member in alike.members)
        yield f"{together} {100.0 * least:.2f} % of the difference"
    if comparison.split is not None:
        yield from _split(comparison.split, reading)


def _joints(facts: Facts, comparison: Comparison) -> Iterator[str]:
    """Whose matrices are wrong, and which are not known."""
    attribution = comparison.attribution
    if attribution is None:
        return
    if attribution.sentence:
        yield attribution.sentence
    if attribution.first_node >= 0:
        yield f"first wrong joint: {shown(facts.node_names[attribution.first_node])}"
    if attribution.unknown:
        unknown = listed([shown(facts.node_names[node]) for node in attribution.unknown])
        yield f"not known, because they move too few vertices: the matrices of {unknown}"


def _in_the_scene(change: str, reading: Reading) -> str:
    """A change made in the scene, how far it moves a vertex, and its remedy."""
    told = f"cause in the scene: {change}"
    if not isinstance(change, Sentence):
        return told
    moves = change.values.get("moves")
    if isinstance(moves, float):
        told += f" (moves a vertex by up to {reading.length(moves)})"
    remedy = remedy_of(change)
    return f"{told} [{change.code}]: {remedy}" if remedy else told


def _cause(facts: Facts, cause: Cause, reading: Reading) -> str:
    """A cause, those that the file cannot tell from it, and what it moves how far."""
    code = f" [{cause.code}]" if reading.exponents else ""
    joints = listed([shown(facts.node_names[node]) for node in cause.joints[:3]], quoted=False)
    moved = f"moves {counted(cause.vertices, 'vertex')}" + (f" ({joints})" if joints else "")
    by = f" by up to {reading.share(cause.size)} of the size" if cause.size < _BEYOND_SENSE else ""
    return f"{cause.in_full}{code}, {moved}{by}"


def _place(facts: Facts, at: Worst, reading: Reading, clip: str) -> str:
    """Which vertex is off when, and how far; clip: if not said before."""
    joint = f", joint {shown(facts.label(at.node))}" if at.node >= 0 else ""
    return (
        f"at {at.time:.4f} s{clip}: vertex {at.vertex} of {shown(facts.parts[at.part_index].name)}{joint}, "
        f"{reading.length(at.distance)} off, {reading.share(at.relative)} of the size"
    )


def _split(split: Split, reading: Reading) -> list[str]:
    """Changes between two files, the largest share first."""
    return [
        f"{100.0 * step.share:.1f} % ({reading.length(step.distance)}): {step.sentence} [{step.name}]; "
        f"{reading.length(step.left)} is left without it" + (f"; to avoid it: {step.option}" if step.option else "")
        for step in sorted(split.steps, key=lambda step: -step.share)
        if step.share >= 0.01
    ]


def notes(verification: Verification, reading: Reading = PEOPLE) -> list[str]:
    """Notes of the reader, the engines and the tolerances, each once."""
    out = [*verification.notes, *normals_told(verification)]
    only_there: dict[str, OnlyThere] = {}
    for comparison in verification.comparisons:
        out += [f"{comparison.engine}: {note}" for note in comparison.notes]
        if comparison.only_there is not None and comparison.only_there.count:
            known = only_there.setdefault(comparison.engine, comparison.only_there)
            only_there[comparison.engine] = max(known, comparison.only_there, key=lambda alone: alone.farthest)
        if comparison.difference.normals_flat:
            flat = counted(comparison.difference.normals_flat, "normal")
            out.append(f"{comparison.engine}: {flat} not compared, as the joints' blend is flat up to rounding there")
        if comparison.tolerance.reason:
            limit = reading.share(comparison.tolerance.limit)
            out.append(f"{comparison.engine}: tolerance {limit} of the size, as {comparison.tolerance.reason}")
    for effect in verification.weights:
        out.append(
            f"weights of {counted(len(effect.off), 'vertex')} of {shown(effect.part_name)} do not sum to one "
            f"({effect.smallest_sum:.6g} to {effect.largest_sum:.6g}); left so, positions would be up to "
            f"{reading.share(effect.max_relative)} of the size away"
        )
    out += [f"{engine}: {alone.sentence}" for engine, alone in only_there.items()]
    return told_once(out)


def normals_told(verification: Verification) -> list[str]:
    """At how many times of all clips normals were compared; none if at all or at none."""
    judged = {c.clip: c.difference for c in verification.comparisons if c.difference.normal_times is not None}
    some = sum(difference.normal_times or 0 for difference in judged.values())
    total = sum(len(difference.times) for difference in judged.values())
    return [f"normals compared at {some} of {total} times"] if some < total else []


def summary_lines(verifications: Sequence[Verification], reading: Reading = PEOPLE) -> list[str]:
    """A row per model, a column per engine: the largest error of all clips."""
    engines = list(dict.fromkeys(c.engine for v in verifications for c in v.comparisons))
    rows: list[tuple[str, ...]] = [("model", "vertices", "joints", "clips", "times", *engines, "verdict")]
    for verification in verifications:
        facts = verification.facts
        times = {c.clip: len(c.difference.times) for c in verification.comparisons if c.decides}
        joints = sum(skin.joints for skin in facts.skins)
        clips = len(times.keys() - {None})
        counts = map(str, (facts.vertices, joints, clips, sum(times.values())))
        errors = [_largest(verification, engine, reading) for engine in engines]
        rows.append((shown(verification.name), *counts, *errors, verdict(verification)))
    return columns(rows, left=(0, len(rows[0]) - 1))


def verdict(verification: Verification) -> str:
    """In a few words: "same", which subjects differ, or what was not judged."""
    different = (c.engine for c in verification.comparisons if c.decides and c.verdict.differs)
    return verdict_words(verification.verdict, list(dict.fromkeys(different)))


def _largest(verification: Verification, engine: str, reading: Reading) -> str:
    errors = [c.difference.max_relative for c in verification.comparisons if c.engine == engine and c.decides]
    return reading.share(max(errors)) if errors else "-"


def _row(row: Alike, reading: Reading, some: Sequence[int]) -> tuple[str, ...]:
    every = figures(row.worst, reading)
    told = (every[i] for i in some)
    return (row.name, row.worst.engine, str(row.times), *told, verdict_of(row.worst))
