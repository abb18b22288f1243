"""Skinproof's core: characters read, posed, skinned and compared by the glTF specification. No Blender is needed.

From a file to a verdict in five steps:

>>> from skinning_core import check_model, compare_results, load_model, posed_model, skin_model, skin_model_fast
>>> model = load_model("examples/character.glb")  # a file becomes a model
>>> [finding.code for finding in check_model(model) if finding.severity == "error"]  # is anything wrong with it?
[]
>>> posed = posed_model(model, model.clip(0), [0.0, 0.5])  # a time becomes a pose: world matrices, skin palettes
>>> posed.world.shape[:2] == (2, len(model.nodes))
True
>>> reference = skin_model(model, 0, [0.0, 0.5])  # a pose and a mesh become positions and normals, in float64
>>> compare_results(reference, skin_model_fast(model, 0, [0.0, 0.5])).max_relative < 1e-6  # two results, a difference
True

A pose may come from elsewhere, too, as the world matrices of the joints:

>>> from skinning_core import skin_pose
>>> float(abs(skin_pose(model, posed.world[1]).positions[0][0] - reference.positions[0][1]).max()) < 1e-12
True

Data flows one way, from a file to a report, and the chapters are read in the same order:

1. ``model`` (the data that all chapters share), ``transform`` (matrices and quaternions), ``error``; then ``load`` with
   the formats behind it, ``gltf`` and ``md5``, which read bytes through ``files`` and within its ``limits``.
2. ``pose``: keys and times become world matrices.
3. ``skin``: the plain forms of skinning, the tiles that do the same faster, the reference; ``skinned`` is what every
   engine returns; ``skeleton``: bind poses, instances, other orders, rigid parts.
4. ``fast``: skinning in float32, at the speed of matrix products; ``engine`` names all engines.
5. ``check``: what can be said of a file before anything is computed, with a formula or two of the chapters before.
6. ``compare``: how far an engine, or another file, is from the reference, whether that is too far, and why.
7. ``report``: the same as a page, a document, a table; ``batch``: for a folder of files; ``cli``: the command line.

``docs/glossary.md`` has one word for each thing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .error import SkinproofError
from .model import Model
from .skinned import Skinned

if TYPE_CHECKING:
    from .check.check import check_model
    from .compare.measure.difference import compare_results
    from .fast.engine import skin_model_fast
    from .load import load_model
    from .skin.posed_model import posed_model
    from .skin.reference import skin_model, skin_pose

__all__ = [
    "Model",
    "Skinned",
    "SkinproofError",
    "check_model",
    "compare_results",
    "load_model",
    "posed_model",
    "skin_model",
    "skin_model_fast",
    "skin_pose",
]

#: Imported when they are first asked for: who only reads a file does not wait for engines, and `--help` for neither.
_CHAPTERS = {
    "check_model": ".check.check",
    "compare_results": ".compare.measure.difference",
    "load_model": ".load",
    "posed_model": ".skin.posed_model",
    "skin_model": ".skin.reference",
    "skin_model_fast": ".fast.engine",
    "skin_pose": ".skin.reference",
}


def __getattr__(name: str) -> object:
    if name not in _CHAPTERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_CHAPTERS[name], __name__), name)
