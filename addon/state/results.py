"""What is kept of a comparison beside the arrays: plain figures, as the panel shows them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ...skinning_core.compare.judge.level import Level
from ...skinning_core.compare.judge.verdict import Verdict


@dataclass(frozen=True)
class PartResult:
    """Numbers of one part; errors are fractions of the bounding-box diagonal."""

    name: str
    largest: float
    rms: float
    vertex: int  # the worst one's index in the file


@dataclass(frozen=True)
class Result:
    """The last comparison of a character. Errors are fractions of the bounding-box diagonal unless metres are named."""

    key: int = 0  # of the arrays behind it, see `session.remember`; 0: they have been forgotten
    character: str = ""  # its id
    label: str = ""
    path: str = ""
    clip: str = ""
    clip_index: int = -1  # -1: the rest pose
    engine: str = ""  # empty: nothing has been compared yet
    seen: bool = False  # judged as seen: no action was assigned to the character
    count: int = 0  # of times
    tolerance: float = 0.0
    outcome: str = ""  # the name of the verdict's outcome
    same: bool = False  # as the verdict says, of all that was asked
    differs: bool = False  # the same
    level: str = ""  # how much of the difference anybody would see, in words
    words: str = ""  # the verdict in few words
    grounds: tuple[str, ...] = ()  # why it is not simply the same, the worst first
    acceptable: bool = False  # some of what was not judged may be taken for the same by name
    coverage: str = ""  # how much of what was asked for was judged
    seconds: float = 0.0
    causes: tuple[str, ...] = ()  # why it differs, the most telling first
    sentences: tuple[str, ...] = ()  # what else is known of the difference, of the tolerance, notes of the engine
    lost: int = 0  # vertices
    largest: float = 0.0
    largest_metres: float = 0.0
    unseen: float = 0.0  # the share of all vertices whose error nobody would see
    normals: str = ""  # the shares of all normals turned by more than 1 and 5 degrees
    rms: float = 0.0
    rms_metres: float = 0.0
    p99: float = 0.0  # 99th percentile
    p99_metres: float = 0.0
    worst_part: int = -1
    worst_vertex: int = -1
    worst_object: str = ""
    worst_row: int = -1  # of the mesh; -1: the vertex is no longer in it
    worst_joint: str = ""
    worst_position: tuple[float, float, float] = (0.0, 0.0, 0.0)  # world space; known once one has jumped to it
    worst_time: float = 0.0
    worst_frame: float = 0.0
    parts: tuple[PartResult, ...] = ()
    fingerprint: str = ""  # of the character as it was judged (see ``scene.changed.fingerprint``); empty: not known

    @property
    def notes(self) -> str:
        """The causes and the sentences in English, one per line."""
        causes = [f"{'Also' if k else 'Cause'}: {cause}" for k, cause in enumerate(self.causes)]
        return "\n".join([*causes, *self.sentences])

    @property
    def standing(self) -> Standing:
        """What the dot in the list says of the result."""
        return _standing(self.same, self.differs, self.level)

    @property
    def compared(self) -> bool:
        """Whether there is a result at all."""
        return bool(self.engine)


class Standing(Enum):
    """What the dot in the list says."""

    SAME = "as in the file"
    CHANGED = "may have changed since it was compared"
    UNSEEN = "differs, and nobody would see it"
    PARTLY = "the same as far as it was judged"
    DIFFERS = "differs"


def standing_of_verdict(verdict: Verdict) -> Standing:
    """How a character stands to its file by a verdict."""
    return _standing(verdict.same, verdict.differs, verdict.level.value)


def _standing(same: bool, differs: bool, level: str) -> Standing:
    if differs:
        return Standing.UNSEEN if level == Level.UNSEEN.value else Standing.DIFFERS
    return Standing.SAME if same else Standing.PARTLY


#: What a character has that was not compared yet.
NOTHING = Result()
