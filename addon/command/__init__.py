"""The command line with Blender's engines: ``start``, ``commands``, ``launch`` (in Blender), ``picture``."""
