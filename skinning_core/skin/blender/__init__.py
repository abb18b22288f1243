"""Blender's own armature deformation, repeated in NumPy to the last bit.

Read in this order: ``armature`` (what an Armature modifier reads, as arrays, and its sum of displacements), ``matrix``
(Blender's float32 matrix routines), ``preserve_volume`` (its dual quaternions).
"""
