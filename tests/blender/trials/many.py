"""Trials by their seeds: which are tried, and the table of what was answered."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest


def seeds_of(variable: str, by_night: Iterable[int], by_day: Iterable[int] = ()) -> list[Any]:
    """The seeds from the environment, such as "0:300"; if the variable is not set, those of the day and the night."""
    if variable in os.environ:
        return list(range(*map(int, os.environ[variable].split(":"))))
    return [*by_day, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in by_night)]


def table_of(request: pytest.FixtureRequest, variable: str) -> Iterator[Counter[str]]:
    """How often each answer was given beside which truth; printed at the end if the variable names the seeds."""
    counts: Counter[str] = Counter()
    yield counts
    if variable in os.environ:
        with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            print("\n" + "\n".join(f"{count:6}  {what}" for what, count in sorted(counts.items())))
