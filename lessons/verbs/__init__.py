"""Verbs of the command line that the lessons' annex adds, a file each: ``blend``, ``explain`` and ``reorder``."""
