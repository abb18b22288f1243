"""The result of one model of a batch, as one line of JSON. The layout is docs/schema/row.json; see docs/farm.md."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import Any

from ..error import SkinproofError
from .files import FileStamp

#: The layout of lines. Within a number members are only added; readers must pass over unknown ones.
ROW_SCHEMA = "skinproof.row/1"

#: A row's possible ``verdict``, the best first; after each of the last three the worker process has ended.
SAME, NOTHING, PARTLY, NOT_JUDGED, DIFFERENT, NOT_DONE, UNREADABLE, CRASHED, TIMED_OUT, OUT_OF_MEMORY = VERDICTS = (
    "same",
    "nothing to judge",
    "same as far as judged",
    "not judged",
    "different",
    "not done",
    "unreadable",
    "crashed",
    "timed out",
    "out of memory",
)

#: Verdicts for which the machine may be to blame: a resumed job judges these again.
OF_THE_MACHINE = (CRASHED, TIMED_OUT, OUT_OF_MEMORY)


@dataclass(frozen=True)
class Key:
    """The question that a row answers. Where nothing in it has changed, the answer has not changed either."""

    path: str  # below the given folder, the same on every machine
    digest: str  # of the model's bytes
    options: str  # those of the command line that can change the answer
    version: str  # of Skinproof


@dataclass(frozen=True)
class RowFinding:
    """The largest difference of one engine over all clips of a model."""

    engine: str
    clip: str
    relative: float  # to the diagonal
    time: float  # seconds
    passed: bool  # whether no clip differs with this engine
    causes: tuple[str, ...]  # names of the causes found, over all clips, sorted
    beside: tuple[str, ...] = ()  # what differs beside positions, one sentence each
    tolerance: float = 0.0  # to the diagonal: what ``relative`` may be
    reason: str = ""  # why the tolerance is not the ordinary one


@dataclass(frozen=True)
class Row:
    """One model of a batch. No summary depends on the members that are not compared."""

    key: Key
    verdict: str  # one of VERDICTS
    sentence: str = ""  # why the model could not be judged; empty if it was
    vertices: int = 0
    clips: int = 0
    times: int = 0  # compared times, over clips and engines
    findings: tuple[RowFinding, ...] = ()
    blender: str = ""  # its version; empty if no Blender took part
    numpy: str = field(default="", compare=False)
    python: str = field(default="", compare=False)
    host: str = field(default="", compare=False)
    seconds: float = field(default=0.0, compare=False)
    attempts: int = field(default=1, compare=False)  # how often it was tried, in earlier runs too
    files: tuple[FileStamp, ...] = field(default=(), compare=False)  # the model and its buffers when read
    twin_of: str = field(default="", compare=False)  # a model of the same bytes, whose answer this is
    last_words: tuple[str, ...] = field(default=(), compare=False)  # the last lines of a process that ended

    @property
    def worst(self) -> RowFinding | None:
        """The largest difference of all engines; None if nothing was compared."""
        return max(self.findings, key=lambda f: f.relative, default=None)

    def line(self) -> str:
        """The row as a line of JSON, without the line break."""
        return event_line(**dataclasses.asdict(self))


def event_line(**members: Any) -> str:
    """A line of JSON that names its layout, without the line break."""
    data = {"schema": ROW_SCHEMA, **members}
    return json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def line_data(line: str | bytes) -> dict[str, Any]:
    """The members of a line: of a row, or of an event, which has a member ``event``.

    Raises ``ValueError`` if the line is neither, ``SkinproofError`` if a later layout wrote it.
    """
    data = json.loads(line)
    schema = data.pop("schema", None) if isinstance(data, dict) else None
    if schema == ROW_SCHEMA:
        return dict(data)
    if isinstance(schema, str) and schema.startswith("skinproof.row/"):
        raise SkinproofError(f"this was written as {schema}, which is not known here", fix="use a newer Skinproof")
    raise ValueError(f"not a row: its schema is not {ROW_SCHEMA}")


def read_row(line: str | bytes) -> Row:
    """The row that a line holds. Raises as ``line_data``, and ``ValueError`` if the line is no row."""
    return row_from(line_data(line))


def row_from(data: dict[str, Any]) -> Row:
    """The row of a line's members. Raises ``ValueError`` if they are no row's."""
    try:
        key = Key(**_known(Key, data["key"]))
        findings = tuple(
            RowFinding(**{**_known(RowFinding, f), "causes": tuple(f["causes"]), "beside": tuple(f["beside"])})
            for f in data["findings"]
        )
        row = Row(**{**_known(Row, data), "key": key, "findings": findings})
        files = tuple((str(name), int(size), int(time)) for name, size, time in row.files)
    except (TypeError, LookupError, AttributeError) as error:
        raise ValueError(f"not a row: {error}") from error
    if row.verdict not in VERDICTS:
        raise ValueError(f"not a verdict: {row.verdict}")
    return dataclasses.replace(row, files=files, last_words=tuple(row.last_words))


def _known(kind: type, data: dict[str, Any]) -> dict[str, Any]:
    """The members that a dataclass has; a later version's additions are passed over."""
    names = {each.name for each in dataclasses.fields(kind)}
    return {name: value for name, value in data.items() if name in names}
