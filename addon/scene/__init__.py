"""Characters in a Blender scene: meshes, armatures and actions on the exact rig, and what Blender makes of them.

The mathematics is in ``addon.rig``. Seven rooms, each importing from earlier ones only: ``ground`` (what all need of
Blender), ``identity`` (which objects are a character, which row is which vertex), ``play`` (what moves it), ``build``
(an import), ``read`` (what Blender deformed), ``changed`` (edits since the import), ``attach`` (a file attached to a
character that something else brought in).
"""
