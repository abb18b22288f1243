"""Blender's own Draco library as the core's decoder: a bridge of a dozen C functions, by ctypes.

Official builds carry it for the glTF importer, under undocumented and changing names: `extern_draco` in 4.2 in
Blender's site-packages, in 4.5 and 5.0 beside the importer; `bf_intern_draco_bridge` from 5.2 on among Blender's shared
libraries, beside the importer, or in the system's folders. All are searched. As a Python module (bpy) Blender has it in
4.5 and 5.0, but not in 4.2, 5.2 and 5.3: there DracoPy is used, if installed.

Spaces and forms are the file's: glTF's component type and type say what each attribute becomes.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ..skinning_core.error import SkinproofError
from ..skinning_core.gltf import draco
from ..skinning_core.gltf.grammar.element import LAYOUTS

_NAMES = ("bf_intern_draco_bridge", "extern_draco")
_UNSIGNED_INT = 5125

#: C types of the functions below.
_POINTER, _COUNT, _SIZE = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_size_t
#: Functions of the library: result, arguments.
_FUNCTIONS = {
    "decoderCreate": (_POINTER, ()),
    "decoderRelease": (None, (_POINTER,)),
    "decoderDecode": (ctypes.c_bool, (_POINTER, ctypes.c_char_p, _SIZE)),
    "decoderGetVertexCount": (_COUNT, (_POINTER,)),
    "decoderGetIndexCount": (_COUNT, (_POINTER,)),
    "decoderReadAttribute": (ctypes.c_bool, (_POINTER, _COUNT, _SIZE, ctypes.c_char_p)),
    "decoderGetAttributeByteLength": (_SIZE, (_POINTER, _SIZE)),
    "decoderCopyAttribute": (None, (_POINTER, _SIZE, _POINTER)),
    "decoderReadIndices": (ctypes.c_bool, (_POINTER, _SIZE)),
    "decoderGetIndicesByteLength": (_SIZE, (_POINTER,)),
    "decoderCopyIndices": (None, (_POINTER, _POINTER)),
}


def register() -> None:
    """Have the core decode Draco by Blender's library, if this Blender has one."""
    if library_path() is not None:
        draco.register_decoder(decode)


def unregister() -> None:
    """Undo `register`."""
    if library_path() is not None:
        draco.unregister_decoder(decode)


def decode(stream: bytes, wanted: dict[int, draco.Form]) -> draco.DracoMesh:
    """The mesh of a Draco stream; see `skinning_core.gltf.draco.Decoder`."""
    library = _library()
    decoder = library.decoderCreate()
    try:
        if not library.decoderDecode(decoder, stream, len(stream)):
            raise SkinproofError("the stream cannot be decoded")
        vertices = library.decoderGetVertexCount(decoder)
        attributes = {id_: _attribute(library, decoder, id_, form, vertices) for id_, form in wanted.items()}
        return draco.DracoMesh(_indices(library, decoder), attributes)
    finally:
        library.decoderRelease(decoder)


@cache
def library_path() -> Path | None:
    """Blender's Draco library; None if this Blender has none."""
    prefix, suffix = {"win32": ("", ".dll"), "darwin": ("lib", ".dylib")}.get(sys.platform, ("lib", ".so"))
    for folder in _folders():
        for name in _NAMES:
            path = folder / f"{prefix}{name}{suffix}"
            if path.is_file():
                return path
    return None


def _folders() -> Iterator[Path]:
    """Where a Blender of any version and system may have put the library."""
    named = os.environ.get("BLENDER_EXTERN_DRACO_LIBRARY_PATH")  # the importer's own variable
    if named:
        yield Path(named) if Path(named).is_dir() else Path(named).parent
    python = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for kind in ("SYSTEM_LIBS", "SYSTEM", "LOCAL"):
        try:
            root = bpy.utils.resource_path(kind)
        except (TypeError, ValueError):  # SYSTEM_LIBS exists since 5.x
            continue
        if root:
            yield Path(root).parent / "lib"
            yield Path(root) / "python" / "lib" / python / "site-packages"
            yield Path(root) / "python" / "lib" / "site-packages"
            yield Path(root) / "scripts" / "addons_core" / "io_scene_gltf2"


@cache
def _library() -> ctypes.CDLL:
    path = library_path()
    if path is None:
        raise SkinproofError("this Blender has no Draco library", fix="use an official build of Blender")
    try:
        library = ctypes.CDLL(str(path))
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise SkinproofError(f"Blender's Draco library cannot be used: {error}", where=str(path)) from error
    return library


def _attribute(library: ctypes.CDLL, decoder: int, id_: int, form: draco.Form, vertices: int) -> NDArray[Any]:
    """(V, C) values of one attribute in the form's own type."""
    if not library.decoderReadAttribute(decoder, id_, form.component, form.kind.encode()):
        raise SkinproofError(f"the stream has no attribute with the id {id_} that can be read as the accessor says")
    layout = LAYOUTS[form.component, form.kind]
    values = np.empty((vertices, layout.rows), layout.dtype)
    if library.decoderGetAttributeByteLength(decoder, id_) != values.nbytes:
        raise SkinproofError(f"attribute {id_} of the stream is not of the size that its accessor says")
    library.decoderCopyAttribute(decoder, id_, values.ctypes.data)
    return values


def _indices(library: ctypes.CDLL, decoder: int) -> NDArray[np.uint32]:
    """(3 F,) vertex indices of the triangles."""
    indices = np.empty(library.decoderGetIndexCount(decoder), np.uint32)
    read = library.decoderReadIndices(decoder, _UNSIGNED_INT)
    if not read or library.decoderGetIndicesByteLength(decoder) != indices.nbytes:
        raise SkinproofError("the faces of the stream cannot be read")
    library.decoderCopyIndices(decoder, indices.ctypes.data)
    return indices
