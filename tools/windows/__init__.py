"""Skinproof on Windows' Python and Blender's module for Windows, which run here under Wine."""
