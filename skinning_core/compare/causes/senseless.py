"""Positions that are numbers, but no places: a buffer read wrongly, or not written."""

from __future__ import annotations

from .cause import Cause, told


def senseless_cause(count: int, total: int, farthest: float, size: float, times: tuple[float, ...]) -> Cause:
    """The cause of ``count`` of ``total`` vertices far from the character, up to ``farthest`` metres.

    size: the character's, metres. times: seconds.
    """
    words, remedy = told("values-senseless", share=100.0 * count / total, value=farthest)
    away = farthest / size if size else 0.0
    return Cause("values-senseless", words, remedy, size=away, difference=away, rest=0.0, vertices=count, times=times)
