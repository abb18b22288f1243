"""``python3 noxfile.py -s tests`` on a bare machine: find a fitting Python, give nox a home in .nox/, hand over to it.

Runs on any Python from 3.7, so that an old one can still say what is missing. Only the standard library is used.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".nox" / "bootstrap"
OLDEST = (3, 11)
GOOD_VERSIONS = ("3.13", "3.12", "3.11", "3.14")


def find_python(version: str) -> str | None:
    """The path of an interpreter of this ``major.minor`` on PATH or under pyenv's versions folder, else None.

    Each candidate is asked for its version, since pyenv's shims exist for versions that are not switched on.
    """
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return sys.executable
    name = "python" + version + (".exe" if os.name == "nt" else "")
    on_path = [Path(folder) / name for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    versions = sorted(pyenv.glob(version + "*"), key=lambda folder: [int(n) for n in re.findall(r"\d+", folder.name)])
    in_pyenv = [folder / "bin" / name for folder in reversed(versions)]
    return next((str(path) for path in on_path + in_pyenv if path.is_file() and _is_version(path, version)), None)


def _is_version(path: Path, version: str) -> bool:
    question = [str(path), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    answer = subprocess.run(question, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return answer.stdout.decode().strip() == version


def run_nox(arguments: list[str]) -> int:
    """Run the pinned nox on noxfile.py; its exit status, or 2 and a sentence on stderr where it cannot be had."""
    if sys.version_info < OLDEST:
        return _run_with_newer_python(arguments)
    python = _nox_python()
    if isinstance(python, int):
        return python
    return subprocess.call([str(python), "-m", "nox", "--noxfile", str(ROOT / "noxfile.py"), *arguments], cwd=str(ROOT))


def _run_with_newer_python(arguments: list[str]) -> int:
    for version in GOOD_VERSIONS:
        python = find_python(version)
        if python:
            return subprocess.call([python, str(ROOT / "noxfile.py"), *arguments])
    return _missing(
        "Python 3.11 or newer is needed, this is {}.{}, and no newer one is on PATH or under ~/.pyenv/versions.".format(
            *sys.version_info[:2]
        ),
        "Debian 12 and Ubuntu 24.04 have one: apt-get install python3 python3-venv; elsewhere: pyenv install 3.13.",
    )


def _nox_python() -> Path | int:
    """The interpreter of .nox/bootstrap with the pinned nox, made if need be; an exit status where it cannot be."""
    import tomllib

    pinned = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["nox"]
    python = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = HOME / "installed.txt"
    if python.is_file() and stamp.is_file() and stamp.read_text(encoding="utf-8") == "\n".join(pinned):
        return python
    if subprocess.call([sys.executable, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL):
        return _missing(
            f"{sys.executable} cannot make virtual environments: its modules venv and ensurepip are not installed.",
            "On Debian or Ubuntu: apt-get install python3-venv.",
        )
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(HOME)]):
        return _missing(f"No virtual environment could be made in {HOME}.", "See the lines above.")
    if subprocess.call([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *pinned]):
        return _missing("nox could not be installed.", "See the lines above; is the network there?")
    stamp.write_text("\n".join(pinned), encoding="utf-8")
    return python


def _missing(what: str, fix: str) -> int:
    print(f"Skinproof: {what}\n{fix}", file=sys.stderr)
    return 2
