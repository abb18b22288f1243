"""The farm: many models judged by several processes. An annex: the core never imports it. Nothing knows Blender.

``files`` finds the models; each becomes one ``row`` by ``answer``, whose ``judge(path, question)`` is for programs that
share out work themselves; ``worker`` is what each process runs; ``pool`` hands models to such processes and sees
that none hangs or uses up the machine's memory, ``cluster`` has Dask do so on many machines; ``ledger`` keeps the rows
as lines of a file, so that work may be killed at any moment and resumed later; ``totals`` sums rows up in little
memory, and knows which shards are missing; ``plan`` is the list of all models: shards are cut from it, and rows are
held against it; ``baseline`` tells what has changed since an earlier run; ``summary`` says all of it; ``verbs`` are of
the command line. ``templates/`` has jobs for schedulers (docs/farm.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .answer import judge

__all__ = ["judge"]

VERBS = {"folder": "verbs.folder", "plan": "verbs.plan", "summary": "verbs.summary"}


def __getattr__(name: str) -> object:
    if name != "judge":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .answer import judge

    return judge
