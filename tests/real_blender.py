"""Real Blender executables for tests: one named by ``$BLENDER`` or on PATH, and those beside the checkout.

``../shared/tools/real-blender VERSION`` runs one in a root folder of its own, in which the current folder and /tmp are
visible at the same paths; every command therefore runs from the repository's root, with files under it or /tmp.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = Path(os.environ.get("SKINPROOF_SHARED", ROOT.parent / "shared")) / "tools" / "real-blender"
LINES_OF_TOOL = ("5.2", "4.3")
SCREEN = "-screen 0 1600x1000x24"


@dataclass(frozen=True)
class RealBlender:
    """One executable: ``name`` for test ids, ``line`` for the tool beside the checkout or None for a plain path."""

    name: str
    path: Path
    line: str | None = None

    def command(self, *arguments: str, window: bool = False) -> list[str]:
        """The command line for these arguments of Blender's; with ``window``, on a virtual screen of its own."""
        words = ["blender" if self.line else str(self.path), *arguments]
        if window:
            words = ["xvfb-run", "-a", "-s", SCREEN, *words]
        return [str(self.path), self.line, "--shell", shlex.join(words)] if self.line else words

    def run(
        self, *arguments: str, env: Mapping[str, str], window: bool = False, timeout: float = 180.0
    ) -> subprocess.CompletedProcess[str]:
        """Run to the end, stdout and stderr captured as text; ``env`` is added to this process's environment."""
        return subprocess.run(
            self.command(*arguments, window=window),
            cwd=ROOT,
            env={**os.environ, **env},
            text=True,
            capture_output=True,
            timeout=timeout,
            check=False,
        )


def real_blenders() -> list[RealBlender]:
    """All executables that can be had here, possibly none."""
    found = [RealBlender(f"beside-{line}", TOOL, line) for line in LINES_OF_TOOL] if TOOL.is_file() else []
    own = os.environ.get("BLENDER") or shutil.which("blender")
    if own:
        found.append(RealBlender("installed", Path(own)))
    return found
