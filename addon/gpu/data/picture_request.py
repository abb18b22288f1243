"""What a picture of a model is to show, as a command or a button asks for it."""

from __future__ import annotations

from dataclasses import dataclass

SKELETONS = ("rest", "bind", "current")

SHOW_HELP = """what to draw, separated by commas: posed; meshspace (as stored); jointspace:JOINT (times its inverse
bind matrix only); limb:JOINT (the same, only what follows it); ownspace (every vertex under its own inverse binds
only); steps:JOINT (the limb from its space to the world, one local matrix after the other); carried:JOINT (all of the
mesh by that joint alone); weights:JOINT; isolate:JOINT (only what it moves); joints (one colour per joint); beyond:N
(the weight that is lost beyond the N strongest influences); weightsum:S (weights that add up to S, used as they are);
cpu and gpu (and how far apart they are); engine:NAME (any engine's positions, such as engine:form:rigid); error:ENGINE
(against the reference); normals (by the inverse transpose, and as directions); mistake:NAME; gallery (every mistake
that can be seen, painted by how far it moves); motion:JOINT (a key of it, its track, its clip, the pose);
layered:JOINT:CLIP:WEIGHT (the clip, another over it from that joint on, and both); pipelines (to the picture without
a skin, and with one); crowd:N (crowd:N:clips: all clips in turn); skeletons over the first of them: rest, bind,
current"""


@dataclass(frozen=True, kw_only=True)
class PictureRequest:
    """What is drawn, when, and from where."""

    time: float  # seconds into the clip
    loop: bool
    show: str  # the words of SHOW_HELP
    size: tuple[int, int]  # pixels
    turn: float = 30.0  # degrees to the side
    rise: float = 12.0  # degrees above
    crowd: tuple[float, float] = (1.1, 0.13)  # between neighbours: sizes of the model, and seconds
    frames: int = 1
    fps: int = 24
