"""What can be judged inside Blender, for panel and command line.

Read in this order: ``stock`` (Blender's own importer) and ``blender`` (our rigs), each in a scene of its own;
``scene_causes`` (why a character differs), ``clips_asked``, ``scene`` (a character of the open scene), ``pair`` (any
two objects), ``nothing_left``, ``open_scene`` (a .blend for the command line), ``imported`` (an exported FBX or USD),
``catalogue``.
"""
