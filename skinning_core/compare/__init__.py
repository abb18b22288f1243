"""Comparison: how far an engine is from the reference, why, and whether that is too far.

Reading order: ``times`` (when to compare), ``difference`` and ``joints`` (how far, in numbers), ``tolerance`` (how far
is too far), ``attribution`` (pose or deformation), the ``mistake`` files and ``cause`` (which typical
mistake it is), ``comparison`` (what is asked and what is known in the end), ``tally`` (what is kept of each piece of a
clip) and ``measuring`` (the driver: reference and engines, piece by piece). ``verify`` drives it over several clips for
the command line, the panel steps it. Beside them: ``stored`` (results of another program as an engine),
``weight_effect`` and ``normal_effect`` (what a choice of formula changes).
"""
