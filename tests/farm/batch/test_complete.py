"""Nothing green that is not complete: plans, shards, full disks, folders without permission. By the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from skinning_core.cli.main import PROGRAM, main
from skinning_core.farm.files import Shard
from skinning_core.farm.ledger import read_rows
from skinning_core.farm.plan import planned_models, read_plan
from tests.disks import bound_by_permissions
from tests.links import make_link
from tests.models import MODELS
from tests.tiny import Tiny
from tests.unprivileged import common_folder, run_unprivileged

NAMES = ("plain", "morphs", "step", "cubic")
VERIFY = ("folder", "made", "--against", "fast", "--jobs", "1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of small models and the current directory above it."""
    for name in NAMES:
        (tmp_path / "made" / name).mkdir(parents=True)
        MODELS[name](tmp_path / "made" / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "made"


def model_of(folder: Path, name: str) -> Path:
    return next((folder / name).glob("*.gl*"))


def test_a_list_and_what_agrees_with_it(folder: Path, capsys) -> None:
    """All there: 0. A model missing, changed or extra is named: 4."""
    assert main(["plan", "made", "--out", "list"]) == 0
    assert main([*VERIFY, "--plan", "list", "--jsonl", "o.jsonl"]) == 0
    assert main(["summary", "o.jsonl", "--expect", "list", "--html", "p.html"]) == 0
    assert "badge good" in Path("p.html").read_text()
    lines = Path("list").read_text().splitlines()
    one = json.loads(lines[0])["path"]
    Path("less").write_text("\n".join([*lines[1:-1], lines[-1].replace(":4}", ":3}")]) + "\n")
    capsys.readouterr()
    assert main(["summary", "o.jsonl", "--expect", "less"]) == 4
    assert f"1 model is not in the list: {one}" in capsys.readouterr().out
    Path("more").write_text("\n".join([lines[0].replace(one, "lost.glb"), *lines]).replace(":4}", ":5}") + "\n")
    assert main(["summary", "o.jsonl", "--expect", "more", "--html", "p.html", "--junit", "j.xml"]) == 4
    assert "NOT COMPLETE: 1 model of the list has no row: lost.glb" in capsys.readouterr().out
    assert "badge bad" in Path("p.html").read_text()
    assert 'name="complete"' in Path("j.xml").read_text()
    shutil.copy(model_of(folder, "step"), folder / one)
    assert main([*VERIFY, "--plan", "list", "--jsonl", "o.jsonl", "--resume"]) == 0
    assert main(["summary", "o.jsonl", "--expect", "list"]) == 4
    assert f"1 model has changed since: {one}" in capsys.readouterr().out
    model_of(folder, "morphs").unlink()
    assert main([*VERIFY, "--plan", "list", "--jsonl", "o.jsonl", "--resume"]) == 2, "listed and not there"
    Path("cut").write_text("\n".join(lines[:-1]) + "\n")
    assert main([*VERIFY, "--plan", "cut"]) == 2
    assert "cut off" in capsys.readouterr().err


def test_shards_of_a_list_partition_it_by_cost(folder: Path) -> None:
    (folder / "heavy").mkdir()
    shutil.copy("" or Path(__file__).parents[3] / "examples" / "character.glb", folder / "heavy" / "c.glb")
    for k in range(20):
        shutil.copy(model_of(folder, "plain"), folder / f"{k}{model_of(folder, 'plain').suffix}")
    assert main(["plan", "made", "--out", "list"]) == 0
    costs = {each.path: each.cost for each in read_plan(Path("list"))}
    assert costs["heavy/c.glb"] == max(costs.values())
    parts = [planned_models(Path("list"), "made", Shard(k + 1, 3)) for k in range(3)]
    assert sorted(m.name for part in parts for m in part) == sorted(costs)
    loads = [sum(costs[m.name] for m in part) for part in parts]
    assert max(loads) - min(loads) <= max(costs.values())


@pytest.mark.usefixtures("folder")
def test_a_missing_shard_and_an_unfinished_one_are_named(capsys) -> None:
    for k in (1, 2, 3):
        assert main([*VERIFY, "--shard", f"{k}/3", "--jsonl", f"{k}.jsonl", "--collect"]) == 0
    assert main(["summary", "1.jsonl", "2.jsonl", "3.jsonl"]) == 0
    capsys.readouterr()
    assert main(["summary", "1.jsonl", "3.jsonl"]) == 4
    assert "1 shard of 3 not here: 2" in capsys.readouterr().out
    assert main(["summary", "1.jsonl", "lost.jsonl", "3.jsonl"]) == 4
    assert "NOT COMPLETE: lost.jsonl is not there" in capsys.readouterr().out
    lines = Path("2.jsonl").read_bytes().splitlines(keepends=True)
    Path("2.jsonl").write_bytes(b"".join(lines[:-1]))
    assert main(["summary", "1.jsonl", "2.jsonl", "3.jsonl"]) == 4
    assert "2.jsonl was not finished" in capsys.readouterr().out
    assert main([*VERIFY, "--shard", "2/3", "--jsonl", "2.jsonl", "--collect", "--resume"]) == 0
    assert main(["summary", "1.jsonl", "2.jsonl", "3.jsonl"]) == 0
    shutil.copy("1.jsonl", "again.jsonl")
    if read_rows(Path("1.jsonl")):
        assert main(["summary", "1.jsonl", "2.jsonl", "3.jsonl", "again.jsonl"]) == 4


def test_the_same_folder_elsewhere_is_the_same_work(folder: Path) -> None:
    """Rows name models below the folder: what one mount has judged, another goes on with. What is gone is gone."""
    assert main([*VERIFY, "--jsonl", "o.jsonl"]) == 0
    before = Path("o.jsonl").read_bytes()
    assert main(["folder", str(folder), *VERIFY[2:], "--jsonl", "o.jsonl", "--resume"]) == 0
    assert Path("o.jsonl").read_bytes() == before
    shutil.copytree("made", "copy")  # other times of change, the same bytes
    assert main(["folder", "copy", *VERIFY[2:], "--jsonl", "o.jsonl", "--resume"]) == 0
    rows = [json.loads(line) for line in Path("o.jsonl").read_bytes()[len(before) :].splitlines()]
    assert all(row["attempts"] == 1 for row in rows if "verdict" in row)
    assert len(read_rows(Path("o.jsonl"))) == len(NAMES)
    model_of(folder, "plain").unlink()
    assert main([*VERIFY, "--jsonl", "o.jsonl", "--resume"]) == 0
    assert len(read_rows(Path("o.jsonl"))) == len(NAMES) - 1


def test_what_the_machine_was_guilty_of_is_tried_again(folder: Path, capsys) -> None:
    words = ["folder", str(model_of(folder, "plain")), "--against", "fast", "--jobs", "1", "--jsonl", "o.jsonl"]
    assert main([*words, "--timeout", "0.0001"]) == 2
    assert main([*words, "--resume", "--timeout", "300", "--retry", "none"]) == 2
    assert main([*words, "--resume", "--timeout", "300"]) == 0
    (row,) = read_rows(Path("o.jsonl"))
    assert (row.verdict, row.attempts) == ("same", 2)
    assert row.host
    assert row.numpy
    assert row.findings[0].tolerance == 3e-6
    assert main([*words, "--resume", "--retry", "same"]) == 0
    assert read_rows(Path("o.jsonl"))[0].attempts == 3
    capsys.readouterr()
    assert main([*words, "--resume", "--retry", "sad"]) == 2
    assert "'sad' is not a verdict" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", ["--memory", "--timeout"])
@pytest.mark.parametrize("value", ["nan", "inf", "-1", "0", "much"])
def test_an_amount_is_a_number_above_zero(capsys, option: str, value: str) -> None:
    assert main([*VERIFY, f"{option}={value}"]) == 2
    assert "not a number above zero" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_disk_that_is_full_is_no_answer() -> None:
    """A file that may not grow stands for a full disk: a part of a line is written, then nothing. Resumed: as calm."""
    assert main([*VERIFY, "--jsonl", "calm.jsonl"]) == 0
    limited = "import resource, signal, subprocess, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    limited += "resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)); "
    limited += "sys.exit(subprocess.call(sys.argv[1:], restore_signals=False))"
    words = [sys.executable, "-c", limited, *PROGRAM, *VERIFY, "--jsonl", "o.jsonl", "--collect", "--resume"]
    for _ in range(2):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 4
        assert done.stderr.startswith("skinproof: o.jsonl: cannot be written: ")
        assert done.stderr.count("\n") == 1
    assert main(["summary", "o.jsonl"]) == 4
    assert main([*VERIFY, "--jsonl", "o.jsonl", "--collect", "--resume"]) == 0
    assert main(["summary", "o.jsonl"]) == 0
    assert read_rows(Path("o.jsonl")) == read_rows(Path("calm.jsonl"))


