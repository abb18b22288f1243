"""The cases, each for one rule: ``cases.json`` has the rule and where it stands, a module its figure.

In reading order: ``case``, ``ladder`` (ten vertices each, in the order in which an engine is written), ``skin_cases``,
``attributes``, ``nodes``, ``animation``, ``containers``, ``asymmetric`` (no two things alike). ``every`` has all.
"""
