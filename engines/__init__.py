"""Engines: for those who write an engine that skins. An annex: the core never imports it, and works without it.

``corpus`` has small files that each test one rule, and grades engines' results; ``explainers`` find rare causes of a
difference; ``verbs`` are the command line's.
"""

EXPLAINERS = {
    "bent space": "explainers.bent_space",
    "numbers of morph targets": "explainers.morph_numbers",
    "regions": "explainers.region",
    "other weights": "explainers.other_weights",
    "bent bones": "explainers.bent_bones",
}
VERBS = {"corpus": "verbs.corpus", "grade": "verbs.grade"}
