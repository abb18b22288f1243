"""Identity: which objects of a scene are a character, and which vertex, bone and action is which of its file.

Read in this order: ``fit`` and ``record`` (what is noted of the file), ``soundness`` (whether that can be read),
``clip_actions`` and ``clip_times``, ``character``, ``bone_notes``, ``face_keys`` and ``copies``, ``version_1`` and
``loose_notes`` (older files), ``round_trips`` (back through another format), ``vertex_ids`` and ``vertex_map`` (which
row is which vertex), ``strangers`` (vertices of one side only), ``evaluated_rows`` (vertices that modifiers make),
``removal``.
"""
