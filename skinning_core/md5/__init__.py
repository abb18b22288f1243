"""MD5 characters (.md5mesh and .md5anim, version 10): text -> tokens -> files as arrays -> model.

Read in this order: ``tokens`` (words and their lines), ``orientation`` (the fourth number of a quaternion),
``mesh_file`` and ``anim_file`` (the two kinds of file as arrays), ``joint_space`` (the format's own way of skinning),
``disagreement`` (weights that name different points), ``looks`` (textures by the names of shaders), ``model``.
"""

from .model import load_md5

__all__ = ["load_md5"]
