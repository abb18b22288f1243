"""All that can be said about a model, or a file, before it is posed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..error import SkinproofError
from ..files.limits import DEFAULT, Limits
from ..files.source import require_file
from ..load import load_model
from ..model import FORBIDDEN, Model
from .clips import check_clips
from .codes import KHRONOS
from .document.judge import apply_rules
from .document.usable_document import PACKING
from .finding import Finding
from .rest_transforms import check_nodes
from .skins import check_skins
from .weights import check_weights

#: Judged on the document: the model's findings on them, after the reader's repairs, are dropped.
IN_DOCUMENT = {code.name for code in KHRONOS} | {"ACCESSOR_WEIGHTS_ZERO_SUM"}

#: Those that depend on values of vertices and keys.
OF_VALUES = {
    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
    "ACCESSOR_JOINTS_INDEX_DUPLICATE",
    "ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
    "ACCESSOR_WEIGHTS_NEGATIVE",
    "ACCESSOR_WEIGHTS_NON_NORMALIZED",
    "ACCESSOR_WEIGHTS_ZERO_SUM",
}

_GLTF = (".glb", ".gltf", ".vrm", ".vrma")


def check_model(model: Model) -> tuple[Finding, ...]:
    """All findings about a model: about nodes, skins, weights, clips, and what the reader did not judge of its file.

    The last are of forbidden data that engines read differently (INVALID_DATA, KEYS_TOGETHER). What a model does not
    show of its document is in ``check_file`` alone.
    """
    unread = (Finding(reason.code, reason.pointer, reason.sentence) for reason in model.unjudged)
    with np.errstate(all="ignore"):  # a file may hold any number, and findings report bad ones
        return (*check_nodes(model), *check_skins(model), *check_weights(model), *check_clips(model), *unread)


def check_file(path: Path, anims: Sequence[Path] = (), *, limits: Limits = DEFAULT) -> tuple[Finding, ...]:
    """All findings about a file, each once: about the document, then about its model.

    ``anims``: .md5anim clips of an .md5mesh; ``limits``: what the file may ask for. If the reader refuses the file, the
    last finding is UNREADABLE or the limit's. Raises ``SkinproofError`` if the file is missing.
    """
    path = Path(path)
    require_file(path)
    findings: tuple[Finding, ...] = ()
    document = None
    try:
        if path.suffix.lower() in _GLTF:
            findings, document = apply_rules(path)
        model = load_model(path, anims, limits=limits)
    except SkinproofError as error:
        return (*findings, unreadable(error))
    if document is None:  # not glTF, or a misspelt version
        return (*findings, *check_model(model))
    packed = any(document.uses_extension(name) for name in PACKING)
    return said_once(findings, check_model(model), packed=packed)


def said_once(document: Sequence[Finding], model: Sequence[Finding], *, packed: bool) -> tuple[Finding, ...]:
    """A document's findings, and its model's new ones.

    ``packed``: data are compressed, and only the model has their values.
    """
    empty = {finding.pointer for finding in document if finding.code == "ACCESSOR_WITHOUT_DATA"}
    said = {finding.code for finding in document}
    known = (IN_DOCUMENT - (OF_VALUES - said) if packed else IN_DOCUMENT) | FORBIDDEN
    return (*document, *(f for f in model if f.code not in known and f.pointer not in empty))


def unreadable(error: SkinproofError) -> Finding:
    """The finding of a file that cannot be read."""
    sentence = f"{error.what} ({error.fix})" if error.fix else error.what
    return Finding(error.code, error.where, sentence)
