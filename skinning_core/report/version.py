"""The version of Skinproof, the same as in ``blender_manifest.toml`` and ``pyproject.toml`` (a test compares them)."""

VERSION = "0.2.0"
