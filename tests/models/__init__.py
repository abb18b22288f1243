"""Small glTF models that the tests make themselves, one for each thing a reader or a skinner can get wrong.

``MODELS`` maps a name to a builder ``(folder) -> path of the file written``; each builder's docstring says what is odd
about its file. All are written through pygltflib's types; nothing here uses the code under test. Deterministic.
"""

from . import awkward, clips, files, influences, skeletons
from .tube import MODELS

__all__ = ["MODELS", "awkward", "clips", "files", "influences", "skeletons"]
