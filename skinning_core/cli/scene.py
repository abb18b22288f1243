"""``--scene``: a character that stands in a .blend, compared with a file. Blender opens it; here is what is asked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Protocol

from ..engine import Engine
from ..error import SkinproofError
from ..model import Model


class SceneCharacter(Protocol):
    """A character of a scene that belongs to a model."""

    clips: tuple[int, ...]  # those of the model's clips that it has actions of
    engine: Engine  # plays them

    def in_its_pose(self) -> tuple[Model, Engine]:
        """The model in the pose that the character's bones have now, and the character as it stands."""


class OpenScene(Protocol):
    """Opens a .blend and finds the character of a model in it, or attaches the model to one."""

    def __call__(self, blend: Path, name: str | None, model: Model) -> SceneCharacter:
        """``name``: of one of the character's objects. Raises ``SkinproofError`` where it is not clear which it is."""


def add_scene_arguments(parser: argparse.ArgumentParser) -> None:
    """Options for a character in a scene."""
    parser.add_argument(
        "--scene",
        metavar="FILE.blend",
        help="compare with a character of this scene, whatever brought it in: another importer, an add-on, a hand",
    )
    parser.add_argument("--object", metavar="NAME", help="which one: the name of its armature or of one of its meshes")
    parser.add_argument(
        "--pose",
        choices=["scene"],
        help="scene: the file's skin in the pose that the scene's bones have (constraints and control rigs included)",
    )


def scene_character(args: argparse.Namespace, model: Model) -> SceneCharacter:
    """The character that the options name. Raises ``SkinproofError`` where there is none, or no Blender."""
    open_scene: OpenScene | None = getattr(args, "open_scene", None)
    if open_scene is None:
        raise SkinproofError(
            "--scene works inside Blender only", fix="name a Blender with --blender or $BLENDER, or install the module"
        )
    return open_scene(Path(args.scene), args.object, model)


def require_scene_for_its_options(args: argparse.Namespace) -> None:
    """Refuse options of ``--scene`` without it, and others that say the opposite."""
    if args.scene is None and (args.object or args.pose):
        raise SkinproofError("--object and --pose are of a character in a scene", fix="name the scene by --scene")
    if args.scene is not None and args.against:
        raise SkinproofError("--scene says what to compare with, and so does --against", fix="give one of them")
    if args.scene is not None and len(args.model) != 1:
        raise SkinproofError("--scene compares one file with one character", fix="give one MODEL")
    if args.pose and args.clip:
        raise SkinproofError("--pose scene is of no clip", fix="leave out --clip")
