"""What is kept of a comparison beside the arrays: plain figures for the panel.

Listed characters have one each. Two objects, or an export beside its scene, have one at a time, in this run of Blender.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from enum import Enum
from typing import Any, Self

import numpy as np

from ...skinning_core.compare.causes.scene_cause import once_for_clips, remedy_of
from ...skinning_core.compare.judge.level import Level
from ...skinning_core.compare.judge.verdict import Verdict
from ...skinning_core.compare.judge.verification import Verification
from ...skinning_core.model import Float
from ...skinning_core.text.sentence import data_of, from_data
from ..scene.ground.group_weights import FittedWeights
from ..scene.ground.stands import Stands


@dataclass(frozen=True)
class PartResult:
    """Numbers of one part; errors are fractions of the bounding-box diagonal."""

    name: str
    largest: float
    rms: float
    vertex: int  # the worst one's index in the file


@dataclass(frozen=True)
class ClipResult:
    """Numbers of one clip of several."""

    name: str
    index: int  # -1: the rest pose
    largest: float  # a fraction of the bounding-box diagonal
    metres: float
    same: bool
    differs: bool
    level: str

    @property
    def standing(self) -> Standing:
        """What the dot beside it says."""
        return _standing(self.same, self.differs, self.level)


class Standing(Enum):
    """What the dot in the list says."""

    SAME = "as in the file"
    CHANGED = "may have changed since it was compared"
    UNSEEN = "differs, and nobody would see it"
    PARTLY = "the same as far as it was judged"
    DIFFERS = "differs"


@dataclass(frozen=True, kw_only=True)
class Summary:
    """A verdict as a panel shows it."""

    same: bool = False  # of all that was asked, by the verdict
    differs: bool = False  # likewise
    level: str = ""  # how visible the difference is, in words
    words: str = ""  # the verdict in few words
    grounds: tuple[str, ...] = ()  # why it is not simply the same, the worst first
    coverage: str = ""  # how much of what was asked was judged
    causes: tuple[str, ...] = ()  # why it differs, the most telling first
    remedies: tuple[str, ...] = ()  # per cause, what to do; empty: unknown

    @property
    def standing(self) -> Standing:
        """What the dot in the list says of it."""
        return _standing(self.same, self.differs, self.level)

    @property
    def data(self) -> dict[str, Any]:
        """Its members for JSON, sentences as templates and values."""
        kept = asdict(self)
        return kept | {name: _each(data_of, kept[name]) for name in _TOLD & kept.keys()}

    @classmethod
    def of_data(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of ``data``; names of other versions of Skinproof are left out."""
        known = {field.name: values[field.name] for field in fields(cls) if field.name in values}
        return cls(**known | {name: _each(from_data, known[name]) for name in _TOLD & known.keys()})


#: Members that hold a sentence, or several.
_TOLD = {"words", "coverage", "about", "playing", "grounds", "causes", "remedies", "sentences", "notes"}


def _each(change: Callable[[Any], Any], told: Any) -> Any:
    return tuple(map(change, told)) if isinstance(told, (tuple, list)) else change(told)


