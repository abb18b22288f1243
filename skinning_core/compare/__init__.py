"""Comparison: how far a subject is from the reference, why, and what the verdict is.

Five rooms, in reading order:

1. ``measure``: pairs of positions become figures, and how large a figure may be.
2. ``between``: two files, or a file and a scene: which vertex, joint and clip of one is which of the other.
3. ``causes``: where a difference comes from, and which typical mistake reproduces it.
4. ``limits``: what fewer influences, coarser numbers and resampled clips cost, and what engines make of a file.
5. ``judge``: the question, the comparison that answers it, and the verdict.
"""
