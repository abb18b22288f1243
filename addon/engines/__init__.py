"""Engines: ``table`` (every engine by name), ``blender`` (our import on the exact rig, and Blender's own importer,
driven by ``stock_import``).
"""
