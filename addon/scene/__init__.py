"""Characters in a Blender scene: the exact rig, its meshes and actions, and what Blender makes of them.

Read in this order. Pure NumPy, no ``bpy``: ``space`` (Y up to Z up), ``names``, ``origin`` (far from the origin),
``bones`` (which nodes become bones, and where they rest), ``deform`` (the bone that carries each joint's vertices),
``channels`` (a node's properties as a bone's), ``slerp_curve`` and ``keys`` (tracks as F-curve keys), ``faces``,
``weights``, ``floors`` (what float32 cannot do). With ``bpy``: ``edit_bones``, ``armature``, ``mesh``, ``objects``,
``actions``, put together by ``importer`` (all or nothing: ``created``); ``character`` finds them again in a saved file,
``playback`` shows a clip, ``evaluate`` and ``evaluate_pose`` read Blender's result back.
"""
