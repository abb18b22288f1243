"""The command line with Blender's engines: ``commands``, ``launch`` (in a Blender it starts), ``picture``, ``png``."""
