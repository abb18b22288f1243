"""``skinproof grade FOLDER --run COMMAND``: one's own engine plays every case by a command line.

Each case starts it anew: an engine that crashes or hangs on one still plays the others.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...error import SkinproofError, require
from ...files.output import write_text
from .folder import MadeCase, made_cases
from .grade import ENDINGS

#: What a command line may name, and whether it must.
PLACES = {"{file}": True, "{clip}": False, "{times}": False, "{out}": True}

#: Characters kept of an engine's last words.
_WORDS = 200


def play_cases(command: str, out: Path, limit: float) -> Iterator[tuple[str, str]]:
    """Run the command for every case; yields those without a result, and why.

    command: with ``{file}``, ``{out}`` (the folder and the case's name, without an ending) and, if wanted, ``{clip}``
    (a number, or ``rest``) and ``{times}`` (seconds, with commas between). limit: seconds for a case. Former results of
    these cases in ``out`` are removed. Raises ``SkinproofError`` if the command cannot start, or the folder be made.
    """
    words = _words(command)
    require(limit > 0.0, "the time limit must be more than 0 s", fix="--limit 20")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkinproofError(f"cannot make the folder: {error.strerror}", where=str(out)) from error
    with tempfile.TemporaryDirectory(prefix="skinproof-") as made:
        for case in made_cases(proofs=False):
            truth = {case.case.id + ending for ending in (".json", ".bin", ".npz")}
            for name in case.files.keys() - truth:
                (Path(made) / name).write_bytes(case.files[name])
            told = _played(words, case, Path(made), out.resolve(), limit)
            if told:
                document = {"engine": out.resolve().name, "error": told}
                write_text(out / f"{case.case.id}.json", json.dumps(document) + "\n")
                yield case.case.id, told


def split_command(command: str, system: str = sys.platform) -> list[str]:
    """The words of a command line, without quotes. Under Windows a backslash belongs to a path.

    Raises ``ValueError`` if a quote is not closed.

    >>> split_command("'C:\\\\My Engine\\\\play.exe' {file}", "win32")
    ['C:\\\\My Engine\\\\play.exe', '{file}']
    """
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if system == "win32":
        lexer.escape = ""
    return list(lexer)


def _words(command: str) -> list[str]:
    """The words of a command line that names what it must."""
    try:
        words = split_command(command)
    except ValueError as error:
        raise SkinproofError(f"this command line has no end: {error}", where=command, fix="close the quote") from None
    missing = [place for place, needed in PLACES.items() if needed and place not in command]
    example = "such as --run 'my_engine {file} {clip} {times} {out}.csv'"
    require(bool(words) and not missing, f"the command does not say where {' and '.join(missing)} goes", fix=example)
    return words


def _played(words: Sequence[str], made: MadeCase, folder: Path, out: Path, limit: float) -> str:
    """Why the engine gave no result of a case; empty if it wrote one."""
    entry, target = made.entry, out / made.case.id
    for ending in (*filter(None, ENDINGS), ".bin"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    values = {
        "{file}": str(folder / entry["file"]),
        "{clip}": "rest" if entry["clip"] is None else str(entry["clip"]),
        "{times}": ",".join(f"{time!r}" for time in entry["times"]),
        "{out}": str(target),
    }
    status, said = _run([_filled(word, values) for word in words], limit)
    if status is None:
        return f"it had not finished after {limit:g} s"
    if status < 0:
        return f"it crashed (signal {-status})"
    if status:
        return said[:_WORDS] or f"it ended with status {status} and said nothing"
    if not any(target.with_name(target.name + ending).exists() for ending in ENDINGS):
        return "it wrote no " + " or ".join(f"{made.case.id}{ending}" for ending in ENDINGS if ending)
    return ""


def _filled(word: str, values: dict[str, str]) -> str:
    for place, value in values.items():
        word = word.replace(place, value)
    return word


def _run(words: Sequence[str], limit: float) -> tuple[int | None, str]:
    """The exit status and the last line of complaints; None: stopped, with all that it had started."""
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=sys.platform != "win32",
        )
    except OSError as error:
        raise SkinproofError(f"cannot start it: {error.strerror}", where=words[0], fix="name a program") from error
    try:
        said = process.communicate(timeout=limit)[1].decode(errors="replace").strip()
    except subprocess.TimeoutExpired:
        _stop(process)
        process.communicate()
        return None, ""
    return process.returncode, said.splitlines()[-1].strip() if said else ""


def _stop(process: subprocess.Popen[bytes]) -> None:
    if sys.platform != "win32":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
