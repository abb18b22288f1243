"""The plain forms of skinning: a posed skeleton and a mesh become positions and normals. Readable first, never fast.

Read in this order:

1. ``influence``: which joints a vertex follows, and what is done where its weights do not sum to one.
2. ``morph``: displacements that are added to the mesh before it is skinned.
3. ``posed_skin``: what every form takes, one mesh at one time.
4. ``linear``: skin palettes, positions, normals by the inverse transpose.
5. ``linear_forms``: rigid, points, palette and skin palette form, to be compared by eye.
6. ``blender``: a folder of its own, with Blender's two formulas to the last bit.

The reference, against which everything is measured, uses one of the forms over many times:

7. ``posed_model``: a whole model laid open between file and positions, every step replaceable.
8. ``reference``: the engine.
9. ``forms``: dual quaternions, which keep the volume, transforms kept apart, and all forms in one table and as engines
   (``form:rigid`` and so on).

The same formulas laid out for the machine, in float64 and in float32, are in another folder, ``fast``.
"""
