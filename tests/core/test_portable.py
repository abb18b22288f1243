"""Nothing committed depends on one machine or one package registry."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

# Spelled in pieces, so that this file does not find itself.
HOSTS = "|".join(["pypi" + r"\.org", "python" + "hosted", "registry" + r"\.npmjs", "deb" + r"\.debian" + r"\.org"])
# Folders of one machine; system paths that exist everywhere (/tmp, /usr/bin/env) are no such thing.
PATHS = r"(?<![\w.~$}/])/(?:" + "|".join(["work", "root", "farm", "home", "opt", "Users"]) + r")/\w"
SPOKEN = re.compile(f"{HOSTS}|{PATHS}")
TEXT = {".py", ".md", ".toml", ".glsl", ".json", ".gltf", ".txt", ".yml", ".yaml", ".cfg", ".sh", ".html", ".svg", ""}


def committed_text_files(root):
    if shutil.which("git") is None:
        pytest.skip("no git here")
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [root / name for name in listing.stdout.split("\0") if name and (root / name).suffix in TEXT]


def test_no_registry_and_no_machine_is_named(root):
    found = []
    for path in committed_text_files(root):
        if not path.is_file():
            continue  # deleted in the working tree, not yet in the index
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if SPOKEN.search(line):
                found.append(f"{path.relative_to(root)}:{number}: {line.strip()[:100]}")
    assert not found, "\n".join(found)
