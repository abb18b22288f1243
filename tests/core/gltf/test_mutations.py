"""Broken streams of compressed files end in one of our errors, or in a result; never in a traceback or in a crash."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packed.mutations import SOURCES


@pytest.mark.skipif(sys.platform == "win32", reason="memory cannot be limited here")
@pytest.mark.parametrize("count", [100, pytest.param(3000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("kind", SOURCES)
def test_mutated_streams_are_refused_or_read(kind: str, count: int, root: Path) -> None:
    """In a process of its own: what a decoder in C++ does to it shows as its exit status."""
    if kind == "draco" and importlib.util.find_spec("DracoPy") is None:
        pytest.skip("DracoPy is not installed")
    command = [sys.executable, "-W", "error", "-m", "tests.packed.mutations", kind, str(count), "20"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert set(report["answers"]) <= {"read", "refused"}, report
    assert min(report["answers"].values()) > count // 20, report
    assert report["mebibytes"] < 1024
