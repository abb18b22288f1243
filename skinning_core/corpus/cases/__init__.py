"""The cases, each of which isolates one rule: tables of a rule, where it stands, and the figure that shows it.

Read in this order: ``case`` (what a case is), ``ladder`` (ten vertices each, in the order in which an engine is
written), ``skin_cases``, ``attributes``, ``nodes``, ``animation``, ``containers``; ``every`` is all of them.
"""
