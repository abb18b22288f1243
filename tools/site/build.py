"""Builds the site into build/site: python -m tools.site.build, in an environment with the group ``site``.

A folder of files: any server of files shows it. No page loads anything from elsewhere.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from skinning_core.cli.main import main as skinproof

from .page import drop_page

ROOT = Path(__file__).resolve().parents[2]
PAGES, SITE = ROOT / "build" / "site-pages", ROOT / "build" / "site"

#: What a page would load from elsewhere; a link that one clicks loads nothing before.
_LOADS = re.compile(r"""<(?:script|img|iframe|link|source)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)""")


def copied() -> None:
    """The documents in one folder, as MkDocs wants them."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    shutil.copy(Path(__file__).with_name("extra.css"), PAGES)
    shutil.copy(ROOT / "README.md", PAGES / "index.md")
    shutil.copy(ROOT / "CHANGELOG.md", PAGES / "changelog.md")


def built() -> None:
    """The whole site."""
    copied()
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    config = str(Path(__file__).with_name("mkdocs.yml"))
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--clean", "--strict", "--config-file", config], check=True, env=env
    )
    (SITE / "drop").mkdir(exist_ok=True)
    (SITE / "drop" / "index.html").write_text(drop_page(), encoding="utf-8")
    if skinproof(["corpus", str(SITE / "corpus-files")]) != 0:
        raise SystemExit("the corpus could not be written")
    for page in SITE.rglob("*.html"):
        if found := loaded(page.read_text(encoding="utf-8")):
            raise SystemExit(
                f"{page.relative_to(SITE)} loads {found[0]}: a page of the site loads nothing from elsewhere"
            )


def loaded(text: str) -> list[str]:
    """Addresses elsewhere that a page loads from.

    >>> loaded('<a href="https://a.example/">a</a> <img src="b.png"> <script src="https://c.example/d.js"></script>')
    ['https://c.example/d.js']
    """
    return _LOADS.findall(text)


if __name__ == "__main__":
    built()
    print(f"the site is in {SITE}")
