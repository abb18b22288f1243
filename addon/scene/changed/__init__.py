"""What was edited since the import, told in sentences, and whether anything was.

Read in this order: ``mesh_edits``, ``rig_edits``, ``play_edits``, together in ``since_import``; ``exporter_edits``
(known faults of exporters), ``written_pose`` (a file with other settings), ``misplaced`` and ``first_key`` (a file
without known faults), ``applied_modifiers``, ``simulated``, ``hidden_at_times``, ``normal_edits``, ``setting_effect``
(how far a setting moves a vertex); ``case``, ``bone_edit_mode``, ``applied_transform``, ``strip_remedies`` and
``remedies`` (what puts one back), ``switches`` (for a moment); ``proof`` (whether the difference is smaller then);
``fingerprint`` (whether anything changed since a comparison).

There are two baselines. The import's is at hand as numbers, so the answer names the bone and says by how much. What was
compared is a fingerprint of 12 bytes, which also covers what no sentence is made for: numbers for each result would
store every weight and key once more.
"""