@dataclass(frozen=True, kw_only=True)
class Result(Summary):
    """A character's last comparison. Errors are fractions of the bounding-box diagonal unless in metres."""

    key: int = 0  # of the arrays behind it, see `session.remember`; 0: forgotten
    character: str = ""  # its id
    label: str = ""
    path: str = ""
    clip: str = ""
    clip_index: int = -1  # -1: the rest pose
    engine: str = ""  # empty: nothing was compared yet
    seen: bool = False  # judged as seen: no action was assigned
    count: int = 0  # of times
    tolerance: float = 0.0
    scope: str = "CLIP"  # of the operator that compared: FRAME, CLIP or ALL
    about: str = ""  # what the verdict stands for: "14 of 14 clips", "'Survey'", "'Survey', frame 5"
    clips: tuple[ClipResult, ...] = ()  # of several judged together, the worst first
    playing: str = ""  # what plays now, if none of the judged clips
    outcome: str = ""  # the name of the verdict's outcome
    acceptable: bool = False  # some of what was not judged may be accepted by name
    seconds: float = 0.0
    sentences: tuple[str, ...] = ()  # on the difference and the tolerance, and the engine's notes
    lost: int = 0  # vertices
    largest: float = 0.0
    largest_metres: float = 0.0
    unseen: float = 0.0  # the share of all vertices with an invisible error
    normals: str = ""  # the shares of all normals turned by more than 1 and 5 degrees
    rms: float = 0.0
    rms_metres: float = 0.0
    p99: float = 0.0  # 99th percentile
    p99_metres: float = 0.0
    worst_part: int = -1
    worst_vertex: int = -1
    worst_object: str = ""
    worst_row: int = -1  # of the mesh; -1: the vertex is gone
    worst_joint: str = ""
    worst_position: tuple[float, float, float] = (0.0, 0.0, 0.0)  # world space; known after a jump to it
    worst_wanted: tuple[float, ...] = ()  # where the file has it then; known after a jump to it
    worst_time: float = 0.0
    worst_frame: float = 0.0
    parts: tuple[PartResult, ...] = ()
    fingerprint: str = ""  # of the character as judged (see ``scene.changed.fingerprint``); empty: unknown

    @property
    def notes(self) -> str:
        """The causes, what plays instead, and the sentences in English, one per line."""
        causes = [f"{'Also' if k else 'Cause'}: {cause}" for k, cause in enumerate(self.causes)]
        return "\n".join([*causes, *filter(None, [self.playing]), *self.sentences])

    @property
    def clips_judged(self) -> tuple[int, ...]:
        """Indices of the clips that it stands for; -1: the rest pose."""
        return tuple(sorted(each.index for each in self.clips)) or (self.clip_index,)

    @property
    def compared(self) -> bool:
        """Whether there is a result."""
        return bool(self.engine)

    @property
    def positions_differ(self) -> bool:
        """Whether vertices are off; else normals, faces or modifiers differ, and a length would be one of rounding."""
        return any(getattr(ground, "code", "") == "POSITIONS" for ground in self.grounds)


def standing_of_verdict(verdict: Verdict) -> Standing:
    """How a character stands to its file by a verdict."""
    return _standing(verdict.same, verdict.differs, verdict.level.value)


def _standing(same: bool, differs: bool, level: str) -> Standing:
    if differs:
        return Standing.UNSEEN if level == Level.UNSEEN.value else Standing.DIFFERS
    return Standing.SAME if same else Standing.PARTLY


#: Of a character not compared yet.
NOTHING = Result()


@dataclass(frozen=True, kw_only=True)
class SideResult(Summary):
    """A side's result; its grounds leave out that positions differ, which the figures say."""

    title: str
    notes: tuple[str, ...] = ()
    share: float = 0.0  # the largest error, relative to the size
    metres: float = 0.0
    tolerance: float = 0.0  # relative
    frame: float = -1.0  # the worst one; below 0: none
    file: str = ""  # the exported file's path, if any


@dataclass(frozen=True, kw_only=True)
class SettingsRow:
    """Export settings that were tried, as a panel shows them."""

    words: tuple[str, ...]  # what was changed, as in the exporter's panel
    title: str  # the same in one line; empty: nothing
    settings: Mapping[str, Any]  # the same as properties of its operator
    verdict: str
    same: bool
    differs: bool
    level: str
    missing: int  # things of the scene that are not in the file
    share: float
    metres: float
    size: int  # bytes
    losses: tuple[str, ...]
    there: tuple[tuple[str, float], ...] = ()  # engines for it, and the largest error there

    @property
    def standing(self) -> Standing:
        """What the dot beside it says."""
        return _standing(self.same, self.differs or self.missing > 0, self.level)

    @classmethod
    def of_document(cls, row: Mapping[str, Any]) -> Self:
        """A row of the document of ``preflight``. Raises ``KeyError``, ``TypeError`` for anything else."""
        largest = row["largest"] or {"relative": 0.0, "metres": 0.0}
        return cls(
            words=tuple(row["words"]),
            title=from_data(row["title"]) if row["words"] else "",
            settings=dict(row["settings"]),
            verdict=from_data(row["verdict"]),
            same=row["outcome"] == "same",
            differs=row["outcome"] in (None, "differs"),
            level=Level[(row["level"] or "visible").upper()].value,
            missing=len(row["missing"]),
            share=float(largest["relative"]),
            metres=float(largest["metres"]),
            size=int(row["bytes"]),
            losses=tuple(from_data(loss["sentence"]) for loss in row["losses"]),
            there=tuple((str(each["label"]), float(each["share"])) for each in row["there"]),
        )


