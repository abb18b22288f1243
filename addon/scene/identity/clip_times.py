"""What Blender's glTF exporter was told about time: known of an export that was watched, else found from the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import Any


@dataclass(frozen=True)
class ClipTimes:
    """Settings of an export by which frames of the scene become seconds of a clip."""

    mode: str  # of animation: NLA_TRACKS writes tracks as they are placed, SCENE what plays, others actions
    from_zero: bool  # all clips begin at zero
    slides: bool  # those with frames below 0 do; else these are cropped
    limited: bool  # to the playback range

    @property
    def stored(self) -> list[str | bool]:
        """As a character's record has it."""
        return list(astuple(self))


def clip_times(settings: Mapping[str, Any]) -> ClipTimes | None:
    """From the exporter's settings, by its own names; None if they tell no mode of animation."""
    if "gltf_animation_mode" not in settings:
        return None
    return ClipTimes(
        mode=str(settings["gltf_animation_mode"]),
        from_zero=bool(settings.get("gltf_anim_slide_to_zero", False)),
        slides=settings.get("gltf_negative_frames", "SLIDE") == "SLIDE",
        limited=bool(settings.get("gltf_frame_range", False)),
    )
