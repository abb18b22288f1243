"""Worker processes: started, fed, watched, replaced. A model that kills its worker gets a row; the work goes on.

A worker is replaced after a number of models or an amount of memory, since leaks add up. If a model crashes or exhausts
a worker that had judged others, it gets a second try in a fresh process: its row never reports what another left
behind.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import queue
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from ..error import SkinproofError
from .files import FileStamp, digest, stamps, within
from .memory import resident_bytes
from .row import CRASHED, DIFFERENT, NOT_JUDGED, OUT_OF_MEMORY, PARTLY, SAME, TIMED_OUT, Key, Row, read_row
from .worker import MARK, READY, SEEN, request_line

#: Seconds between two looks at a worker's memory.
_WATCH = 0.2

#: How often a process is started before it is ready, if signals end it.
_STARTS = 3

#: Lines kept of what a process printed at its end.
_LAST_LINES = 12

#: Characters kept of each of these lines.
_LAST_WIDTH = 300

#: Verdicts on a model's bytes, which also hold for a twin of another name.
_OF_BYTES = (SAME, PARTLY, NOT_JUDGED, DIFFERENT)


@dataclass(frozen=True)
class Job:
    """A model to be judged."""

    key: Key  # without a digest: that is taken where the file is read
    file: str  # where the model is opened
    size: int = 0  # bytes
    before: Row | None = None  # of an earlier run with the same options and version
    again: bool = False  # that row does not count


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
    noise: IO[bytes]  # what it prints on stderr
    lines: queue.Queue[str | None] = field(default_factory=queue.Queue)
    judged: int = 0

    @classmethod
    def start(cls, command: Sequence[str], environment: dict[str, str], limits: WorkerLimits) -> _Worker:
        """Start a process and wait until it is ready. Raises ``SkinproofError`` if it never is.

        It is started again if a foreign signal ends it before (a system short of memory sends some).
        """
        for left in reversed(range(_STARTS)):
            worker = cls._started(command, environment)
            answer = worker._next(time.monotonic() + limits.start_seconds, limits)
            if answer == READY:
                return worker
            said, by_signal = worker.last_words(), answer == CRASHED and worker.process.wait() < 0
            worker.end()
            if not (by_signal and left):
                break
        raise SkinproofError(
            "a worker process does not become ready" + (f": {said[-1]}" if said else ""),
            fix="try the same on one file, without --jobs",
        )

    @classmethod
    def _started(cls, command: Sequence[str], environment: dict[str, str]) -> _Worker:
        noise = _noise()
        try:
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=noise,
                text=True,
                encoding="utf-8",
                errors="replace",
                env=environment,
            )
        except OSError as error:
            noise.close()
            raise SkinproofError(f"a worker cannot be started: {error.strerror}", where=command[0]) from error
        worker = cls(process, noise)
        threading.Thread(target=worker._read, daemon=True).start()
        return worker

    def judge(self, job: Job, limits: WorkerLimits) -> Row:
        """The row of a model; if the process does not survive it, a row that says so."""
        self.judged += 1
        began = time.monotonic()
        known = "" if job.before is None or job.again else job.before.key.digest
        key = dataclasses.replace(job.key, digest=known)
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(request_line(key, job.file))
            self.process.stdin.flush()
            answer = self._next(began + limits.seconds, limits)
        except OSError:
            answer = CRASHED
        if answer == SEEN and job.before is not None:
            return dataclasses.replace(job.before, files=_stamps(job, limits))
        reasons = {
            TIMED_OUT: f"not judged within {limits.seconds:g} s (--timeout)",
            OUT_OF_MEMORY: f"took more than {limits.most_bytes >> 20} MB (--memory)",
        }
        if answer in (TIMED_OUT, OUT_OF_MEMORY, CRASHED):
            reason = reasons.get(answer) or f"its process ended: {_ending(self.process.wait())}"
            key = dataclasses.replace(job.key, digest=_digest(job, limits))
            row = Row(key, answer, reason, files=_stamps(job, limits), last_words=self.last_words())
        else:
            row = read_row(answer)
        return dataclasses.replace(row, seconds=round(time.monotonic() - began, 3))

    def last_words(self) -> tuple[str, ...]:
        """The last lines that the process printed on stderr."""
        self.noise.seek(max(self.noise.seek(0, os.SEEK_END) - _LAST_LINES * _LAST_WIDTH, 0))
        lines = self.noise.read().decode("utf-8", "replace").splitlines()
        return tuple(line[:_LAST_WIDTH] for line in lines if line.strip())[-_LAST_LINES:]

    def worn(self, limits: WorkerLimits) -> bool:
        """Whether a fresh process should judge the next model."""
        ended = self.process.poll() is not None
        return ended or self.judged >= limits.models or resident_bytes(self.process.pid) > limits.kept_bytes

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.noise):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):  # its slot's thread and ours may close it at once
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
                line = self.lines.get(timeout=min(_WATCH, max(deadline - time.monotonic(), 0.0)))
                return CRASHED if line is None else line
            except queue.Empty:
                pass
            if time.monotonic() > deadline:
                self.process.kill()
                return TIMED_OUT
            if resident_bytes(self.process.pid) > limits.most_bytes:
                self.process.kill()
                return OUT_OF_MEMORY


def judged(
    jobs: Sequence[Job], command: Sequence[str], *, processes: int, limits: WorkerLimits, known: Sequence[Row] = ()
) -> Iterator[Row]:
    """The rows of models as they are finished, judged by so many processes of ``command`` at a time.

    Models of the same bytes are judged once; known: rows of earlier runs, for the same reason. Raises
    ``SkinproofError`` if no process can be started. When the iterator is closed, all processes end.
    """
    waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
    for job in jobs:
        waiting.put(job)
    rows: queue.SimpleQueue[Row | SkinproofError] = queue.SimpleQueue()
    twins = _Twins(jobs, known)
    slots = [Slot(command, processes, limits) for _ in range(min(processes, len(jobs)))]

    try:
        for slot in slots:
            threading.Thread(target=_work, args=(slot, waiting, twins, rows), daemon=True).start()
        for _ in jobs:
            row = rows.get()
            if isinstance(row, SkinproofError):
                raise row
            yield row
    finally:
        for slot in slots:
            slot.stop()


def _work(
    slot: Slot, waiting: queue.SimpleQueue[Job], twins: _Twins, rows: queue.SimpleQueue[Row | SkinproofError]
) -> None:
    """A slot's thread: one model after the other, until none waits."""
    try:
        while not slot.stopped:
            for row in twins.rows(waiting.get_nowait(), slot):
                rows.put(row)
    except queue.Empty:
        pass
    except SkinproofError as error:
        rows.put(error)
    except Exception as error:  # noqa: BLE001 -- a thread that ends without a word would be waited for
        rows.put(SkinproofError(f"a worker cannot be started: {error}"))
    finally:
        slot.stop()


