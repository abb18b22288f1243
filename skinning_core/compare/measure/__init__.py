"""Measuring: how far one set of skinned positions is from another, and how far is too far.

Read in this order: ``times`` (at which to compare); ``pairs``, ``flat_normals`` (normals that nobody can know),
``lost_vertices`` (without a distance), ``statistics``, ``joint_difference``, ``screen`` (on which errors are seen), all
used by ``difference``; ``rest_normals`` (of a scene's mesh, at rest); ``modifier_effect`` (modifiers behind the
armature, if the file holds their effect); ``float32_floor`` and ``tolerance`` (how far is too far, and why);
``weight_effect`` (weights whose sum is not one).
"""