def test_a_folder_without_permission_is_a_row(root: Path) -> None:
    with common_folder() as place:
        for name in ("plain", "secret/morphs"):
            (place / "chars" / name).mkdir(parents=True)
            MODELS[name.split("/")[-1]](place / "chars" / name)
        make_link(place / "chars" / "link", place / "chars" / "secret" / "morphs")
        place.chmod(0o777)
        (place / "chars" / "secret").chmod(0)
        first = "import skinning_core.farm.files"
        then = "from skinning_core.farm.files import find_models, Shard\n"
        then += "for m in find_models([sys.argv[1]], Shard()): print(m.name, m.fault, sep='|')"
        done = run_unprivileged(first, then, str(place / "chars"))
        (place / "chars" / "secret").chmod(0o755)
        assert done.returncode == 0, done.stderr
        lines = dict(line.split("|") for line in done.stdout.splitlines())
        assert lines.pop("secret/") == "this folder cannot be listed: Permission denied"
        assert lines.pop("link/").startswith("this folder cannot be listed")
        assert [name.split("/")[0] for name in lines] == ["plain"]


@pytest.mark.parametrize("words", [["secret/c.glb"], ["secret/sub"], ["secret/c.glb", "--jobs", "1"]], ids=" ".join)
def test_what_is_given_and_forbidden_is_bad_usage(tmp_path: Path, words: list[str]) -> None:
    """One sentence and 2: a traceback's status of 1 would say that the model differs."""
    (tmp_path / "secret" / "sub").mkdir(parents=True)
    for place in ("secret", "secret/sub"):
        Tiny().write_glb(tmp_path / place / "c.glb")
    (tmp_path / "secret").chmod(0)
    command = bound_by_permissions([*PROGRAM, "folder", *words, "--against", "fast"])
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    (tmp_path / "secret").chmod(0o755)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert "Permission denied" in done.stderr or "nobody may look at it" in done.stderr


