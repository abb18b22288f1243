"""``docs/codes.md``: every code, what it means and what to do.

Written by ``python -m tools.pages.codes docs/codes.md``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from skinning_core.check.codes import FORM, KHRONOS, LIMITS, OWN, PARTS, STORAGE, UNREAD, Code

from .disagreements import DISAGREEMENTS, NOT_JUDGED

_HEAD = """# The codes of `skinproof check`

<!-- Written by `python -m tools.pages.codes docs/codes.md`; a test holds it equal to the code. -->

`skinproof check MODEL...` names everything that it finds by a code. Codes are stable: a script may rely on them. A code
that the [Khronos glTF validator](https://github.com/KhronosGroup/glTF-Validator) has means the same there and is as
severe; whether the two agree about a file is tested with hundreds of defective documents. The exit status of `check` is
1 where a finding is an error.

- **error**: the file breaks the specification, or cannot be read.
- **warning**: engines will disagree about it, or numbers are lost.
- **information**: worth knowing when results differ.

`--json F` writes the findings for programs of your own ([report.md](report.md)), `--sarif F` as SARIF 2.1.0, which code
hosts show beside the file in a pull request, `--junit F` as JUnit XML, which most build servers show.
"""

_AREAS = (
    ("Form: JSON, types, properties, the GLB container", FORM),
    ("Buffers, views and accessors", STORAGE),
    ("Meshes, nodes, scenes, skins and animations", PARTS),
    ("What the validator does not look for: whether engines will agree", OWN),
    ("What could move a vertex and is not read ([extensions.md](extensions.md))", UNREAD),
    ("More than the reader takes of a file that asks for it", LIMITS),
)


def codes_page() -> str:
    """The text of the page."""
    lines = [_HEAD]
    for title, codes in _AREAS:
        lines += [f"## {title}\n", *_table(codes), ""]
    lines += ["## Where the validator and Skinproof do not agree\n", "| codes | when | why |", "|---|---|---|"]
    for case in DISAGREEMENTS:
        lines.append(f"| {', '.join(f'`{code}`' for code in case.codes)} | {case.when} | {case.reason} |")
    lines += ["", NOT_JUDGED, ""]
    lines += [
        "Findings of the validator about images, textures, materials, cameras, lights, tangent space and unused",
        "objects have no code here: they cannot move a vertex.",
    ]
    return "\n".join(lines) + "\n"


def _table(codes: Sequence[Code]) -> Iterator[str]:
    yield "| code | severity | meaning | what to do | Khronos validator |"
    yield "|---|---|---|---|---|"
    for code in sorted(codes, key=lambda code: code.name):
        has = "yes" if code in KHRONOS else "no"
        yield f"| `{code.name}` | {code.severity} | {code.meaning} | {code.advice} | {has} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(codes_page(), encoding="utf-8")
