"""The table *engines by models*: how far each engine is off on each model, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...error import SkinproofError
from ...model import Model
from ...skinned import Progress, no_progress
from ...subject import Maker, Subject
from ..between.real_engine import RUNNERS, engine_maker
from ..causes.engine_profile import PROFILES, profile_maker
from .level import Level
from .question import Question, Times, When
from .verification import Verification, verify

#: Times of each clip.
TIMES = 8
#: Clips of each model, besides rest.
CLIPS = 4


@dataclass(frozen=True)
class EngineCell:
    """One engine on one model."""

    engine: str  # of its profile
    model: str
    largest: float | None  # relative to the size; None: the engine cannot play the model
    words: str  # how visible it is, or why the engine cannot play it
    codes: tuple[str, ...]  # of the causes
    causes: tuple[str, ...]
    real: bool  # False: predicted by the engine's profile
    unjudged: tuple[str, ...] = ()  # what was not judged, a sentence each

    @property
    def same(self) -> bool:
        """Only rounding differs, as far as it was judged."""
        return self.words == Level.SAME.value


def engine_table(
    models: Sequence[Model], engines: Sequence[str] = (), progress: Progress = no_progress
) -> list[EngineCell]:
    """Each engine on each model; by default all with a profile or installed. Raises ``Cancelled``."""
    chosen = engines or list(dict.fromkeys([*PROFILES, *(name for name, runner in RUNNERS.items() if runner.at_hand)]))
    makers = {name: _maker(name) for name in chosen}
    cells = []
    for k, model in enumerate(models):
        for n, (name, (maker, real)) in enumerate(makers.items()):
            progress(k * len(makers) + n, len(models) * len(makers))
            cells.append(_cell(name, maker(model), model, real=real))
    progress(1, 1)
    return cells


def _maker(name: str) -> tuple[Maker, bool]:
    """The engine itself if it is installed, else its profile."""
    runner = RUNNERS.get(name)
    if runner is not None and runner.at_hand:
        return engine_maker(name), True
    return profile_maker(name), False


def _cell(name: str, subject: Subject, model: Model, *, real: bool) -> EngineCell:
    clips = (None, *model.readable_clips[:CLIPS])
    question = Question(clips=clips, normals=False, times=Times(When.COUNT, count=TIMES))
    try:
        found = verify(model, {name: subject}, question)
    except SkinproofError as error:
        return EngineCell(name, model.name, None, str(error), (), (), real)
    if not found.comparisons:
        return EngineCell(name, model.name, None, found.failures[0].sentence, (), (), real)
    largest = max(comparison.difference.max_relative for comparison in found.comparisons)
    unjudged = tuple(ground.sentence for ground in found.verdict.grounds if not ground.differs)
    return EngineCell(name, model.name, largest, found.verdict.level.value, *_why(found), real, unjudged)


def _why(found: Verification) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Codes and sentences of all clips' causes, each once."""
    causes = [cause for comparison in found.comparisons for cause in comparison.causes]
    told = {cause.code: cause.sentence for cause in causes}
    return tuple(told), tuple(told.values())
