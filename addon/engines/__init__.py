"""Engines: ``table`` (every one, by name), ``blender`` (our import on the exact rig, and Blender's own importer, which
``stock_import`` drives).
"""
