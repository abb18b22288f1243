"""What an MD5 character looks like: an image with the name of a mesh's shader, beside the file, is its texture.

A shader's name is a path in the game's folders (``models/monsters/imp``). Only its last part is looked for, and only in
the character's folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from ..error import SkinproofError
from ..gltf.images import require_image
from ..gltf.resolver import Resolver
from ..model import Image, Material, OnDemand, Texture

_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")


def read_looks(path: Path, shaders: Sequence[str]) -> tuple[OnDemand[Material], OnDemand[Image]]:
    """The materials by shader, and the images, of the file at ``path``; found when asked for."""
    resolver = Resolver(path.parent)
    names = list(dict.fromkeys(shaders))

    def material(k: int) -> Material:
        texture = Texture(names.index(shaders[k])) if _file_of(resolver, shaders[k]) is not None else None
        return Material(shaders[k] or f"mesh {k}", base_texture=texture)

    def image(k: int) -> Image:
        """Read the k-th image, when first asked for."""
        file = _file_of(resolver, names[k])
        if file is None:
            raise SkinproofError(f"there is no image for the shader {names[k]!r}", where=path.name)
        data = resolver.resolve(quote(file.name), file.name)
        require_image(data, file.name)
        return Image(file.stem, data, file.absolute())

    return OnDemand(len(shaders), material), OnDemand(len(names), image)


def _file_of(resolver: Resolver, shader: str) -> Path | None:
    """The image of a shader in the character's folder, if any."""
    last = PurePosixPath(shader.replace("\\", "/"))
    for name in (f"{stem}{suffix}" for stem in dict.fromkeys((last.name, last.stem)) if stem for suffix in _SUFFIXES):
        try:
            return resolver.path_of(quote(name), "")
        except SkinproofError:
            continue
    return None
