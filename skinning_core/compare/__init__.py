"""Comparison: how far an engine is from the reference, why, and whether that is too far.

Read in this order:

1. ``times``: at which times to compare, so that the moments of motion are among them.
2. ``statistics``, ``difference`` and ``joints``: how far, in numbers.
3. ``float32_floor`` and ``tolerance``: how far is too far, and why.
4. ``attribution``: how much of it comes from the pose, and how much from the deformation.
5. ``mistake`` and its files, ``cause``: which typical mistake reproduces the engine's result.
6. ``comparison``: what a comparison is asked for, and what it answers.
7. ``tally`` and ``measuring``: the driver, which skins with the reference and the engines piece by piece.
   ``verify`` runs it over several clips for the command line; the panel runs it one step at a time.

Beside them: ``stored`` (results of another program as an engine), ``other_file`` and ``split`` (two files compared
instead of two engines; ``match`` finds which vertex is which), ``explain`` (one vertex, step by step),
``weight_effect`` and ``normal_effect`` (what a choice of formula changes).
"""
