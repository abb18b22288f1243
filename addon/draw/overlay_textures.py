"""The textures that the overlay draws: decoded by Blender between two drawings, then kept on the GPU."""

from __future__ import annotations

from functools import partial

import bpy
import gpu

from ...skinning_core.model import Float, Model, Part
from ..gpu.data.tint import SurfaceTexture, surface_texture
from ..gpu.device.upload import texture_of
from ..scene.build.images import DecodedImages
from ..state.views import redraw


class OverlayTextures:
    """Textures of one model. No image can be made while a view is drawn, so a timer decodes what drawing asks for."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._pixels: dict[int, Float | None] = {}  # decoded, not on the GPU yet; None: unreadable
        self._on_gpu: dict[int, gpu.types.GPUTexture] = {}

    def of(self, part: Part) -> tuple[SurfaceTexture, gpu.types.GPUTexture] | None:
        """The part's base texture; None if it has none or it is not decoded yet, after which views are drawn again."""
        texture = surface_texture(self.model, part)
        if texture is None:
            return None
        image = texture.image
        if image not in self._on_gpu and image not in self._pixels:
            bpy.app.timers.register(partial(self.decode, image), first_interval=0.0)
            self._pixels[image] = None
        pixels = self._pixels.get(image)
        if pixels is not None:
            self._on_gpu[image] = texture_of(pixels, "RGBA8")
            del self._pixels[image]
        return (texture, self._on_gpu[image]) if image in self._on_gpu else None

    def decode(self, image: int) -> None:
        """Decode an image of the model; called by a timer."""
        self._pixels[image] = DecodedImages(self.model)(image)
        redraw(bpy.context, ("WINDOW",))
