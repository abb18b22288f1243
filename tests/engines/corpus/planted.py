"""Mistakes planted in the plain reading (``tests/plain.py``), one for each case of the corpus: that case catches it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from tests import plain
from tests.engines.corpus.slips import slips

#: By the case that is there for it.
PLANTED = {slip.about: slip for slip in slips("planted.txt")}


@cache
def planted(case: str | None) -> ModuleType:
    """The plain reading with the mistake of a case; None: as it is."""
    source = Path(plain.__file__).read_text(encoding="utf-8")
    if case is not None:
        source = PLANTED[case].made_to(source)
    module = ModuleType(f"plain_{case}")
    exec(compile(source, f"plain with the mistake of {case}", "exec"), module.__dict__)
    return module
