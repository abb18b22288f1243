"""``skinproof bench``: the benchmarks, which are in the source repository only."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from ..error import SkinproofError
from ..subject import Makers
from .verb import Arguments, Verb, arguments, positional

#: The folder of ``skinning_core``: the repository, or an installation.
ROOT = Path(__file__).resolve().parents[2]


@arguments
class BenchArguments(Arguments):
    """Arguments of ``bench``."""

    passed: list[str] = positional("passed on: see bench -- --help", metavar="...", nargs=argparse.REMAINDER)


def run(args: BenchArguments, _makers: Makers) -> int:
    """Run ``python -m benchmarks`` in the repository and return its exit status."""
    if not (ROOT / "benchmarks" / "__main__.py").is_file():
        raise SkinproofError("the benchmarks are in the source repository only", fix="clone it and run this there")
    words = args.passed[1:] if args.passed[:1] == ["--"] else args.passed
    return subprocess.run([sys.executable, "-m", "benchmarks", *words], cwd=ROOT, check=False).returncode


VERB = Verb("bench", "measure speed beside peers in the same run (source repository only)", BenchArguments, run)
