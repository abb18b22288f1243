"""``python -m tests.fuzz [--count N] [--first N] [--keep FOLDER]``: spoil many files and judge each.

Each worker is a process bounded to 2 GiB; one that dies or hangs costs the case it was at. Files that show a problem
are kept in FOLDER under their number; ``--first NUMBER --count 1`` repeats one. Exit status 1 where there was any.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path

from .judge import Verdict, judge
from .seeds import case

MEMORY = 2 << 30
HANGS = 30.0  # seconds without an answer


def run_case(number: int, scratch: Path) -> Verdict:
    """Write the file of this number into ``scratch`` and judge it."""
    suffix, data = case(number)
    path = scratch / f"case{suffix}"
    path.write_bytes(data)
    return judge(path, scratch)


def _work(numbers: range, pipe: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY + (1 << 30), MEMORY + (1 << 30)))  # and 1 GiB of libraries
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            verdict = run_case(number, Path(folder))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            pipe.send((number, verdict, peak))
    pipe.send(None)


def _answers(numbers: range) -> list[tuple[int, Verdict, int]]:
    """Judge these in one process after another: where one dies or hangs, the next begins behind it."""
    answers: list[tuple[int, Verdict, int]] = []
    while numbers:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        worker = multiprocessing.get_context("fork").Process(target=_work, args=(numbers, theirs), daemon=True)
        worker.start()
        theirs.close()
        at = numbers.start
        try:
            while ours.poll(HANGS):
                answer = ours.recv()
                if answer is None:
                    worker.join()
                    return answers
                answers.append(answer)
                at = answer[0] + 1
            reason = f"no answer within {HANGS:.0f} s"
        except EOFError:
            worker.join()
            reason = f"the process ended with {worker.exitcode}"
        worker.kill()
        answers.append((at, Verdict("failed", reason), 0))
        numbers = range(at + 1, numbers.stop)
    return answers


def main() -> int:
    """Run; print what was found and how the cases ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--chunk", type=int, default=2000)
    options = parser.parse_args()
    began, ended, problems, peak = time.monotonic(), Counter[str](), 0, 0
    last = options.first + options.count
    for start in range(options.first, last, options.chunk):
        for number, verdict, memory in _answers(range(start, min(start + options.chunk, last))):
            ended[verdict.ended] += 1
            peak = max(peak, memory)
            if verdict.problem:
                problems += 1
                print(f"{number}: {verdict.problem}", flush=True)
                _keep(options.keep, number)
    seconds = time.monotonic() - began
    print(f"{options.count} cases in {seconds:.0f} s, peak {peak / 1024:.0f} MiB: {dict(ended)}, {problems} problems")
    return 1 if problems else 0


def _keep(folder: Path | None, number: int) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        suffix, data = case(number)
        (folder / f"{number}{suffix}").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
