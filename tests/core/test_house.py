"""The house itself: what may import what, how much stands at a door, one word for one thing, shapes in docstrings."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from skinning_core.annexes import modules_named
from skinning_core.cli.main import VERB_MODULES
from tests.house import ANNEXES, BLENDER, ROOT, Module, changeable, circle, longest_chain, modules, reached

CORE = modules("skinning_core")
ADDON = modules("addon")
ALL = CORE | ADDON | modules("examples", "benchmarks")
GRAPH = {name: {target for target in module.imports if target in ALL} for name, module in ALL.items()}
#: From the ground up: a room imports from rooms before it only. Files at the door that are not here are the ground.
STORIES = (
    *("text", "gltf", "md5", "pose", "skin", "skeleton", "fast", "check", "compare", "report"),
    "cli",
    *ANNEXES,
)
#: Rooms that a user enters by, which may show a lesson: verbs, buttons, and what Blender calls to draw.
DOORS = {"cli", "command", "operators", "panels", "draw", "registration"}
#: Names that mean the same in every module that has one: a verb's door, Blender's calls.
PROTOCOL = {"run", "blender", "register", "unregister", "load", "add_arguments", "poll", "draw"}
ARRAYS = {"Float", "Float64", "Float32", "Int", "Bool", "NDArray", "ndarray"}


def test_the_core_knows_nothing_of_blender() -> None:
    strange = {name: module.imports & (BLENDER | {"addon"}) for name, module in CORE.items()}
    strange = {name: imports for name, imports in strange.items() if imports}
    inside = {name for name in reached(GRAPH, set(CORE)) if not name.startswith("skinning_core")}
    assert not strange
    assert not inside


def test_sentences_stand_on_the_ground() -> None:
    """``text`` needs nothing of the core: everything else may say something."""
    for name in (n for n in CORE if n.startswith("skinning_core.text")):
        others = {t for t in CORE[name].imports if not t.startswith("skinning_core.text")}
        assert not others - sys.stdlib_module_names, name


def test_rooms_without_blender_have_none() -> None:
    free = {name for name in ADDON if name.startswith(("addon.rig", "addon.gpu.data"))}
    free |= {f"addon.lessons.{name}" for name in ("crowd", "gif", "layout", "stages")}
    assert len(free) > 15
    for name in reached(GRAPH, free):
        assert not ALL[name].imports & BLENDER, name


def test_there_is_no_circle() -> None:
    assert circle({name: GRAPH[name] for name in CORE | ADDON}) == []


def test_no_room_of_the_core_imports_from_one_above_it() -> None:
    for module in CORE.values():
        if module.room not in STORIES:
            continue
        above = set(STORIES[STORIES.index(module.room) + 1 :])
        assert not {t for t in GRAPH[module.name] if ALL[t].room in above}, module.name


def annex_imports(graph: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Imports that lead from main into an annex, or from one annex into another; addon/lessons is of the lessons."""
    pairs = {(name, t) for name in CORE | ADDON for t in graph[name] if t in CORE and ALL[t].room in ANNEXES}
    return {(one, other) for one, other in pairs if ALL[one].room != ALL[other].room}


def test_main_imports_no_annex() -> None:
    assert not annex_imports(GRAPH)
    one = "skinning_core.report.text"
    for other in (f"skinning_core.{name}" for name in ANNEXES):
        assert annex_imports({**GRAPH, one: GRAPH[one] | {other}}) == {(one, other)}


def test_the_rooms_form_no_circle() -> None:
    for tree in (CORE, ADDON):
        rooms: dict[str, set[str]] = defaultdict(set)
        for module in tree.values():
            for target in GRAPH[module.name]:
                if target in tree and ALL[target].room not in ("", module.room):
                    rooms[module.room].add(ALL[target].room)
        rooms.pop("", None)  # the door itself opens on every room
        assert circle(rooms) == []


def misread(door: str, files: set[str], needs: dict[str, set[str]]) -> set[str]:
    """What is wrong with the reading order in a folder's docstring: files left out, or needed before they have come."""
    order = list(dict.fromkeys(name for name in re.findall(r"``(\w+)``", door) if name in files))
    early = {name for k, name in enumerate(order) if needs.get(name, set()) & set(order[k + 1 :])}
    return early | files - set(order)


