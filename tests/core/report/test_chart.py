"""Labels of a histogram stand apart, however many decades it shows."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from skinning_core.report.chart import LETTER, histogram_chart

#: Half decades, as a difference counts them.
EDGES = 10.0 ** np.arange(-9.0, 0.1, 0.5)


@pytest.mark.parametrize(("first", "last"), [(0, 19), (0, 4), (9, 10), (4, 18)])
def test_labels_do_not_overlap(first: int, last: int) -> None:
    counts = np.zeros(len(EDGES) + 1, int)
    counts[first:last] = 7
    picture = histogram_chart(EDGES, [("engine", "#000000", counts)])
    labels = re.findall(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="middle">([\d.]+ %)</text>', picture)
    assert labels
    places = [(float(x), len(text) * LETTER / 2.0) for x, text in labels]
    for (left, half), (right, other) in itertools.pairwise(places):
        assert left + half <= right - other + 1e-9
