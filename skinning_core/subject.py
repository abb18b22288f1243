"""Subjects: whatever can be judged. A subject gives skinned positions of a model's vertices at asked times.

The reference, the fast path, every form of skinning, the GPU's transports, Blender, a stored result, another file and a
character of a scene share one protocol. ``SUBJECTS`` needs nothing but NumPy; the add-on passes a larger table to the
command line and its panel. A table holds makers, from a model to its subject, imported when first asked for positions.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from .error import NotAtHand
from .model import Float64, Model, Unjudged
from .skinned import Progress, Skinned, no_progress
from .text.sentence import Sentence, sentence

if TYPE_CHECKING:
    from .compare.between.added_vertices import OnlyThere
    from .compare.between.steps import Split


@dataclass(frozen=True)
class NormalsAtRest:
    """How one scene mesh's normals, at rest, are turned against its file's."""

    mesh: str
    angle: float  # radians, the largest
    turned: tuple[int, ...]  # corners of the file's triangles turned by more than each of ``measure.pairs.TURNS``
    compared: int  # corners; those without a normal are not compared
    made_flat: bool = False  # the file has none: a viewer makes those of its faces


@dataclass(frozen=True, eq=False)
class Presence:
    """What of a model a subject has. Only subjects that can lack something tell it."""

    joints: int  # joints of the file that move a vertex
    joints_missing: tuple[str, ...]  # names of those that the subject lacks
    faces: int  # triangles of the file, without those that have no area or repeat another's vertices
    faces_lost: int  # those that no face joins any more; of a new mesh, that it does not cover
    faces_added: int  # faces that are none of the file's
    strangers: int  # vertices that are none of the file's
    faces_replaced: int = 0  # lost triangles that other faces cover
    surface_off: float = 0.0  # the largest distance between these and those, relative to the size
    normals: tuple[NormalsAtRest, ...] = ()  # of each mesh whose normals could be compared
    faces_turned: int = 0  # existing triangles of the file, wound the other way

    @property
    def normals_turned(self) -> tuple[float, ...] | None:
        """Shares of all normals turned by more than each of ``TURNS``; None: none were compared."""
        count = sum(each.compared for each in self.normals)
        return tuple(sum(some) / count for some in zip(*(each.turned for each in self.normals))) if count else None


@dataclass(frozen=True)
class Lack:
    """Something of a scene that is not in the file exported from it."""

    code: str  # stable: a SCENE_ code of docs/report.md
    sentence: Sentence  # what is lost, and what to do, in the exporter's words
    amount: float  # vertices, actions, keys or instances


#: Roundings of an affine product: products, sums and the store of a coordinate, half a unit each. Chains of float32
#: sums reach 0.56 of it.
AFFINE = 4.0

#: Of Blender's armature: it keeps bones' places in float32, one after the other, and moves a vertex by the sum of
#: ``M p - p``. Measured with root motion to 6 to 1,000 sizes away: at most 10.4 in 300 walks of our example, 8.9 in
#: those of thirty others with chains of up to 300 nodes. What stands far away without moving there has its place in the
#: object: 400 sizes away it stays below 1.1e-6.
ARMATURE = 12.0


class Subject(ABC):
    """Something that skins the vertices of one model; what it leaves out here is the same for most."""

    #: In tables and reports.
    name: str
    model: Model
    #: Whether it has normals of its own that should be the model's.
    gives_normals: bool = True
    #: Whether single times can have wrong normals: all are then compared.
    every_normal: bool = False
    #: Whether it computes in float64 as the reference does: float32 is then no reason to be off.
    exact: bool = False
    #: Why it is not at hand, and how to get it; None: it can be asked.
    absent: Sentence | None = None
    #: Roundings of its largest coordinate that float32 costs it.
    roundings: float = AFFINE

    @abstractmethod
    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Positions of every part at times (T,), seconds; clip: index in ``model.clips``, None at rest.

        Without ``normals`` every part has None, and nothing is spent on them. Raises ``SkinproofError`` if the subject
        cannot do it.
        """

    def beside(self, clip: int | None, reference: Skinned) -> None:
        """Told before ``at``: the model's positions at the times that are asked next. They hold until ``at`` ends."""
        del clip, reference

    @property
    def clips(self) -> Sequence[int] | None:
        """The clips of the model that it has; None: any."""
        return None

    def missing_clip(self, clip: int) -> str:
        """Why it does not have a clip, one sentence."""
        return f"{self.name} has no clip {self.model.clip_names[clip]!r}"

    def frames(self, clip: int | None) -> Float64 | None:
        """(T,) its own times, in seconds of the clip: a scene's frames, a stored result's times; None: no such."""
        del clip
        return None

    @property
    def frame_rate(self) -> float | None:
        """Frames per second of a scene: what lies between frames then never decides; else None."""
        return None

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """What could move a vertex and was not read, beside the model's own."""
        return ()

    def presence(self) -> Presence | None:
        """What of the model it has; None: all, as it is computed from the model."""
        return None

    def lacking(self) -> tuple[Lack, ...]:
        """What it has and the model has not, the largest loss first, if the model's file was exported from it."""
        return ()

    def posed(self, skinned: Skinned) -> Model | None:
        """The model at rest in the pose of ``skinned``'s only time, if the pose is not what is judged.

        Its result is then compared with that, otherwise with the specification's positions in the clip.
        """
        del skinned
        return None

    def counterpart(self, skinned: Skinned) -> Skinned | None:
        """What ``skinned``, its last result, is compared with if the subject brings that along, at the same times.

        None: the specification's positions, or those of ``posed``.
        """
        del skinned
        return None

    def changes(self, clip: int | None, time: float) -> tuple[str, ...]:
        """Causes: how it is not what the model was made into, one sentence each, the most telling first.

        time: seconds at which the size of each is looked at.
        """
        del clip, time
        return ()

    def split(self, clip: int | None, time: float) -> Split | None:
        """The parts of its difference at a time (seconds), if it is another file."""
        del clip, time
        return None

    def only_there(self, clip: int | None = None) -> OnlyThere | None:
        """The vertices that only it has, if it is another file, and how far they are in a clip after ``at``."""
        del clip
        return None

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Within the block it keeps what every call would begin with, such as an import."""
        yield


def normals_not_given(name: str) -> Unjudged:
    """That a subject should have the model's normals, and gives none."""
    told = sentence("{file} has no normals, so they are not judged (--normals out leaves them out)", file=name)
    return Unjudged("NORMALS_NOT_GIVEN", "", told)


