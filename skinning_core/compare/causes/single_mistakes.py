"""Every mistake of the list, made alone, and those with sizes read off the recovered matrices.

These are hypotheses: ``mistake_sets`` takes the best of all. If one mistake leaves only rounding, the search ends.
"""

from __future__ import annotations

from collections.abc import Generator

from .engine_state import WEIGHTS
from .explainer import UNEXPLAINED, Evidence, Explainer, Findings
from .invariant import RecoveredWorlds, other_clock, read_off
from .lost_keys import lost_keys
from .mistake import MISTAKES, SIZED, Mistake, made_of
from .mistake_clips import clips_before, translations_scaled
from .mistake_morphs import displacements_mapped
from .weight_readings import in_list, palettes_tell, recovered


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """Try every mistake that the model may show. If only the pose differs, blending explains nothing."""
    tells = palettes_tell(evidence.recovered)
    linear = tells and (evidence.linear or evidence.search.readings[0] != ())
    candidates = [m for m in (*MISTAKES, *SIZED) if m.stage not in WEIGHTS and not (linear and m.stage == "blending")]
    if not tells:
        candidates += in_list(evidence.many.state)
    yield from evidence.search.try_singles(candidates, lambda: _read_off(evidence))
    return None


def _read_off(evidence: Evidence) -> list[Mistake]:
    """Mistakes of sizes that no list has, under the most likely reading of weights."""
    many, few, reading = evidence.many, evidence.few, evidence.search.readings[0]
    weighed = made_of(many.state, reading)
    played = made_of(few.state, reading)
    clock = other_clock(few, played)
    of_clips = [*translations_scaled(few, played), *displacements_mapped(few, played), *clips_before(played)]
    matrices = recovered(many, weighed) if reading else evidence.recovered
    read = read_off(many, weighed, matrices)
    lost = lost_keys(weighed, RecoveredWorlds(many, weighed, matrices))
    return [*(each for each in (clock, lost) if each is not None), *read, *of_clips]


EXPLAINER = Explainer("single mistakes", 10, UNEXPLAINED, _explain)