@pytest.mark.parametrize("tree", ["skinning_core", "addon", *ANNEXES])
def test_every_folder_tells_the_order_in_which_it_is_read(tree: str) -> None:
    """All of a folder is named at its door, and nothing is needed there before it has come."""
    wrong = {}
    for door in sorted((ROOT / tree).glob("*/**/__init__.py")):
        folder = door.parent
        files = {path.stem for path in folder.glob("*.py")} | {
            path.parent.name for path in folder.glob("*/__init__.py")
        }
        prefix = ("skinning_core." if tree in ANNEXES else "") + ".".join(folder.relative_to(ROOT).parts) + "."
        needs: dict[str, set[str]] = defaultdict(set)
        for name in (n for n in ALL if n.startswith(prefix)):
            own = name.removeprefix(prefix).split(".")[0]
            inside = (t.removeprefix(prefix).split(".")[0] for t in GRAPH[name] if t.startswith(prefix))
            needs[own] |= set(inside) - {own}
        docstring = ast.get_docstring(ast.parse(door.read_text(encoding="utf-8"))) or ""
        wrong[str(folder)] = misread(docstring, files - {"__init__"}, needs)
    assert len(wrong) > (0 if tree in ANNEXES else 10)
    assert not any(wrong.values()), {folder: names for folder, names in wrong.items() if names}


def test_a_wrong_reading_order_would_be_found() -> None:
    files, needs = {"weights", "bones", "keys"}, {"keys": {"bones"}}
    assert misread("``bones``, ``keys``, ``weights``", files, needs) == set()
    assert misread("``keys``, ``bones``, ``weights``", files, needs) == {"keys"}
    assert misread("``bones``, ``keys``", files, needs) == {"weights"}


#: The add-on from the ground up, as the core's: a storey imports from those before it only.
ADDON_STORIES = (
    *("blender_classes", "compat", "draco", "interruption", "program", "translations", "rig", "gpu.data", "gpu.device"),
    *(f"scene.{room}" for room in ("ground", "identity", "play", "build", "read", "changed", "attach")),
    *(
        "subjects",
        "state",
        "lessons",
        "compare",
        "draw",
        "export",
        "command",
        "registration",
        "panels",
        "operators",
        "handlers",
    ),
)


def storey(name: str) -> str:
    """The room of a module of the add-on; scene and gpu are houses with rooms of their own."""
    parts = name.split(".")[1:]
    return ".".join(parts[: 2 if parts[0] in ("scene", "gpu") else 1])


