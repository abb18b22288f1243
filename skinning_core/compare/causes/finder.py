"""Why an engine differs: from its positions at a few times to named causes, each with size, place and remedy.

First evidence is gathered: joint matrices are recovered from the positions (``palette``), and ways to read weights are
tried with these left free (``weight_readings``). Then explainers are asked in order (``explainer``), until one is
final.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module

import numpy as np

from ...annexes import modules_named
from ...model import Float64, Model
from ...skin.posed_model import PosedModel
from ...skinned import Skinned
from ...transform import identity
from . import mistake_sets, single_mistakes, smoothing
from .cause import Cause
from .explainer import Evidence, Explainer
from .mistake import Mistake
from .mistake_sets import ROUNDINGS
from .palette import Recovered
from .sample import sample_of
from .search import Search, Trial, rms
from .weight_readings import fitting_readings, palettes_tell, recovered, residual_of

#: Residuals up to this, in sizes of the character (root mean square), are float32's rounding.
ROUNDING = 5e-7

#: The same as a share of a difference that is itself little more than rounding.
OF_SMALL = 0.01

#: Vertices to recover matrices from: every joint needs some.
_RECOVERY_VERTICES = 3000

#: Vertices to try sets of mistakes on: few, as there are hundreds of sets.
_TRIAL_VERTICES = 240


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """What was found out about a difference."""

    causes: tuple[Cause, ...] = ()  # the largest first
    recovered: Mapping[int, Recovered] = field(default_factory=dict)  # by index of the part, with weights as specified
    deformation: float = 0.0  # in sizes of the character: what no joint matrices explain
    linear: bool = False  # that is rounding: the pose explains everything
    unknown: tuple[int, ...] = ()  # nodes of joints whose matrices no vertices pin down
    mistakes: tuple[Mistake, ...] | None = None  # those that explain everything together; None: none do
    placed: Float64 = field(default_factory=identity)  # (3, 4) the map of everything besides


def explainers() -> list[Explainer]:
    """All explainers in order, with those of annexes."""
    rare = [import_module(name) for name in modules_named("EXPLAINERS").values()]
    every: list[Explainer] = [each.EXPLAINER for each in (single_mistakes, smoothing, mistake_sets, *rare)]
    return sorted(every, key=lambda explainer: explainer.order)


def diagnosing(posed: PosedModel, reference: Skinned, other: Skinned) -> Generator[None, None, Diagnosis]:
    """Look for the causes that turn ``reference`` into ``other``, with pauses.

    posed: the model at the times of both; eight times that show the difference are enough. Lost vertices do not count.
    """
    many, few = (sample_of(posed, reference, other, most) for most in (_RECOVERY_VERTICES, _TRIAL_VERTICES))
    few = few.joined()
    if not len(many.of_part):
        return Diagnosis()
    yield
    before = rms(few.target - few.stacked(few.ours))
    rounding = ROUNDING * max(1.0, float(np.abs(few.target).max(initial=0.0)))
    floor = max(min(rounding, OF_SMALL * before), 1e-12)
    found = recovered(many, many.state)
    residual = residual_of(many, found)
    linear = palettes_tell(found) and residual <= ROUNDINGS * floor
    yield
    search = Search(Trial(few), fitting_readings(many, found, ROUNDINGS * floor), floor)
    yield
    evidence = Evidence(posed, reference, other, many, few, before, floor, found, linear, search)
    for explainer in explainers():
        explained = yield from explainer.explain(evidence)
        if explained is not None:
            evidence = replace(evidence, found=explained)
            if explained.final:
                break
    diagnosis = Diagnosis((), found, residual, linear, unknown_joints(many.state.model, found))
    if evidence.found is None or not evidence.found.causes:
        return diagnosis
    best = evidence.found
    return replace(diagnosis, causes=best.causes, mistakes=best.mistakes, placed=best.placed)


def unknown_joints(model: Model, found: Mapping[int, Recovered]) -> tuple[int, ...]:
    """The nodes of joints that move vertices, but whose matrices no part pins down."""
    known, moving = set[int](), set[int]()
    for k, each in found.items():
        nodes = model.skins[model.parts[k].skin].joints
        known |= set(nodes[each.known].tolist())
        influences = model.influences(model.parts[k])
        assert influences is not None
        moving |= set(nodes[np.unique(influences.joints[influences.weights != 0.0])].tolist())
    return tuple(sorted(moving - known))
