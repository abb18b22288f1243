"""What is asked, as data: the one form that panel, command line, Python and farm fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from ...error import SkinproofError
from ...model import Clip, Float64
from ...pose.playback import finite_times, playing_times
from ...subject import Subject
from ..measure.screen import Screen
from ..measure.times import SampleTimes, key_sample, on_keys, sample_times, spread_times

#: Degrees by which a normal may be turned. Over real and hard models the fast path is off by at most 2.4e-5, Blender's
#: formula by 1.4e-4, and by 0.013 at a scale near zero. Normals of 8 bits (gltfpack's default) are off by 0.28 to 0.52
#: at rest and 0.57 in motion, those of 12 bits by 0.02. A wrong rule (directions under an uneven scale) is off by
#: several.
NORMAL_TOLERANCE = 1.0


class Judged(Enum):
    """What of a character in a scene is judged; a file is judged by its clips."""

    PLAYS = "plays"  # what plays now: any action, strip, pose or constraint, and other modifiers
    CLIPS = "clips"  # the scene's actions of the file's clips, each assigned in turn
    POSE = "pose"  # the deformation alone: the file's skin on the bones as they stand


class Origin(Enum):
    """Which side was first. The other has to hold all of it."""

    FILE = "file"  # the character was imported: is all of the file in the scene?
    SCENE = "scene"  # the file was exported: is all of the scene in the file?


class When(Enum):
    """Kinds of times."""

    FRAMES = "frames"  # the subject's own: a scene's frames, a stored result's times
    KEYS = "keys"
    BETWEEN = "between"  # the keys and a time between every two, at most ``MOST_TIMES``
    EVERY_KEY = "every-key"  # the same without a limit
    COUNT = "count"  # evenly spread
    GIVEN = "given"  # seconds


@dataclass(frozen=True, eq=False)
class Times:
    """At which times is judged."""

    when: When | None = None  # None: the subject's own, else between
    count: int = 0  # for COUNT
    seconds: Float64 | None = None  # (T,) for GIVEN
    loop: bool = False  # beyond its end a clip begins again; False: its ends hold

    @classmethod
    def at(cls, seconds: Sequence[float] | Float64) -> Times:
        """These seconds (T,), sorted, each once. Raises ``SkinproofError`` if one is no number."""
        return cls(When.GIVEN, seconds=np.unique(finite_times(seconds)))

    @property
    def words(self) -> str:
        """As on the command line: frames, every-key, 25, 0,0.5; empty: the default."""
        if self.when is When.COUNT:
            return str(self.count)
        if self.when is When.GIVEN and self.seconds is not None:
            return ",".join(map(repr, self.seconds.tolist())) + "," * (len(self.seconds) == 1)
        return "" if self.when is None else self.when.value


@dataclass(frozen=True, eq=False)
class Question:
    """What is judged, at which times, how strictly."""

    judged: Judged = Judged.CLIPS
    source: Origin | None = None  # None: as the scene knows
    clips: tuple[int | None, ...] | None = None  # of the model (None: rest); no tuple: rest and every clip
    clip_map: Mapping[str, str] = field(default_factory=dict)  # clip -> action or clip there
    bone_map: Mapping[str, str] = field(default_factory=dict)  # joint -> bone there; "": none
    times: Times = field(default_factory=Times)
    strict: bool | None = None  # a character moved as a whole differs; None: if its file was written from this scene
    modifiers: bool = True  # what other modifiers do to the mesh counts
    normals: bool = True
    tolerance: float | None = None  # the user's own, relative to the size; None: the ordinary one
    normal_tolerance: float = NORMAL_TOLERANCE  # degrees
    screen: Screen = field(default_factory=Screen)
    accept: frozenset[str] = frozenset()  # codes of what may be left unjudged

    def __post_init__(self) -> None:
        """Raise ``SkinproofError`` if a tolerance is none."""
        for allowed in (self.tolerance, self.normal_tolerance):
            if allowed is not None and not allowed >= 0.0:  # NaN is refused, too
                raise SkinproofError("{number!r} is no tolerance", number=allowed, fix="give a number of zero or more")

    @property
    def every_normal(self) -> bool:
        """Normals are compared at every time."""
        return self.times.when is When.EVERY_KEY


def sampled(clip: Clip | None, times: Times, own: Float64 | None) -> SampleTimes:
    """The times of a clip (None: rest) that are judged; own: (T,) the subject's times.

    Raises ``SkinproofError`` if frames are asked for without a scene.
    """
    match times.when:
        case None:
            return sample_times(clip) if own is None else SampleTimes(own)
        case When.FRAMES:
            if own is None:
                raise SkinproofError("frames are of a scene", fix="name a scene by --scene, or ask for keys")
            return SampleTimes(own)
        case When.KEYS:
            return key_sample(clip)
        case When.BETWEEN:
            return sample_times(clip)
        case When.EVERY_KEY:
            return sample_times(clip, most=None)
        case When.COUNT:
            return spread_times(clip, times.count)
        case When.GIVEN:
            seconds = np.zeros(1) if times.seconds is None else times.seconds
            return SampleTimes(np.unique(playing_times(clip, seconds, looping=True)) if times.loop else seconds)


def apart(subject: Subject, clip: int | None, times: Times) -> tuple[SampleTimes, SampleTimes | None]:
    """The times that decide, and those between a scene's frames, which do not (None: there are none).

    Nobody sees a scene between its frames, but an engine at another rate does show that. The user's own seconds always
    decide. Within 1e-4 frames, a time counts as the frame's or the key's, as in Blender.
    """
    own, rate, chosen = subject.frames(clip), subject.frame_rate, subject.model.clip(clip)
    if rate is None:
        return sampled(chosen, times, own), None
    own = None if own is None else on_keys(chosen, own, _ON_FRAME / rate)
    whole = sampled(chosen, times, own)
    whole = replace(whole, times=on_keys(chosen, whole.times, _ON_FRAME / rate))
    if times.when is When.GIVEN:
        return whole, None
    frames = whole.times * rate
    on = np.abs(frames - np.round(frames)) <= _ON_FRAME
    if on.all():
        return whole, None
    between = SampleTimes(whole.times[~on], whole.note)
    if not on.any():
        return sampled(chosen, Times(When.FRAMES), own), between
    return SampleTimes(whole.times[on], whole.note), between


#: Frames; Blender takes a time this close to a key for the key's own.
_ON_FRAME = 1e-4
