"""Rare explainers: causes that files and scenes hardly have, looked for if nothing of the core explains everything.

In reading order: ``bent_space`` (a lattice behind the skin), ``morph_numbers`` (displacements on other vertices),
``region`` (mistakes of some vertices only), ``other_weights`` (weights that no reading of the file gives) and
``bent_bones`` (bones of several segments).
"""
