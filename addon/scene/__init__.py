"""Characters in a Blender scene: the exact rig, its meshes and actions, and what Blender makes of them.

Read in this order. Pure NumPy, no ``bpy``: ``space`` (Y up to Z up), ``names``, ``bones`` (which nodes become bones,
and where they rest), ``deform`` (the bone that carries each joint's vertices), ``channels`` (a node's properties as a
bone's), ``keys`` (tracks as F-curve keys), ``faces``, ``weights``. With ``bpy``: ``armature``, ``mesh``, ``objects``,
``actions``, put together by ``importer``; ``character`` finds them again in a saved file, ``evaluate`` reads Blender's
result back.
"""
