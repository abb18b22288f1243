"""Read: what Blender made of a character, vertex by vertex; nothing is changed.

Read in this order: ``deform_inputs`` (what an Armature modifier reads, and its formula), ``evaluate_mesh``,
``hidden_meshes``, ``evaluate_pose`` and ``evaluate_weights``, ``evaluate``, ``scene_play`` (what going to a frame
does), ``replaced`` (how far other faces are from the file's), ``rest_normals``, ``presence`` (which joints and faces of
the file are there), ``unkeyed_motion`` (what moves without an action), ``cut_clips`` (clips shorter than their
actions), ``lacking`` (what of the scene is not in the file), ``evaluated_shapes`` (any mesh objects, as seen).
"""
