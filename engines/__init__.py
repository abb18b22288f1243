"""Engines: for those who write an engine that skins. An annex: the core never imports it, and works without it.

``corpus`` (a folder) has small files that each test one rule, and grades an engine's results for them; ``verbs`` are
the verbs of the command line that do so.
"""

VERBS = {"corpus": "verbs.corpus", "grade": "verbs.grade"}
