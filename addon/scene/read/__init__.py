"""Read: what Blender made of a character, vertex by vertex; nothing is changed.

Read in this order: ``deform_inputs`` (what an Armature modifier reads, and its formula), ``evaluate_mesh``,
``hidden_meshes``, ``evaluate_pose``, ``evaluate_weights``, ``evaluate``, ``scene_play`` (what going to a frame does),
``replaced`` (other faces than the file's), ``rest_normals``, ``presence`` (which joints and faces are there),
``unkeyed_motion``, ``cut_clips`` (clips shorter than their actions), ``own_actions``, ``lacking`` (what the file lacks
of the scene), ``evaluated_shapes`` (any mesh objects, as seen).
"""
