"""Skinning on the GPU: ways to carry a palette to the vertex shader, read-back of what it computes, and drawing.

``data`` is data and arrays, importable anywhere. ``device`` uses Blender's ``gpu`` module: ask
``device.context.availability`` before you import it, and never at registration.
"""
