"""Verbs that the lessons' annex adds, a file each: ``bake``, ``blend``, ``explain`` and ``reorder``."""
