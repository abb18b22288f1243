"""Pages as a real browser shows them: Debian's Chromium, without a window, with OpenGL in software."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from skinning_core.cli.main import main

CHROMIUM = shutil.which("chromium")


def browse(page: Path, profile: Path, *options: str) -> str:
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    words = ["--headless", "--no-sandbox", "--enable-unsafe-swiftshader", "--virtual-time-budget=60000"]
    words += [f"--user-data-dir={profile}", *options, page.as_uri()]
    done = subprocess.run([CHROMIUM, *words], capture_output=True, text=True, timeout=120, check=False)
    return done.stdout


def asking(page: Path) -> str:
    """A page's text without its policy, which lets no script run but its own."""
    return re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text(encoding="utf-8"))


def written(path: Path, tmp_path: Path, *words: str) -> Path:
    """The page that ``explain`` writes of a model."""
    page = tmp_path / "page.html"
    assert main(["explain", str(path), *words, "--html", str(page)]) == 0
    return page
