"""Skinning on the GPU: ways to carry a palette to the vertex shader, read-back of what it computes, drawing.

``limits``, ``transport``, ``palette``, ``geometry`` and ``program`` are data and arrays, importable anywhere. The other
modules use Blender's ``gpu``, which exists only where there is a GPU (``context.availability``): they are imported by
whoever has asked first, never at registration.
"""
