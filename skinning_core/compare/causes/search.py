"""Which mistakes together reproduce a result: every set of up to three is made on purpose and measured.

Taking the best single mistake and adding to it fails: three that cost a tenth of the size each can fall to rounding
together, and to nothing less. So all sets are tried, those of fewest mistakes first, on some hundred vertices. Weights
are known before (``weight_ways``), and one affine map of everything is free at every trial: neither multiplies sets.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from ...error import SkinproofError
from ...model import Float64
from ...skin.posed_model import require_computable
from ...text.immutable import immutable
from .affine import affine_between
from .course import STAGES, Course
from .mistake import Mistake
from .sample import Sample
from .weight_ways import Way

#: A further mistake must lower the rest so many times.
FIVEFOLD = 5.0

#: Explanations whose rests are within this of each other explain equally well; of those that leave more than rounding,
#: of which one may be as far from the truth as another, within this.
EQUAL, _RIVAL = 1.05, 2.0

#: Rests below this part of the floor are all alike: float32 stores positions no better.
_NOISE = 0.1

#: Pairs that are tried at most, those first of which one explains most alone; and sets of three, those first of which a
#: pair does.
_PAIRS, _TRIPLES = 250, 400

#: The part of the rest that one of a pair must leave alone at most, and that a pair must to be tried with a third: two
#: that move vertices as far leave 0.7 each, of three each leaves 0.8 and each pair 0.6.
_HELPS, _PROMISES = 0.95, 0.7

#: One that alone leaves so many times the difference moves vertices much farther, and nothing that comes near to the
#: result takes that back: of 700 such pairs on real models none left less than 3.6 times the difference.
_FAR = 8.0

#: Blender's own dual quaternions take ten times as long as the plain ones: they are tried in their place beside others
#: where these lower the rest to this part at least.
_PLAIN, _BLENDERS, _LIKENESS = "dual-quaternions", "preserve-volume", 0.8

#: Stages of which both are tried although neither helps alone: another bind, and joints in another order.
_UNLIKE = {"bind", "index"}

#: Stages that cannot be combined: another blending takes the file's own inverse bind matrices.
_APART = {"blending": {"bind", "index"}}


@immutable(eq=False)
class Account:
    """Some mistakes made on purpose, and what of the difference they leave."""

    mistakes: tuple[Mistake, ...]
    rest: float  # root mean square over the sample, in sizes of the character
    affine: Float64 | None = None  # (3, 4) a map of everything that was fitted besides, metres

    @property
    def cost(self) -> int:
        """How many mistakes of the list these are worth; a map of everything, whose numbers are fitted, is two."""
        return sum(m.cost for m in self.mistakes) + 2 * (self.affine is not None)


@dataclass(eq=False)
class Trial:
    """Mistakes made on a sample: courses that begin alike are computed once."""

    sample: Sample
    made: dict[tuple[Mistake, ...], Course | None] = field(default_factory=dict)
    places: dict[tuple[Mistake, ...], Float64 | None] = field(default_factory=dict)

    @np.errstate(all="ignore")
    def course(self, mistakes: Sequence[Mistake]) -> Course | None:
        """The course with mistakes; None where the model cannot show one of them, or its numbers leave all bounds."""
        ordered = tuple(sorted(mistakes, key=lambda m: STAGES.index(m.stage)))
        if not ordered:
            return self.sample.course
        if ordered not in self.made:
            before = self.course(ordered[:-1])
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
        """(T, n, 3) positions of all parts with mistakes, in sizes of the character; None where there are none."""
        key = tuple(mistakes)
        if key not in self.places:
            course = self.course(mistakes)
            positions = None if course is None else self.sample.stacked(course.positions())
            finite = positions is not None and bool(np.isfinite(positions).all())
            self.places[key] = positions if finite else None
        return self.places[key]

    @np.errstate(all="ignore")
    def accounts(self, mistakes: Sequence[Mistake]) -> list[Account]:
        """Mistakes alone, and with a map of everything besides."""
        positions = self.positions(mistakes)
        if positions is None:
            return []
        found = [Account(tuple(mistakes), rms(self.sample.target - positions))]
        if all(m.stage != "world" for m in mistakes):
            found.append(self._with_a_map(tuple(mistakes), positions))
        return found

    def _with_a_map(self, mistakes: tuple[Mistake, ...], positions: Float64) -> Account:
        """Mistakes, which give positions (T, n, 3), and the best map; alone it is a move, if that does as well."""
        target, scale = self.sample.target, self.sample.scale[:, None, None]
        matrix = affine_between(positions * scale, target * scale)
        rest = rms(target - positions @ matrix[:, :3].T - matrix[:, 3] / scale)
        offset = ((target - positions) * scale).mean(axis=(0, 1))
        of_move = rms(target - positions - offset / scale)
        if not mistakes and of_move <= _RIVAL * rest:
            return Account(mistakes, of_move, np.concatenate([np.eye(3), offset[:, None]], axis=1))
        return Account(mistakes, rest, matrix)


def rms(distance: Float64) -> float:
    """The root mean square length of vectors (T, n, 3); infinite where one is no number."""
    square = float(np.einsum("tnc,tnc->", distance, distance)) / max(distance.shape[0] * distance.shape[1], 1)
    return float(np.sqrt(square)) if np.isfinite(square) else np.inf


@dataclass(eq=False)
class Search:
    """All sets of mistakes that are tried on one sample, with each of some ways of reading weights."""

    trial: Trial
    ways: Sequence[Way]
    floor: float  # rests up to this are rounding
    tried: list[Account] = field(default_factory=list)
    done: bool = False  # something explains all that is not rounding
    rests: dict[frozenset[Mistake], float] = field(default_factory=dict)  # of each set of mistakes
    before: float = np.inf  # the rest of none but a way of reading weights
    live: list[tuple[float, Mistake]] = field(default_factory=list)  # those that show, by what they leave alone

    def attempt(self, mistakes: Sequence[Mistake]) -> float:
        """The least rest of a set of mistakes with any of the ways."""
        accounts = [account for way in self.ways for account in self.trial.accounts((*way, *mistakes))]
        self.tried += accounts
        # What was fitted must explain all to the last digit.
        self.done |= any(a.rest <= (1.0 if a.cost <= len(a.mistakes) else _NOISE) * self.floor for a in accounts)
        rest = min((account.rest for account in accounts), default=np.inf)
        self.rests[frozenset(mistakes)] = rest
        return rest

    def _attempt_with(self, mistakes: Sequence[Mistake]) -> float:
        """The same of several mistakes, and with Blender's dual quaternions in the place of others that help."""
        rest = self.attempt(mistakes)
        others = tuple(m for m in mistakes if m.code != _PLAIN)
        if len(others) < len(mistakes) and rest < _LIKENESS * self.rests.get(frozenset(others), self.before):
            rest = min(rest, *(self.attempt((*others, m)) for _, m in self.live if m.code == _BLENDERS), rest)
        return rest

    def alone(
        self, candidates: Sequence[Mistake], fitted: Callable[[], Sequence[Mistake]]
    ) -> Generator[None, None, None]:
        """Try none, each, and those ``fitted`` to the result, until it is enough; with rests."""
        self.before = self.attempt(())
        # A map of everything may have a name of its own, such as that of the mesh's node.
        plain = any(account.affine is None and account.rest <= self.floor for account in self.tried)
        for mistake in () if plain else candidates:
            yield
            rest = self.attempt((mistake,))
            if rest < np.inf and self._shows(mistake):
                self.live.append((rest, mistake))
        for mistake in () if self.done else fitted():
            yield
            self.attempt((mistake,))

    def together(self) -> Generator[None, None, None]:
        """Try pairs, those first of which one explains most alone, then a third beside the best of them; with rests."""
        self.live.sort(key=lambda entry: float(f"{max(entry[0], self.floor):.1e}"))
        live = [(rest, mistake) for rest, mistake in self.live if mistake.code != _BLENDERS]
        pairs = [
            (a, b)
            for a, (rest, one) in enumerate(live)
            for b, (_, other) in enumerate(live[a + 1 :], a + 1)
            if _apart((one, other))
            and (rest < self.before * _HELPS or {one.stage, other.stage} == _UNLIKE)
            and self._may_meet(live[a], live[b])
        ]
        # A dozen, of which neither helps alone: they would come last.
        pairs.sort(key=lambda pair: {live[k][1].stage for k in pair} != _UNLIKE)
        promising = []
        for a, b in pairs[:_PAIRS] if self._could_be_best(2) else ():
            yield
            rest = self._attempt_with((live[a][1], live[b][1]))
            if self.done:
                return
            if rest < self.before * _PROMISES:
                promising.append((float(f"{rest:.1e}"), a, b))
        triples = dict.fromkeys(tuple(sorted((a, b, c))) for _, a, b in sorted(promising) for c in range(len(live)))
        found = (tuple(live[k] for k in triple) for triple in triples if len(set(triple)) == 3)
        mistakes = (tuple(mistake for _, mistake in three) for three in found if self._may_meet(*three))
        for three in islice(filter(_apart, mistakes), _TRIPLES if self._could_be_best(3) else 0):
            yield
            self._attempt_with(three)
            if self.done:
                return

    def _could_be_best(self, cost: int) -> bool:
        """Whether mistakes worth so many could be ``best``: each must lower the rest fivefold, noise is the least."""
        noise = _NOISE * self.floor
        return noise * FIVEFOLD**cost <= min(max(a.rest, noise) * FIVEFOLD**a.cost for a in self.tried)

    def _may_meet(self, *entries: tuple[float, Mistake]) -> bool:
        """Whether mistakes, each after what it leaves alone, may come near to the result together; see ``_FAR``."""
        far = {mistake.stage for rest, mistake in entries if rest > _FAR * self.before}
        return not far or far <= _UNLIKE <= {mistake.stage for _, mistake in entries}

    def _shows(self, mistake: Mistake) -> bool:
        """Whether a mistake moves the sample's vertices by more than rounding, enlarged as the whole result is."""
        plain, with_it = (self.trial.positions((*self.ways[0], *more)) for more in ((), (mistake,)))
        maps = (a.affine[:, :3] for a in self.tried[:2] if a.affine is not None)
        enlarged = max((float(np.abs(np.linalg.det(linear))) ** (1.0 / 3.0) for linear in maps), default=1.0)
        shown = _NOISE * self.floor / max(enlarged, 1.0)
        return plain is None or with_it is None or rms(with_it - plain) > shown


