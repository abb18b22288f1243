"""Which mistakes together reproduce a result: every set of up to three is made on purpose and measured.

Adding to the best single mistake fails: three that cost a tenth of the size each may fall to rounding only together. So
all sets are tried, smallest first, on some hundred vertices. Weights are known before (``weight_readings``) and one
affine map is fitted at every trial, so neither multiplies sets.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice

import numpy as np

from ...error import SkinproofError
from ...model import Float64
from ...skin.posed_model import require_computable
from .affine import affine_between
from .engine_state import STAGES, EngineState
from .mistake import Mistake
from .sample import Sample
from .weight_readings import WeightReading

#: A further mistake must make the residual so many times smaller.
FIVEFOLD = 5.0

#: Residuals within this factor explain equally well.
EQUAL = 1.05

#: The same above rounding: each is somewhat wrong, and none can be preferred.
_RIVAL = 2.0

#: Residuals below this share of the floor are alike: float32 stores positions no better.
_NOISE = 0.1

#: Pairs of mistakes at most, the most promising first.
_PAIRS = 250

#: Sets of three at most, the most promising first: of 65 mistakes that show on the arm, three are found as the 527th.
_TRIPLES = 600

#: The better mistake of a pair leaves at most this share alone. Of two that move vertices equally far, each leaves 0.7.
_HELPS = 0.95

#: A pair gets a third mistake if it leaves at most this share. Of three equal ones, a pair leaves 0.6.
_PROMISES = 0.7

#: A mistake that alone makes the difference so many times larger is dropped: of 700 pairs with one on real models, none
#: left less than 3.6 times.
_FAR = 8.0

#: The mistake of skinning by plain dual quaternions.
_PLAIN_QUATERNIONS = "dual-quaternions"

#: The mistake of skinning by Blender's own: ten times slower, so it only replaces the plain one in sets that this
#: helps.
_BLENDER_QUATERNIONS = "preserve-volume"

#: Plain dual quaternions help if they lower the residual to this share.
_LIKENESS = 0.8

#: Stages tried together although neither helps alone: another bind, and joints in another order.
_UNLIKE = {"bind", "index"}

#: Stages that do not combine: another blending takes the file's own inverse bind matrices.
_APART = {"blending": {"bind", "index"}}


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """Some mistakes made on purpose, and what they leave of the difference."""

    mistakes: tuple[Mistake, ...]
    residual: float  # root mean square over the sample, in sizes of the character
    affine: Float64 | None = None  # (3, 4) a map of everything fitted besides, metres

    @property
    def cost(self) -> int:
        """How many mistakes of the list these are worth; a fitted map counts as two."""
        return sum(m.cost for m in self.mistakes) + 2 * (self.affine is not None)


@dataclass(eq=False)
class Trial:
    """Mistakes made on a sample; states that begin alike are computed once."""

    sample: Sample
    made: dict[tuple[Mistake, ...], EngineState | None] = field(default_factory=dict)
    places: dict[tuple[Mistake, ...], Float64 | None] = field(default_factory=dict)

    @np.errstate(all="ignore")
    def state(self, mistakes: Sequence[Mistake]) -> EngineState | None:
        """The state with mistakes; None: the model cannot show one, or numbers leave all bounds."""
        ordered = tuple(sorted(mistakes, key=lambda m: STAGES.index(m.stage)))
        if not ordered:
            return self.sample.state
        if ordered not in self.made:
            before = self.state(ordered[:-1])
            made = None
            try:
                made = None if before is None else ordered[-1].change(before)
                if made is not None:
                    require_computable(made.model, made.posed.skin_palettes)
            except (SkinproofError, np.linalg.LinAlgError):
                made = None
            self.made[ordered] = made
        return self.made[ordered]

    @np.errstate(all="ignore")
    def positions(self, mistakes: Sequence[Mistake]) -> Float64 | None:
        """(T, n, 3) positions of all parts with mistakes, in sizes of the character; None: there are none."""
        key = tuple(mistakes)
        if key not in self.places:
            state = self.state(mistakes)
            positions = None if state is None else self.sample.stacked(state.positions())
            finite = positions is not None and bool(np.isfinite(positions).all())
            self.places[key] = positions if finite else None
        return self.places[key]

    @np.errstate(all="ignore")
    def hypotheses(self, mistakes: Sequence[Mistake]) -> list[Hypothesis]:
        """Mistakes alone, and with a map of everything."""
        positions = self.positions(mistakes)
        if positions is None:
            return []
        found = [Hypothesis(tuple(mistakes), rms(self.sample.target - positions))]
        if all(m.stage != "world" for m in mistakes):
            found.append(self._with_map(tuple(mistakes), positions))
        return found

    def _with_map(self, mistakes: tuple[Mistake, ...], positions: Float64) -> Hypothesis:
        """Mistakes with positions (T, n, 3) and the best map; without mistakes a move, if that does as well."""
        target, scale = self.sample.target, self.sample.scale[:, None, None]
        matrix = affine_between(positions * scale, target * scale)
        residual = rms(target - positions @ matrix[:, :3].T - matrix[:, 3] / scale)
        offset = ((target - positions) * scale).mean(axis=(0, 1))
        of_move = rms(target - positions - offset / scale)
        if not mistakes and of_move <= _RIVAL * residual:
            return Hypothesis(mistakes, of_move, np.concatenate([np.eye(3), offset[:, None]], axis=1))
        return Hypothesis(mistakes, residual, matrix)


def rms(distance: Float64) -> float:
    """The root mean square length of vectors (T, n, 3); inf if one is no number."""
    square = float(np.einsum("tnc,tnc->", distance, distance)) / max(distance.shape[0] * distance.shape[1], 1)
    return float(np.sqrt(square)) if np.isfinite(square) else np.inf


@dataclass(eq=False)
class Search:
    """All sets of mistakes tried on one sample, with some readings of its weights."""

    trial: Trial
    readings: Sequence[WeightReading]
    floor: float  # residuals up to this are rounding
    tried: list[Hypothesis] = field(default_factory=list)
    done: bool = False  # something explains all but rounding
    residuals: dict[frozenset[Mistake], float] = field(default_factory=dict)  # of each set of mistakes
    before: float = np.inf  # the residual of a reading of weights alone
    shown: list[tuple[float, Mistake]] = field(default_factory=list)  # mistakes that show, by what they leave alone

    def attempt(self, mistakes: Sequence[Mistake]) -> float:
        """The least residual of a set of mistakes with any reading."""
        hypotheses = [
            hypothesis for reading in self.readings for hypothesis in self.trial.hypotheses((*reading, *mistakes))
        ]
        self.tried += hypotheses
        # Fitted numbers must explain all to the last digit.
        self.done |= any(a.residual <= (1.0 if a.cost <= len(a.mistakes) else _NOISE) * self.floor for a in hypotheses)
        residual = min((hypothesis.residual for hypothesis in hypotheses), default=np.inf)
        self.residuals[frozenset(mistakes)] = residual
        return residual

    def _attempt_with(self, mistakes: Sequence[Mistake]) -> float:
        """As ``attempt``, and with Preserve Volume if plain dual quaternions helped."""
        residual = self.attempt(mistakes)
        others = tuple(m for m in mistakes if m.code != _PLAIN_QUATERNIONS)
        if len(others) < len(mistakes) and residual < _LIKENESS * self.residuals.get(frozenset(others), self.before):
            residual = min(
                residual,
                *(self.attempt((*others, m)) for _, m in self.shown if m.code == _BLENDER_QUATERNIONS),
                residual,
            )
        return residual

    def try_singles(
        self, candidates: Sequence[Mistake], fitted: Callable[[], Sequence[Mistake]]
    ) -> Generator[None, None, None]:
        """Try none, each, and those ``fitted`` to the result, until it is enough, with pauses."""
        self.before = self.attempt(())
        # A map of everything may have a name of its own, such as the mesh node's.
        plain = any(hypothesis.affine is None and hypothesis.residual <= self.floor for hypothesis in self.tried)
        for mistake in () if plain else candidates:
            yield
            residual = self.attempt((mistake,))
            if not mistake.alone and residual < np.inf and self._shows(mistake):
                self.shown.append((residual, mistake))
        for mistake in () if self.done else fitted():
            yield
            self.attempt((mistake,))

    def try_sets(self) -> Generator[None, None, None]:
        """Try pairs, the most promising first, then a third mistake beside the best, with pauses."""
        self.shown.sort(key=lambda entry: float(f"{max(entry[0], self.floor):.1e}"))
        shown = [(residual, mistake) for residual, mistake in self.shown if mistake.code != _BLENDER_QUATERNIONS]
        pairs = [(a, b) for a, b in combinations(range(len(shown)), 2) if self._worth_a_try(shown[a], shown[b])]
        # A dozen. Neither helps alone, so they would come last.
        pairs.sort(key=lambda pair: {shown[k][1].stage for k in pair} != _UNLIKE)
        promising = []
        for a, b in pairs[:_PAIRS] if self._could_be_best(2) else ():
            yield
            residual = self._attempt_with((shown[a][1], shown[b][1]))
            if self.done:
                return
            if residual < self.before * _PROMISES:
                promising.append((float(f"{residual:.1e}"), a, b))
        triples = dict.fromkeys(tuple(sorted((a, b, c))) for _, a, b in sorted(promising) for c in range(len(shown)))
        found = (tuple(shown[k] for k in triple) for triple in triples if len(set(triple)) == 3)
        mistakes = (tuple(mistake for _, mistake in three) for three in found if self._may_meet(*three))
        for three in islice(filter(_apart, mistakes), _TRIPLES if self._could_be_best(3) else 0):
            yield
            self._attempt_with(three)
            if self.done:
                return

    def _worth_a_try(self, first: tuple[float, Mistake], second: tuple[float, Mistake]) -> bool:
        """Whether the first helps alone, or neither can, and the two may be made together."""
        residual, one = first
        _, other = second
        helps = residual < self.before * _HELPS or {one.stage, other.stage} == _UNLIKE
        return helps and _apart((one, other)) and self._may_meet(first, second)

    def _could_be_best(self, cost: int) -> bool:
        """A hypothesis of this cost could be ``best``: each mistake must lower the residual fivefold."""
        noise = _NOISE * self.floor
        return noise * FIVEFOLD**cost <= min(max(a.residual, noise) * FIVEFOLD**a.cost for a in self.tried)

    def _may_meet(self, *entries: tuple[float, Mistake]) -> bool:
        """Mistakes, each after what it leaves alone, may come near together; see ``_FAR``."""
        far = {mistake.stage for residual, mistake in entries if residual > _FAR * self.before}
        return not far or far <= _UNLIKE <= {mistake.stage for _, mistake in entries}

    def _shows(self, mistake: Mistake) -> bool:
        """A mistake moves the sample by more than rounding."""
        plain, with_it = (self.trial.positions((*self.readings[0], *more)) for more in ((), (mistake,)))
        maps = (a.affine[:, :3] for a in self.tried[:2] if a.affine is not None)
        enlarged = max((float(np.abs(np.linalg.det(linear))) ** (1.0 / 3.0) for linear in maps), default=1.0)
        shown = _NOISE * self.floor / max(enlarged, 1.0)
        return plain is None or with_it is None or rms(with_it - plain) > shown


def best(tried: Sequence[Hypothesis], before: float, floor: float) -> Hypothesis | None:
    """The hypothesis with fewest mistakes that no further one improves fivefold; None: no mistake helps so much.

    before: the residual without mistakes. Of equals the first wins.
    """
    residual, cost, noise = before, 0, _NOISE * floor
    for hypothesis in sorted(tried, key=lambda a: (a.cost, a.residual)):
        further = hypothesis.cost - cost
        if further and max(hypothesis.residual, noise) * FIVEFOLD**further <= max(residual, noise):
            residual, cost = hypothesis.residual, hypothesis.cost
    return next(iter(_as_good(tried, cost, residual, floor)), None) if cost else None


def equals(tried: Sequence[Hypothesis], chosen: Hypothesis, floor: float) -> list[Hypothesis]:
    """Other hypotheses of as many mistakes that explain as well as the chosen one."""
    return [a for a in _as_good(tried, chosen.cost, chosen.residual, floor) if set(a.mistakes) != set(chosen.mistakes)]


def _as_good(tried: Sequence[Hypothesis], cost: int, residual: float, floor: float) -> list[Hypothesis]:
    """Hypotheses of so many mistakes with as small a residual but for rounding, the plainest first."""
    limit = max(residual, _NOISE * floor) * (EQUAL if residual <= floor else _RIVAL)
    same = [a for a in tried if a.cost == cost and a.residual <= limit]
    return sorted(same, key=lambda a: (a.residual > limit / _RIVAL, a.cost > len(a.mistakes)))


def _apart(mistakes: Sequence[Mistake]) -> bool:
    """Mistakes are of different steps, and none rules out another."""
    stages = {m.stage for m in mistakes}
    return len(stages) == len(mistakes) and not any(stages & _APART.get(stage, set()) for stage in stages)
