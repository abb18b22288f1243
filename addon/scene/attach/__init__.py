"""Attach: a file's character found in objects that something else brought in.

Read in this order: ``mesh_forms`` (with or without modifiers), ``elsewhere`` (other scenes, instances), ``scene_model``
(objects as a model of the core), ``joint_bones``, ``counterpart`` (what of the file is what), ``place`` (the root as in
the file), ``sampled_keys`` (what plays on shape keys beside a clip), ``action_match`` (which action is which clip),
``notes``, ``attach``.
"""