def test_a_folder_that_cannot_be_listed_ends_red(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    true = os.scandir

    def scandir(place):
        if Path(place).name == "step":
            raise PermissionError(13, "Permission denied")
        return true(place)

    monkeypatch.setattr(os, "scandir", scandir)
    assert main(["plan", "made", "--out", "list"]) == 0
    assert main([*VERIFY, "--jsonl", "o.jsonl"]) == 2
    assert "step/: this folder cannot be listed: Permission denied" in capsys.readouterr().out
    assert main(["summary", "o.jsonl", "--expect", "list"]) == 2
    assert main([*VERIFY, "--plan", "list"]) == 2
    monkeypatch.setattr(os, "scandir", true)
    assert main([*VERIFY, "--jsonl", "o.jsonl", "--resume"]) == 0
    assert main(["summary", "o.jsonl", "--expect", "list"]) == 4


def test_what_has_changed_since_and_what_is_known(folder: Path, capsys) -> None:
    words = [*VERIFY, "--tolerance", "1e-9"]
    assert main([*words, "--jsonl", "old.jsonl"]) == 1
    assert main([*words, "--jsonl", "new.jsonl"]) == 1
    assert main(["summary", "new.jsonl", "--diff", "old.jsonl"]) == 1
    assert "0 worse, 0 better, 0 new, 0 gone" in capsys.readouterr().out
    assert main(["summary", "new.jsonl", "--baseline", "old.jsonl"]) == 0
    model_of(folder, "plain").write_bytes(b"glTF")
    model_of(folder, "step").unlink()
    shutil.copy(model_of(folder, "cubic"), folder / "newcomer.glb")
    assert main([*words, "--jsonl", "new.jsonl", "--resume"]) == 2
    capsys.readouterr()
    assert main(["summary", "new.jsonl", "--baseline", "old.jsonl"]) == 2
    told = capsys.readouterr().out
    assert "1 worse, 0 better, 1 new, 1 gone" in told
    assert "-> unreadable" in told
    assert main(["summary", "old.jsonl", "--diff", "new.jsonl"]) == 1
    assert "1 better, 1 new, 1 gone" in capsys.readouterr().out


def test_files_of_clips_only_are_nothing_to_judge(folder: Path, tmp_path: Path) -> None:
    """A set of animations, also as .vrma, does not make a folder red."""
    tiny = Tiny()
    del tiny.data["nodes"][2]["mesh"], tiny.data["nodes"][2]["skin"], tiny.data["meshes"], tiny.data["skins"]
    clips = tiny.write_glb(tmp_path / "clips.glb")
    shutil.copy(clips, folder / "walk.vrma")
    assert main([*VERIFY, "--jsonl", "o.jsonl", "--junit", "j.xml"]) == 0
    (row,) = (row for row in read_rows(Path("o.jsonl")) if row.key.path == "walk.vrma")
    assert row.verdict == "nothing to judge"
    assert 'errors="0"' in Path("j.xml").read_text()
