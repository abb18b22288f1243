"""Comparison: how far an engine is from the reference, why, and whether that is too far.

Read in this order:

1. ``times``: at which times to compare, so that the moments of motion are among them.
2. ``pairs``, ``statistics`` and ``joints``, ``screen`` (on which a difference is looked at), ``difference``: how far.
3. ``float32_floor`` and ``tolerance``: how far is too far, and why.
4. ``chain`` and ``attribution``: how much of it comes from the pose, beginning at which joint, and how much from the
   deformation.
5. ``mistake_pose``, ``mistake_vertex`` and ``mistake_importer``, listed by ``mistake``; ``cause``: which of these
   typical mistakes reproduces the engine's result.
6. Two files compared instead of two engines: ``match`` (a folder: which vertex is which), ``correspondence`` (all that
   it finds), ``only_there`` (what only the other has), ``other_file``, ``split``.
7. ``comparison``: what a comparison is asked for, and what it answers; ``visible``: whether anybody would see it.
8. ``weight_effect`` (what weights off one amount to), ``tally`` and ``measuring``: the driver, which skins with the
   reference and the engines piece by piece. ``verify`` runs it over several clips for the command line; the panel runs
   it one step at a time.

Beside them: ``stored`` (results of another program as an engine), ``explain`` (one vertex, step by step),
``normal_effect`` (what the two rules for normals change).
"""
