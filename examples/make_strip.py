"""Make examples/strip.glb, the guide's strip: ten vertices and two joints, one of which turns by 90 degrees.

It is the corpus's case ``slerp``: ``python -m examples.make_strip``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from skinning_core.engines.corpus.folder import case_named, made_case


def write(path: Path) -> Path:
    """The file at ``path``, which is given back."""
    with TemporaryDirectory() as folder:
        made = made_case(case_named("slerp"), Path(folder), proofs=False)
        path.write_bytes((Path(folder) / str(made.entry["file"])).read_bytes())
    return path


if __name__ == "__main__":
    print(write(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).with_name("strip.glb")))
