"""Worker processes: started, fed, watched, replaced. A model that kills its worker gets a row; the work goes on.

A worker is replaced after a number of models or an amount of memory, since the leaks of a long process add up. A model
that crashes or exhausts a worker which had judged other models gets a second try in a fresh process, so that its row
never reports what another model left behind.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..error import SkinproofError
from .row import CRASHED, OUT_OF_MEMORY, TIMED_OUT, Key, Row, read_row
from .worker import MARK, READY, request_line

#: Seconds between two looks at a worker's memory.
_WATCH = 0.2


@dataclass(frozen=True)
class WorkerLimits:
    """How much a worker may do before it is replaced, and how much a model may use before its worker is killed."""

    models: int = 200  # per worker
    kept_bytes: int = 1 << 30  # a worker that holds more between two models is replaced
    most_bytes: int = 6 << 30  # a worker that reaches this is killed: out of memory
    seconds: float = 600.0  # per model
    start_seconds: float = 120.0  # for the process to be ready


@dataclass(eq=False)
class _Worker:
    """A process that judges one model after the other."""

    process: subprocess.Popen[str]
    lines: queue.Queue[str | None] = field(default_factory=queue.Queue)
    judged: int = 0

    @classmethod
    def start(cls, command: Sequence[str], environment: dict[str, str], limits: WorkerLimits) -> _Worker:
        """Start a process and wait until it is ready. Raises ``SkinproofError`` if it never is."""
        try:
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                env=environment,
            )
        except OSError as error:
            raise SkinproofError(f"a worker cannot be started: {error.strerror}", where=command[0]) from error
        worker = cls(process)
        threading.Thread(target=worker._read, daemon=True).start()
        if worker._next(time.monotonic() + limits.start_seconds, limits) != READY:
            worker.end()
            raise SkinproofError(
                "a worker process does not become ready", fix="try the same on one file, without --jobs"
            )
        return worker

    def judge(self, key: Key, limits: WorkerLimits) -> Row:
        """The row of a model; where the process does not survive the model, a row that says so."""
        self.judged += 1
        began = time.monotonic()
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(request_line(key))
            self.process.stdin.flush()
            answer = self._next(began + limits.seconds, limits)
        except OSError:
            answer = CRASHED
        if answer == TIMED_OUT:
            return Row(key, TIMED_OUT, f"not judged within {limits.seconds:g} s (--timeout)")
        if answer == OUT_OF_MEMORY:
            return Row(key, OUT_OF_MEMORY, f"took more than {limits.most_bytes >> 20} MB (--memory)")
        if answer == CRASHED:
            return Row(key, CRASHED, f"its process ended: {_ending(self.process.wait())}")
        row = read_row(answer)
        return dataclasses.replace(row, seconds=round(time.monotonic() - began, 3))

    def worn(self, limits: WorkerLimits) -> bool:
        """Whether a fresh process should judge the next model."""
        ended = self.process.poll() is not None
        return ended or self.judged >= limits.models or resident_bytes(self.process.pid) > limits.kept_bytes

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError, OSError):  # closed by ``end``
            for line in self.process.stdout:
                if line.startswith(MARK):
                    self.lines.put(line[len(MARK) :].rstrip("\n"))
        self.lines.put(None)

    def _next(self, deadline: float, limits: WorkerLimits) -> str:
        """The next marked line; if none comes, CRASHED, TIMED_OUT or OUT_OF_MEMORY, and the process is killed."""
        while True:
            try:
                line = self.lines.get(timeout=_WATCH)
                return CRASHED if line is None else line
            except queue.Empty:
                pass
            if time.monotonic() > deadline:
                self.process.kill()
                return TIMED_OUT
            if resident_bytes(self.process.pid) > limits.most_bytes:
                self.process.kill()
                return OUT_OF_MEMORY


def judged(keys: Iterable[Key], command: Sequence[str], *, jobs: int, limits: WorkerLimits) -> Iterator[Row]:
    """The rows of models as they are finished, judged by ``jobs`` processes of ``command`` at a time.

    Raises ``SkinproofError`` if no process can be started. When the iterator is closed, all processes end.
    """
    waiting: queue.SimpleQueue[Key] = queue.SimpleQueue()
    count = 0
    for key in keys:
        waiting.put(key)
        count += 1
    rows: queue.SimpleQueue[Row | SkinproofError] = queue.SimpleQueue()
    slots = [_Slot(command, _environment(jobs), limits, waiting, rows) for _ in range(min(jobs, count))]
    try:
        for slot in slots:
            slot.thread.start()
        for _ in range(count):
            row = rows.get()
            if isinstance(row, SkinproofError):
                raise row
            yield row
    finally:
        for slot in slots:
            slot.stop()


class _Slot:
    """A thread that keeps one worker busy."""

    def __init__(
        self,
        command: Sequence[str],
        environment: dict[str, str],
        limits: WorkerLimits,
        waiting: queue.SimpleQueue[Key],
        rows: queue.SimpleQueue[Row | SkinproofError],
    ) -> None:
        self._start: Callable[[], _Worker] = lambda: _Worker.start(command, environment, limits)
        self._limits, self._waiting, self._rows = limits, waiting, rows
        self._worker: _Worker | None = None
        self._stopped = False
        self.thread = threading.Thread(target=self._run, daemon=True)

    def stop(self) -> None:
        """End the worker; the thread ends with it."""
        self._stopped = True
        if self._worker is not None:
            self._worker.end()

    def _run(self) -> None:
        while not self._stopped:
            try:
                key = self._waiting.get_nowait()
            except queue.Empty:
                break
            try:
                row = self._judged(key)
            except SkinproofError as error:
                self._rows.put(error)
                return
            self._rows.put(row)
        if self._worker is not None:
            self._worker.end()

    def _judged(self, key: Key) -> Row:
        if self._worker is not None and self._worker.worn(self._limits):
            self._worker.end()
            self._worker = None
        if self._worker is None:
            self._worker = self._start()
        row = self._worker.judge(key, self._limits)
        if row.verdict in (CRASHED, OUT_OF_MEMORY) and self._worker.judged > 1 and not self._stopped:
            self._worker.end()
            self._worker = self._start()
            row = self._worker.judge(key, self._limits)
        return row


def _environment(jobs: int) -> dict[str, str]:
    """The environment of a worker, which shares the cores among ``jobs`` processes: each has its part as threads."""
    threads = str(max((os.cpu_count() or 1) // jobs, 1))
    return {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads, **os.environ, "PYTHONUNBUFFERED": "1"}


def _ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"


def resident_bytes(pid: int) -> int:
    """The bytes of memory that a process holds now; 0 if that is not known, as for a process that has ended.

    On Windows it is never known: a worker is replaced after so many models, and none is stopped for its memory.
    """
    try:
        if sys.platform == "linux":
            pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE")
        else:
            told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False)
            return int(told.stdout.strip() or 0) * 1024
    except (OSError, ValueError, IndexError):
        return 0
