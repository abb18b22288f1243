"""Blender's own armature deformation, repeated in NumPy to the last bit.

Read in this order: ``armature`` (what an Armature modifier reads, as arrays), ``matrix`` (Blender's float32 matrix
routines), ``linear`` (its sum of displacements), ``preserve_volume`` (its dual quaternions).
"""
