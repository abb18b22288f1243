"""Runs the checks, two more at a time than there are processors, and sums them up. ``python3 -m tools.ci.run``.

A window rests between events and an installation waits for the network: therefore two more.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.ci.checks import CHECKS, FIRST, LAST, NIGHTLY, ROOT, Check

LOGS = ROOT / ".nox/ci"

#: Seconds after which whatever still runs is ended; by night it is no end that a check would meet.
LAST_SECOND = 1440
LAST_SECOND_BY_NIGHT = 86400

#: Seconds that a check has to end by itself once it is told to.
GRACE = 10

#: The status of a check that was ended, as ``timeout`` has it.
TOO_LONG = 124

#: Lines of the stack of a process that died: from where it was to the test's own function.
FRAMES = 40

#: More would wait for each other's disk.
MOST_AT_A_TIME = 6


@dataclass(frozen=True)
class Result:
    """How a check ended."""

    name: str
    status: int
    seconds: int
    processor: int  # seconds of a processor, of all its processes
    log: str

    @property
    def counts(self) -> list[str]:
        """Pytest's own last lines, without their rims."""
        return [line.strip("= ") for line in self.log.splitlines() if re.match(r"=+ .* in [0-9.]+s", line)]

    @property
    def tests(self) -> dict[str, int]:
        """How many tests failed, passed, were skipped and ended in errors; a check without tests counts as one."""
        found = dict.fromkeys(("failed", "passed", "skipped", "error"), 0)
        for number, word in re.findall(r"(\d+) (failed|passed|skipped|error)", " ".join(self.counts)):
            found[word] += int(number)
        if self.status and not found["failed"] + found["error"]:
            found["failed"] = 1
        if not self.status and not self.counts:
            found["passed"] = 1
        return found

    def reasons(self, most: int) -> list[str]:
        """The lines that say why it failed; of a process that died, which test ran and where it was."""
        lines = [line[:300] for line in self.log.splitlines()]
        died = next((k for k, line in enumerate(lines) if "Fatal Python error" in line), None)
        stack = lines[died : died + FRAMES] if died is not None else []
        return [*stack, *(line for line in lines if re.match("FAILED|ERROR|E  ", line))][:most]


class Checks:
    """All results so far, and who waits for which."""

    def __init__(self, last_second: float) -> None:
        self._ends = time.monotonic() + last_second
        self._changed = threading.Condition()
        self._ended = False
        self._waiting: list[Check] = []
        self._running: dict[str, int] = {}  # process groups
        self.results: dict[str, Result] = {}

    def run(self, checks: Iterable[Check], at_a_time: int) -> None:
        """Run checks; each begins when those that it waits for are done, in their order otherwise."""
        self._waiting = list(checks)
        with ThreadPoolExecutor(at_a_time) as pool:
            for done in [pool.submit(self._work) for _ in range(at_a_time)]:
                done.result()

    def end(self, why: str) -> None:
        """End what runs, and begin nothing more."""
        print(why, file=sys.stderr, flush=True)
        self._ended = True
        for group in list(self._running.values()):
            _signal(group, signal.SIGKILL)

    def _work(self) -> None:
        while (check := self._next()) is not None:
            result = self._result(check)
            with self._changed:
                self.results[check.name] = result
                _tell(result)
                self._changed.notify_all()

    def _next(self) -> Check | None:
        """The first check that waits for nothing; None if no more is left."""
        with self._changed:
            while self._waiting and not self._ended:
                ready = (check for check in self._waiting if self.results.keys() >= set(check.after))
                if (check := next(ready, None)) is not None:
                    self._waiting.remove(check)
                    return check
                self._changed.wait(timeout=1.0)  # an end may come from a signal
        return None

    def _result(self, check: Check) -> Result:
        began = time.monotonic()
        allowed = max(1.0, min(check.longest, self._ends - began))
        path = LOGS / f"{check.name}.log"
        with path.open("wb") as log:
            process = subprocess.Popen(
                ["nice", "-n", str(check.nice), *check.command],
                cwd=ROOT,
                env=os.environ | check.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._running[check.name] = process.pid
        ended = threading.Event()
        clock = threading.Timer(allowed, self._end_in_time, (process.pid, ended))
        clock.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        clock.cancel()
        del self._running[check.name]
        seconds = int(time.monotonic() - began)
        text = path.read_text(encoding="utf-8", errors="replace")
        if ended.is_set():
            text += f"E   ended after {seconds} s, of {allowed:.0f} allowed\n"
            path.write_text(text, encoding="utf-8")
        code = TOO_LONG if ended.is_set() else process.returncode
        return Result(check.name, code, seconds, int(used.ru_utime + used.ru_stime), text)

    @staticmethod
    def _end_in_time(group: int, ended: threading.Event) -> None:
        ended.set()
        _signal(group, signal.SIGTERM)
        time.sleep(GRACE)
        _signal(group, signal.SIGKILL)


def _signal(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, number)


def _tell(result: Result) -> None:
    """One line for a check that passed, all of its output for one that failed."""
    counts = " ".join(result.counts)
    took = f"{result.name:<14} {result.seconds:4d} s"
    if result.status == 0:
        print(f"passed  {took}, {result.processor:3d} of processor {counts}", flush=True)
        return
    said = [
        f"FAILED  {took}, exit status {result.status} {counts}",
        *_room(),
        *result.reasons(60),
        f"--- the end of {result.name}",
        *result.log.splitlines()[-30:],
        f"--- all of {result.name}",
        result.log,
    ]
    print("\n".join(said), file=sys.stderr, flush=True)


def _room() -> list[str]:
    """What a machine may run out of."""
    said = [f"free on {place}: {shutil.disk_usage(place).free >> 30} GB" for place in (".", "/tmp")]
    with contextlib.suppress(OSError):
        memory = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text().splitlines())
        said.append(f"memory: {int(memory['MemAvailable'].split()[0]) >> 10} MB available")
    return said


def main() -> int:
    """0 if every check passed, else 1."""
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    by_night = os.environ.get("SKINPROOF_NIGHTLY", "0") != "0"
    began = time.monotonic()
    checks = Checks(LAST_SECOND_BY_NIGHT if by_night else LAST_SECOND)
    for asked in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asked, lambda number, _: checks.end(f"told to end by signal {number}"))
    print("\n".join(_room()), flush=True)
    nightly = NIGHTLY if by_night else ()
    checks.run(FIRST, 1)
    checks.run(CHECKS, min((os.cpu_count() or 2) + 2, MOST_AT_A_TIME))
    checks.run(nightly, 1)
    checks.run(LAST, 1)
    asked = [check.name for check in (*FIRST, *CHECKS, *nightly, *LAST)]
    missing = [Result(name, 1, 0, 0, "E   left no result") for name in asked if name not in checks.results]
    return sum_up([*checks.results.values(), *missing], time.monotonic() - began)


def sum_up(results: list[Result], seconds: float) -> int:
    """Say once more, briefly, what failed, for whoever reads the last lines only; one line of all. Returns 0 or 1."""
    bad = [result for result in results if result.status]
    for result in bad:
        print(f"FAILED  {result.name}: {result.status} {' '.join(result.counts) or 'none'}")
        print(*result.reasons(12), sep="\n")
    words = ("failed", "passed", "skipped", "error")
    failed, passed, skipped, errors = (sum(result.tests[word] for result in results) for word in words)
    print(f"===== {failed} failed, {passed} passed, {skipped} skipped, {errors} errors in {seconds:.2f}s =====")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
