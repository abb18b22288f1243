"""Skinning on the GPU: ways to carry a palette to the vertex shader, read-back of what it computes, and drawing.

``data`` is data and arrays, importable anywhere. ``device`` uses Blender's ``gpu`` module, which works only where there
is a GPU: callers ask ``device.context.availability`` before they import it, and nobody does so at registration.
"""
