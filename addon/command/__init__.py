"""The command line with Blender's engines: ``start``, ``commands``, ``launch`` (runs inside a Blender) and the
verb ``picture``.
"""
