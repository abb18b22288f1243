"""Every page that a verb or the window writes tells the browser to load nothing, and names the scripts that may run."""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from skinning_core.cli.main import VERB_MODULES, main
from tests.blender.smallest import import_smallest

bpy = pytest.importorskip("bpy")

ARM = Path(__file__).resolve().parents[2] / "examples" / "arm.glb"

Run = Callable[..., None]


def _of_files(run: Run, folder: Path) -> None:
    run("verify", ARM, "--against", "fast", "--html", folder / "verify.html")
    run("compare", ARM, ARM, "--html", folder / "compare.html")
    run("limits", ARM, "--html", folder / "limits.html")
    run("engines", ARM, "--engines", "bevy,filament", "--html", folder / "engines.html")
    run("explain", ARM, "--vertex", "5", "--html", folder / "explain.html")


def _of_scenes(run: Run, folder: Path) -> None:
    import_smallest(folder)
    model = next(path for path in folder.iterdir() if path.suffix in (".glb", ".gltf"))
    bpy.ops.skinproof.compare(scope="FRAME")
    bpy.ops.skinproof.write_report(filepath=str(folder / "panel.html"), format="HTML")
    blend = folder / "scene.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend), check_existing=False)
    run("scene", blend, model, "--html", folder / "scene.html")
    run("preflight", blend, "--html", folder / "preflight.html")


def _by_itself(*words: object) -> None:
    """By the core and its annexes, which the extension's zip does not all have."""
    assert main([str(word) for word in words]) in (0, 1, 3), words


def _of_many(_run: Run, folder: Path) -> None:
    _by_itself("folder", ARM, "--against", "fast", "--jsonl", folder / "rows.jsonl")
    _by_itself("summary", folder / "rows.jsonl", "--html", folder / "summary.html")


def _of_the_corpus(_run: Run, folder: Path) -> None:
    _by_itself("corpus", folder / "corpus")
    mine = folder / "mine"
    mine.mkdir()
    (mine / "one-joint.npz").write_bytes((folder / "corpus" / "one-joint.npz").read_bytes())
    _by_itself("grade", mine, "--html", folder / "grade.html")


#: What writes pages, and which verbs that are.
WRITERS = {
    _of_files: {"verify", "compare", "limits", "engines", "explain"},
    _of_scenes: {"scene", "preflight"},
    _of_many: {"summary"},
    _of_the_corpus: {"corpus", "grade"},
}
#: Verbs with the option that write no page: ``folder`` refuses it.
NONE = {"folder"}


@pytest.fixture
def run(extension: str) -> Run:
    by_words = importlib.import_module(f"{extension}.addon.command.commands").run

    def done(*words: object) -> None:
        assert by_words([str(word) for word in words]) in (0, 1, 3), words

    return done


@pytest.mark.parametrize("write", WRITERS, ids=lambda write: write.__name__.removeprefix("_of_"))
def test_a_page_loads_nothing_and_runs_its_own_scripts_only(write, run: Run, tmp_path: Path) -> None:
    write(run, tmp_path)
    pages = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")}
    assert {"corpus" if name == "index" else name for name in pages} - {"panel"} == WRITERS[write]
    for name, page in pages.items():
        (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
        assert "default-src 'none'" in policy, name
        assert page.index("Content-Security-Policy") < page.index("<title>"), (
            name
        )  # what comes before is not held to it
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert "'unsafe-inline'" not in rules.get("script-src", ""), name
        assert not re.search(r"https?:", policy), name


def test_no_verb_that_writes_pages_is_left_out(extension: str) -> None:
    verbs = {importlib.import_module(module).VERB for module in VERB_MODULES.values()}
    verbs |= {importlib.import_module(f"{extension}.addon.export.preflight_verb").VERB}
    with_option = {
        verb.name for verb in verbs if "html" in {field.name for field in dataclasses.fields(verb.arguments)}
    }
    assert with_option - NONE <= set().union(*WRITERS.values())


def test_the_page_of_help_is_held_to_it(extension: str) -> None:
    page = importlib.import_module(f"{extension}.addon.operators.help").help_page()
    assert page.count("Content-Security-Policy") == 1
    assert "script-src" not in page
