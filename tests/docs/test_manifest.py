"""The two manifests agree, and what Blender's own validation lets through is caught here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from skinning_core.compare.causes.engine_profile import PROFILES
from skinning_core.compare.causes.scene_cause import SCENE_KINDS
from skinning_core.engines.corpus.cases.every import CASES
from skinning_core.report.version import VERSION

# The manual's list for add-ons; `validate` without a Blender executable does not look at tags.
ALLOWED_TAGS = """3D View, Add Curve, Add Mesh, Animation, Bake, Camera, Compositing, Development, Game Engine,
Geometry Nodes, Grease Pencil, Import-Export, Lighting, Material, Mesh, Modeling, Node, Object, Paint, Physics,
Pipeline, Render, Rigging, Scene, Sculpt, Sequencer, System, Text Editor, Tracking, User Interface, UV"""


@pytest.fixture(scope="module")
def manifest(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "blender_manifest.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def test_versions_and_names_agree(manifest, project):
    assert manifest["version"] == project["project"]["version"] == VERSION
    assert manifest["id"] == project["project"]["name"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"])
    assert manifest["id"].isidentifier()


def test_the_changelog_knows_the_version_and_counts_right(root, manifest):
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    release = text.split(f"## [{manifest['version']}]")[1].split("\n## [")[0]
    counts = {
        "small files": len(CASES),
        "rungs": max(case.rung for case in CASES),
        "settings and edits": len(SCENE_KINDS),
        "engines": len(PROFILES),
    }
    assert {what: int(re.search(rf"(\d+) {what}", release)[1]) for what in counts} == counts


def test_licences_agree(root, manifest, project):
    assert manifest["license"] == ["SPDX:GPL-3.0-or-later"]
    assert project["project"]["license"] == "GPL-3.0-or-later"
    text = (root / "LICENSE").read_text(encoding="utf-8")
    assert re.search(r"GNU GENERAL PUBLIC LICENSE\s+Version 3, 29 June 2007", text)


def test_tags_and_tagline(manifest):
    assert set(manifest["tags"]) <= {tag.strip() for tag in ALLOWED_TAGS.split(",")}
    assert len(manifest["tagline"]) <= 64
    assert manifest["tagline"][-1].isalnum()
    for reason in manifest["permissions"].values():
        assert len(reason) <= 64
        assert reason[-1].isalnum()


def test_oldest_blender_and_every_platform(manifest):
    assert tuple(map(int, manifest["blender_version_min"].split("."))) >= (4, 2, 0)
    assert "platforms" not in manifest


def test_nothing_is_bundled(root, manifest):
    assert "wheels" not in manifest
    assert not (root / "wheels").exists()


def test_every_tool_is_pinned(project):
    loose = [line for group in project["dependency-groups"].values() for line in group if "==" not in line]
    assert not loose
