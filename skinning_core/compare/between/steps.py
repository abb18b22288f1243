"""The steps that lie between two files: what each is called, what it says, and how the tool that made it avoids it."""

from __future__ import annotations

from dataclasses import dataclass

from ...text.sentence import joined, sentence

#: Tools, as they name themselves in ``asset.generator``.
GLTFPACK, TRANSFORM, BLENDER = "gltfpack", "glTF-Transform", "Khronos glTF Blender I/O"

#: Step -> what happened, in a sentence, and by the tool that wrote the file how it is avoided.
STEPS: dict[str, tuple[str, dict[str, str]]] = {
    "keys": (
        "the keys of the animation were resampled, dropped or rounded",
        {
            GLTFPACK: "gltfpack -af 0 -at 24 -ar 16",
            TRANSFORM: "glTF-Transform resample --tolerance 0 (optimize --resample false)",
            BLENDER: "a frame rate of the scene at which every key is a whole frame, and Sampling Rate 1",
        },
    ),
    "rest pose": ("joints stand elsewhere at rest", {GLTFPACK: "gltfpack -kn"}),
    "surface": (
        "the surface was simplified or made anew",
        {GLTFPACK: "gltfpack without -si", TRANSFORM: "glTF-Transform optimize --simplify false"},
    ),
    "welds": (
        "vertices were merged with others apart from them",
        {TRANSFORM: "glTF-Transform optimize --weld false"},
    ),
    "positions": (
        "vertex positions or inverse bind matrices were rounded",
        {GLTFPACK: "gltfpack -vp 16 or -vpf", TRANSFORM: "glTF-Transform quantize --quantize-position 16"},
    ),
    "draco": (
        "Draco rounded positions or weights, or left out faces without area",
        {
            TRANSFORM: "glTF-Transform draco --quantize-position 16 --quantize-generic 16",
            BLENDER: "Compression with more bits for positions and skinning weights, or off",
            "": "more quantisation bits in the Draco encoder (position and generic), or no Draco",
        },
    ),
    "joints dropped": (
        "joints were dropped or merged with others",
        {GLTFPACK: "gltfpack -kn", BLENDER: "Export Deformation Bones Only off"},
    ),
    "influences cut": ("influences were cut", {BLENDER: "Include All Bone Influences on"}),
    "weights": (
        "weights were rounded",
        {
            GLTFPACK: "another tool than gltfpack, whose weights always have 8 bits",
            TRANSFORM: "glTF-Transform quantize --quantize-weight 16",
        },
    ),
}

#: What stands between the names of steps that are told together.
TOGETHER = " + "


@dataclass(frozen=True)
class Step:
    """One change between two files, or several that work against each other."""

    name: str  # a key of STEPS, or several, with TOGETHER between them
    share: float  # 0 to 1, of the whole difference at the worst vertex
    distance: float  # metres: that share of the whole
    maximum: float  # metres, the farthest that this change alone moves any vertex
    option: str = ""  # how the tool that wrote the other file avoids it, if that is known

    @property
    def sentence(self) -> str:
        """What happened, in one sentence."""
        told = [STEPS[name][0] for name in self.name.split(TOGETHER)]
        return told[0] if len(told) == 1 else sentence("work against each other: {steps}", steps=joined(told))


@dataclass(frozen=True)
class Split:
    """The difference of one vertex at one time, taken apart."""

    vertex: int  # among all vertices of the first model, one part after the other
    time: float
    distance: float  # metres; the steps' distances add up to it
    steps: tuple[Step, ...]  # in the order of STEPS, those that move anything; those told together come first
