"""Mutants of a reader: each fails at least one case of the corpus, or it is said why no case can catch it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from skinning_core.engines.corpus.folder import MadeCase
from tests.engines.corpus.mutants import (
    BY_RULE,
    IMPOSSIBLE,
    SOURCE,
    Mutant,
    alive,
    by_rule,
    catching,
    mutants,
    running,
)
from tests.engines.corpus.slips import slips

#: Of those made by rule, daily one of so many.
DAILY = 48
#: And of those that were written.
DAILY_WRITTEN = 12


def test_the_reader_gives_every_number(cases: list[MadeCase], corpus: Path) -> None:
    right = Mutant("", "", SOURCE)
    assert running(right) is not None
    assert not [made.case.id for made in catching(cases, corpus, right)]


@pytest.mark.parametrize("step", [DAILY_WRITTEN, pytest.param(1, marks=pytest.mark.nightly)])
def test_no_written_mutant_passes(cases: list[MadeCase], corpus: Path, step: int) -> None:
    written = [mutant for mutant in mutants() if mutant.about != BY_RULE]
    assert len(written) >= 240
    assert len({mutant.told for mutant in written}) == len(written)
    assert not [mutant.told for mutant in alive(cases, corpus, iter(written[::step]))]


def test_of_those_made_by_rule_none_passes_without_a_reason(cases: list[MadeCase], corpus: Path) -> None:
    some = islice(by_rule(), 0, None, DAILY)
    assert not [mutant.told for mutant in alive(cases, corpus, some) if not mutant.reason]


@pytest.mark.nightly
def test_none_of_those_made_by_rule_passes_and_each_reason_is_needed(cases: list[MadeCase], corpus: Path) -> None:
    every = list(by_rule())
    assert len(every) > 350
    passed = list(alive(cases, corpus, iter(every)))
    assert not [mutant.told for mutant in passed if not mutant.reason]
    assert {mutant.reason for mutant in passed} == set(IMPOSSIBLE.values())


def test_a_slip_is_read_as_it_is_written() -> None:
    first = slips("slips.txt")[0]
    assert (first.about, first.told) == ("containers", "the last chunk of a .glb is its buffer")
    assert first.old == "found[kind] = data[at + 8 : at + 8 + length]"
    assert first.made_to(f"a\n{first.old}\n") == f"a\n{first.new}\n"
