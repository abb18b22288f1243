"""Verbs of the command line that the engines' annex adds: ``corpus`` and ``grade``."""
