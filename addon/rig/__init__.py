"""The rigs' mathematics, in NumPy alone: nodes, tracks and weights as bones, F-curve keys and vertex groups.

Read in this order: ``space`` (from Y up to Z up), ``names``, ``origin`` (characters far from the origin),
``bind_factor`` (quantised meshes), ``bind_frames``, ``bones`` (which nodes become bones, and where they rest),
``helper_bones`` (the bone that carries each joint's vertices), ``channels`` (a node's properties as a bone's),
``slerp_curve`` and ``keys`` (tracks as F-curve keys), ``weights``, ``clock`` (why long clips are played in runs),
``float32_limits``. Then the rig without helpers: ``animation_rig``, and ``kinds``, which chooses; ``frame_rate`` and
``price`` (what either costs).
"""