class Absent(Subject):
    """A subject that is not at hand. Beside others it is not judged, and they are."""

    def __init__(self, model: Model, name: str, why: NotAtHand) -> None:
        self.model, self.name, self.absent, self._why = model, name, why.sentence, why

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Raises ``NotAtHand``, whatever times (T,) are asked for."""
        del clip, times, normals, progress
        raise self._why


class SkinFunction(Protocol):
    """A way to skin a model, as a function."""

    def __call__(
        self, model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Positions at times (T,), seconds, as ``Subject.at``."""


class Computed(Subject):
    """A subject that a function computes from the model."""

    def __init__(self, model: Model, name: str, skin: SkinFunction) -> None:
        self.model, self.name, self._skin = model, name, skin

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Positions at times (T,), seconds."""
        return self._skin(self.model, clip, times, normals=normals, progress=progress)


Maker = Callable[[Model], Subject]
Makers = Mapping[str, Maker]


def computed(name: str, skin: SkinFunction) -> Maker:
    """The maker of subjects that ``skin`` computes."""
    return lambda model: Computed(model, name, skin)


def skin_reference(
    model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
) -> Skinned:
    """Skin every part at times (T,), seconds, by the specification in float64: all others are compared with this."""
    from .fast.exact_engine import skin_model

    return skin_model(model, clip, times, normals=normals, progress=progress)


@dataclass(frozen=True)
class Choices:
    """Two choices that the specification leaves open, or engines leave out, written after a subject's name."""

    raw_weights: bool = False  # ":raw": weights as stored, not divided by their sum
    directions: bool = False  # ":directions": normals carried with w = 0, not by the inverse transpose

    @property
    def words(self) -> str:
        """After the name: "", ":raw", ":directions" or ":raw:directions"."""
        return ":raw" * self.raw_weights + ":directions" * self.directions


AS_SPECIFIED = Choices()

#: Beginnings of names of subjects that leave both choices.
CHOOSING = ("fast", "gpu", "form:")

#: Both choices, both ways.
EVERY_CHOICE = tuple(Choices(raw, directions) for raw in (False, True) for directions in (False, True))


def _fast_with(choices: Choices) -> SkinFunction:
    def skin(
        model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Skin by the fast engine with these choices; a ``SkinFunction``."""
        from .fast.engine import skin_model_fast

        both = {"raw_weights": choices.raw_weights, "directions": choices.directions}
        return skin_model_fast(model, clip, times, **both, normals=normals, progress=progress)

    return skin


def _form_with(form: str, choices: Choices) -> SkinFunction:
    """For the choices see ``skin.forms.form_engine``."""

    def skin(
        model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Skin in this form with these choices; a ``SkinFunction``."""
        from .skin.forms.form_engine import FormChoice, skin_by_form

        choice = FormChoice(form, choices.raw_weights, choices.directions)
        return skin_by_form(choice, model, clip, times, normals=normals, progress=progress)

    return skin


@dataclass(frozen=True)
class SubjectFacts:
    """What is known about a subject without making it. Variants such as ``gpu:texture`` share ``gpu``'s."""

    name: str
    label: str  # for buttons and legends
    sentence: str
    inside_blender: bool = False  # it needs Blender's data or graphics
    begins_anew: bool = False  # every call begins with an import or an upload: few calls with many times are best


def _named() -> Mapping[str, SubjectFacts]:
    rows = json.loads(Path(__file__).with_name("subjects.json").read_text(encoding="utf-8"))
    return MappingProxyType({name: SubjectFacts(name, **row) for name, row in rows.items()})


#: The one list of subjects, for the panel and the command line.
NAMED = _named()


def facts_of(name: str) -> SubjectFacts | None:
    """The facts of a subject, or of the one that it is a variant of; None for another name."""
    words = name.split(":")
    longest_first = (":".join(words[:count]) for count in range(len(words), 0, -1))
    return next((NAMED[known] for known in longest_first if known in NAMED), None)


#: All forms, with weights divided by their sum or raw, and normals by either rule.
FORMS: Makers = MappingProxyType(
    {
        f"{name}{choices.words}": computed(f"{name}{choices.words}", _form_with(name.removeprefix("form:"), choices))
        for name in NAMED
        if name.startswith("form:")
        for choices in EVERY_CHOICE
    }
)

#: Subjects that need nothing but NumPy.
SUBJECTS: Makers = MappingProxyType(
    {
        "reference": computed("reference", skin_reference),
        **{f"fast{c.words}": computed(f"fast{c.words}", _fast_with(c)) for c in EVERY_CHOICE},
        **FORMS,
    }
)
