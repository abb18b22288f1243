"""Pages load nothing from anywhere, and run no script but their own: the browser is told so."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from skinning_core.report.style import page_head
from skinning_core.report.three_script import script_texts, three_script

OWN = 'import { REVISION } from "three";\ndocument.title = REVISION;'
#: What a name in a file could bring into a page if it were not escaped.
STRANGE = (
    "<script>document.title = 'strange'</script>"
    "<img src=x onerror=\"document.title = 'strange'\">"
    "<script type=module>document.title = 'strange'</script>"
)


def title(page: str, folder: Path) -> str:
    """The title that a page has when it has run."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium here")
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", "--dump-dom"]
    done = subprocess.run([chromium, *options, file.as_uri()], capture_output=True, text=True, timeout=60, check=False)
    return done.stdout.partition("<title>")[2].partition("</title>")[0]


def test_the_page_says_what_may_be_loaded() -> None:
    assert "default-src 'none'" in page_head("a")
    assert "script-src" not in page_head("a")
    assert page_head("a", "", ["1"]).count("'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='") == 1


def test_own_scripts_run_and_others_do_not(tmp_path: Path) -> None:
    head = page_head("a", "", script_texts(OWN))
    assert title(f"{head}{STRANGE}{three_script(OWN)}</body></html>", tmp_path) == "187"
    assert title(f"{page_head('a')}{STRANGE}</body></html>", tmp_path) == "a"
