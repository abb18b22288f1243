"""The rigs' mathematics, in NumPy alone: nodes, tracks and weights as bones, F-curve keys and vertex groups.

Read in this order: ``space`` (from Y up to Z up), ``names``, ``origin`` (far characters), ``bind_factor`` (quantised
meshes), ``bind_frames``, ``bones`` (which nodes become bones), ``helper_bones`` (which bone carries a joint's
vertices), ``channels`` (a node's properties as a bone's), ``slerp_curve``, ``keys``, ``weights``, ``clock`` (long clips
in runs), ``float32_limits``. Then ``animation_rig``, the rig without helpers; ``kinds`` chooses; ``frame_rate``,
``price``.
"""
