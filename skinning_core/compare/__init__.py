"""Comparison: how far a subject is from the reference, why, and what the verdict is.

Five rooms, in reading order:

1. ``measure``: pairs of positions become figures, and how large a figure may be.
2. ``between``: which vertex, joint and clip of one model is which of another.
3. ``causes``: where a difference comes from, and which typical mistake reproduces it.
4. ``limits``: what engines' limits cost: fewer influences, coarser numbers, resampled clips.
5. ``judge``: the question, the comparison that answers it, and the verdict.
"""
