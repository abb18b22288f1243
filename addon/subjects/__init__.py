"""What can be judged inside Blender: ``catalogue`` (the one list of panel and command line), ``stock``, ``blender``."""
