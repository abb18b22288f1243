"""``main``: arguments in, exit status out.

Exit statuses: 0 the same, 1 different, 2 bad input or usage, 3 not judged, 4 not finished (of many models, some have no
answer), 130 interrupted, 141 standard output closed. A user's mistake is one line on stderr, with ``--debug`` a trace.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import ctypes  # NumPy has imported it
import dataclasses
import errno
import gc
import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from ..annexes import modules_named
from ..error import FAULTS, SkinproofError, Unfinished, out_of_memory
from ..report.text import printable
from ..report.version import VERSION
from ..subject import SUBJECTS, Makers
from ..text.listing import nearest
from .verb import BAD, NOT_FINISHED, Arguments, Host, Verb

#: Verbs without Blender: files of this folder and of annexes; the add-on has its own.
_OWN = ("verify", "compare", "scene", "skin", "inspect", "check", "limits", "engines", "bench")
VERB_MODULES = {
    **{name: f"{__package__}.{name}" for name in _OWN},
    "compare": f"{__package__}.file_pair",  # an add-on's panel and its button have the other name
    **modules_named("VERBS"),
}
CORE_VERBS = tuple(VERB_MODULES)

#: As shells report the end by SIGINT: 128 plus 2.
INTERRUPTED = 130
#: As shells report the end by SIGPIPE, when the reader has left: 128 plus 13.
CLOSED = 141

#: Standard output is not read, its disk is full, its device fails or takes no more.
OUTPUT_ERRORS = {errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF}

#: Objects between two looks for garbage that refers to itself. By default there are a hundred in a run, over the many
#: objects that live to its end, and they find next to nothing.
_SELDOM = 100_000

#: Starts this command line once more, in another process and without Blender.
PROGRAM = (
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {str(Path(__file__).resolve().parents[2])!r}); "
    "from skinning_core.cli import main; sys.exit(main(sys.argv[1:]))",
)


class _Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def __init__(self, **settings: Any) -> None:
        # Each option is tried in a formatter; finding the terminal's width takes modules and 2 ms.
        super().__init__(formatter_class=partial(argparse.HelpFormatter, width=80), **settings)

    def format_help(self) -> str:
        """As wide as the terminal."""
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and how to find help."""
        self.exit(BAD, f"{self.prog}: {message} ({self.prog} --help shows how)\n")

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Say which words are none of this verb's, and the option that was meant."""
        meant = nearest(unknown[0].partition("=")[0], list(self._option_string_actions))
        self.error(f"there is no {' '.join(unknown)!r} here" + (f": did you mean {meant}?" if meant else ""))

    def _print_message(self, message: str, file: Any = None) -> None:
        """As argparse, but a failure to write shows."""
        if message:
            print(message, end="", file=sys.stderr if file is None else file)


class _Overview(_Parser):
    """The help of all verbs, grouped by who needs them."""

    summaries: dict[str, str]
    commands: dict[str, _Parser]

    def format_help(self) -> str:
        """The verbs, each with a line that works."""
        from .overview import overview  # only if asked for

        return overview(self.summaries)

    def require_verb(self, words: Sequence[str]) -> None:
        """Show all verbs if there is no word, and the one that was meant if the first is none."""
        if not words:
            self.exit(BAD, self.format_help())
        elif not words[0].startswith("-") and words[0] not in self.summaries:
            meant = nearest(words[0], list(self.summaries))
            self.error(f"there is no verb {words[0]!r}" + (f": did you mean {meant}?" if meant else ""))


@contextlib.contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Look seldom for garbage that refers to itself, within the block."""
    before = gc.get_threshold()
    gc.set_threshold(_SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def main(argv: Sequence[str], makers: Makers = SUBJECTS, verbs: Sequence[Verb[Any]] = ()) -> int:
    """Run ``skinproof argv`` and return its exit status; never raises ``SystemExit``.

    ``makers``: of the available subjects, by name; ``verbs``: besides the core's own.
    """
    args = parse_arguments(argv, verbs)
    return args if isinstance(args, int) else execute(args, makers)


@_collecting_seldom()
def parse_arguments(argv: Sequence[str], verbs: Sequence[Verb[Any]] = ()) -> Arguments | int:
    """What ``argv`` asks for; an exit status if there is nothing to do (help, bad usage)."""
    _escape_what_the_terminal_cannot_show()
    try:
        words = _with_times_joined(_respelled(argv))
        parser = parser_of((*_core_verbs(words), *verbs))
        parser.require_verb(words)
        parsed, unknown = parser.parse_known_args(words)
        if unknown:
            parser.commands[parsed.verb.name].refuse(unknown)
        return arguments_of(parsed, words=words, host=Host(PROGRAM))
    except SystemExit as request:  # argparse has already printed the help or the complaint
        status = request.code if isinstance(request.code, int) else 0
        return flush_output() or status
    except OSError as error:
        return _output_failed(error)


def arguments_of(parsed: argparse.Namespace, **known: object) -> Arguments:
    """The parser's result as the dataclass of its verb, with what else is known."""
    values = {**vars(parsed), **known}
    kind: type[Arguments] = parsed.verb.arguments
    return kind(**{field.name: values[field.name] for field in dataclasses.fields(kind)})


