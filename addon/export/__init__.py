"""What is asked of Blender's glTF exporter, after an export and before it. Another Blender answers, with a copy.

Read in this order: ``settings`` (what the exporter was told, and what else it could be), ``suspects`` (what is tried
first), ``exchange_settings`` (FBX and USD), ``file_format``, ``progress``, ``trial`` (in the other Blender: the copy
exported and judged), ``empty_file`` (why a file has no mesh), ``fault_search`` (an export verified, the setting at
fault) and ``verb`` (how it is asked), ``weight_fit`` (few influences), ``preflight`` (the best settings, before an
export), ``mends`` and ``mend_search`` (changes of the scene), ``preflight_verb``, ``job`` (in this Blender: the copy,
the other one, its answer), ``headline`` (that in one line), ``extras`` (notes stay out of files), ``box`` (the tick in
the exporter's panel, the call after an export, the old file put back if the disk was full).
"""
