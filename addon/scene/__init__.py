"""Characters in a Blender scene: meshes, armatures and actions on the exact rig, and what Blender makes of them.

The mathematics is in ``addon.rig``. Read in this order: ``edit_bones``, ``armature``, ``mesh``, ``objects``,
``actions`` with ``curves`` and ``clip_actions``, put together by ``importer`` (all or nothing: ``rollback``;
``paused_gc``); ``stored_names`` says what a saved file holds, ``character`` finds characters again by it, ``playback``
shows a clip, ``evaluate`` with ``evaluate_mesh`` and ``evaluate_pose`` reads Blender's result back (``vertex_map``:
which row is which vertex of the file); ``limb`` turns bones until a hand or foot is in a place; ``deform_inputs`` reads
what an Armature modifier reads.
"""
