"""Which vertex, joint and clip of one model corresponds to which of another.

Two files of one character rarely have the same arrays: tools weld, split, reorder and quantise vertices, join meshes,
drop and rename joints and clips. What finds no partner is listed, never guessed in silence.

Read in this order: ``near`` (pairs of points within a radius), ``vertex_set`` (what is known of each vertex),
``placement`` (unit and root transform), ``vertices`` (the map), ``triangle_order`` (the map to an exported mesh),
``rigid`` (meshes that move as a whole), ``surface`` (nearest points, for vertices without a partner), ``torn``
(vertices whose twin follows other joints), ``joint_pairs`` and ``clips`` (by name, else by place and content),
``by_faces`` (vertices that were moved), ``moving`` (the moving node behind a vertex), ``frames`` (bones in other axes),
``remade`` (a new mesh over the same joints).
"""
