"""Another engine as a subject: a script of ``examples/engines`` plays the model in a process of its own.

An installed package has these scripts in ``runners``, beside this module. Packages of Node are looked for in
``$SKINPROOF_NODE``, ``.nox/node`` and the working folder, packages of Python in this Python. docs/engines.md says how
to install them.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ...error import NotAtHand, SkinproofError
from ...model import Float64, Model
from ...skinned import Progress, Skinned, no_progress
from ...subject import Maker, Subject
from .result_file import read_results

#: The root of a checkout, or the package's folder: ``skinning_core`` is imported from there.
_ROOT = Path(__file__).resolve().parents[3]

_INSTALLED = Path(__file__).with_name("runners")
_SCRIPTS = _INSTALLED if _INSTALLED.is_dir() else _ROOT / "examples" / "engines"

#: Seconds that an engine may take for one clip.
_PATIENCE = 300.0


@dataclass(frozen=True)
class Runner:
    """A script that makes an engine play files, and the package that it needs."""

    script: str
    package: str
    install: str

    @property
    def at_hand(self) -> bool:
        """Script and package are there."""
        return not self.missing

    @property
    def missing(self) -> str:
        """What is missing, in a sentence; empty: nothing."""
        if not (_SCRIPTS / self.script).is_file():
            return f"this installation has no {self.script}, which runs it: install Skinproof anew"
        if not self.is_node:
            found = importlib.util.find_spec(self.package) is not None
            return "" if found else f"this Python has no package {self.package}: {self.install}"
        if shutil.which("node") is None:
            return "Node is not installed: there is no program 'node' on the PATH"
        if self._node is not None:
            return ""
        looked = ", ".join(dict.fromkeys(str(folder / "node_modules") for folder in self._folders))
        return f"no package {self.package} in {looked}: {self.install}, or name its folder by $SKINPROOF_NODE"

    @property
    def is_node(self) -> bool:
        """The package is one of Node."""
        return self.script.endswith(".mjs")

    @property
    def _node(self) -> Path | None:
        """The folder whose ``node_modules`` has the package."""
        return next((folder for folder in self._folders if (folder / "node_modules" / self.package).is_dir()), None)

    @property
    def _folders(self) -> list[Path]:
        """Where packages of Node are looked for."""
        named = [Path(os.environ["SKINPROOF_NODE"])] if os.environ.get("SKINPROOF_NODE") else []
        own = [_ROOT / ".nox" / "node"] if (_ROOT / ".nox" / "node").is_dir() else []
        return [folder.resolve() for folder in (*named, *own, Path())]

    def play(self, model: Path, clip: int | None, times: Float64, folder: Path) -> Path:
        """The file with the engine's result for a clip at times (T,), seconds, written into ``folder``.

        Raises ``SkinproofError`` with the engine's last words if it fails.
        """
        target = folder / "out.json"
        asked = "rest" if clip is None else str(clip), ",".join(map(repr, times.tolist()))
        words = [str(model.resolve()), str(target), *asked]
        place, environment = Path(), dict(os.environ)
        if self.is_node:
            assert self._node is not None
            place = self._node
            scripts = Path(tempfile.mkdtemp(prefix=".skinproof-", dir=place))  # Node looks for modules above a script
            try:
                for each in _SCRIPTS.glob("*.mjs"):
                    shutil.copy(each, scripts)
                done = _run(["node", str(scripts / self.script), *words], place, environment)
            finally:
                shutil.rmtree(scripts, ignore_errors=True)
        else:
            environment["PYTHONPATH"] = os.pathsep.join([str(_ROOT), environment.get("PYTHONPATH", "")])
            script = str(_SCRIPTS / self.script)
            done = _run([sys.executable, script, *words], place, environment)
        if done.returncode != 0 or not target.exists():
            raise SkinproofError(f"the engine cannot play it: {_last_words(done)}")
        return target


def _last_words(done: subprocess.CompletedProcess[str]) -> str:
    """The last error that a process told, or how it ended if that says more."""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    said = next((line for line in reversed(lines) if "Error" in line), lines[-1] if lines else "")[:200]
    ended = ""
    if done.returncode < 0:  # a segmentation fault or no memory: what it said before is not the reason
        known = {number.value: number.name for number in signal.Signals}
        ended = f"it was ended by {known.get(-done.returncode, f'signal {-done.returncode}')}"
    elif done.returncode == 0:
        ended = "it ended without writing a result"
    elif not said:
        ended = f"it ended with status {done.returncode} and said nothing"
    return "; it had said: ".join(filter(None, [ended, said]))


def _run(words: list[str], place: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            words, capture_output=True, text=True, check=False, cwd=place, env=environment, timeout=_PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise SkinproofError(f"the engine has not answered within {_PATIENCE:g} s") from None


_ROWS = json.loads(Path(__file__).with_name("runners.json").read_text(encoding="utf-8"))

#: The engines by the name of their profile.
RUNNERS: Mapping[str, Runner] = MappingProxyType({name: Runner(**row) for name, row in _ROWS.items()})


class RealEngine(Subject):
    """What an installed engine makes of a model. Each question starts it anew."""

    gives_normals = False

    def __init__(self, model: Model, name: str, runner: Runner) -> None:
        self.model, self.name, self._runner = model, name, runner

    def at(
        self, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """The engine's positions at times (T,), seconds. Raises ``SkinproofError`` with its words if it fails."""
        del normals, progress
        if self.model.path is None:
            raise SkinproofError("an engine plays files, and this model is of none")
        with tempfile.TemporaryDirectory(prefix="skinproof-") as folder:
            asked = np.atleast_1d(np.asarray(times, np.float64))
            results = read_results(self._runner.play(self.model.path, clip, asked, Path(folder)))
            return results.of(self.model, results.times, normals=False)


def engine_maker(name: str) -> Maker:
    """The maker of the subject ``engine:NAME``. Raises ``SkinproofError``; ``NotAtHand`` if it is not installed."""
    runner = RUNNERS.get(name)
    if runner is None:
        raise SkinproofError(f"there is no runner for the engine {name!r}", fix=f"engines: {', '.join(RUNNERS)}")
    if not runner.at_hand:
        raise NotAtHand(f"the engine {name!r} is not at hand: {runner.missing}", fix="docs/engines.md")
    return lambda model: RealEngine(model, f"engine:{name}", runner)
