"""Measuring: how far one set of skinned positions is from another, and how far is too far.

Read in this order: ``times`` (at which to compare); ``pairs``, ``flat_normals`` (unknowable normals), ``lost_vertices``
(without a distance), ``statistics``, ``joint_difference``, ``screen`` (on which errors are seen), all for
``difference``; ``rest_normals`` (of a scene's mesh); ``modifier_effect`` (behind the armature, if the file holds it);
``float32_floor`` and ``tolerance`` (how far is too far, and why); ``weight_effect`` (sums other than one).
"""
