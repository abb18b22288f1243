"""The command line with Blender's engines: ``start``, ``commands``, ``launch`` (in a Blender), ``picture`` with its
``columns``, ``png``.
"""
