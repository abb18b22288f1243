"""``docs/exporters.md``: the known faults of exporters, with what is needed to see each.

Written by ``python -m tools.pages.exporters docs/exporters.md``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from skinning_core.compare.causes.exporter_faults import EXPORTER_FAULTS
from skinning_core.compare.causes.scene_cause import SCENE_KINDS

_HEAD = """# Known faults of exporters

<!-- Written by `python -m tools.pages.exporters docs/exporters.md`; a test holds it so. -->

A file can be wrong though the scene is right and every setting as it should be. Each fault here is a cause.
`verify FILE --scene S.blend`, the panel and *Verify After Export* name it only if undoing it in the numbers takes the
difference away. If glTF has no place for something, that is no fault of the exporter: it is in
[causes.md](causes.md).

| code | exporter | seen in | what the file has | proof |
|---|---|---|---|---|
"""


def exporters_page() -> str:
    """The text of the page."""
    text = _HEAD
    for fault in EXPORTER_FAULTS:
        proof = f"[{fault.proof.rpartition('/')[2]}](../{fault.proof})"
        text += f"| `{fault.code}` | {fault.generator} | {', '.join(fault.seen_in)} | {fault.effect} | {proof} |\n"
    for fault in EXPORTER_FAULTS:
        reported = f"Reported as: {', '.join(fault.reports)}." if fault.reports else "We know of no report."
        text += f"\n## `{fault.code}`\n\n{fault.effect}\n\n{reported}\n\n{fault.steps}\n"
        text += f"\nUntil it is mended: {SCENE_KINDS[fault.code].export}.\n"
    return text


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(exporters_page(), encoding="utf-8")
