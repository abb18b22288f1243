"""Progress: on a terminal only, one line, cleared at the end."""

from __future__ import annotations

import io

from skinning_core.cli.progress import progress_on_stderr
from skinning_core.skinned import no_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_silent_without_a_terminal(monkeypatch) -> None:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert progress_on_stderr("Fox") is no_progress


def test_one_line_redrawn_and_cleared(monkeypatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    now = iter([0.0, 1.0, 1.01, 2.0, 3.0, 4.0])
    monkeypatch.setattr("time.monotonic", lambda: next(now))
    report = progress_on_stderr("Fox")
    for done in range(5):
        report(done, 4)
    written = terminal.getvalue()
    assert "\n" not in written
    assert "Fox 25 %" in written
    assert "Fox 50 %" not in written  # 10 ms after the one before: not worth a redraw
    assert "Fox 75 %" in written
    assert written.endswith("\r\x1b[K")
