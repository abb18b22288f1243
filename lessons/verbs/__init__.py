"""Verbs that the lessons' annex adds: ``bake``, ``blend``, ``explain`` and ``reorder``."""
