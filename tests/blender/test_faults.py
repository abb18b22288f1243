"""Wherever the program fails, scene and files are as they were: import, compare, report, heat map, picture.

An ordinary run tries some places of each action; ``SKINPROOF_EVERY_FAULT=1`` tries every line, for about 25 minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.blender.module import module
from tests.faults import Injector, TimeLimit, chosen, moments

bpy = pytest.importorskip("bpy")

from tests.blender import fault_scenes as scenes  # noqa: E402 -- it needs bpy


@pytest.fixture
def injector(extension: str) -> Injector:
    root = Path(module(extension, "addon").__file__).parents[1]
    return Injector(root / "addon", root / "skinning_core")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return scenes.with_a_model(tmp_path / "files")


@dataclass(frozen=True)
class Action:
    """What is done, the panel's choices for it, and what the user has done to the scene before."""

    act: Callable[[Path], object]
    engine: str = "blender"
    question: str = "PLAYS"
    before: Callable[[], None] | None = None


def importing(folder: Path) -> object:
    return bpy.ops.skinproof.import_skin(directory=str(folder), files=[{"name": "tiny.glb"}, {"name": "tiny.glb"}])


def importing_shared(folder: Path) -> object:
    return bpy.ops.skinproof.import_skin(filepath=str(folder / "tiny.glb"), share=True)


def comparing(scope: str) -> Callable[[Path], object]:
    return lambda _folder: bpy.ops.skinproof.compare(scope=scope)


def reporting(form: str) -> Callable[[Path], object]:
    path = f"report.{form.lower()}"
    return lambda folder: bpy.ops.skinproof.write_report(filepath=str(folder / path), format=form)


def reloading(_folder: Path) -> object:
    return bpy.ops.skinproof.reload_character()


def painting(_folder: Path) -> object:
    return bpy.ops.skinproof.show_heat_map()


def wiping(_folder: Path) -> object:
    return bpy.ops.skinproof.hide_heat_map()


ACTIONS = {
    "import": Action(importing),
    "import shared": Action(importing_shared),
    "compare what is seen at a frame": Action(comparing("FRAME"), before=scenes.posing),
    "compare what is seen in a clip": Action(comparing("CLIP"), before=scenes.with_another_action),
    "compare the file's clip at a frame": Action(
        comparing("FRAME"), question="CLIPS", before=scenes.with_an_unkeyed_pose
    ),
    "compare the file's clip": Action(comparing("CLIP"), question="CLIPS", before=scenes.with_another_action),
    "compare with a heat map": Action(comparing("CLIP"), before=scenes.painted),
    "compare the fast path": Action(comparing("CLIP"), engine="fast"),
    "compare the stock importer": Action(comparing("FRAME"), engine="stock"),
    "report as HTML": Action(reporting("HTML")),
    "report as JSON": Action(reporting("JSON")),
    "reload": Action(reloading),
    "show the heat map": Action(painting),
    "hide the heat map": Action(wiping, before=scenes.painted),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_a_fault_anywhere_leaves_everything_as_it_was(extension, injector, folder, name: str) -> None:
    session = module(extension, "addon.state.session").session
    action = ACTIONS[name]
    scenes.prepared(folder)
    measured = session.answer_under(bpy.context.scene.skinproof.result.key)

    def ready() -> None:
        """Nothing is in memory but the last comparison, so that files are read each time."""
        scene = bpy.context.scene
        session.forget()
        module(extension, "addon.state.listing").list_characters(scene)
        result = replace(scene.skinproof.result, key=session.remember(measured))
        module(extension, "addon.state.result_store").amend_result(scene, result)

    def anew() -> dict[str, Any]:
        scenes.prepared(folder)
        settings = bpy.context.scene.skinproof
        settings.engine, settings.question = action.engine, action.question
        ready()
        if action.before is not None:
            action.before()
        return scenes.state(extension, folder)

    def act() -> object:
        return action.act(folder)

    anew()
    assert act() == {"FINISHED"}  # whatever is imported or compiled once is so before lines are counted
    before = anew()
    lines = injector.lines(act)
    assert len(lines) > 20
    if name.startswith("compare"):
        after = scenes.state(extension, folder)
        assert {**after, "panel": None} == {**before, "panel": None}
    before = anew()
    faults = finished = 0
    tried: list[tuple[Any, Callable[[], None]]] = [(line, partial(injector.run, act, line)) for line in chosen(lines)]
    tried += [(moment, partial(injector.run_until, act, *moment)) for moment in moments(injector, lines)]
    for place, fail in tried:
        ready()
        before["panel"] = scenes.panel(extension)  # with the key of what is remembered
        try:
            fail()
        except (RuntimeError, TimeLimit) as error:
            faults += 1
            now = scenes.state(extension, folder)
            for key, value in before.items():
                assert now[key] == value, (key, place)
            ours = isinstance(place[0], str) and Path(place[0]).parent.name != "operators"  # within its ``try``
            assert not ours or "Traceback" not in str(error), (place, str(error))
        else:  # it came when all was done, or Blender has swallowed it
            finished += 1
            before = anew()
    # Moments drawn on the way out of the last ``with`` come when all is done: a sixth of them in the shortest action.
    assert faults > 4 * finished


def test_a_fault_in_any_line_leaves_the_former_picture(extension, injector, folder) -> None:
    gpu = module(extension, "addon.gpu.device.context").availability()
    if not gpu.ok:
        pytest.skip(gpu.reason)
    picture = folder / "picture.png"
    words = ["picture", str(folder / "tiny.glb"), "--size", "64x48", "--out", str(picture)]

    def draw() -> int:
        return module(extension, "addon.command.commands").run(words)

    scenes.prepared(folder)
    assert draw() == 0
    lines = injector.lines(draw)
    words[words.index("64x48")] = "48x64"  # another picture
    before = scenes.state(extension, folder)
    former = before["files"].pop(picture.name)
    kept = 0
    for line in chosen(lines):
        with suppress(MemoryError):  # before the command line's own ``try``
            injector.run(draw, line)
        now = scenes.state(extension, folder)
        found = now["files"].pop(picture.name)
        assert now == before, line
        kept += found == former
        assert found == former or found.endswith(b"IEND\xaeB`\x82"), line  # a fault when all was drawn
        picture.write_bytes(former)
    assert kept > len(list(chosen(lines))) / 2
