"""Everything that can be said about a model before it is posed."""

from __future__ import annotations

from ..error import SkinproofError
from ..model import Model
from .clips import check_clips
from .finding import Finding
from .nodes import check_nodes
from .skins import check_skins
from .weights import check_weights


def check_model(model: Model) -> tuple[Finding, ...]:
    """All findings, in the order nodes, skins, weights, clips, and what was not read."""
    unread = (Finding(reason.code, reason.pointer, reason.sentence) for reason in model.unjudged)
    return (*check_nodes(model), *check_skins(model), *check_weights(model), *check_clips(model), *unread)


def unreadable(error: SkinproofError) -> Finding:
    """The one finding of a file that cannot be read."""
    sentence = f"{error.what} ({error.fix})" if error.fix else error.what
    return Finding(error.code, error.where, sentence)
