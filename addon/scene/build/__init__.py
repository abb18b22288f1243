"""Build: an import, all or nothing.

Read in this order: ``edit_bones``, ``armature``, ``mesh``, ``objects``, ``actions``, ``images`` and ``materials``,
``spacing`` (beside others), ``instances`` (one more of the same), ``import_notes`` (to tell later changes),
``importer``, ``clip_by_clip`` (imported once, given one clip after the other).
"""
