"""Images of a model as Blender's: made once per use, packed into the .blend or left beside the model."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import numpy as np
from numpy.typing import NDArray

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Model
from ..ground.rollback import removed_at_end

#: Pixels along a side of an image that colours vertices: there are fewer vertices than that.
LARGEST_SIDE = 1024


class ImageStore:
    """Makes a model's images when first asked for; ``warn`` is told of those that cannot be had."""

    def __init__(self, model: Model, *, packed: bool, warn: Callable[[str], object]) -> None:
        self._model, self._packed, self._warn = model, packed, warn
        self._made: dict[tuple[int, bool], bpy.types.Image | None] = {}

    def image(self, index: int, *, is_data: bool) -> bpy.types.Image | None:
        """Image ``index`` for colours, or for data, which no colour management may change; None if it cannot be had."""
        key = index, is_data
        if key not in self._made:
            self._made[key] = self._new(index, is_data)
        return self._made[key]

    def _new(self, index: int, is_data: bool) -> bpy.types.Image | None:
        try:
            stored = self._model.images[index]
        except SkinproofError as error:
            self._warn(error.sentence)
            return None
        if self._packed or stored.path is None:
            image = new_packed_image(stored.name, stored.data)
        else:
            image = bpy.data.images.load(str(stored.path))
            image.name = stored.name
        if is_data:
            image.colorspace_settings.is_data = True
        return image


class DecodedImages:
    """Pixels of a model's images, decoded by Blender when first asked for. No image stays in the file."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._decoded: dict[int, NDArray[np.float32] | None] = {}

    def __call__(self, index: int) -> NDArray[np.float32] | None:
        """(H, W, 4) image ``index`` in sRGB, top row first, large ones shrunk; None if it cannot be read."""
        if index not in self._decoded:
            self._decoded[index] = self._pixels(index)
        return self._decoded[index]

    def _pixels(self, index: int) -> NDArray[np.float32] | None:
        try:
            stored = self._model.images[index]
        except SkinproofError:
            return None
        with removed_at_end():
            image = new_packed_image(stored.name, stored.data)
            width, height = np.array(image.size).tolist()
            if not (width and height):  # Blender could not decode it
                return None
            shrunk = max(width, height) / LARGEST_SIDE
            if shrunk > 1.0:
                width, height = max(int(width / shrunk), 1), max(int(height / shrunk), 1)
                image.scale(width, height)
            pixels = np.empty((height, width, 4), np.float32)
            image.pixels.foreach_get(pixels.ravel())
        return pixels[::-1]


def new_packed_image(name: str, data: memoryview) -> bpy.types.Image:
    """An image that holds an encoded file; Blender decodes it when it is first drawn."""
    image = bpy.data.images.new(name, 1, 1)
    image.pack(data=bytes(data), data_len=len(data))
    image.source = "FILE"
    return image
