"""The command line, the same inside Blender and outside: one file per verb. It formats what functions return."""

from .main import main

__all__ = ["main"]
