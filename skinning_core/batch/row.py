"""The result of one model of a batch, as one line of JSON. The layout is described in docs/farm.md."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import Any

from ..compare.judge.comparison import Comparison
from ..compare.judge.verdict import together
from ..compare.judge.verification import Verification

#: What a row's ``verdict`` may be, the best first; each of the last three means that the worker process ended.
SAME, PARTLY, NOT_JUDGED, DIFFERENT, NOT_DONE, UNREADABLE, CRASHED, TIMED_OUT, OUT_OF_MEMORY = VERDICTS = (
    "same",
    "same as far as judged",
    "not judged",
    "different",
    "not done",
    "unreadable",
    "crashed",
    "timed out",
    "out of memory",
)


@dataclass(frozen=True)
class Key:
    """The question that a row answers. Where nothing in it has changed, the answer has not changed either."""

    path: str
    digest: str  # digest of the model's bytes
    options: str  # the options of the command line that can change the answer
    version: str  # the version of Skinproof


@dataclass(frozen=True)
class RowFinding:
    """The largest difference of one engine over all clips of a model."""

    engine: str
    clip: str
    relative: float  # the difference, relative to the diagonal
    time: float  # seconds
    passed: bool  # whether no clip differs with this engine
    causes: tuple[str, ...]  # names of the causes found, over all clips, sorted
    beside: tuple[str, ...] = ()  # what differs beside positions, one sentence each


@dataclass(frozen=True)
class Row:
    """One model of a batch."""

    key: Key
    verdict: str  # one of VERDICTS
    sentence: str = ""  # why the model could not be judged; empty if it was
    vertices: int = 0
    clips: int = 0
    times: int = 0  # how many times were compared, over clips and engines
    findings: tuple[RowFinding, ...] = ()
    blender: str = ""  # Blender's version; empty if no Blender took part
    seconds: float = field(default=0.0, compare=False)  # how long it took; no summary depends on it

    @property
    def worst(self) -> RowFinding | None:
        """The largest difference of all engines; None if nothing was compared."""
        return max(self.findings, key=lambda f: f.relative, default=None)

    def line(self) -> str:
        """The row as a line of JSON, without the line break."""
        return json.dumps(dataclasses.asdict(self), ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def read_row(line: str) -> Row:
    """The row that a line holds. Raises ``ValueError`` if the line is not a row."""
    try:
        data: dict[str, Any] = json.loads(line)
        key = Key(**data.pop("key"))
        findings = tuple(
            RowFinding(**{**f, "causes": tuple(f["causes"]), "beside": tuple(f.get("beside", ()))})
            for f in data.pop("findings")
        )
        row = Row(key=key, findings=findings, **data)
    except (TypeError, LookupError, AttributeError) as error:
        raise ValueError(f"not a row: {error}") from error
    if row.verdict not in VERDICTS:
        raise ValueError(f"not a verdict: {row.verdict}")
    return row


def row_of(key: Key, verification: Verification, blender: str) -> Row:
    """The row of a model that was judged, or that some engine could not skin."""
    verdict = verification.verdict
    sentence = "" if verdict.same or verdict.differs else str(verdict.grounds[0].sentence)
    return Row(
        key=key,
        verdict=NOT_DONE if verdict.refused else DIFFERENT if verdict.differs else verdict.outcome.value,
        sentence=verification.failures[0].sentence if verification.failures else sentence,
        vertices=verification.facts.vertices,
        clips=len(verification.facts.clips),
        times=sum(len(comparison.difference.times) for comparison in verification.comparisons),
        findings=_findings(verification),
        blender=blender,
    )


def _findings(verification: Verification) -> tuple[RowFinding, ...]:
    by_engine: dict[str, list[Comparison]] = {}
    for comparison in verification.comparisons:
        if not comparison.decides:
            continue
        by_engine.setdefault(comparison.engine, []).append(comparison)
    findings = []
    for engine, comparisons in by_engine.items():
        largest = max(comparisons, key=lambda comparison: comparison.difference.max_relative)
        worst, verdict = largest.difference.worst, together(comparison.verdict for comparison in comparisons)
        causes = sorted({comparison.cause.name for comparison in comparisons if comparison.cause is not None})
        findings.append(
            RowFinding(
                engine=engine,
                clip=largest.clip_name,
                relative=largest.difference.max_relative,
                time=0.0 if worst is None else worst.time,
                passed=not verdict.differs,
                causes=tuple(causes),
                beside=tuple(str(g.sentence) for g in verdict.grounds if g.differs and g.code != "POSITIONS"),
            )
        )
    return tuple(findings)
