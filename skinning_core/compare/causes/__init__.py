"""Causes: where a difference comes from, beginning at which joint, and which typical mistake reproduces it.

Read in this order: ``chain`` and ``attribution`` (how much comes from the pose, how much from the deformation);
``mistake_pose``, ``mistake_vertex`` and ``mistake_importer``, listed by ``mistake``; ``cause`` (which of them
reproduces the result). ``scene_kinds`` and ``scene_cause`` list what a scene can hold; ``node_stages`` and
``vertex_stages`` follow one vertex through every step, in numbers; ``two_motions`` compares motions of which nothing
else is known; ``causes_page`` writes docs/causes.md.
"""
