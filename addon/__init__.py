"""The Blender side of Skinproof: data in and out, a window, a command. Importable without ``bpy``."""
