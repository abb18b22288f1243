"""The command line with Blender's engines.

Read in this order: the verb ``picture``, ``interruption`` (Ctrl+C), ``commands`` (all verbs), ``launch`` (runs inside a
Blender), ``start``.
"""