class Slot:
    """A place for one process, started when needed and replaced when worn or ended."""

    def __init__(self, command: Sequence[str], processes: int, limits: WorkerLimits) -> None:
        self._command, self._environment, self.limits = command, _environment(processes), limits
        self._worker: _Worker | None = None
        self.stopped = False

    def judge(self, job: Job) -> Row:
        """The row of a model. Raises ``SkinproofError`` if no process can be started."""
        tried = 1 if job.before is None else job.before.attempts + job.again
        row = self._fresh(worn=True).judge(job, self.limits)
        if row.verdict in (CRASHED, OUT_OF_MEMORY) and self._used and not self.stopped:
            tried += 1
            self.end()
            row = self._fresh().judge(job, self.limits)
        return dataclasses.replace(row, attempts=tried)

    def end(self) -> None:
        """End the process; another is started for the next model."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def stop(self) -> None:
        """End the process for good."""
        self.stopped = True
        if self._worker is not None:
            self._worker.end()

    @property
    def _used(self) -> bool:
        """Whether the process has judged more than one model."""
        return self._worker is not None and self._worker.judged > 1

    def _fresh(self, *, worn: bool = False) -> _Worker:
        """The process; worn: another one if it is worn."""
        if worn and self._worker is not None and self._worker.worn(self.limits):
            self.end()
        if self._worker is None:
            self._worker = _Worker.start(self._command, self._environment, self.limits)
        if self.stopped:  # while it was being started
            self._worker.end()
        return self._worker


class _Twins:
    """Models of the same bytes: the first is judged, the others wait for its row. Only those of one size are read."""

    def __init__(self, jobs: Sequence[Job], known: Sequence[Row]) -> None:
        self._lock = threading.Lock()
        self._answers = {_bytes(row.key): row for row in known if row.verdict in _OF_BYTES}
        self._waiting: dict[tuple[str, ...], list[Job]] = {}
        sizes = [job.size for job in jobs] + [row.files[0][1] for row in known if row.files]
        self._sizes = Counter(sizes)

    def rows(self, job: Job, slot: Slot) -> Iterator[Row]:
        """The rows of a model and of the twins that waited for it; none if it waits itself."""
        if self._sizes[job.size] < 2 or (job.before is not None and not job.again):
            yield slot.judge(job)
            return
        same = _bytes(dataclasses.replace(job.key, digest=_digest(job, slot.limits)))
        if not same[0]:  # nobody could read it
            yield slot.judge(job)
            return
        with self._lock:
            answer = self._answers.get(same)
            waits = answer is None and same in self._waiting
            if answer is None:
                self._waiting.setdefault(same, []).append(job)
        if waits:
            return
        if answer is not None:
            yield _copied(answer, job, slot.limits)
            return
        row = slot.judge(job)
        with self._lock:
            _, *twins = self._waiting.pop(same)
            answers = row.verdict in _OF_BYTES and _bytes(row.key) == same
            if answers:
                self._answers[same] = row
        yield row
        for twin in twins:
            yield _copied(row, twin, slot.limits) if answers else slot.judge(twin)


def _bytes(key: Key) -> tuple[str, ...]:
    """What two models must share for one answer: bytes, kind of file, options, version."""
    return key.digest, Path(key.path).suffix.lower(), key.options, key.version


#: Least seconds for a look at a file, however short a model's time.
_LOOK = 1.0


def _digest(job: Job, limits: WorkerLimits) -> str:
    """The digest of a model's bytes; empty if it cannot be read in the model's time."""
    return within(max(limits.seconds, _LOOK), lambda: digest(job.file), "")


def _stamps(job: Job, limits: WorkerLimits) -> tuple[FileStamp, ...]:
    """The model and its buffers now; none if the disk does not answer, so that the row is never taken for current."""
    return within(max(limits.seconds, _LOOK), lambda: stamps(job.file), ())


def _copied(row: Row, job: Job, limits: WorkerLimits) -> Row:
    """The row of a model with the bytes of another that was judged."""
    key = dataclasses.replace(job.key, digest=row.key.digest)
    told = dataclasses.replace(row, key=key, files=_stamps(job, limits), twin_of=row.twin_of or row.key.path)
    return dataclasses.replace(told, attempts=1, seconds=0.0)


def _noise() -> IO[bytes]:
    """A nameless file for what a process prints; without room for one, it is lost."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return Path(os.devnull).open("r+b")


def _environment(jobs: int) -> dict[str, str]:
    """The environment of a worker, which shares the cores among ``jobs`` processes: each has its part as threads."""
    threads = str(max((os.cpu_count() or 1) // jobs, 1))
    return {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads, **os.environ, "PYTHONUNBUFFERED": "1"}


def _ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"
