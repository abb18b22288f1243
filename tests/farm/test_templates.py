"""The templates that no scheduler here runs: Flamenco's script, GitHub's workflow and Action, the hook's pattern."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import textwrap
from pathlib import Path

import pytest

from tests.models import MODELS

#: What Flamenco gives a job type, as far as this one uses it, and the tasks that it makes.
AUTHOR = """
const tasks = [];
const author = {
  Command: (name, parameters) => ({ name, parameters }),
  Task: (name, type) => ({ name, type, commands: [], needs: [],
    addCommand(c) { this.commands.push(c); }, addDependency(t) { this.needs.push(t.name); } }),
};
compileJob({ settings: { models: "M", results: "R", shards: 3 }, addTask(t) { tasks.push(t); } });
console.log(JSON.stringify(tasks));
"""


def test_flamenco(root: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here")
    script = root / "farm" / "templates" / "flamenco.js"
    subprocess.run([node, "--check", str(script)], check=True)
    (tmp_path / "job.js").write_text(script.read_text() + AUTHOR)
    told = subprocess.run([node, str(tmp_path / "job.js")], check=True, capture_output=True, text=True).stdout
    plan, *parts, summary = json.loads(told)
    words = [task["commands"][0]["parameters"]["args"] for task in (plan, *parts, summary)]
    assert words[0] == ["plan", "M", "--out", "R/list.jsonl"]
    assert [each[each.index("--shard") + 1] for each in words[1:-1]] == ["1/3", "2/3", "3/3"]
    assert all("--collect" in each for each in words[1:-1])
    assert [part["needs"] for part in parts] == [["plan"]] * 3
    assert summary["needs"] == [part["name"] for part in parts]
    assert words[-1][:4] == ["summary", *(each[each.index("--jsonl") + 1] for each in words[1:-1])]
    assert words[-1][4:6] == ["--expect", "R/list.jsonl"]


def shell(script: str, folder: Path, program: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub does: bash, ended by the first command that fails."""
    path = f"{program.parent}:{os.environ['PATH']}"
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    environment = {**os.environ, "PATH": path, **environment}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_the_workflow_is_red_where_a_model_differs_or_has_no_row(
    root: Path, tmp_path: Path, program: Path, models: Path
) -> None:
    """Each of its ``run`` lines that is ours, with ``fast`` for Blender, in the order of the jobs."""
    lines = re.findall(r"^ +- run: (skinproof .*)$", (root / "farm/templates/github-matrix.yml").read_text(), re.M)
    plan, verify, summary = (line.replace("blender", "fast") for line in lines)
    models.rename(tmp_path / "characters")

    def run(line: str) -> int:
        done = shell(line, tmp_path, program)
        print(line, done.returncode, done.stdout, done.stderr, sep="\n")  # for whoever has to find out why
        return done.returncode

    next((tmp_path / "characters" / "plain").glob("*.gl*")).write_bytes(b"glTF")
    assert run(plan) == 0
    for k in range(1, 5):
        assert run(verify.replace("${{ matrix.shard }}", str(k))) == 0
    assert run(summary) == 2
    (tmp_path / "3-of-4.jsonl").unlink()
    assert run(summary) == 4


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_the_action_checks_every_kind_of_file(root: Path, tmp_path: Path, program: Path) -> None:
    text = (root / "action.yml").read_text()
    (script,) = re.findall(r"      run: \|\n((?: {8}.*\n)+)", text)
    (files,) = re.findall(r"    default: \|\n((?: {6}.*\n)+)", text)
    script, files = textwrap.dedent(script), textwrap.dedent(files)
    sarif = {"SARIF": str(tmp_path / "s.sarif")}
    (tmp_path / "w" / "a folder").mkdir(parents=True)
    folder = tmp_path / "w"
    assert shell(script, folder, program, FILES=files, **sarif).returncode == 2, "nothing matches"
    (tmp_path / "made").mkdir()
    made = MODELS["plain"](tmp_path / "made")
    assert made.suffix == ".glb"
    for name in ("a.glb", "a folder/b c.vrm", "a folder/$(touch pwned).glb"):
        shutil.copy(made, folder / name)
    done = shell(script, folder, program, FILES=files, **sarif)
    assert done.returncode == 0, done.stderr
    assert all(name in done.stdout for name in ("a.glb", "b c.vrm", "pwned"))
    assert shell(script, folder, program, FILES="a folder/b c.vrm\n", **sarif).returncode == 0
    assert not list(tmp_path.rglob("pwned"))
    (folder / "bad.md5mesh").write_text("no mesh")
    assert shell(script, folder, program, FILES=files, **sarif).returncode == 1
    results = json.loads((tmp_path / "s.sarif").read_text())["runs"][0]["results"]
    assert any("bad.md5mesh" in json.dumps(result) for result in results)


def test_foreign_steps_are_named_by_hash(root: Path) -> None:
    for name in ("action.yml", "farm/templates/github-matrix.yml"):
        used = re.findall(r"uses: ([^\s,}]+)", (root / name).read_text())
        foreign = [each for each in used if not each.startswith("OWNER/")]
        assert len(foreign) >= 2
        assert all(re.fullmatch(r"[\w/.-]+@[0-9a-f]{40}", each) for each in foreign), foreign


def test_the_hook_looks_at_every_kind_of_file(root: Path) -> None:
    (pattern,) = re.findall(r"files: (.*)", (root / ".pre-commit-hooks.yaml").read_text())
    for name in ("a.glb", "a/b.gltf", "a.vrm", "a.vrma", "a.md5mesh"):
        assert re.search(pattern, name), name
    assert not re.search(pattern, "a.txt")