def best(tried: Sequence[Account], before: float, floor: float) -> Account | None:
    """The account with the fewest mistakes such that no further one lowers the rest fivefold; None: no mistake does.

    before: the rest without any (root mean square, in sizes of the character). Of equals the first one tried counts.
    """
    rest, cost, noise = before, 0, _NOISE * floor
    for account in sorted(tried, key=lambda a: (a.cost, a.rest)):
        further = account.cost - cost
        if further and max(account.rest, noise) * FIVEFOLD**further <= max(rest, noise):
            rest, cost = account.rest, account.cost
    return next(iter(_as_good(tried, cost, rest, floor)), None) if cost else None


def equals(tried: Sequence[Account], chosen: Account, floor: float) -> list[Account]:
    """The accounts of as many mistakes that explain as well as the chosen one, which is not among them."""
    return [a for a in _as_good(tried, chosen.cost, chosen.rest, floor) if set(a.mistakes) != set(chosen.mistakes)]


def _as_good(tried: Sequence[Account], cost: int, rest: float, floor: float) -> list[Account]:
    """The accounts of so many mistakes whose rest is as little but for rounding, the plainest first."""
    limit = max(rest, _NOISE * floor) * (EQUAL if rest <= floor else _RIVAL)
    same = [a for a in tried if a.cost == cost and a.rest <= limit]
    return sorted(same, key=lambda a: (a.rest > limit / _RIVAL, a.cost > len(a.mistakes)))


def _apart(mistakes: Sequence[Mistake]) -> bool:
    """Whether mistakes are made at different steps, none of which rules out another."""
    stages = {m.stage for m in mistakes}
    return len(stages) == len(mistakes) and not any(stages & _APART.get(stage, set()) for stage in stages)
