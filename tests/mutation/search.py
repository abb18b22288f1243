"""Which mutants survive the tests: ``python3 -m tests.mutation.search [ROOM ...]``, by night.

One run of a room's tests tells which function each test reaches, and how long it takes. Then for each mutant a process
is forked, the code of its function exchanged, and the tests that reach it run until one fails: those of the nearest
folders first. What survives must stand in survivors.txt; what stands there and is found can be taken off.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.main import pytest_runtestloop as run_all

from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.survivors import ROOMS, ROOT, known, told_as

#: Seconds of a processor that a mutant's tests may cost, and seconds that a run may take beside four times as many.
MOST, BESIDE = 20.0, 30.0

#: How a forked process ends before it has tested anything.
_NOT_EXCHANGED = 3


class Search:
    """A plugin of pytest that tests mutants in place of the code; ``survivors``: those that no test has found."""

    def __init__(self, files: Iterable[str]) -> None:
        self._mutants = [mutant for file in files for mutant in mutants_of(ROOT, file)]
        self._files = frozenset(mutant.file for mutant in self._mutants)
        self._reached: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
        self._seconds: dict[pytest.Item, float] = {}
        self.survivors: list[str] = []
        self.sound = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._watch(session)
        if session.testsfailed:
            return True  # nothing can be said by tests that fail as it is
        self.sound = True
        self._leave_out(session)
        began = time.monotonic()
        for k, mutant in enumerate(self._mutants):
            if self._survives(session, mutant):
                self.survivors.append(told_as(mutant))
                print(f"survives {self.survivors[-1]}", flush=True)
            if k % 50 == 49:
                print(f"{k + 1} of {len(self._mutants)}: {time.monotonic() - began:.0f} s", flush=True)
        print(f"{len(self._mutants)} mutants, {len(self.survivors)} survive", flush=True)
        return True

    def _watch(self, session: pytest.Session) -> None:
        """Run all tests as they are, and note what each of them reaches."""
        monitor, item = sys.monitoring, session.items[0]

        def start(code: CodeType, _offset: int) -> object:
            file = self._file_of(code)
            if file is not None:
                self._reached[file, _outermost(code.co_qualname)].append(item)
            return monitor.DISABLE

        monitor.use_tool_id(monitor.COVERAGE_ID, "mutants")
        monitor.register_callback(monitor.COVERAGE_ID, monitor.events.PY_START, start)
        monitor.set_events(monitor.COVERAGE_ID, monitor.events.PY_START)
        try:
            for k, each in enumerate(session.items):
                item = each
                monitor.restart_events()
                began = _spent()
                # What a session's fixtures made is kept for the processes that are forked.
                following = session.items[k + 1] if k + 1 < len(session.items) else _Last(session)
                each.config.hook.pytest_runtest_protocol(item=each, nextitem=following)
                self._seconds[each] = _spent() - began
        finally:
            monitor.set_events(monitor.COVERAGE_ID, 0)
            monitor.free_tool_id(monitor.COVERAGE_ID)

    def _file_of(self, code: CodeType) -> str | None:
        """The file of a mutant that a code is of, also in Blender, where an installed copy runs."""
        return next((file for file in self._files if code.co_filename.endswith(f"/{file}")), None)

    def _leave_out(self, session: pytest.Session) -> None:
        """Ask no test that fails or hangs in a forked process by itself, as those do that render: it finds nothing."""
        for item in list(self._seconds):
            if not self._passes(session, [item], None):
                print(f"left out, since it fails or hangs in a forked process: {item.nodeid}", flush=True)
                del self._seconds[item]
        for key, items in self._reached.items():
            self._reached[key] = [item for item in items if item in self._seconds]

    def _survives(self, session: pytest.Session, mutant: Mutant) -> bool:
        items = self._chosen(mutant)
        return not items or self._passes(session, items, mutant)

    def _passes(self, session: pytest.Session, items: list[pytest.Item], mutant: Mutant | None) -> bool:
        """Whether tests pass in a process of their own, with a mutant or with the code as it is."""
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            _tested(session, items, mutant, self._file_of)
        until = time.monotonic() + BESIDE + 4.0 * sum(self._seconds[item] for item in items)
        while time.monotonic() < until:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                if os.waitstatus_to_exitcode(status) == _NOT_EXCHANGED:
                    raise RuntimeError(f"the code could not be exchanged: {mutant}")
                return status == 0
            time.sleep(0.005)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return False  # it hangs, which somebody notices

    def _chosen(self, mutant: Mutant) -> list[pytest.Item]:
        """The tests that reach a mutant, of each file together; near ones first, then the quick ones."""
        of_file: dict[Path, list[pytest.Item]] = defaultdict(list)
        names = [name for file, name in self._reached if file == mutant.file]
        for name in [mutant.function] if not mutant.of_number else names:
            for item in self._reached.get((mutant.file, name), ()):
                if item not in of_file[item.path]:
                    of_file[item.path].append(item)
        apart = {path: _apart(path, mutant.file) for path in of_file}
        seconds = {path: sum(self._seconds[item] for item in items) for path, items in of_file.items()}
        order, chosen, spent = list(self._seconds), [], 0.0
        for path in sorted(of_file, key=lambda each: (apart[each], seconds[each])):
            for item in sorted(of_file[path], key=order.index):
                if spent + self._seconds[item] <= MOST:
                    chosen.append(item)
                    spent += self._seconds[item]
        return chosen


def _apart(test: Path, file: str) -> int:
    """How many folders apart a test and a module are; -1: it is the test of that very module."""
    if test.stem == f"test_{Path(file).stem}":
        return -1
    here, there = set(test.relative_to(ROOT).parts[:-1]), set(Path(file).parts[:-1])
    return len(there - here)


def _spent() -> float:
    """Seconds of a processor that this process and those that it has started and ended took."""
    return sum(os.times()[:4])


def _outermost(qualified: str) -> str:
    return qualified.partition(".<locals>")[0]


class _Last:
    """Stands for a test after the last one that shares the session with it."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session

    def listchain(self) -> list[pytest.Session]:
        return [self._session]


