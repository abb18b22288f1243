"""Engines that need Blender: our own import on the exact rig, and Blender's own importer."""
