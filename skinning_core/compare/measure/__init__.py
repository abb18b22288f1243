"""Measuring: how far one set of skinned positions is from another, and how far is too far.

Read in this order: ``times`` (at which times to compare, so that the moments of motion are among them); ``pairs``,
``flat_normals`` (which of them nobody can know), ``lost_vertices`` (which have no distance), ``statistics``,
``joint_difference`` and ``screen`` (on which a difference is looked at), brought together by ``difference``;
``rest_normals`` (those of a scene's mesh, which are compared at rest alone); ``modifier_effect`` (what modifiers behind
the armature do, where a file has it);
``float32_floor`` and ``tolerance`` (how far is too far, and why); ``weight_effect`` (what weights whose sum is not one
amount to).
"""
