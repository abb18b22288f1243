"""Draco streams by the package DracoPy; importing this file fails where it is not installed."""

from __future__ import annotations

import DracoPy
import numpy as np

from ..error import SkinproofError
from .draco import DracoMesh, Form


def decode(stream: bytes, wanted: dict[int, Form]) -> DracoMesh:
    """See `draco.Decoder`."""
    del wanted  # DracoPy decodes all attributes, each in its own type
    try:
        mesh = DracoPy.decode(stream)
    except Exception as error:  # whatever a decoder in C++ raises: the stream is at fault
        raise SkinproofError("the stream cannot be decoded") from error
    if getattr(mesh, "faces", None) is None:
        raise SkinproofError("the stream holds no faces")
    attributes = {attribute["unique_id"]: np.asarray(attribute["data"]) for attribute in mesh.attributes}
    return DracoMesh(np.asarray(mesh.faces).reshape(-1), attributes)
