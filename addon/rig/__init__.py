"""The exact rig's mathematics, NumPy only: a model's nodes, tracks and weights as bones, F-curve keys and groups.

Read in this order: ``space`` (Y up to Z up), ``names``, ``bind_factor`` (quantised meshes), ``origin`` (far from the
origin), ``bind_frames``, ``bones`` (which nodes become bones, and where they rest), ``helpers`` (the bone that carries
each joint's vertices),
``channels`` (a node's properties as a bone's), ``slerp_curve`` and ``keys`` (tracks as F-curve keys), ``weights``,
``float32_limits`` (what float32 cannot do).
"""
