"""The engines by name: everything that can skin a model at a time, behind one signature.

An engine is a function ``(model, clip, times, *, normals, progress) -> Skinned``. The core has the reference, the fast
path and one engine per form of skinning; Blender's and the GPU's come from the add-on, which passes a larger mapping to
the command line. Each is imported when it is first called.
An engine whose every call would begin with the same work on the model (an import) can be kept ``opened`` between calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from .model import Float64, Model
from .skinned import Progress, Skinned, no_progress


class Engine(Protocol):
    """Skins every part of a model at every time."""

    def __call__(
        self, model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """``clip``: index in ``model.clips``, None for the rest pose. ``times``: (T,) float64, seconds.

        ``normals``: without them every part has None, and nothing is spent on them.
        """


@runtime_checkable
class Opening(Engine, Protocol):
    """An engine that can keep what it builds from a model from one call to the next."""

    def opened(self, model: Model) -> AbstractContextManager[Engine]:
        """The same engine for this one model, ready for many calls; what it keeps is freed at the end of the block.

        Opening raises nothing: what goes wrong with the model is raised by the calls.
        """


Engines = Mapping[str, Engine]


@contextmanager
def opened(engine: Engine, model: Model) -> Iterator[Engine]:
    """``engine`` for several calls on ``model``: as it is, or keeping between the calls what it can keep."""
    if isinstance(engine, Opening):
        with engine.opened(model) as ready:
            yield ready
    else:
        yield engine


def skin_reference(
    model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
) -> Skinned:
    """Skin every part at times (T,), in seconds, by the specification in float64: what all others are compared with."""
    from .skin.reference import skin_model

    return skin_model(model, clip, times, normals=normals, progress=progress)


def skin_fast(
    model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
) -> Skinned:
    """Skin every part at times (T,), in seconds, in float32 tiles: at the speed of NumPy's matrix products."""
    from .fast.engine import skin_model_fast

    return skin_model_fast(model, clip, times, normals=normals, progress=progress)


@dataclass(frozen=True)
class Choices:
    """What the specification leaves to an engine, or engines leave out: two choices, written after an engine's name."""

    raw_weights: bool = False  # ":raw": weights as stored, not divided by their sum
    directions: bool = False  # ":directions": normals carried as directions (w = 0), not by the inverse transpose

    @property
    def words(self) -> str:
        """What follows the engine's name: "", ":raw", ":directions" or ":raw:directions"."""
        return ":raw" * self.raw_weights + ":directions" * self.directions


AS_SPECIFIED = Choices()

#: How the names of engines begin that leave both choices.
CHOOSING = ("fast", "gpu", "form:")

#: Both choices, both ways.
EVERY_CHOICE = tuple(Choices(raw, directions) for raw in (False, True) for directions in (False, True))


@dataclass(frozen=True)
class _FastEngine:
    """The fast path with its two choices."""

    choices: Choices

    def __call__(
        self, model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Skin every part at times (T,), in seconds, in float32 tiles."""
        from .fast.engine import skin_model_fast

        return skin_model_fast(
            model,
            clip,
            times,
            raw_weights=self.choices.raw_weights,
            directions=self.choices.directions,
            normals=normals,
            progress=progress,
        )


@dataclass(frozen=True)
class _FormEngine:
    """The engine of one form of skinning, with its two choices; ``skin.forms.engine`` says what they mean."""

    form: str
    choices: Choices

    @property
    def name(self) -> str:
        """The name under which it is called."""
        return f"form:{self.form}{self.choices.words}"

    def __call__(
        self, model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Skin every part at times (T,), in seconds, by the form."""
        from .skin.forms.form_engine import FormChoice, skin_by_form

        choice = FormChoice(self.form, self.choices.raw_weights, self.choices.directions)
        return skin_by_form(choice, model, clip, times, normals=normals, progress=progress)


@dataclass(frozen=True)
class EngineFacts:
    """What is known about an engine without calling it. Variants such as ``gpu:texture`` share the facts of ``gpu``."""

    name: str
    label: str  # for buttons and legends
    sentence: str  # what it is
    inside_blender: bool  # it needs Blender's data or its graphics
    begins_anew: bool = False  # every call begins with an import or an upload, so few calls with many times are best
    gives_normals: bool = True


#: The one list of engines: the panel's choices, the command line's names and what either needs to know about them.
ENGINES: Mapping[str, EngineFacts] = MappingProxyType(
    {
        facts.name: facts
        for facts in (
            EngineFacts("reference", "Reference", "The specification in float64", False),
            EngineFacts("fast", "Fast Path", "Skinproof's tiled float32 skinning on the CPU", False),
            EngineFacts(
                "blender",
                "Blender",
                "This character, as Blender deforms it now in this scene",
                True,
                gives_normals=False,
            ),
            EngineFacts(
                "stock",
                "Stock Importer",
                "The same file through Blender's own glTF importer, in a scene of its own",
                True,
                True,
                gives_normals=False,
            ),
            EngineFacts("gpu", "GPU", "Skinproof's vertex shader, read back from the graphics card", True, True),
            EngineFacts("form:rigid", "Rigid", "Every vertex follows its strongest joint alone", False),
            EngineFacts("form:transform", "Transforms", "Points moved by translations, rotations and one scale", False),
            EngineFacts("form:points", "Points", "Each joint moves the vertex; the places are averaged", False),
            EngineFacts("form:palette", "Palette", "World times inverse bind per influence, matrices averaged", False),
            EngineFacts("form:skin-palette", "Skin Palette", "One matrix per joint, multiplied in advance", False),
            EngineFacts("form:four", "Four Strongest", "Only the four largest weights of a vertex count", False),
            EngineFacts("form:dual-quaternion", "Dual Quaternion", "Rotations are blended, so volume is kept", False),
            EngineFacts("form:blender-linear", "Blender's Formula", "Blender's linear formula in float32", False),
            EngineFacts("form:preserve-volume", "Preserve Volume", "Blender's dual-quaternion formula", False),
        )
    }
)


def facts_of(name: str) -> EngineFacts | None:
    """The facts of an engine, or of the engine that it is a variant of; None where no engine has that name."""
    words = name.split(":")
    longest_first = (":".join(words[:count]) for count in range(len(words), 0, -1))
    return next((ENGINES[known] for known in longest_first if known in ENGINES), None)


#: The engines of all forms, each with weights divided by their sum or raw, and with normals by either rule.
FORM_ENGINES: Engines = MappingProxyType(
    {
        engine.name: engine
        for engine in (
            _FormEngine(name.removeprefix("form:"), choices)
            for name in ENGINES
            if name.startswith("form:")
            for choices in EVERY_CHOICE
        )
    }
)

#: Engines that need nothing but NumPy.
CORE_ENGINES: Engines = MappingProxyType(
    {
        "reference": skin_reference,
        "fast": skin_fast,
        **{f"fast{choices.words}": _FastEngine(choices) for choices in EVERY_CHOICE[1:]},
        **FORM_ENGINES,
    }
)
