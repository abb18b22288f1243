"""Code in a process to which permissions apply: to the superuser, as whom tests often run, nothing is forbidden."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import ROOT

NOBODY = 65534

_PROCESS = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
first, then = sys.argv.pop(1), sys.argv.pop(1)
exec(first)
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
exec(then)
"""


def run_unprivileged(first: str, then: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run ``first`` with all permissions (what it imports may lie in the superuser's home), and ``then`` without.

    Both find ``words`` in ``sys.argv[1:]``.
    """
    command = [sys.executable, "-c", _PROCESS, first, then, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


@contextmanager
def common_folder() -> Iterator[Path]:
    """An empty folder that belongs to whom ``then`` runs as; skips where nobody else may enter temporary folders."""
    if os.name != "posix":
        pytest.skip("permissions of POSIX")
    folder = Path(tempfile.mkdtemp()).resolve()
    try:
        folder.chmod(0o755)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            if not all(parent.stat().st_mode & 0o001 for parent in folder.parents):
                pytest.skip(f"nobody but the superuser may enter {folder.parent}")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
