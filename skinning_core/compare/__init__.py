"""Comparison: how far an engine is from the reference, why, and whether that is too far.

Read in this order:

1. ``times``: when to compare, so that motion is met where it is.
2. ``statistics``, ``difference`` and ``joints``: how far, in numbers.
3. ``float32_floor`` and ``tolerance``: how far is too far, and why.
4. ``attribution``: how much of it comes from the pose, and how much from the deformation.
5. ``mistake`` and its files, ``cause``: which typical mistake reproduces what the engine gave.
6. ``comparison``: what is asked, and what is known in the end.
7. ``tally`` and ``measuring``: the driver, which skins by reference and engines piece by piece.
   ``verify`` runs it over several clips for the command line; the panel steps it.

Beside them: ``stored`` (results of another program as an engine), ``other_file`` and ``split`` (two files in place of
two engines, by ``match``: which vertex is which), ``explain`` (one vertex, step by step), ``weight_effect`` and
``normal_effect`` (what a choice of formula changes).
"""
