"""Packages of Node as judges: scripts of this folder, run where `python3 noxfile.py -s node` has been."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

_HERE = Path(__file__).resolve().parent
_INSTALLED = _HERE.parent.parent / ".nox" / "node"


def run(script: str, *arguments: object) -> str:
    """What a script of this folder (or a program of an installed package) prints; skips where Node is not set up."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("no Node here")
    if not (_INSTALLED / "node_modules" / "meshoptimizer").is_dir():
        pytest.skip("the packages of Node are not installed: python3 noxfile.py -s node")
    path = _INSTALLED / script
    if (_HERE / script).is_file():  # a module's imports are looked for above the place where it lies
        shutil.copy(_HERE / script, path)
    command = [program, str(path), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=_INSTALLED)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def gltfpack(source: Path, target: Path, *options: str) -> Path:
    """``target``, a model packed by gltfpack."""
    run("node_modules/gltfpack/cli.js", *options, "-i", source, "-o", target)
    return target
