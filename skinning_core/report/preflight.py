"""What a search for the best export settings found, as lines, JSON and a case of JUnit.

docs/schema/preflight.json has the versioned layout. Lengths are metres of the scene, errors relative to the size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..compare.judge.comparison import Comparison
from ..compare.judge.level import level_of_error
from ..compare.judge.verdict import missing_in_file
from ..compare.judge.verification import Verification
from ..compare.limits.target import ExportTarget, Prediction
from ..compare.measure.tolerance import ORDINARY
from ..text.count import counted
from ..text.sentence import Sentence, data_of, joined, sentence
from .document import members
from .junit import Case
from .readable import Reading
from .text import columns, printable
from .version import VERSION

PREFLIGHT_SCHEMA = "skinproof.preflight/1"

#: A prediction's members in the document.
_PREDICTED = ("label", "proven", "codes", "share")


@dataclass(frozen=True, eq=False)
class ExportRow:
    """One set of settings, and what an export with it is worth."""

    words: tuple[str, ...]  # what was changed, in the words of the exporter's panel
    settings: Mapping[str, Any] = field(default_factory=dict)  # the same as properties of its operator
    answer: Verification | None = None  # None: no answer
    refusal: str = ""  # why there is none
    there: tuple[Prediction, ...] = ()  # what the target's engines would make of the file, the worst first
    exceeded: tuple[tuple[str, Sentence], ...] = ()  # codes and sentences of what the target does not take
    lost: int = 0  # clips and parts that the unchanged settings export, and these do not
    size: int = 0  # bytes
    seconds: float = 0.0

    @property
    def title(self) -> str:
        """What was changed, in one line."""
        return joined(self.words, " + ") if self.words else "as it stands"

    @property
    def missing(self) -> list[tuple[str, str]]:
        """What the scene has and the file has not: codes and sentences, the largest loss first."""
        found: list[tuple[str, str]] = []
        if self.answer is not None:
            found += [(ground.code, ground.sentence) for ground in missing_in_file(self.answer.verdict)]
        if self.lost:
            found.append(("FEWER_PARTS", sentence("{count} clips or parts fewer than as it stands", count=self.lost)))
        return [*found, *self.exceeded]

    @property
    def share(self) -> float:
        """The largest error, relative: of the file, or of what the target makes of it."""
        own = self.largest
        return max([0.0 if own is None else own[0], *(each.share for each in self.there)])

    @property
    def largest(self) -> tuple[float, float] | None:
        """The largest judged error, relative and in metres; None: nothing was judged."""
        return None if self.worst is None else self.worst.largest

    @property
    def worst(self) -> Comparison | None:
        """The clip that is farthest off; None: nothing was judged."""
        deciding = () if self.answer is None else [each for each in self.answer.comparisons if each.decides]
        return max(deciding, key=lambda each: each.largest, default=None)

    @property
    def place(self) -> tuple[str, float, int] | None:
        """Where it is farthest off: clip, frame and how many vertices visibly; None: nowhere."""
        worst = self.worst
        vertex = None if worst is None else worst.difference.worst
        if worst is None or vertex is None:
            return None
        frame = vertex.time * (worst.frame_rate or 1.0)
        return worst.clip_name, frame, int(worst.difference.seen[vertex.time_index])


@dataclass(frozen=True, eq=False)
class ExportFix:
    """A change of the scene that leaves less of a difference than any settings do."""

    code: str
    sentence: Sentence
    before: ExportRow
    after: ExportRow
    object: str = ""  # to be changed; empty: all that the file holds
    items: tuple[str, ...] = ()  # names of its bones, modifiers, shape keys, actions, or of other objects
    follows: bool = False  # the one before it is made first


@dataclass(frozen=True, eq=False)
class Preflight:
    """All that was tried for a scene, the best first."""

    scene: str  # path as given
    objects: tuple[str, ...]
    judge: str
    settings: Mapping[str, Any]  # what the exporter was told beside its defaults, before any change
    rows: tuple[ExportRow, ...]
    seconds: float
    target: ExportTarget | None = None
    fixes: tuple[ExportFix, ...] = ()
    format: str = "glb"

    @property
    def best(self) -> ExportRow:
        """The row to use."""
        return self.rows[0]

    @property
    def status(self) -> int:
        """The best row's exit status; 2 if no row has an answer."""
        return _status(self.best)

    @property
    def status_as_it_stands(self) -> int:
        """The unchanged settings' status; 2 without an answer."""
        return next((_status(row) for row in self.rows if not row.words), 2)


def _status(row: ExportRow) -> int:
    return 2 if row.answer is None else row.answer.verdict.status


def preflight_lines(found: Preflight, reading: Reading) -> list[str]:
    """For a terminal: the table, the best settings and what they leave."""
    exports = counted(len(found.rows), "export")
    heads = ("settings", "missing", "verdict", "largest", "length", "pixels", "kB", "s")
    rows: list[tuple[str, ...]] = [heads]
    rows += [_cells(row, reading) for row in found.rows]
    lines = [f"{printable(found.scene)}: {exports} in {found.seconds:.1f} s", *columns(rows, left=(0, 2))]
    if found.format != "glb":
        made = f"what Blender's importer of {found.format} makes"
        lines.insert(1, f"judged as pairs of objects, by places and not normals: the scene's, and {made}")
    lines.append(f"best: {found.best.title}")
    left = [f"  {code}: {printable(told)}" for code, told in _losses(found.best)]
    lines += ["what is left:", *left] if left else ["what is left: nothing"]
    lines += [f"in {_there(each, reading)}" for each in found.best.there]
    return lines + [f"fix {fix.code}: {printable(fix.sentence)}" for fix in found.fixes]


