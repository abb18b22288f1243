"""Reading glTF 2.0: container -> resolver -> document -> accessor -> model, one file per step.

The reader is independent of Blender's importer on purpose, opens nothing outside the asset's folder, and answers any
broken file with one ``SkinproofError`` that says where the fault is.
"""

from .load import load_gltf

__all__ = ["load_gltf"]
