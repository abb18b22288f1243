"""Which cause is named for which: mistakes made on purpose, alone, in pairs, in threes, by region, and none at all.

    python -m tests.core.compare.causes.confusion [MODEL ...] [--few] [--part K/N]

prints the table: a row for each mistake that was made, with what it was taken for, and how long a search took. The
engine is ``injected``; the finder sees positions in float32, as engines store them. ``--part 2/4``: every fourth case
from the second on, of a run that is shared out.
"""

from __future__ import annotations

import argparse
import dataclasses
import time as clock
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, islice
from pathlib import Path

import numpy as np

from skinning_core import load_model
from skinning_core.annexes import modules_named
from skinning_core.compare.causes.finder import diagnosing
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from skinning_core.skin.posed_model import posed_model
from skinning_core.skinned import Skinned
from tests.core.compare.causes.injected import COMMON, Engine
from tests.subjects import to_the_end

ROOT = Path(__file__).parents[4]
MODELS = (ROOT / "examples/arm.glb", ROOT / "examples/character.glb")
TIMES, TRIPLES, RANDOM = 8, 50, 200

#: A mistake that moves no vertex by more than this share of the size does not show on a character.
UNSEEN = 1e-5


@dataclass
class Case:
    """What was made, what must be named with which size, and what was."""

    name: str
    expected: dict[str, float]  # by code: how far it moves a vertex, the others being there, relative to the size
    unseen: frozenset[str] = frozenset()  # made, but no vertex shows it: need not be named, and is true if it is
    named: dict[str, float] = field(default_factory=dict)
    also: dict[str, tuple[str, ...]] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def taken_for(self) -> dict[str, str]:
        """For each cause that must be named, its own code where it was, or could not be told apart; else the others."""
        spare = [code for code in self.named if code not in self.expected]
        found = {}
        for code in self.expected:
            alike = [other for other in spare if code in self.also[other]]
            found[code] = code if code in self.named or alike else ", ".join(spare) or "nothing"
        return found

    @property
    def wrong(self) -> list[str]:
        """Codes that are named, were not made, and are not told as what cannot be told from one that was."""
        return [code for code in self.named if not {code, *self.also[code]} & {*self.expected, *self.unseen}]

    @property
    def right(self) -> bool:
        """Whether exactly what must be named was, each with its size within five percent."""
        seen = self.named.keys() - self.unseen
        if len(seen) != len(self.expected) or any(code != told for code, told in self.taken_for.items()):
            return False
        sizes = ((size, self.named[code]) for code, size in self.expected.items() if code in self.named)
        return all(abs(told - size) <= 0.05 * size for size, told in sizes)


class Character:
    """A model at some times of its first clip, to be skinned with mistakes."""

    def __init__(self, model: Model) -> None:
        self.model, self.clip = model, model.clips[0]
        # On no frame of any rate, as a player's times are.
        self.times = self.clip.start + (self.clip.end - self.clip.start) * (np.arange(TIMES) + 0.37) / (TIMES + 0.4)
        self.posed = posed_model(model, self.clip, self.times)
        self.reference = skin_model(model, 0, self.times)
        self.size = float(self.reference.diagonal.max())

    def made(self, codes: Sequence[str]) -> tuple[np.ndarray, ...]:
        """Per part (T, V, 3) positions with the mistakes of ``COMMON`` of these codes."""
        return Engine(**{key: value for code in codes for key, value in COMMON[code][1].items()}).run(
            self.model, self.clip, self.times
        )

    def apart(self, a: Sequence[np.ndarray], b: Sequence[np.ndarray]) -> float:
        """The largest distance between two results, relative to the size at its time."""
        scale = self.reference.diagonal[:, None]
        return max(float((np.linalg.norm(p - q, axis=-1) / scale).max()) for p, q in zip(a, b, strict=True))

    def searched(self, case: Case, positions: Sequence[np.ndarray]) -> Case:
        """The case with what is named for positions."""
        stored = tuple(p.astype(np.float32) for p in positions)
        other = Skinned("mine", self.times, self.model.parts, stored, (None,) * len(stored))
        began = clock.process_time()
        causes = to_the_end(diagnosing(self.posed, self.reference, other)).causes
        case.seconds = clock.process_time() - began
        case.named = {cause.code: cause.size for cause in causes}
        case.also = {cause.code: cause.also for cause in causes}
        return case

    def together(self, codes: Sequence[str]) -> Case:
        """Mistakes made together; a code that shows in no vertex need not be named."""
        whole = self.made(codes)
        left_out = {code: self.apart(whole, self.made([c for c in codes if c != code])) for code in codes}
        return self.searched(Case(" + ".join(codes), *_told_apart(left_out)), whole)

    def by_region(self, one: str, other: str) -> Case:
        """One mistake on one side of the character, another on the other."""
        ours = self.reference.positions
        middle = np.median(np.concatenate([p[0, :, 1] for p in ours]))
        sides = [(p[0, :, 1] < middle)[None, :, None] for p in ours]
        a, b = self.made([one]), self.made([other])
        whole = tuple(np.where(side, x, y) for side, x, y in zip(sides, a, b, strict=True))
        without = {
            one: tuple(np.where(side, p, y) for side, p, y in zip(sides, ours, b, strict=True)),
            other: tuple(np.where(side, x, p) for side, p, x in zip(sides, ours, a, strict=True)),
        }
        sizes = {code: self.apart(whole, positions) for code, positions in without.items()}
        return self.searched(Case(f"{one} | {other}", *_told_apart(sizes)), whole)

    def random(self, seed: int) -> Case:
        """A deformation that no rule makes: noise, waves, other matrices at each time, a swelling."""
        rng, ours = np.random.default_rng(seed), self.reference.positions
        amount = self.size * 10.0 ** rng.uniform(-3, -1)
        if seed % 4 == 0:
            return self.searched(Case("noise", {}), [p + amount * rng.normal(size=p.shape) for p in ours])
        if seed % 4 == 1:
            waves, phase = rng.normal(size=(3, 3)) * rng.uniform(4, 12) / self.size, rng.uniform(0, 6, 3)
            return self.searched(Case("waves", {}), [p + amount * np.sin(p @ waves + phase) for p in ours])
        if seed % 4 == 2:
            other = np.array([1, 1, 1, self.size]) * 10.0 ** rng.uniform(-2, -1)
            palettes = [p + rng.normal(size=p.shape) * other for p in self.posed.skin_palettes]
            posed = dataclasses.replace(self.posed, skin_palettes=tuple(palettes))
            return self.searched(Case("matrices", {}), posed.positions())
        centre, radius = ours[0][0, rng.integers(ours[0].shape[1])], 0.15 * self.size
        pulse = 1.0 + np.sin(7.0 * self.times)[:, None, None]
        push = amount * rng.normal(size=3)
        swollen = [p + push * pulse * np.exp(-((p - centre) ** 2).sum(-1, keepdims=True) / radius**2) for p in ours]
        return self.searched(Case("swelling", {}), swollen)


