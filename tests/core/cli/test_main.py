"""The command line: exit statuses, one line on stderr, nothing written but what was asked for."""

from __future__ import annotations

import argparse
import dataclasses
import gc
import json
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from skinning_core.annexes import ANNEXES
from skinning_core.cli import main
from skinning_core.cli.main import CORE_VERBS, VERB_MODULES
from skinning_core.cli.verb import Arguments, Verb, arguments, option
from skinning_core.error import SkinproofError
from skinning_core.report.version import VERSION
from skinning_core.subject import SUBJECTS, skin_reference
from tests.subjects import beside


@pytest.fixture(scope="session")
def model(root: Path) -> str:
    """The bundled example."""
    return str(root / "examples" / "character.glb")


def moved_by(distance: float, *, lost: int = 0):
    """An engine that is off by ``distance`` times the diagonal everywhere, and loses some vertices."""

    def engine(model, clip, times, **_asked):
        skinned = skin_reference(model, clip, times)
        step = distance * skinned.diagonal[:, None, None] * np.array([1.0, 0.0, 0.0])
        positions = [p + step for p in skinned.positions]
        positions[0][:, :lost] = np.nan
        return dataclasses.replace(skinned, engine="moved", positions=tuple(positions))

    return engine


def refuses(_model, _clip, _times, **_asked):
    raise SkinproofError("this engine is out of order", fix="repair it")


def with_engine(engine) -> dict:
    return beside(moved=engine)


def test_verify_the_example_with_the_engines_of_the_core(model, capsys) -> None:
    assert main(["verify", model, "--clip", "rest"]) == 0
    out, err = capsys.readouterr()
    assert "the same" in out
    assert "differs" not in out
    assert err.splitlines() == ["skinproof: Blender is not at hand, so it is not compared (see --against)"]


@pytest.mark.parametrize(("distance", "status"), [(2.9e-6, 0), (3.1e-6, 1), (0.5, 1)])
def test_exit_status_says_whether_all_is_within_tolerance(model, distance, status) -> None:
    engines = with_engine(moved_by(distance))
    assert main(["verify", model, "--clip", "0", "--times", "0.0", "--against", "moved"], engines) == status


def test_a_list_that_is_given_twice_is_one_list(model, tmp_path, capsys) -> None:
    words = ["--against", "fast", "--against", "profile:three", "--clip", "0"]
    assert main(["verify", str(model), *words, "--table", "clips", "--table", "exponents"]) == 0
    told = capsys.readouterr().out
    assert "  fast: " in told
    assert "  profile:three: " in told
    assert "RMS" in told
    words = ["--clip", "0", "--times", "0", "--times", "no", "--out", str(tmp_path / "a.npz")]
    assert main(["skin", str(model), *words]) == 2
    assert "'0,no' is not a list of seconds" in capsys.readouterr().err


def test_tolerance_is_the_users_to_set(model) -> None:
    words = ["verify", model, "--clip", "rest", "--against", "moved", "--tolerance"]
    engines = with_engine(moved_by(0.01))
    assert main([*words, "0.011"], engines) == 0
    assert main([*words, "0.009"], engines) == 1
    assert main([*words, "nan"], engines) == 2
    assert main([*words, "-1"], engines) == 2


def test_a_lost_vertex_is_a_difference(model, capsys) -> None:
    assert main(["verify", model, "--clip", "rest", "--against", "moved"], with_engine(moved_by(0.0, lost=3))) == 1
    assert "3 vertices have no usable position" in capsys.readouterr().out


def test_an_engine_that_cannot_is_told_and_ends_in_2(model, capsys) -> None:
    assert main(["verify", model, "--clip", "rest", "--against", "fast,moved"], with_engine(refuses)) == 2
    out = capsys.readouterr().out
    assert "this engine is out of order (repair it)" in out
    assert "fast" in out


@pytest.mark.parametrize(
    "words",
    [
        ["dance"],
        ["verify"],
        ["verify", "MODEL", "--frames", "0"],
        ["verify", "MODEL", "--frames", "some"],
        ["verify", "MODEL", "--times", "0,x"],
        ["verify", "MODEL", "--times", "nan"],
        ["verify", "MODEL", "--times", "between,keys"],
        ["verify", "MODEL", "--against", "nobody"],
        ["verify", "MODEL", "--against", "blender"],
        ["verify", "MODEL", "--against", "gpu:texture"],
        ["verify", "MODEL", "--against", "reference"],
        ["verify", "MODEL", "--against", ""],
        ["verify", "MODEL", "--clip", "no such clip"],
        ["verify", "MODEL", "--clip", "99"],
        ["verify", "missing.glb"],
        ["verify", "MODEL", "--json", "no/such/folder/out.json"],
        ["verify", "MODEL", "--html", "."],
        ["skin", "MODEL"],
        ["skin", "MODEL", "--out", "no/such/folder/out.npz"],
        ["skin", "MODEL", "--out", "MODEL"],
        ["skin", "MODEL", "--out", "out.npz", "--weights", "heavy"],
        ["skin", "MODEL", "--out", "out.npz", "--weights", "raw", "--quaternions", "raw"],
        ["skin", "MODEL", "--out", "out.npz", "--quaternions", "raw", "--engine", "fast"],
        ["skin", "MODEL", "--out", "out.npz", "--engine", "stock"],
        ["inspect", "missing.gltf"],
        ["inspect", "MODEL", "--anim", "walk.md5anim"],
    ],
)
def test_bad_usage_is_one_line_and_2(words, model, tmp_path, monkeypatch, capsys) -> None:
    before = Path(model).read_bytes()
    monkeypatch.chdir(tmp_path)
    assert main([model if word == "MODEL" else word for word in words]) == 2
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if "not at hand" not in line]
    assert len(lines) == 1
    assert lines[0].startswith("skinproof")
    assert "Traceback" not in err + out
    assert list(tmp_path.iterdir()) == []
    assert Path(model).read_bytes() == before