def _there(prediction: Prediction, reading: Reading) -> str:
    """What an engine would make of a file, how far off and why, and how that is known."""
    known = "proven" if prediction.proven else "documented"
    if prediction.share <= ORDINARY:
        return f"{prediction.label}: the same ({known})"
    level = level_of_error(prediction.share, reading.screen)
    codes = ", ".join(prediction.codes)
    return f"{prediction.label}: {reading.share(prediction.share)}, {level.value} ({known}: {codes})"


def _cells(row: ExportRow, reading: Reading) -> tuple[str, ...]:
    if row.answer is None or row.largest is None:
        return (row.title, "-", printable(row.refusal)[:60], "-", "-", "-", "-", f"{row.seconds:.1f}")
    share, metres = row.largest
    figures = (reading.share(share), reading.length(metres), reading.pixels(share))
    missing = str(len(row.missing) or "-")
    return (row.title, missing, str(row.answer.verdict.words), *figures, f"{row.size / 1000:.0f}", f"{row.seconds:.1f}")


def preflight_document(found: Preflight, reading: Reading) -> dict[str, Any]:
    """The document of ``preflight``."""
    return {
        "schema": PREFLIGHT_SCHEMA,
        "skinproof": VERSION,
        "scene": found.scene,
        "objects": list(found.objects),
        "judge": found.judge,
        "format": found.format,
        "target": None if found.target is None else members(found.target, "name", "label", "source"),
        "settings": dict(found.settings),
        "passed": found.status == 0,
        "status": found.status,
        "seconds": round(found.seconds, 3),
        "rows": [_row(row, reading) for row in found.rows],
        "fixes": [_fix(fix, reading) for fix in found.fixes],
    }


def _fix(fix: ExportFix, reading: Reading) -> dict[str, Any]:
    return {
        "code": fix.code,
        "sentence": data_of(fix.sentence),
        "object": fix.object,
        "items": list(fix.items),
        "follows": fix.follows,
        "before": _row(fix.before, reading),
        "after": _row(fix.after, reading),
    }


def _row(row: ExportRow, reading: Reading) -> dict[str, Any]:
    verdict = None if row.answer is None else row.answer.verdict
    return {
        "words": list(map(str, row.words)),
        "title": data_of(row.title),
        "settings": dict(row.settings),
        "verdict": row.refusal if verdict is None else data_of(verdict.words),
        "outcome": None if verdict is None else verdict.outcome.value,
        "level": None if verdict is None else verdict.level.name.lower(),
        "status": 2 if verdict is None else verdict.status,
        "missing": [{"code": code, "sentence": data_of(told)} for code, told in row.missing],
        "losses": [{"code": code, "sentence": data_of(told)} for code, told in _losses(row)],
        "largest": _largest(row, reading),
        "there": [{**members(p, *_PREDICTED), "pixels": reading.screen.pixels(p.share)} for p in row.there],
        "bytes": row.size,
        "seconds": round(row.seconds, 3),
        "refusal": row.refusal or None,
    }


def _largest(row: ExportRow, reading: Reading) -> dict[str, Any] | None:
    """How far a vertex is off at most, and where."""
    if row.largest is None:
        return None
    share, metres = row.largest
    clip, frame, count = row.place or ("", 0.0, 0)
    return {
        "relative": share,
        "metres": metres,
        "pixels": reading.screen.pixels(share),
        "clip": clip,
        "frame": round(frame, 3),
        "vertices": count,
    }


def _losses(row: ExportRow) -> list[tuple[str, str]]:
    """What is missing, differs or is not judged, and why, each with its code; the largest loss first."""
    if row.answer is None:
        return [("REFUSED", row.refusal)]
    grounds = row.answer.verdict.grounds
    found = [*row.missing, *((g.code, _of_positions(row) if g.code == "POSITIONS" else g.sentence) for g in grounds)]
    causes = dict.fromkeys(cause for each in row.answer.comparisons if each.decides for cause in each.why)
    return list(dict.fromkeys([*found, *((_code_of(cause), cause) for cause in causes)]))


def _of_positions(row: ExportRow) -> Sentence:
    """Where positions differ most: the length and the share stand beside it."""
    if row.place is None:
        return sentence("positions differ")
    clip, frame, count = row.place
    words = "positions differ most in {clip} at frame {frame:.5g}, where {count:,} vertices are visibly off"
    return sentence(words, clip=clip, frame=frame, count=count)


def _code_of(cause: str) -> str:
    return (cause.code if isinstance(cause, Sentence) else "") or "CAUSE"


def preflight_case(found: Preflight) -> Case:
    """It passes if the unchanged settings lose nothing; else it says which to use."""
    name, best = found.scene, found.best
    if best.answer is None:
        return Case("skinproof preflight", name, "error", "REFUSED", best.refusal)
    losses = "; ".join(str(told) for _, told in _losses(best))
    if best.words:
        told = f"export with {best.title}" + (f"; then still: {losses}" if losses else "")
        return Case("skinproof preflight", name, "failure", "SETTINGS", told)
    if losses:
        return Case("skinproof preflight", name, "failure", _losses(best)[0][0], losses)
    return Case("skinproof preflight", name)
