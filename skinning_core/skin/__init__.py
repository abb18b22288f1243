"""The plain forms of skinning: a posed skeleton and a mesh become positions and normals. Readable first, never fast.

Read in this order:

1. ``influence``: which joints a vertex follows, and what happens if its weights do not sum to one.
2. ``morph``: displacements added to the mesh before it is skinned.
3. ``posed_skin``: what every form takes, one mesh at one time.
4. ``linear``: skin palettes, positions, normals by the inverse transpose.
5. ``linear_forms``: rigid, points, palette and skin palette form, to be compared by eye.
6. ``blender``: Blender's two formulas to the last bit.

If you read only one page:

7. ``reference``: from a model and a time to positions and normals, in five steps.
8. ``posed_model``: the same at many times, every step replaceable.
9. ``forms``: dual quaternions, which keep the volume, transforms kept apart, and all forms in one table and as engines
   (``form:rigid`` and so on).

The folder ``fast`` computes the same at many times; every answer compares the two.
"""
