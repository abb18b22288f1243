"""MD5 characters (.md5mesh and .md5anim, version 10): text -> tokens -> files as arrays -> model.

In reading order: ``tokens`` (words and their lines), ``orientation`` (the fourth number of a quaternion), ``mesh_file``
and ``anim_file`` (files as arrays), ``joint_space`` (the format's own skinning), ``disagreement`` (weights that name
different points), ``looks`` (textures by shaders' names), ``model``.
"""

from .model import load_md5

__all__ = ["load_md5"]
