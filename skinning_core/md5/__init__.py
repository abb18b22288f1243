"""MD5 characters (.md5mesh and .md5anim, version 10): text -> tokens -> files as arrays -> model."""

from .model import load_md5

__all__ = ["load_md5"]
