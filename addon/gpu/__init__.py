"""Skinning on the GPU: ways to carry a palette to the vertex shader, read-back of what it computes, drawing.

``data`` is data and arrays, importable anywhere. ``device`` uses Blender's ``gpu`` module, which exists only where
there is a GPU (``device.context.availability``): it is imported by whoever has asked first, never at registration.
"""
