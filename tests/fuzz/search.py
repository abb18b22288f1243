"""``python -m tests.fuzz.search [TARGET...] [--runs N] [--keep FOLDER]``: coverage-guided fuzzing by Atheris.

N cases (200,000) are shared out among the targets, each in a process of its own that begins with the kept corpus. A
case that raises anything but ours, warns, hangs or kills the process ends its target's search, stands in FOLDER, and
makes the exit status 1. ``--minimise`` writes what was found beside the corpus back into it, each entry only if it
reaches lines or branches that no smaller one does.
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import CodeType

from .targets import CORPUS, TARGETS, keep, kept, run

#: Seconds of one case, mebibytes of a process, bytes of a case.
LONGEST, MEMORY, SIZE = 20, 3000, 12_000

#: The search of one target, as libFuzzer's command line has it. The package is instrumented before anything else of it
#: is imported, so this is a program of its own.
SEARCH = """
import sys
import atheris
name, words = sys.argv[1], [sys.argv[0], *sys.argv[2:]]
with atheris.instrument_imports(include=["skinning_core"]):
    from tests.fuzz import targets
    target = targets.TARGETS[name]
    for data in target.seeds():  # what is imported only where it is needed
        targets.run(name, data)

def mutated(data, size, number):
    by_structure = target.mutated is not None and number % 4
    return (target.mutated(data, number) if by_structure else atheris.Mutate(data, size))[:size]

atheris.Setup(words, lambda data: targets.run(name, data) and None, custom_mutator=mutated)
atheris.Fuzz()
"""


def dictionary(words: tuple[str, ...]) -> str:
    """Words in the form that libFuzzer reads."""
    escaped = ("".join(c if c.isalnum() or c in "_-./:;, ()" else f"\\x{ord(c):02X}" for c in w) for w in words)
    return "".join(f'"{word}"\n' for word in escaped if word.isascii())


def search(name: str, runs: int, folder: Path, *, seed: int = 1) -> int:
    """Search one target; its exit status. folder: where what is found goes."""
    found = folder / name
    found.mkdir(parents=True, exist_ok=True)
    target = TARGETS[name]
    entries = list(target.seeds())
    with contextlib.suppress(FileNotFoundError):
        entries += kept(name).values()
    for k, data in enumerate(entries):
        (found / f"kept-{k:04}").write_bytes(data)
    words = [f"-rss_limit_mb={MEMORY}", f"-timeout={LONGEST}", f"-max_len={SIZE}", "-print_final_stats=1"]
    words += [f"-artifact_prefix={folder}/{name}-", "-verbosity=1"]
    if target.words:
        (folder / f"{name}.dict").write_text(dictionary(target.words))
        words.append(f"-dict={folder}/{name}.dict")
    command = [sys.executable, "-c", SEARCH, name, *words, f"-runs={runs}", f"-seed={seed}", str(found)]
    with (folder / f"{name}.log").open("wb") as log:
        done = subprocess.run(command, stdout=log, stderr=log, check=False)
    return done.returncode


def least(name: str, entries: list[bytes]) -> list[bytes]:
    """Those entries that reach a line or a branch that neither a sound file nor a smaller entry does."""
    monitor, tool = sys.monitoring, sys.monitoring.COVERAGE_ID
    reached: set[tuple[object, ...]] = set()

    def note(code: CodeType, *place: int) -> object:
        if "skinning_core" in code.co_filename:
            reached.add((code.co_filename, code.co_firstlineno, *place))
        return monitor.DISABLE

    monitor.use_tool_id(tool, "corpus")
    monitor.set_events(tool, monitor.events.LINE | monitor.events.BRANCH)
    for event in (monitor.events.LINE, monitor.events.BRANCH):
        monitor.register_callback(tool, event, note)
    found = []
    sound = TARGETS[name].seeds()
    for data in [*sound, *sorted(set(entries) - set(sound), key=lambda each: (len(each), each))]:
        before = len(reached)
        run(name, data)
        if len(reached) > before and data not in sound:
            found.append(data)
    monitor.free_tool_id(tool)
    return found


def main() -> int:
    """Search; print how each target ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.search", description=__doc__)
    parser.add_argument("targets", nargs="*", default=[*TARGETS], metavar="TARGET")
    parser.add_argument("--runs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--minimise", action="store_true")
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="skinproof-search-"))
    failed = 0
    for name in options.targets:
        began = time.monotonic()
        status = search(name, options.runs * TARGETS[name].share // 100, folder, seed=options.seed)
        said = (folder / f"{name}.log").read_text(errors="replace").splitlines()
        cases = next((line.split()[-1] for line in said if "number_of_executed_units" in line), "?")
        print(f"{name}: {cases} cases in {time.monotonic() - began:.0f} s, exit status {status}", flush=True)
        if status:
            failed += 1
            print("\n".join(said[-40:]), flush=True)
        elif options.minimise:
            keep(name, least(name, [path.read_bytes() for path in (folder / name).iterdir()]))
            print(f"{name}: {len(kept(name))} entries, {(CORPUS / f'{name}.zip').stat().st_size} bytes", flush=True)
    print(f"what was found stands in {folder}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
