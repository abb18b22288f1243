"""All cases, the ladder first."""

from __future__ import annotations

from .animation import ANIMATION
from .attributes import ATTRIBUTES
from .case import CorpusCase
from .containers import CONTAINERS
from .ladder import LADDER
from .nodes import NODES
from .skin_cases import SKINS

CASES: tuple[CorpusCase, ...] = (*LADDER, *SKINS, *ATTRIBUTES, *NODES, *ANIMATION, *CONTAINERS)
