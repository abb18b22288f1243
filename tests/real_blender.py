"""Real Blender executables for tests: one named by ``$BLENDER`` or on PATH, and those beside the checkout.

``../shared/tools/real-blender VERSION`` runs one in a root folder of its own, in which the current folder and /tmp are
visible at the same paths; every command therefore runs from the repository's root, with files under it or /tmp.
"""

from __future__ import annotations

import functools
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
#: High enough for all of our panels in the side bar, and no larger than need be: every pixel is drawn by the processor.
SIZE = (1500, 1200)
SCREEN = "-screen 0 {}x{}x24".format(*SIZE)


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
        if self.line:
            release_stale_mounts()
        return subprocess.run(
            self.command(*arguments, window=window),
            cwd=ROOT,
            env={**os.environ, **env},
            text=True,
            capture_output=True,
            timeout=timeout,
            check=False,
        )


@functools.cache
def release_stale_mounts() -> None:
    """Have the tool mount this checkout anew where it would go on using one that was removed.

    A bind mount holds on to the folder that it was made of. Where a checkout was removed and another made at the same
    path, the tool finds a mount at the right place, leaves it, and Blender sees an empty folder.
    """
    folders = [folder.resolve() for folder in (ROOT, TOOL.parent.parent, Path("/tmp"))]
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        point = Path(line.split()[4])
        for folder in folders:
            root = Path(str(point).removesuffix(str(folder)) or "/")
            if root not in (point, Path("/")) and (root / "usr/bin/blender").exists() and not point.samefile(folder):
                subprocess.run(["umount", "--lazy", str(point)], check=True)


def real_blenders() -> list[RealBlender]:
    """All executables that can be had here, possibly none."""
    found = [RealBlender(f"beside-{line}", TOOL, line) for line in LINES_OF_TOOL] if TOOL.is_file() else []
    own = os.environ.get("BLENDER") or shutil.which("blender")
    if own:
        found.append(RealBlender("installed", Path(own)))
    return found
