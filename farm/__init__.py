"""The farm: many models judged by several processes. An annex: the core never imports it. Nothing knows Blender.

``files`` finds the models; each becomes one ``row`` by ``answer``, whose ``judge(path, question)`` is for programs that
share out work themselves. ``worker`` is what each process runs. ``pool`` feeds such processes, and sees that none hangs
or uses up the memory; ``cluster`` has Dask do so on many machines. ``ledger`` keeps rows in a file, so work may be
killed and resumed. ``totals`` sums them up in little memory. ``plan`` lists all models: shards are cut from it, and
rows held against it. ``baseline`` tells what has changed since an earlier run, ``summary`` says all of it, ``verbs``
are the command line's. ``templates/`` has jobs for schedulers (docs/farm.md).
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