def test_one_broken_model_does_not_stop_the_others(model, tmp_path, capsys) -> None:
    broken = tmp_path / "broken.glb"
    broken.write_bytes(b"glTF\x02\x00\x00\x00")
    report = tmp_path / "out.json"
    status = main(["verify", str(broken), model, "--clip", "rest", "--against", "fast", "--json", str(report)])
    assert status == 2
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 1
    assert "broken.glb" in err
    assert "same" in out
    document = json.loads(report.read_text(encoding="utf-8"))
    assert document["passed"] is False
    assert [entry["path"] for entry in document["errors"]] == [str(broken)]
    assert [entry["path"] for entry in document["models"]] == [model]


def test_debug_shows_the_traceback(capsys) -> None:
    assert main(["inspect", "missing.glb", "--debug"]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_a_fault_of_the_program_is_not_taken_for_a_difference(model, capsys) -> None:
    def faulty(_model, _clip, _times, **_asked):
        raise IndexError("joint 7")

    assert main(["verify", model, "--clip", "rest", "--against", "moved"], with_engine(faulty)) == 2
    err = capsys.readouterr().err
    assert "fault of Skinproof" in err
    assert "Traceback" not in err


@pytest.mark.usefixtures("capsys")
def test_interrupting_is_130(model) -> None:
    def interrupted(_model, _clip, _times, **_asked):
        raise KeyboardInterrupt

    assert main(["verify", model, "--clip", "rest", "--against", "moved"], with_engine(interrupted)) == 130


def test_times_are_every_key_and_a_quarter_of_the_way(model, tmp_path) -> None:
    from skinning_core import load_model
    from skinning_core.pose.clip import key_times

    report = tmp_path / "out.json"
    main(["verify", model, "--clip", "0", "--against", "fast", "--frames", "every-key", "--json", str(report)])
    document = json.loads(report.read_text(encoding="utf-8"))
    times = document["models"][0]["comparisons"][0]["times_s"]
    keys = key_times(load_model(Path(model)).clips[0]).tolist()
    quarters = [a + 0.25 * (b - a) for a, b in pairwise(keys)]
    assert times == pytest.approx(sorted(keys + quarters))
    main(["verify", model, "--clip", "0", "--against", "fast", "--frames", "5", "--json", str(report)])
    document = json.loads(report.read_text(encoding="utf-8"))
    assert document["models"][0]["comparisons"][0]["times_s"] == pytest.approx(np.linspace(keys[0], keys[-1], 5))


@pytest.mark.usefixtures("capsys")
@arguments
class Dive(Arguments):
    deep: int = option("how deep", type=int)


@pytest.mark.parametrize("name", CORE_VERBS)
def test_every_argument_is_a_field_and_every_field_an_argument(name: str) -> None:
    verb = import_module(VERB_MODULES[name]).VERB
    parser = argparse.ArgumentParser(add_help=False)
    verb.define(parser)
    defined = {action.dest for action in parser._actions}
    of_all, own = ({field.name for field in dataclasses.fields(kind)} for kind in (Arguments, verb.arguments))
    assert own - of_all == defined


def test_a_verb_from_outside_is_run_with_the_engines() -> None:
    seen = {}

    def run(args, engines) -> int:
        seen.update(deep=args.deep, engines=engines)
        return 1

    assert main(["dive", "--deep", "3"], SUBJECTS, [Verb("dive", "go down", Dive, run)]) == 1
    assert seen == {"deep": 3, "engines": SUBJECTS}


def test_inspect_prints_and_writes_the_same(model, tmp_path, capsys) -> None:
    report = tmp_path / "facts.json"
    assert main(["inspect", model, "--json", str(report)]) == 0
    out = capsys.readouterr().out
    document = json.loads(report.read_text(encoding="utf-8"))
    assert document["schema"] == "skinproof.inspect/1"
    for clip in document["models"][0]["clips"]:
        assert clip["name"] in out


def test_help_and_version_are_no_errors(capsys) -> None:
    assert main(["--help"]) == 0
    assert main(["verify", "--help"]) == 0
    capsys.readouterr()
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == f"skinproof {VERSION}"


def test_bench_needs_the_repository(monkeypatch, tmp_path, capsys) -> None:
    monkeypatch.setattr("skinning_core.cli.bench.ROOT", tmp_path)
    assert main(["bench"]) == 2
    assert "source repository" in capsys.readouterr().err
    (tmp_path / "benchmarks").mkdir()
    wants = "import sys; sys.exit(0 if sys.argv[1:] == ['--a', 'b'] else 3)"
    (tmp_path / "benchmarks" / "__main__.py").write_text(wants)
    assert main(["bench", "--", "--a", "b"]) == 0
    assert main(["bench", "c"]) == 3


def test_an_unknown_engine_is_answered_with_all_there_are(model, tmp_path: Path, capsys) -> None:
    """Those inside Blender too, whether or not one is at hand."""
    assert main(["skin", model, "--engine", "blendr", "--out", str(tmp_path / "a.npz")]) == 2
    answer = capsys.readouterr().err
    told = ("(did you mean blender? engines: reference, fast, form:rigid,", "blender, blender-formula, stock, gpu)")
    assert all(words in answer for words in told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "skinned characters, checked vertex by vertex"),
        (["verfy", "a.glb"], "skinproof: there is no verb 'verfy': did you mean verify? (skinproof --help shows how)"),
        (["xyz"], "skinproof: there is no verb 'xyz' (skinproof --help shows how)"),
        (["inspect", "{}/a.fbx"], "{}/a.fbx: not a .glb, .gltf, .vrm or .md5mesh file (import it into Blender and"),
        (["verify", "{model}", "--against", "a.fbx"], "a.fbx: neither a character (.glb, .gltf, .vrm, .md5mesh) nor"),
        (["inspect", "{}/zero.glb"], "skinproof: {}/zero.glb: the file is empty"),
        (
            ["verify", "{model}", "--clips", "a"],
            "skinproof verify: there is no '--clips a' here: did you mean --clip? (",
        ),
        (["compare", "{model}", "none.npz"], "skinproof: none.npz: there is no such file"),
        (["skin", "{model}", "--out", "a.txt"], "a.txt: skinned positions are an .npz (let --out end in .npz)"),
        (["scene", "{model}"], "skinproof: no scene (.blend) is named (skinproof scene FILE.blend MODEL)"),
    ],
)
def test_what_was_mistyped_is_told(words: list[str], told: str, model, tmp_path: Path, capsys) -> None:
    for name in ("a.fbx", "zero.glb"):
        (tmp_path / name).touch()
    assert main([word.format(tmp_path, model=model) for word in words]) == 2
    assert told.format(tmp_path) in capsys.readouterr().err


