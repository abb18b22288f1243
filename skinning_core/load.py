"""One way in for every format: a path becomes a model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .error import SkinproofError
from .gltf import load_gltf
from .model import Model
from .skeleton.reorder import Reordering, reorder_model


def load_model(path: Path, anims: Sequence[Path] = ()) -> Model:
    """The model of a file, by its suffix: .glb, .gltf (glTF 2.0) or .md5mesh (with ``anims``, its .md5anim files).

    Raises ``SkinproofError`` where the file is missing, broken, or of another kind.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix == ".md5mesh":
        from .md5 import load_md5

        return load_md5(path, anims)
    if anims:
        raise SkinproofError("--anim goes with .md5mesh files only", where=str(path))
    if suffix in (".glb", ".gltf"):
        return load_gltf(path)
    raise SkinproofError("not a .glb, .gltf or .md5mesh file", where=str(path))


def load_parents_first(path: Path, anims: Sequence[Path] = ()) -> tuple[Model, Reordering]:
    """The model of a file with every parent before its children, and the maps back to the file's own numbering.

    For those who walk nodes in one pass. Nothing else depends on the order: ``load_model`` keeps the file's.
    """
    return reorder_model(load_model(path, anims))
