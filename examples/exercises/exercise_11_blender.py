"""Exercise 11 of the guide: see ``docs/guide``, page 11."""

from __future__ import annotations

from skinning_core.model import Float64


def blender_vertex(position: Float64, weights: Float64, channel: Float64) -> Float64:
    """(3,) what Blender's Armature modifier makes of a vertex, in exact arithmetic.

    position: (3,) in armature space. weights: (I,) of the bones that move it, in [0, 1]. channel: (I, 3, 4), each
    bone's movement from rest to pose. Blender adds up displacements, divides by the sum of weights, and leaves a vertex
    alone whose sum is 0.0001 or less.
    """
    raise NotImplementedError("yours to write")
