"""Random scenes of none to four random edits, three questions, two doors: no false "same", no false "differs".

The truth is worked out in `tests.blender.trials`, by a plain reading of the file and Blender's evaluated vertices. By
day a small share; ``SKINPROOF_TRIALS=0:1000`` tries these seeds and prints the table (2 s each).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module
from tests.models import MODELS
from tests.models.random_character import random_character

bpy = pytest.importorskip("bpy")

from tests.blender.trials import truth as book  # noqa: E402 -- it needs bpy
from tests.blender.trials.many import seeds_of, table_of  # noqa: E402
from tests.blender.trials.mesh import MESH  # noqa: E402
from tests.blender.trials.modifiers import MODIFIERS, numbers_are_left  # noqa: E402
from tests.blender.trials.motion import MOTION  # noqa: E402
from tests.blender.trials.oracle import Oracle  # noqa: E402
from tests.blender.trials.rig import RIG  # noqa: E402
from tests.blender.trials.scene import NotHere, TrialScene  # noqa: E402
from tests.blender.whole_scene import whole_scene  # noqa: E402

ARM = Path(__file__).resolve().parents[2] / "examples" / "arm.glb"
EDITS = {**MOTION, **RIG, **MESH, **MODIFIERS}
#: Kinds of edits that a scene takes one after the other: what leaves Object Mode comes last.
LAST = tuple(name for name in EDITS if name.startswith("mode "))
KINDS = (MOTION, RIG, MESH, MODIFIERS)
#: Files that are tried beside random ones; each vertex of these is somewhere of its own.
FILES = (
    *(
        "plain",
        "cubic",
        "step",
        "slerp",
        "late_and_partial",
        "twelve_influences",
        "weights_u8",
        "morphs",
        "shear_chain",
    ),
    *("bind_shear", "no_inverse_bind", "armature_above", "part_on_scaled_bone", "rigid_parts", "awkward", "two_skins"),
)
ROUTES = ("EXACT", "ANIMATION", "AUTO", "ATTACHED")
JUDGED = {"PLAYS": "plays", "CLIPS": "clips", "POSE": "pose"}
#: A character of 8 mm that is animated 2 m from its origin: float32 is off by 1e-4 of its size.
SMALL_AND_FAR = 249
#: By day six scenes, 2 s of processor each.
BY_DAY, BY_NIGHT = range(6), (*range(6, 100), SMALL_AND_FAR)


def route_of(seed: int) -> str:
    return ROUTES[seed % len(ROUTES)]


def made(seed: int, folder: Path) -> TrialScene | None:
    """The scene of a seed, untouched; None if its file says nothing that an import can show."""
    rng = np.random.default_rng(seed)
    route, which = route_of(seed), rng.integers(3)
    path = [ARM, MODELS[FILES[rng.integers(len(FILES))]](folder), random_character(seed, folder)][which]
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    if route == "ATTACHED":
        try:
            bpy.ops.import_scene.gltf(filepath=str(path))
        except RuntimeError:  # Blender's own importer cannot read this file
            return None
        bpy.ops.object.select_all(action="SELECT")
        done = bpy.ops.skinproof.attach(filepath=str(path))
    else:
        done = bpy.ops.skinproof.import_skin(filepath=str(path), rig=route)
    assert done == {"FINISHED"}
    if route == "ATTACHED" and len(bpy.context.scene.skinproof.character.clips) < Oracle(path).clips:
        return None  # some clip of it moves nothing that is here
    scene = TrialScene(path, seed, attached=route == "ATTACHED")
    return scene if scene.complete else None


def edited(scene: TrialScene) -> list[str]:
    """None to four edits that the scene has a place for, by name."""
    done: list[str] = []
    for _ in range(scene.random.choice([0, 1, 1, 2, 2, 3, 4])):
        for _ in range(20):
            name = scene.random.choice(list(scene.random.choice(KINDS)))
            if name in LAST and scene.random.random() < 0.7:
                continue
            if bpy.context.mode != "OBJECT":
                bpy.ops.object.mode_set(mode="OBJECT")
            try:
                EDITS[name](scene)
            except NotHere:
                continue
            except RuntimeError as error:  # an operator that does not work here
                assert any(word in str(error) for word in ("poll", "failed", "Cannot", "not suitable")), (name, error)
                continue
            done.append(name)
            break
    bpy.context.view_layer.update()
    return done


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    yield from table_of(request, "SKINPROOF_TRIALS")


def apart(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where two readings of a scene are not the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {*one, *other}:
            yield from apart(one.get(key), other.get(key), f"{path}.{key}")
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for k, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from apart(a, b, f"{path}[{k}]")
    elif one != other:
        yield f"{path}: {str(one)[:80]} -> {str(other)[:80]}"


class Trial:
    """A scene, the questions that are put to it, and what was wrong with the answers."""

    def __init__(self, extension: str, folder: Path, seed: int, table: Counter[str]) -> None:
        self.extension, self.folder, self.table, self.wrong = extension, folder, table, []
        self.scene = made(seed, folder)
        if self.scene is None:
            return
        self.skin, self.key = book.PosedSkin(self.scene), bpy.context.scene.skinproof.character.key
        self.edits = edited(self.scene)
        self.scene.scored &= set(JUDGED) if numbers_are_left(self.scene) else set()
        self.answers: dict[tuple[str, str], tuple[str, list[float]]] = {}

    def note(self, what: str, *, wrong: str = "") -> None:
        self.table[what] += 1
        if wrong:
            self.wrong.append(wrong)

    def by_panel(self, question: str, scope: str) -> None:
        settings = bpy.context.scene.skinproof
        keys = [character.key for character in settings.characters]
        if self.key in keys:  # the list goes on to a copy when there is one
            settings.active = keys.index(self.key)
        settings.normals = False  # the truth is of places and faces
        settings.question, before = question, whole_scene()
        try:
            assert bpy.ops.skinproof.compare(scope=scope) == {"FINISHED"}
            report = self.folder / "panel.json"
            bpy.ops.skinproof.write_report(filepath=str(report), format="JSON")
            said, times = self.read(report)
        except RuntimeError as error:
            said, times = "refused", []
            if "Traceback" in str(error) or "fault of Skinproof" in str(error):
                self.note("traceback", wrong=f"panel {question}: {error}")
        after = whole_scene()
        if differing := list(apart(before, after))[:5]:
            self.note("changed scene", wrong=f"changed by {question} {scope}: {differing}")
        self.answers["panel", f"{question} {scope}"] = said, times

    def by_command(self, question: str) -> None:
        report = self.folder / "command.json"
        report.unlink(missing_ok=True)
        words = [
            "verify",
            str(self.scene.oracle.path),
            "--scene",
            str(self.folder / "scene.blend"),
            "--times",
            "frames",
        ]
        words += ["--judge", JUDGED[question], "--normals", "out", "--json", str(report)]
        if question != "POSE" and self.scene.clip is not None:
            words += ["--clip", str(self.scene.clip)]
        status = module(self.extension, "addon.command.commands").run(words)
        said, times = self.read(report) if status in (0, 1, 3) and report.exists() else ("refused", [])
        if status > 3:
            self.note("traceback", wrong=f"command {question}: status {status}")
        self.answers["command", f"{question} CLIP"] = said, times

    def read(self, report: Path) -> tuple[str, list[float]]:
        models: list[Any] = json.loads(report.read_text(encoding="utf-8"))["models"]
        if not models:
            return "refused", []
        (model,) = models
        outcome = model["verdict"]["outcome"].upper().replace(" ", "_")
        frames = [24.0 * t for c in model["comparisons"] for t in c["times_s"]]
        return outcome, frames

    def judge(self, door: str, asked: str, truth: book.Truth | None) -> None:
        said, _ = self.answers[door, asked]
        word = "-" if truth is None else truth.word
        self.note(f"{door} {asked}: {said}, truth {word}")
        if truth is not None and (how := truth.false(said)):
            self.note(how, wrong=f"{how}: {door} {asked} said {said}, {truth}")

    def truths(self, door: str) -> None:
        """All that is true of the scene as it is now, beside the answers of a door. The scene is not the same after."""
        scene, clip = self.scene, self.scene.clip
        if bpy.context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        now = bpy.context.scene.frame_current_final
        asked = {name: times for (where, name), (_, times) in self.answers.items() if where == door}
        if "PLAYS FRAME" in asked:
            self.judge(door, "PLAYS FRAME", book.at_frame(scene, clip, now) if "PLAYS" in scene.scored else None)
            self.judge(door, "POSE FRAME", self.skin.truth() if "POSE" in scene.scored else None)
        posed = None
        if "POSE" in scene.scored:
            found = []
            for frame in sorted({*map(round, asked["POSE CLIP"])}) or [0]:
                bpy.context.scene.frame_set(frame)
                found.append(self.skin.truth())
            posed = None if None in found else book.all_of(found)
        self.judge(door, "POSE CLIP", posed)
        plays = book.over_clip(scene, clip, asked["PLAYS CLIP"]) if "PLAYS" in scene.scored else None
        self.judge(door, "PLAYS CLIP", plays)
        own = None
        if "CLIPS" in scene.scored and clip is not None:
            own = book.of_clip(scene, clip, asked["CLIPS CLIP"])
        self.judge(door, "CLIPS CLIP", own)


@pytest.mark.parametrize("seed", seeds_of("SKINPROOF_TRIALS", BY_NIGHT, BY_DAY))
def test_a_random_scene_is_answered_truly(extension: str, tmp_path: Path, table: Counter[str], seed: int) -> None:
    assert len(EDITS) >= 120
    try:
        trial = Trial(extension, tmp_path, seed, table)
    except RuntimeError as error:
        table[f"not attached or imported: {str(error)[:60]}"] += 1
        assert "Traceback" not in str(error)
        return
    if trial.scene is None:
        table["not shown by the import"] += 1
        return
    trial.scene.remember()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "scene.blend"), copy=True)
    for question in JUDGED:
        for scope in ("FRAME", "CLIP"):
            trial.by_panel(question, scope)
    trial.truths("panel")
    for question in JUDGED:
        trial.by_command(question)
    trial.scene.reopened()
    if trial.scene.base is not None:
        trial.truths("command")
    doors = {
        name: (said, trial.answers["command", name][0])
        for (door, name), (said, _) in trial.answers.items()
        if door == "panel" and name.endswith("CLIP") and said != trial.answers["command", name][0]
    }
    for name, pair in doors.items():
        trial.note(f"doors apart: {name} {pair}")
    table["scenes"] += 1
    if trial.wrong:
        table[
            f"! {seed} {route_of(seed)} {trial.scene.oracle.path.name} {trial.edits}: {doors}\n{' ' * 8}"
            + f"\n{' ' * 8}".join(line[:400] for line in trial.wrong)
        ] += 1
    assert not trial.wrong, (route_of(seed), trial.scene.oracle.path.name, trial.edits, doors, trial.wrong)
