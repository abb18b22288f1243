"""three.js in a page: the carried bundle is that of the npm package, and a browser runs it from one file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from skinning_core.report.three_script import THREE, three_script
from tests import npm


def test_the_bundle_is_that_of_the_package(root: Path) -> None:
    package = npm.installed("three")
    npm.installed("esbuild")
    assert npm.run(root / "tools" / "node" / "bundle_three.mjs", package="three") == THREE.read_text(encoding="utf-8")
    assert (package / "LICENSE").read_bytes() == (THREE.parent / "LICENSE").read_bytes()


def test_a_browser_runs_it_from_one_file(tmp_path: Path) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium here")
    code = (
        'import { REVISION, GLTFLoader, OrbitControls, Vector3 } from "three";\n'
        "document.title = [REVISION, new Vector3(3, 4, 0).length(), GLTFLoader.name.length > 0].join(' ');\n"
        "document.body.append('</script>');"
    )
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><html><body>{three_script(code)}</body></html>", encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    done = subprocess.run([chromium, *options, page.as_uri()], capture_output=True, text=True, timeout=60, check=False)
    assert "<title>187 5 true</title>" in done.stdout, done.stdout[-300:] + done.stderr[-300:]
