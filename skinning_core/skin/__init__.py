"""The plain forms of skinning: a posed skeleton and a mesh become positions and normals. Readable first, never fast.

Read in this order:

1. ``influence``: which joints a vertex follows, and what is done where its weights do not sum to one.
2. ``morph``: displacements that are added to the mesh before it is skinned.
3. ``linear_forms``: rigid, transform, palette and skin palette form, to be compared by eye. All forms take the
   ``PosedSkin`` of ``posed_model``: one mesh at one time.
4. ``dual_quaternion``: rotations and translations blended instead of matrices, so that volume is kept.
5. ``blender``: a folder of its own, with Blender's two formulas to the last bit.
6. ``forms``: all of them in one table (``python -m examples.forms`` runs it).

The reference, against which everything is measured, uses one of the forms over many times:

7. ``linear``: skin palettes, positions, normals by the inverse transpose.
8. ``batch``: the same formulas at many times at once, laid out for the machine.
9. ``posed_model``: a whole model laid open between file and positions, every step replaceable.
10. ``reference``: the engine.

Skinning in float32 at the speed of matrix products is in another folder, ``fast``.
"""
