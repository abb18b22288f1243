"""The command line with Blender's engines: ``start``, ``commands``, ``launch`` (runs inside a Blender), ``picture``
with its ``columns``, and ``gif``.
"""
