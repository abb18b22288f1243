"""The command line with Blender's engines.

Read in this order: the verb ``picture``, ``commands`` (all verbs), ``launch`` (runs inside a Blender), ``start``.
"""
