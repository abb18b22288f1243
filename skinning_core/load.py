"""One way in for every format: a path becomes a model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .error import NothingToJudge, SkinproofError, out_of_memory
from .files.limits import DEFAULT, Limits
from .files.source import require_file
from .gltf import load_gltf
from .gltf.named_files import named_files
from .gltf.other_clips import with_clips_of
from .model import Model

_GLTF = (".glb", ".gltf", ".vrm", ".vrma")

#: Other kinds of files that hold characters, and that Blender imports.
_OF_BLENDER = (".fbx", ".usd", ".usda", ".usdc", ".usdz", ".abc", ".obj")


def load_model(path: Path | str, anims: Sequence[Path] = (), *, limits: Limits = DEFAULT) -> Model:
    """The model of a file, by its suffix: .glb, .gltf, .vrm (glTF 2.0) or .md5mesh.

    ``anims``: files with further clips, .md5anim for an .md5mesh, else glTF 2.0. ``limits``: what each file may ask
    for. Raises ``SkinproofError`` if a file is missing, broken, of another kind, or exceeds the limits or memory.
    """
    path = Path(path)
    try:
        return _loaded(path, anims, limits)
    except MemoryError:
        raise out_of_memory(path.name) from None
    except RecursionError:
        raise SkinproofError("the file is nested too deeply to be read", where=path.name) from None


def _loaded(path: Path, anims: Sequence[Path], limits: Limits) -> Model:
    suffix = path.suffix.lower()
    if suffix == ".md5mesh":
        from .md5 import load_md5

        return load_md5(path, anims, limits)
    if suffix in _GLTF:
        model = load_gltf(path, limits)
        for anim in map(Path, anims):
            if anim.suffix.lower() not in _GLTF:
                raise SkinproofError("its clips do not fit a glTF file", where=anim.name, fix="give a .glb or .gltf")
            model = with_clips_of(model, load_gltf(anim, limits), anim, limits)
        return model
    require_file(path)
    raise SkinproofError("not a .glb, .gltf, .vrm or .md5mesh file", where=str(path), fix=said_to_convert(path.name))


def said_to_convert(name: str) -> str:
    """What to do with a file of another kind, by its name; empty if nothing is known."""
    suffix = Path(name).suffix.lower()
    if suffix == ".blend":
        return "open it beside its file: skinproof scene FILE.blend MODEL"
    return "import it into Blender and export it as .glb" if suffix in _OF_BLENDER else ""


def require_parts(model: Model, where: str) -> None:
    """Raise ``SkinproofError`` if no node draws a mesh; ``NothingToJudge`` if the file holds clips for another one."""
    if not model.parts and model.clips:
        raise NothingToJudge("this file holds clips and no mesh that a node draws", where=where, fix="--anim gives it")
    if not model.parts:
        raise SkinproofError("there is no mesh in this file that a node draws", where=where)


def files_of(path: Path, anims: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Every file of the model at ``path``: itself, buffers, images, clips. None may be overwritten.

    This never fails: a file that cannot be understood is the only one.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix == ".md5mesh":
        return (path, *anims, *path.parent.glob("*.[mM][dD]5[aA][nN][iI][mM]"))
    if suffix not in _GLTF:
        return (path, *anims)
    return (path, *anims, *(named for file in (path, *anims) for named in named_files(Path(file))))
