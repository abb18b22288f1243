"""All cases, the ladder first: what ``cases.json`` says of each, with its figure."""

from __future__ import annotations

import json
from pathlib import Path

from .animation import ANIMATION
from .asymmetric import ASYMMETRIC
from .attributes import ATTRIBUTES
from .case import CorpusCase, Norm
from .containers import CONTAINERS
from .ladder import LADDER
from .nodes import NODES
from .skin_cases import SKINS

_FIGURES = {**LADDER, **SKINS, **ATTRIBUTES, **NODES, **ANIMATION, **CONTAINERS, **ASYMMETRIC}


def _cases() -> tuple[CorpusCase, ...]:
    rows = json.loads(Path(__file__).with_name("cases.json").read_text(encoding="utf-8"))
    return tuple(
        CorpusCase(
            name,
            row["section"],
            row["rule"],
            row["rests_on"],
            _FIGURES[name],
            Norm(row.get("norm", "must")),
            tuple(row.get("times", ())),
            clip=row.get("clip", 0),
            rung=row.get("rung", 0),
        )
        for name, row in rows.items()
    )


CASES = _cases()