@dataclass(frozen=True)
class MendRow:
    """A change of the scene that was tried, as a panel shows it."""

    code: str
    object: str
    items: tuple[str, ...]
    told: str  # what is done, and what that leaves
    follows: bool  # the row above is mended first

    @classmethod
    def of_document(cls, fix: Mapping[str, Any]) -> Self:
        """A fix of the document of ``preflight``. Raises ``KeyError``, ``TypeError`` for anything else."""
        told = from_data(fix["sentence"])
        return cls(str(fix["code"]), str(fix["object"]), tuple(fix["items"]), told, bool(fix["follows"]))


@dataclass(frozen=True, eq=False)
class Side:
    """A result with the errors behind it, and what is under way."""

    result: SideResult | None = None
    errors: Mapping[str, Float] | None = None  # by mesh object: (V,) each vertex's largest error, relative
    running: str = ""  # what is being verified
    done: float = 0.0  # how much of that
    export: bool = False  # of an export: the status bar tells it in every workspace
    search: bool = False  # settings are tried before an export
    rows: tuple[SettingsRow, ...] = ()  # tried settings, the best first
    mends: tuple[MendRow, ...] = ()  # possible changes of the scene
    fix: str = ""  # what weights of fewer influences would leave
    weights: Mapping[str, FittedWeights] | None = None  # those, by mesh object
    refusal: str = ""  # why nothing was verified
    page: str = ""  # a report for people, HTML
    fault: str = ""  # for a fault of ours: what to send us


NO_SIDE = Side()


@dataclass(frozen=True, eq=False)
class Moved:
    """What an export has moved in the scene itself."""

    sentence: str
    before: Stands


def side_result(title: str, answer: Verification) -> SideResult:
    """The result of an answer. Raises ``SkinproofError`` if nothing was judged."""
    deciding = [comparison for comparison in answer.comparisons if comparison.decides] or [answer.comparison]
    worst = max(deciding, key=lambda comparison: comparison.difference.max_relative)
    place, rate = worst.difference.worst, worst.frame_rate
    causes = once_for_clips(cause for each in deciding for cause in each.why)
    return SideResult(
        title=title,
        words=answer.verdict.words,
        same=answer.verdict.same,
        differs=answer.verdict.differs,
        level=answer.verdict.level.value,
        coverage=answer.coverage.sentence,
        grounds=tuple(ground.sentence for ground in answer.verdict.grounds if ground.code != "POSITIONS"),
        causes=tuple(causes),
        remedies=tuple(map(remedy_of, causes)),
        notes=tuple(dict.fromkeys(note for each in deciding for note in each.notes)),
        share=worst.difference.max_relative,
        metres=worst.difference.farthest.distance if worst.difference.farthest else 0.0,
        tolerance=worst.tolerance.limit,
        frame=place.time * rate if place is not None and rate else -1.0,
    )


def share_of(answer: Verification) -> float:
    """The largest judged error, relative, with what other modifiers move if that counts."""
    return max((each.largest[0] for each in answer.comparisons if each.decides), default=0.0)


def largest_errors(answer: Verification) -> list[Float]:
    """Per part (V,) float32 each vertex's largest error over all clips and kept times, relative; NaN: none."""
    largest: list[Float] = []
    for comparison in answer.comparisons:
        kept = comparison.vertex_errors
        if kept is None or not comparison.decides:
            continue
        for index, parts in kept.kept.items():
            here = [(errors / comparison.difference.scale[index]).astype(np.float32) for errors in parts]
            largest = [np.fmax(a, b) for a, b in zip(largest, here, strict=True)] if largest else here
    return largest
