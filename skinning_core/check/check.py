"""Everything that can be said about a model, or about a file, before it is posed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..error import SkinproofError
from ..limits import DEFAULT, Limits
from ..load import load_model
from ..model import Model
from .clips import check_clips
from .codes import KHRONOS
from .document.judge import judge
from .finding import Finding
from .nodes import check_nodes
from .skins import check_skins
from .weights import check_weights

#: Codes that the document itself is judged by: what the model says of them, after the reader's mending, is not needed.
IN_DOCUMENT = {code.name for code in KHRONOS} | {"ACCESSOR_WEIGHTS_ZERO_SUM"}

_GLTF = (".glb", ".gltf", ".vrm")


def check_model(model: Model) -> tuple[Finding, ...]:
    """All findings, in the order nodes, skins, weights, clips, and what was not read."""
    unread = (Finding(reason.code, reason.pointer, reason.sentence) for reason in model.unjudged)
    return (*check_nodes(model), *check_skins(model), *check_weights(model), *check_clips(model), *unread)


def check_file(path: Path, anims: Sequence[Path] = (), *, limits: Limits = DEFAULT) -> tuple[Finding, ...]:
    """All findings about a file: about the document first, then about the model that it becomes, each said once.

    ``anims``: .md5anim clips of an .md5mesh; ``limits``: how much the file may ask for. A file that the reader refuses
    has, as its last, the finding UNREADABLE, or the limit's. Raises ``SkinproofError`` where there is no such file.
    """
    path = Path(path)
    if not path.is_file():
        raise SkinproofError("there is no such file", where=str(path))
    findings: tuple[Finding, ...] = ()
    try:
        if path.suffix.lower() in _GLTF:
            findings, _ = judge(path)
        model = load_model(path, anims, limits=limits)
    except SkinproofError as error:
        return (*findings, unreadable(error))
    empty = {finding.pointer for finding in findings if finding.code == "ACCESSOR_WITHOUT_DATA"}
    judged = IN_DOCUMENT if path.suffix.lower() in _GLTF else set()
    rest = [f for f in check_model(model) if f.code not in judged and f.pointer not in empty]
    return (*findings, *rest)


def unreadable(error: SkinproofError) -> Finding:
    """The one finding of a file that cannot be read."""
    sentence = f"{error.what} ({error.fix})" if error.fix else error.what
    return Finding(error.code, error.where, sentence)
