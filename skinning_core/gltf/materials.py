"""Materials of a document, each read when first asked for (specification 3.9).

Looks cannot matter to deformation, so nothing here refuses a file: what is wrong is left out and told in the material's
``flaws``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..error import SkinproofError, require
from ..model import AlphaMode, Material, OnDemand, Texture, Wrap
from .accessor import Buffers, checked_index
from .grammar.kinds import Entry, Number, Object, member
from .grammar.schema import object_named

#: Moves, turns and scales a texture.
_TRANSFORM = "KHR_texture_transform"
#: Gives a texture a WebP image.
_WEBP = "EXT_texture_webp"
#: Emission stronger than one.
_STRENGTH = "KHR_materials_emissive_strength"
#: A material that no light changes.
_UNLIT = "KHR_materials_unlit"
#: A material by specular colour and glossiness.
_GLOSSY = "KHR_materials_pbrSpecularGlossiness"
#: As ``schema.json`` has them.
_MATERIAL = object_named("material")
#: Its ``pbrMetallicRoughness``.
_SURFACE = object_named("surface")
_TEXTURE = object_named("texture")
_SAMPLER = object_named("texture sampler")
#: glTF's numbers of a sampler: three ways to wrap, and the filter of the nearest texel.
_REPEAT, _MIRRORED_REPEAT, _CLAMP_TO_EDGE, _NEAREST = 10497, 33648, 33071, 9728
_WRAPS: dict[int | None, Wrap] = {_REPEAT: "REPEAT", _MIRRORED_REPEAT: "MIRROR", _CLAMP_TO_EDGE: "EXTEND"}
_ALPHA_MODES: dict[str, AlphaMode] = {"OPAQUE": "OPAQUE", "MASK": "MASK", "BLEND": "BLEND"}


_TRANSFORM_INFO = object_named("texture transform")
#: The part of ``KHR_materials_pbrSpecularGlossiness`` that has a counterpart in glTF 2.0.
_GLOSSY_INFO = object_named("specular glossiness")


def read_materials(buffers: Buffers) -> OnDemand[Material]:
    """All materials; asking for one never raises."""
    stored = buffers.json.get("materials", [])
    return OnDemand(len(stored), lambda k: _Reader(buffers, f"/materials/{k}").material(stored[k], k))


class _Reader:
    """Reads one material and collects its flaws."""

    def __init__(self, buffers: Buffers, where: str) -> None:
        self._json, self._where = buffers.json, where
        self._flaws: list[str] = []

    def material(self, stored: Any, k: int) -> Material:
        """Material k from its JSON."""
        read = self._made(_MATERIAL, stored, self._where)
        if read is None:
            return Material(f"material {k}", flaws=tuple(self._flaws))
        extensions = read.extensions if isinstance(read.extensions, dict) else {}
        surface = read.pbrMetallicRoughness or _SURFACE.make({})
        material = Material(
            name=read.name or f"material {k}",
            base_color=_four(surface.baseColorFactor),
            double_sided=read.doubleSided,
            metallic=surface.metallicFactor,
            roughness=surface.roughnessFactor,
            emission=self._emission(read, extensions),
            alpha_mode=_ALPHA_MODES.get(read.alphaMode, "OPAQUE"),
            alpha_cutoff=read.alphaCutoff,
            normal_scale=1.0 if read.normalTexture is None else read.normalTexture.scale,
            base_texture=self._texture(surface.baseColorTexture, "/pbrMetallicRoughness/baseColorTexture"),
            metal_texture=self._texture(
                surface.metallicRoughnessTexture, "/pbrMetallicRoughness/metallicRoughnessTexture"
            ),
            normal_texture=self._texture(read.normalTexture, "/normalTexture"),
            emission_texture=self._texture(read.emissiveTexture, "/emissiveTexture"),
        )
        if _GLOSSY in extensions:
            material = self._glossy(material, extensions[_GLOSSY])
        if _UNLIT in extensions:
            material = replace(material, metallic=0.0, roughness=1.0, metal_texture=None)
        return replace(material, flaws=tuple(self._flaws))

    def _made(self, kind: Object, stored: Any, where: str) -> Any:
        """The object of a kind from its JSON; None, and a flaw, if it is not of that kind."""
        try:
            return kind.make(kind.check(stored, where))
        except SkinproofError as error:
            self._flaw(error.what, error.where)
            return None

    def _flaw(self, what: str, where: str) -> None:
        self._flaws.append(f"{where}: {what}")

    def _emission(self, read: Entry, extensions: dict[str, Any]) -> tuple[float, float, float]:
        red, green, blue = read.emissiveFactor
        info = extensions.get(_STRENGTH)
        strength = info.get("emissiveStrength", 1.0) if isinstance(info, dict) else 1.0
        if not Number().all_fit((strength,)):
            self._flaw("the strength is not a number", f"{self._where}/extensions/{_STRENGTH}")
            strength = 1.0
        return red * strength, green * strength, blue * strength

    def _glossy(self, material: Material, stored: Any) -> Material:
        """The material with an older description's colour and smoothness, not metal."""
        where = f"/extensions/{_GLOSSY}"
        read = self._made(_GLOSSY_INFO, stored, self._where + where)
        if read is None:
            return material
        return replace(
            material,
            base_color=_four(read.diffuseFactor),
            base_texture=self._texture(read.diffuseTexture, f"{where}/diffuseTexture"),
            metallic=0.0,
            roughness=1.0 - read.glossinessFactor,
            metal_texture=None,
        )

    def _texture(self, info: Any, where: str) -> Texture | None:
        """What a textureInfo means; None if there is none or, with a flaw, if it cannot be read."""
        if info is None:
            return None
        try:
            texture = _element(self._json, "textures", info.index, _TEXTURE)
            image = _source(texture, len(self._json.get("images", ())), f"/textures/{info.index}")
            sampler = _SAMPLER.make({})
            if texture.sampler is not None:
                sampler = _element(self._json, "samplers", texture.sampler, _SAMPLER)
        except SkinproofError as error:
            self._flaw(f"{error.what} ({error.where})", self._where + where)
            return None
        extensions = info.extensions if isinstance(info.extensions, dict) else {}
        stored = extensions.get(_TRANSFORM, {})
        transform = self._made(_TRANSFORM_INFO, stored, f"{self._where}{where}/extensions/{_TRANSFORM}")
        transform = transform or _TRANSFORM_INFO.make({})
        return Texture(
            image=image,
            texcoord=(info.texCoord or 0) if transform.texCoord is None else transform.texCoord,
            offset=(transform.offset[0], transform.offset[1]),
            rotation=transform.rotation,
            scale=(transform.scale[0], transform.scale[1]),
            wrap=(_WRAPS.get(sampler.wrapS, "REPEAT"), _WRAPS.get(sampler.wrapT, "REPEAT")),
            smooth=sampler.magFilter != _NEAREST,
        )


def _element(json: dict[str, Any], collection: str, index: int, kind: Object) -> Any:
    """Element ``index`` of a collection. Raises ``SkinproofError`` if it is missing or broken."""
    stored = json.get(collection, [])
    where = f"/{collection}/{index}"
    return kind.make(kind.check(stored[checked_index(index, stored, where)], where))


def _source(texture: Entry, images: int, where: str) -> int:
    """The image of a texture: its WebP if it has one, which every supported Blender can read."""
    source = member(texture.extensions, _WEBP, "source")
    source = source if type(source) is int else texture.source
    if source is None:
        extensions = texture.extensions if isinstance(texture.extensions, dict) else {}
        named = ", ".join(sorted(map(str, extensions))) or "no extension"
        raise SkinproofError(f"there is no image in a format that is read ({named})", where=where)
    require(0 <= source < images, f"image {source} is out of range: there are {images}", where)
    return int(source)


def _four(values: Any) -> tuple[float, float, float, float]:
    red, green, blue, alpha = values
    return red, green, blue, alpha
