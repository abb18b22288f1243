"""A scene of which nothing can be judged: its meshes are instances, copies or curves, or modifiers make them anew."""

from __future__ import annotations

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Float64, Model
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ...skinning_core.subject import ARMATURE, Subject


class NothingLeft(Subject):
    """The scene beside a model without parts, whose ``unjudged`` says why. It is asked for no clip."""

    name = "blender"
    gives_normals = False
    roundings = ARMATURE

    def __init__(self, model: Model) -> None:
        self.model = model

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Raises ``SkinproofError``, whatever times (T,) are asked for."""
        del clip, times, normals, progress
        raise SkinproofError("nothing could be compared", where=self.model.name)
