"""Verbs of the command line that the engines' annex adds, a file each: ``corpus`` and ``grade``."""
