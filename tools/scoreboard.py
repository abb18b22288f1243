"""docs/scoreboard.md: seven engines play the corpus, and what they write is graded.

    python -m tools.scoreboard            # writes it
    python -m tools.scoreboard --check    # says what it would change, and ends with 1 if that is anything

`python3 noxfile.py -s scoreboard` installs the engines first. raylib opens a window: without a screen, by xvfb-run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from skinning_core.compare.between.real_engine import RUNNERS
from skinning_core.engines.corpus.folder import write_corpus
from skinning_core.engines.corpus.grade import EngineGrade, grade
from skinning_core.engines.corpus.scores import grade_lines, grade_markdown

ROOT = Path(__file__).resolve().parents[1]
BOARD = ROOT / "docs" / "scoreboard.md"
SCRIPTS = ROOT / "examples" / "engines"
COMMAND = "python3 noxfile.py -s scoreboard"


def play(name: str, corpus: Path, results: Path) -> None:
    """Let the engine of this name play every case; the runner writes what it could not play as that case's error."""
    runner = RUNNERS[name]
    if runner.missing:
        sys.exit(f"{name} is not at hand: {runner.missing}; {COMMAND} installs all of them")
    words = [str(corpus), str(results)]
    environment = dict(os.environ) | {"PYTHONPATH": str(ROOT)}
    if runner.is_node:
        place = ROOT / ".nox" / "node"
        with tempfile.TemporaryDirectory(prefix="scoreboard-", dir=place) as folder:  # modules are looked for above it
            for script in SCRIPTS.glob("*.mjs"):
                shutil.copy(script, folder)
            subprocess.run(["node", str(Path(folder) / runner.script), *words], cwd=place, check=True)
        return
    screen = ["xvfb-run", "-a"] if name == "raylib" and not os.environ.get("DISPLAY") else []
    subprocess.run([*screen, sys.executable, str(SCRIPTS / runner.script), *words], env=environment, check=True)


def graded(folder: Path) -> list[EngineGrade]:
    """The grades of all engines, which play a corpus that is written into ``folder``."""
    corpus = folder / "corpus"
    write_corpus(corpus)
    grades = []
    for name in RUNNERS:
        print(f"{name} plays", flush=True)
        play(name, corpus, folder / name)
        grades.append(grade(folder / name))
        print("\n".join(grade_lines(grades[-1])), flush=True)
    return grades


def rows(page: str) -> set[str]:
    """What must not change unseen: each engine's scores, and which cases it fails.

    How far off a failure is, and what an engine says as it gives up, may differ from one machine to the next.
    """
    told, engine = set(), ""
    for line in page.splitlines():
        cells = line.split(" | ")
        if line.startswith("## "):
            engine = line[3:]
        elif line.startswith("| ") and len(cells) > 4:
            told.add(line)
        elif line.startswith("| "):
            told.add(f"{engine}: {' | '.join(cells[:2])[2:]}")
    return told


def main(words: list[str]) -> int:
    """The command line: 0, or 1 if ``--check`` finds another scoreboard than the one in docs."""
    with tempfile.TemporaryDirectory(prefix="skinproof-scoreboard-") as folder:
        told = grade_markdown(graded(Path(folder)), date.today().isoformat(), ".", COMMAND)
        page = told.replace(f"{folder}{os.sep}", "")  # what an engine says of a file that it did not find
    if words != ["--check"]:
        BOARD.write_text(page, encoding="utf-8")
        return 0
    there = rows(BOARD.read_text(encoding="utf-8"))
    changes = [f"- {row}" for row in sorted(there - rows(page))] + [f"+ {row}" for row in sorted(rows(page) - there)]
    if changes:
        print("\n".join([f"E   docs/scoreboard.md is not what engines do: {COMMAND}", *changes]))
    return 1 if changes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
