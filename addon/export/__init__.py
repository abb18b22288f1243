"""The box in the glTF exporter's own panel: verify after export. Another Blender does it, with a copy of the scene.

Read in this order: ``settings`` (what the exporter was told, and what could be told otherwise), ``suspects`` (what is
tried first), ``progress``, ``trial`` (in the other Blender: verified, and exported again with one setting changed at a
time) and ``verb`` (how it is asked), ``job`` (in this one: the copy, the other Blender, its answer), ``box`` (the tick
and the call after an export; the old file is put back if the disk was full).
"""
