"""The cases, each of which isolates one rule: ``cases.json`` has the rule and where it stands, a module its figure.

Read in this order: ``case`` (what a case is), ``ladder`` (ten vertices each, in the order in which an engine is
written), ``skin_cases``, ``attributes``, ``nodes``, ``animation``, ``containers``, ``asymmetric`` (no two things
alike); ``every`` is all of them.
"""