def _told_apart(sizes: dict[str, float]) -> tuple[dict[str, float], frozenset[str]]:
    """What was made and shows, by code with its size, and what was made and does not show."""
    expected = {code: size for code, size in sizes.items() if size > UNSEEN}
    return expected, frozenset(sizes.keys() - expected.keys())


def cases(character: Character, *, few: bool, part: tuple[int, int] = (1, 1)) -> Iterator[Case]:
    """All cases of a character, or each ``part[1]``-th from number ``part[0]`` on; ``few``: those of a minute."""
    for case in islice(_all_cases(character, few=few), part[0] - 1, None, part[1]):
        yield case()


def _all_cases(character: Character, *, few: bool) -> Iterator[Callable[[], Case]]:
    step = 18 if few else 1
    yield partial(character.searched, Case("clean", {}), character.reference.positions)
    yield from (partial(character.together, [code]) for code in COMMON)
    rng = np.random.default_rng(0)
    apart = [p for p in combinations(COMMON, 2) if _apart(p)]
    yield from (partial(character.together, pair) for pair in apart[::step])
    threes = [p for p in combinations(COMMON, 3) if _apart(p)]
    yield from (partial(character.together, threes[k]) for k in rng.permutation(len(threes))[: TRIPLES // step])
    if "regions" in modules_named("EXPLAINERS"):  # of an annex
        yield from (partial(character.by_region, *p) for p in [p for p in apart if "scaled" not in p][:: 4 * step])
    yield from (partial(character.random, seed) for seed in range(RANDOM // step))


def _apart(codes: Sequence[str]) -> bool:
    return len({COMMON[code][0] for code in codes}) == len(codes)


def table(found: Sequence[Case]) -> str:
    """The confusion table: how often each mistake was made, how often named, and what it was taken for."""
    lines = [f"{'made':22} {'times':>5} {'named':>5}  taken for"]
    pairs = Counter((code, told) for case in found for code, told in case.taken_for.items())
    for code in dict.fromkeys(code for code, _ in pairs):
        told = {name: count for (made, name), count in pairs.items() if made == code}
        wrong = ", ".join(f"{name} {count}" for name, count in told.items() if name != code)
        lines.append(f"{code:22} {sum(told.values()):5} {told.get(code, 0):5}  {wrong}")
    none = [case for case in found if not case.expected]
    false = Counter(code for case in none for code in case.named)
    wrong = ", ".join(f"{code} {count}" for code, count in false.items())
    lines.append(f"{'no rule, or none':22} {len(none):5} {sum(not case.named for case in none):5}  {wrong}")
    added = Counter(c for case in found if case.expected for c in set(case.named) - set(case.expected))
    if added:
        lines.append("named beside: " + ", ".join(f"{code} {count}" for code, count in added.items()))
    seconds = sorted(case.seconds for case in found)
    lines.append(
        f"{len(found)} cases, {sum(c.right for c in found)} right with sizes, "
        f"{sum(bool(c.wrong) for c in found)} with a wrong name; seconds of processor time: "
        f"median {seconds[len(seconds) // 2]:.2f}, most {seconds[-1]:.2f}"
    )
    return "\n".join(lines)


def main() -> None:
    """Print the table of some models."""
    parser = argparse.ArgumentParser(prog="python -m tests.core.compare.causes.confusion")
    parser.add_argument("models", type=Path, nargs="*", default=MODELS)
    parser.add_argument("--few", action="store_true", help="a few cases of each kind")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="each N-th case from number K on")
    options = parser.parse_args()
    first, step = map(int, options.part.split("/"))
    for path in options.models:
        found = list(cases(Character(load_model(path)), few=options.few, part=(first, step)))
        print(f"{path.name}\n{table(found)}\n")
        for case in found:
            if not case.right:
                print(f"  {case.name}: {case.expected} named {case.named} also {case.also}")


if __name__ == "__main__":
    main()
