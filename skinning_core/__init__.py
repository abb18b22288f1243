"""Skinproof's core: characters read, posed, skinned and compared by the glTF specification. No Blender is needed.

From a file to a verdict in six steps:

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
>>> from skinning_core import SUBJECTS, Question, Times, verify
>>> asked = Question(clips=(0,), times=Times.at([0.0, 0.5]))  # a question becomes a verdict on subjects
>>> found = verify(model, {"fast": SUBJECTS["fast"](model)}, asked)
>>> str(found.verdict.words), str(found.coverage.sentence)
('the same', '1 of 3 clips, 2 of 2 times, 15,975 of 15,975 vertices, 51 of 51 joints')

A pose may come from elsewhere, too, as the world matrices of the joints:

>>> from skinning_core import skin_pose
>>> float(abs(skin_pose(model, posed.world[1]).positions[0][0] - reference.positions[0][1]).max()) < 1e-12
True

Data flows one way, from a file to a report, and the chapters are read in the same order:

1. ``text`` (a sentence is data), ``error``; ``model`` (the data that all chapters share), ``transform`` (matrices and
   quaternions), ``spread`` (some of many); then ``load`` with ``gltf`` and ``md5``, which read bytes through ``files``
   and within its ``limits``.
2. ``pose``: keys and times become world matrices.
3. ``skin``: the plain forms of skinning and ``skin.reference``, the page to read; ``skinned`` is what every subject
   returns; ``skeleton``: bind poses, orders of nodes, faces, vertices.
4. ``fast``: the same at the speed of matrix products, in float64, which measures, and in float32; ``subject`` names all
   that can be judged.
5. ``check``: what can be said of a file before anything is computed.
6. ``compare``: how far a subject is from the reference, why, and what the verdict is.
7. ``report``: the same as a page, a document, a table; ``cli``: the command line.

``annexes`` finds what adds to this, beside this folder: ``lessons/`` explains, ``engines/`` has files that test an
engine rule by rule, ``farm/`` judges folders by many processes.

``docs/glossary.md`` has one word for each thing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .annexes import attach
from .error import SkinproofError
from .model import Model
from .skinned import Skinned
from .subject import SUBJECTS, Subject

if TYPE_CHECKING:
    from .check.check import check_model
    from .compare.between.other_file import OtherFile
    from .compare.between.result_file import Stored, read_results
    from .compare.judge.question import Judged, Question, Times, When
    from .compare.judge.verdict import Outcome, Verdict
    from .compare.judge.verification import Verification, verify
    from .compare.measure.difference import compare_results
    from .fast.engine import skin_model_fast
    from .fast.exact_engine import skin_model, skin_pose
    from .load import load_model
    from .skin.posed_model import posed_model

__all__ = [
    "SUBJECTS",
    "Judged",
    "Model",
    "OtherFile",
    "Outcome",
    "Question",
    "Skinned",
    "SkinproofError",
    "Stored",
    "Subject",
    "Times",
    "Verdict",
    "Verification",
    "When",
    "check_model",
    "compare_results",
    "load_model",
    "posed_model",
    "read_results",
    "skin_model",
    "skin_model_fast",
    "skin_pose",
    "verify",
]

#: Imported when first asked for: who only reads a file does not wait for engines, and `--help` for neither.
_CHAPTERS = {
    "check.check": ("check_model",),
    "compare.between.other_file": ("OtherFile",),
    "compare.between.result_file": ("Stored", "read_results"),
    "compare.judge.question": ("Judged", "Question", "Times", "When"),
    "compare.judge.verdict": ("Outcome", "Verdict"),
    "compare.judge.verification": ("Verification", "verify"),
    "compare.measure.difference": ("compare_results",),
    "fast.engine": ("skin_model_fast",),
    "load": ("load_model",),
    "skin.posed_model": ("posed_model",),
    "fast.exact_engine": ("skin_model", "skin_pose"),
}


attach()


def __getattr__(name: str) -> object:
    for chapter, names in _CHAPTERS.items():
        if name in names:
            return getattr(import_module(f".{chapter}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