def _core_verbs(words: Sequence[str]) -> list[Verb[Any]]:
    """The verb that the words begin with, the only one imported; else all."""
    asked = words[:1] if words and words[0] in CORE_VERBS else CORE_VERBS
    return [import_module(VERB_MODULES[name]).VERB for name in asked]


def _respelled(argv: Sequence[str]) -> Sequence[str]:
    """As it is spelled now; only these verbs had other spellings."""
    if argv[:1] not in (["verify"], ["explain"], ["picture"]):
        return argv
    from .former import respelled

    return respelled(argv, CORE_VERBS)


def _with_times_joined(argv: Sequence[str]) -> list[str]:
    """``--times -0.25,1`` as ``--times=-0.25,1``: argparse takes a time before 0 for an option."""
    words: list[str] = []
    for word in argv:
        if words and words[-1] in ("--times", "--frames"):
            words[-1] = f"{words[-1]}={word}"
        else:
            words.append(word)
    return words


@cache
def parser_of(verbs: tuple[Verb[Any], ...]) -> _Overview:
    """The parser of all verbs, made once: that takes longer than many a small file."""
    parser = _Overview(prog="skinproof")
    parser.summaries, parser.commands = {verb.name: verb.summary for verb in verbs}, {}
    parser.add_argument("--version", action="version", version=f"skinproof {VERSION}")
    commands = parser.add_subparsers(metavar="VERB", required=True, parser_class=_Parser, prog="skinproof")
    for verb in verbs:
        command = parser.commands[verb.name] = commands.add_parser(
            verb.name, help=verb.summary, description=verb.summary
        )
        verb.define(command)
        command.add_argument(
            "--blender", metavar="EXE", help="Blender to start if Python has no bpy (default: $BLENDER, PATH)"
        )
        command.add_argument("--debug", action="store_true", help="show the traceback of an error")
        command.set_defaults(verb=verb)
    return parser


#: ``mallopt``'s M_TRIM_THRESHOLD in glibc: unused bytes kept at the end of memory.
_TRIM_THRESHOLD = -1
#: ``mallopt``'s M_MMAP_MAX in glibc: arrays mapped on their own.
_MMAP_MAX = -4


def _keep_freed_memory() -> None:
    """Let the C library keep freed memory for the next arrays.

    glibc maps every array above 32 MB anew, and the system clears its pages: 10 of 50 seconds for a million vertices in
    ten clips. Other C libraries have no such setting.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # not glibc
            mallopt = ctypes.CDLL(None).mallopt
            mallopt(_TRIM_THRESHOLD, 1 << 30)
            mallopt(_MMAP_MAX, 0)


@contextlib.contextmanager
def _without_warnings_of_numbers() -> Iterator[None]:
    """NumPy does not warn of overflow and NaN: findings and verdicts do. ``python -W`` still warns."""
    with warnings.catch_warnings():
        if not sys.warnoptions:
            warnings.simplefilter("ignore", RuntimeWarning)
        yield


@_collecting_seldom()
@_without_warnings_of_numbers()
def execute(args: Arguments, makers: Makers) -> int:
    """Run the verb that ``parse_arguments`` found; returns the exit status."""
    _keep_freed_memory()
    atexit.register(gc.freeze)  # no look for garbage at the end: the process ends
    try:
        status = args.verb.run(args, makers)
        return flush_output() or status
    except Unfinished as error:
        complain(str(error), debug=args.debug)
        return NOT_FINISHED
    except SkinproofError as error:
        return complain(str(error), debug=args.debug)
    except KeyboardInterrupt:
        print("\nskinproof: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        if error.filename is None and error.errno in OUTPUT_ERRORS:
            status = _output_failed(error)
        elif error.filename is not None and error.strerror:
            status = complain(f"{error.filename}: {error.strerror}", debug=args.debug)
        else:
            status = _faulty(error, debug=args.debug)
    except MemoryError:
        status = complain(str(out_of_memory()), debug=args.debug)
    except FAULTS as error:  # must not end as 1, which says that an engine differs
        status = _faulty(error, debug=args.debug)
    return NOT_FINISHED if status == BAD and args.verb.in_workers(args) else status


def flush_output() -> int:
    """Write what stdout still holds while a failure can be reported; 0, or the exit status if writing fails."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError) as error:
        return _output_failed(error)
    return 0


def _output_failed(error: Exception) -> int:
    """Give up standard output: drop what is buffered; returns the exit status."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):  # the reader has left, such as `head`
        complain("standard output was closed before everything was said")
        return CLOSED
    reason = getattr(error, "strerror", None) or str(error)
    return complain(f"standard output cannot be written: {reason} (free some space, or send it elsewhere)")


def _faulty(error: Exception, *, debug: bool) -> int:
    """Report a fault of the program itself; returns the exit status."""
    sentence = f"this is a fault of Skinproof itself: {type(error).__name__}: {error} (--debug shows where)"
    return complain(sentence, debug=debug)


def complain(sentence: str, *, debug: bool = False) -> int:
    """Print one line on stderr, with ``debug`` after the current traceback; returns the exit status."""
    if debug:
        import traceback  # 2 ms

        traceback.print_exc()
    print("skinproof: " + printable(" ".join(sentence.split())), file=sys.stderr)
    return BAD


def _escape_what_the_terminal_cannot_show() -> None:
    """A terminal shows an escape for a character that it lacks: no name makes printing fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