def upward(graph: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Imports between modules of the add-on that lead to a storey above, or to one that is not in the list."""
    floor = {room: k for k, room in enumerate(ADDON_STORIES)}
    pairs = {(name, t) for name in graph for t in graph[name] if name in ADDON and t in ADDON}
    return {(one, other) for one, other in pairs if floor.get(storey(other), 99) > floor.get(storey(one), -1)}


def test_no_room_of_the_addon_imports_from_one_above_it() -> None:
    assert {storey(name) for name in ADDON if name.count(".")} - {"scene", "gpu"} == set(ADDON_STORIES)
    assert not upward(GRAPH)


@pytest.mark.parametrize(
    ("below", "above"),
    [
        ("addon.rig.weights", "addon.scene.ground.curves"),
        ("addon.scene.ground.modes", "addon.scene.identity.character"),
        ("addon.scene.build.mesh", "addon.scene.read.evaluate"),
        ("addon.subjects.scene", "addon.state.session"),
        ("addon.state.results", "addon.compare.outcome"),
        ("addon.draw.legend", "addon.panels.result"),
        ("addon.panels.causes", "addon.operators.import_again"),
    ],
)
def test_an_import_from_above_would_be_found(below: str, above: str) -> None:
    assert upward({**GRAPH, below: GRAPH[below] | {above}}) == {(below, above)}


#: What is done or was done is no name for a file: files are nouns of the field.
NO_NOUNS = {
    *("apart", "attached", "changed", "changes", "given", "kept", "made", "older", "playing", "seen", "still"),
    *("touched", "unnoticed"),
}


def no_nouns(names: Iterable[str]) -> set[str]:
    """The files, by dotted names of modules, that are named by what is done or was done."""
    return {name for name in names if NO_NOUNS & set(name.rpartition(".")[2].split("_"))}


def test_files_are_nouns() -> None:
    assert not no_nouns(name for name, module in ALL.items() if module.path.name != "__init__.py")
    planted = ["addon.scene.read.kept", "addon.state.files_changed", "addon.rig.bones"]
    assert no_nouns(planted) == set(planted[:2])


def test_a_name_of_a_file_tells_its_room() -> None:
    """A file's name may stand in two folders, such as a verb and what it runs; in three it tells nothing."""
    folders: dict[str, set[str]] = {}
    for module in (CORE | ADDON).values():
        if module.path.name != "__init__.py":
            folders.setdefault(module.path.name, set()).add(module.path.parent.name)
    assert {name: places for name, places in folders.items() if len(places) > 2} == {}


def test_no_job_runs_through_a_lesson() -> None:
    """Lessons are imported by doors alone, and only when one is asked for (a verb is loaded when it is called)."""
    for module in (CORE | ADDON).values():
        lessons = {target for target in GRAPH[module.name] if ALL[target].room == "lessons"}
        if module.room != "lessons":
            assert not lessons or module.room in DOORS, (module.name, lessons)
            assert not lessons & module.loaded or module.room == "cli", (module.name, lessons)


def test_the_doors_are_narrow() -> None:
    def entries(folder: str) -> int:
        return sum(
            1
            for path in (ROOT / folder).iterdir()
            if path.suffix == ".py" or (path.is_dir() and any(path.glob("*.py")))
        )

    assert entries("skinning_core") - 2 <= 20  # less __init__ and the lessons, into which no job leads
    assert entries("skinning_core/skin") - 1 <= 10
    assert sum(1 for _ in (ROOT / "skinning_core").glob("[!_]*.py")) <= 10


def test_every_folder_says_what_it_is() -> None:
    for name, module in (CORE | ADDON).items():
        if module.path.name == "__init__.py":
            assert len(ast.get_docstring(module.tree) or "") > 60, name
    for folder in {module.path.parent for module in (CORE | ADDON).values()}:
        assert (folder / "__init__.py").exists(), folder


def test_one_name_is_one_thing() -> None:
    for tree in (CORE, ADDON):
        names = Counter(node.name for module in tree.values() for node in module.public())
        double = {name for name, count in names.items() if count > 1} - PROTOCOL
        assert not double, {n: [m.name for m in tree.values() if n in {d.name for d in m.public()}] for n in double}


def test_array_functions_name_shapes() -> None:
    silent = []
    for module in CORE.values():
        for node in module.public():
            for function in node.body if isinstance(node, ast.ClassDef) else [node]:
                if (
                    isinstance(function, ast.FunctionDef)
                    and not function.name.startswith("_")
                    and _takes_arrays(function)
                ):
                    text = (ast.get_docstring(function) or "") + (ast.get_docstring(node) or "")
                    if not re.search(r"\([\w.*+ -]+,[^)]*\)|\([A-Z]\)|shape", text):
                        silent.append(f"{module.name}.{function.name}")
    assert not silent, silent


def _takes_arrays(function: ast.FunctionDef) -> bool:
    annotations = [argument.annotation for argument in (*function.args.args, *function.args.kwonlyargs)]
    words = {n.id for a in (*annotations, function.returns) if a for n in ast.walk(a) if isinstance(n, ast.Name)}
    return bool(words & ARRAYS)


def test_every_module_of_the_core_can_be_reached() -> None:
    """From a verb, from the add-on, or from an example that a chapter names."""
    starts = {"skinning_core", "skinning_core.cli.main", "addon.registration", "addon.command.commands"}
    starts |= set(VERB_MODULES.values())  # ``main`` imports the one that is asked for
    starts |= set(modules_named("EXPLAINERS").values())  # asked by ``finder``
    starts |= {name for name in ALL if name.startswith("examples.")} | set(ADDON)
    starts.add("benchmarks.key_search")  # docs/systems.md names it
    packages = {name for name, module in CORE.items() if module.path.name == "__init__.py"}
    unreached = sorted(set(CORE) - reached(GRAPH, starts) - packages)
    assert not unreached


def test_the_text_of_a_module_is_no_code(tmp_path: Path) -> None:
    path = tmp_path / "planted.py"
    path.write_text(
        '"""Head,\nof two lines."""\n\n# a comment\n\n\ndef f():\n    """Words."""\n    return (\n        1\n    )\n'
    )
    tree = ast.parse(path.read_text())
    planted = Module("planted", path, tree, frozenset(), frozenset())
    assert planted.lines_of_code() == 4
    assert planted.tokens() == 9  # def f ( ) : return ( 1 )
    assert planted.words() == 7  # Head, of two lines. a comment Words.


def test_the_longest_chain_of_imports_is_counted() -> None:
    assert longest_chain({"a": {"b", "c"}, "b": {"c"}, "c": {"json"}, "d": set()}) == 3


def test_files_and_functions_can_be_held_in_mind() -> None:
    for name, module in (CORE | ADDON).items():
        assert len(module.path.read_text(encoding="utf-8").splitlines()) <= 400, name
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 50, f"{name}.{node.name}"


#: What modules of the add-on hold between two calls. The list may only shrink: all that is remembered is in ``State``.
STATE = {
    "addon.command.commands": {"_command"},
    "addon.export.box": {"_exports", "_stood"},
    "addon.export.job": {"_running"},
    "addon.gpu.device.compile": {"_shaders"},
    "addon.gpu.device.readback": {"_uploaded"},
    "addon.registration": {"_undo"},
    "addon.scene.identity.soundness": {"_looked"},
    "addon.state.views": {"_handles"},
}


def test_modules_hold_no_state_of_their_own() -> None:
    found = {name: held for name, module in ADDON.items() if (held := changeable(module.tree))}
    assert found == STATE
    planted = "kept = {}\nseen = 0\n\ndef f(key):\n    global seen\n    seen = 1\n    kept[key] = 2"
    assert changeable(ast.parse(planted)) == {"kept", "seen"}


#: The only module that decides what is the same and what differs.
JUDGE = "skinning_core.compare.judge.verdict"
_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def judging(tree: ast.AST) -> list[str]:
    """Where a tree decides a verdict: an outcome is named, a verdict made, a figure compared with a tolerance."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Outcome":
            found.append(f"{node.lineno}: Outcome.{node.attr}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Verdict":
            found.append(f"{node.lineno}: Verdict(")
        if isinstance(node, ast.Compare) and any(isinstance(op, _ORDERINGS) for op in node.ops):
            names = {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
            if names & {"limit", "tolerance", "normal_tolerance"}:
                found.append(f"{node.lineno}: compared with a tolerance")
    return found


def test_a_verdict_is_decided_in_one_module_only() -> None:
    assert len(judging(CORE[JUDGE].tree)) > 20
    elsewhere = {name: found for name, module in (CORE | ADDON).items() if (found := judging(module.tree))}
    del elsewhere[JUDGE]
    assert not elsewhere, elsewhere


@pytest.mark.parametrize(
    "planted",
    [
        "good = comparison.difference.max_relative <= comparison.tolerance.limit",
        "good = not error > settings.tolerance",
        "good = verification.verdict.outcome is Outcome.SAME",
        "return Verdict(outcome, level, ())",
    ],
)
def test_a_second_judge_would_be_found(planted: str) -> None:
    assert judging(ast.parse(planted))


#: What a benchmark is timed by. A test may wait until ``monotonic`` says that it has waited too long.
_CLOCKS = {"process_time", "process_time_ns", "perf_counter", "perf_counter_ns", "thread_time", "default_timer"}


def timed(tree: ast.AST) -> list[int]:
    """Lines of assertions that ask a clock."""
    asserted = (node for node in ast.walk(tree) if isinstance(node, ast.Assert))
    return [node.lineno for node in asserted if any(_named(part) in _CLOCKS for part in ast.walk(node))]


def _named(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_no_test_asserts_how_long_something_took() -> None:
    """Times are for benchmarks: a machine that is busy must not turn a test red."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    found = {str(path): lines for path in files if (lines := timed(ast.parse(path.read_text(encoding="utf-8"))))}
    assert not found
    assert timed(ast.parse("assert time.process_time() - began < 10.0")) == [1]
