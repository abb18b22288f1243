"""Identity: which objects of a scene are a character, and which vertex, bone and action is which of its file.

Read in this order: ``fit`` and ``record`` (what is noted of the file), ``soundness`` (whether that can be read),
``clip_actions``, ``character`` (found by what its objects store), ``bone_notes`` (as they were when it came),
``face_keys`` and ``copies``, ``version_1`` and ``loose_notes`` (older files), ``round_trips`` (what came back through
another format), ``vertex_ids`` and ``vertex_map`` (which row is which vertex of the file), ``strangers`` (vertices of
one side only), ``evaluated_rows`` (which vertex of its mesh one is that modifiers make), ``removal``.
"""
