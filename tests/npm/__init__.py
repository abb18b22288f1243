"""Packages of Node as judges: scripts of this folder, run where `python3 noxfile.py -s node` has been."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

_HERE = Path(__file__).resolve().parent
_INSTALLED = _HERE.parent.parent / ".nox" / "node"


def installed(package: str) -> Path:
    """The folder of an installed package; skips where Node is not set up."""
    if shutil.which("node") is None:
        pytest.skip("no Node here")
    folder = _INSTALLED / "node_modules" / package
    if not folder.is_dir():
        pytest.skip(f"the package {package} of Node is not installed: python3 noxfile.py -s node")
    return folder


def run(script: str, *arguments: object, package: str = "meshoptimizer") -> str:
    """What a script of this folder (or a program of an installed package) prints; skips where Node is not set up."""
    installed(package)
    path = _INSTALLED / script
    if (_HERE / script).is_file():  # a module's imports are looked for above the place where it lies
        _put(_HERE / script, path)
    command = ["node", str(path), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=_INSTALLED)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _put(source: Path, target: Path) -> None:
    """Copy a script in one step, and only where it differs: another run of the tests may be reading it."""
    if not target.is_file() or target.read_bytes() != source.read_bytes():
        new = target.with_name(f"{os.getpid()}.{target.name}")
        shutil.copy(source, new)
        new.replace(target)


def transform(*jobs: tuple[Path, Path, Sequence[str]]) -> None:
    """Rewrite models, each ``source`` to ``target`` by its steps of transform.mjs, which takes 0.6 s to start."""
    words = [word for source, target, steps in jobs for word in ("--", source, target, *steps)]
    run("transform.mjs", *words[1:])


def gltfpack(source: Path, target: Path, *options: str) -> Path:
    """``target``, a model packed by gltfpack."""
    run("node_modules/gltfpack/cli.js", *options, "-i", source, "-o", target)
    return target
