"""Skinproof's core: glTF skins read, posed, skinned and compared by the specification. Python and NumPy, no Blender."""

from .error import SkinproofError
from .load import load_model
from .model import Model
from .skinned import Skinned

__all__ = ["Model", "Skinned", "SkinproofError", "load_model"]
