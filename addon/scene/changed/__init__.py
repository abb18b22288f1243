"""What was edited since the import, told in sentences, and whether anything was.

Read in this order: ``mesh_edits``, ``rig_edits``, ``play_edits``, put together by ``since_import``; ``exporter_edits``
(what an exporter is known to do wrong), ``written_pose`` (what a file would have with other settings),
``hidden_at_times`` (what keys hide); ``normal_edits`` (why normals are others); ``setting_effect`` (how far one
setting moves a vertex); ``case``, ``bone_edit_mode``, ``applied_transform``, ``strip_remedies`` and ``remedies`` (what
puts one back), ``switches`` (what does so for a moment); ``proof`` (whether the difference is smaller then);
``fingerprint`` (whether anything that could move a vertex is another than when it was compared).

Two baselines, two mechanisms. What the import made is still at hand as numbers, the file's model and what
``import_notes`` kept, and the answer names the bone and says by how much: a fingerprint would keep neither. What was
compared is gone but for its fingerprint of 12 bytes, which also has what no sentence is made for; to keep the numbers
for each result instead would store every weight and key of a scene once more.
"""
