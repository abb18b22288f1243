"""Which vertex, joint and clip of one model corresponds to which of another.

Two files that should be the same character rarely have the same arrays: tools weld and split vertices, put them into
another order, quantise them, join meshes, drop and rename joints and clips. Nothing can be compared before it is known
what belongs together, and nothing is guessed in silence: whatever finds no partner is listed.

Read in this order: ``near`` (all pairs of points closer than a radius), ``vertex_set`` (what is known about each
vertex), ``placement`` (the unit and the root transform in which two sets differ), ``vertices`` (the map),
``triangle_order`` (the map of a mesh that the file was written from), ``rigid`` (meshes that move as a whole),
``surface`` (the nearest point of the other surface, for vertices without a partner), ``joint_pairs`` and ``clips`` (by
name, else by place and content), ``moving`` (the node that moves a vertex, of those that move at all), ``frames``
(bones that are joints in other axes), ``remade`` (a new mesh over the same joints).
"""
