"""What was edited since the import, told in sentences, and whether anything was.

Read in this order: ``mesh_edits``, ``rig_edits``, ``play_edits``, ``object_edits``, ``strip_edits``, ``rig_limit``, put
together by ``since_import``; ``setting_effect`` (how far one setting moves a vertex); ``remedies`` (what puts one
back); ``fingerprint`` (whether anything that could move a vertex is another than when it was compared).
"""
