"""Characters in a Blender scene: meshes, armatures and actions on the exact rig, and what Blender makes of them.

The mathematics is in ``addon.rig``. Seven rooms, each importing from those before it only: ``ground`` (what every room
needs of Blender), ``identity`` (which objects are a character, which row is which vertex of the file), ``play`` (what
moves a character), ``build`` (an import), ``read`` (what Blender deformed), ``changed`` (what was edited since the
import), ``attach`` (a file attached to a character that something else brought in).
"""