def _tested(session: pytest.Session, items: list[pytest.Item], mutant: Mutant | None, file_of: Any) -> None:
    """In a process of its own: exchange the code, if at all, run the tests, and end with 0 if all pass."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    status = _NOT_EXCHANGED
    try:
        if mutant is not None:
            _exchange(mutant, file_of)
        status = 1
        session.items, session.config.option.maxfail = items, 1
        run_all(session)
        status = int(session.testsfailed > 0)
    finally:
        os._exit(status)


def _exchange(mutant: Mutant, file_of: Any) -> None:
    if mutant.of_number:
        # Parts of bpy stand among the modules and have no names of their own.
        modules, named = [m for m in sys.modules.values() if hasattr(m, "__dict__")], mutant.function
        for own in [m for m in modules if str(getattr(m, "__file__", "")).endswith(f"/{mutant.file}")]:
            before = vars(own)[named]
            for each in [m for m in modules if vars(m).get(named) is before]:
                setattr(each, named, mutant.number(ROOT))
        return
    codes = {
        (code.co_qualname, code.co_firstlineno): code
        for code in _codes(compile(mutant.tree(ROOT), mutant.file, "exec"))
    }
    # ``type``, not ``isinstance``, which asks a data-block that Blender has removed for its class: an error.
    for function in [each for each in gc.get_objects() if type(each) is FunctionType]:
        code = function.__code__
        if file_of(code) == mutant.file and _outermost(code.co_qualname) == mutant.function:
            new = codes[code.co_qualname, code.co_firstlineno]
            function.__code__ = new.replace(co_filename=code.co_filename)


def _codes(code: CodeType) -> Iterable[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def search(room: str) -> int:
    """Test the mutants of a room; 0 if all that survive are on the list."""
    files, tests = ROOMS[room]
    plugin = Search(files)
    words = ["-qs", "-m", "not nightly", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    pytest.main([*words, "-o", "addopts=--import-mode=importlib", *tests], plugins=[plugin])
    if not plugin.sound:
        print(f"{room}: its tests fail as it is")
        return 2
    survivors, listed = set(plugin.survivors), {each for each in known() if each.partition(" | ")[0] in files}
    for told, some in (("NEW", survivors - listed), ("CAUGHT, take it off the list", listed - survivors)):
        for each in sorted(some):
            print(f"{told}: {each}")
    return int(not survivors <= listed)


def main() -> int:
    """Each room in a process of its own."""
    rooms = sys.argv[1:] or list(ROOMS)
    if len(rooms) == 1:
        return search(rooms[0])
    command = [sys.executable, "-m", "tests.mutation.search"]
    return max(subprocess.run([*command, room], cwd=ROOT, check=False).returncode for room in rooms)


if __name__ == "__main__":
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before NumPy: BLAS begins no threads, which a fork loses
    with tempfile.TemporaryDirectory() as kept:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = kept
        sys.exit(main())