def test_a_verb_loads_only_what_it_needs(root: Path, model) -> None:
    """Starting up is half of the time that a small file takes: other verbs, folders and causes wait until asked for."""
    told = "import sys; from skinning_core.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    words = [sys.executable, "-c", told, "verify", model, "--against", "fast"]
    loaded = set(subprocess.run(words, capture_output=True, text=True, check=True, cwd=root).stderr.split())
    assert "skinning_core.fast.engine" in loaded
    others = set(VERB_MODULES.values()) - {VERB_MODULES["verify"]}
    late = {"farm.pool", "farm.summary", "compare.cause", "compare.split", "check.check", "report.page"}
    assert not loaded & (others | {f"skinning_core.{name}" for name in late})


@pytest.mark.parametrize(("verb", "most"), [("inspect", 60), ("check", 85)])
def test_a_look_at_a_file_loads_neither_pygltflib_nor_what_compares(root: Path, model, verb: str, most: int) -> None:
    """A module costs half a millisecond: ``most`` rises only for what the verb shows."""
    told = "import sys; from skinning_core.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    words = [sys.executable, "-c", told, verb, model]
    loaded = set(subprocess.run(words, capture_output=True, text=True, check=False, cwd=root).stderr.split())
    assert "skinning_core.check.inspect" in loaded
    words = [sys.executable, "-c", "import numpy, sys; print(*sys.modules)"]  # NumPy 1.26 brings hashlib along
    of_numpy = set(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split())
    late = {"pygltflib", "marshmallow", "concurrent.futures", "traceback", "subprocess", "hashlib"}
    assert not (loaded - of_numpy) & late
    ours = {name for name in loaded if name.startswith("skinning_core")}
    ours -= {"skinning_core.annexes", *(f"skinning_core.{name}" for name in ANNEXES)}  # doors: names of verbs, no code
    assert not [name for name in ours if name.startswith(("skinning_core.compare", "skinning_core.fast.tiles"))]
    assert len(ours) <= most


def test_collecting_garbage_is_as_before_when_the_command_line_has_run(model) -> None:
    before = gc.get_threshold()
    assert main(["inspect", model]) == 0
    assert gc.get_threshold() == before
