"""The command line with Blender's engines: as the console command ``skinproof``, and inside Blender as
``blender --command skinproof ...``. Importable without ``bpy``.

The console command works in its own Python if that has ``bpy``. Else it starts a Blender in the background, which finds
this package by ``launch.py`` and answers.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ...skinning_core.cli.main import CORE_VERBS, INTERRUPTED, complain, execute, parse_arguments
from ...skinning_core.cli.verb import Arguments, Blender, Verb
from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Model
from ...skinning_core.subject import SUBJECTS, Subject
from ..interruption import EndedAtOnce, RaisedAsWell
from ..program import BEGIN, END, launched

if TYPE_CHECKING:
    import subprocess

    from ...skinning_core.compare.judge.question import Question

#: Seconds that a Blender has to end by itself.
_PATIENCE = 5.0

_command: object | None = None


def run(argv: Sequence[str]) -> int:
    """``skinproof argv`` in a Python with ``bpy``; returns the exit status."""
    args = parse_arguments(argv, _verbs(argv))
    if isinstance(args, int):
        return args
    if args.verb.in_workers(args):
        import bpy

        return _execute_in_workers(args, launched(bpy.app.binary_path or sys.executable))
    return _execute_with_blender(args)


def console() -> int:
    """The console command: reads ``sys.argv`` and returns the exit status."""
    args = parse_arguments(sys.argv[1:], _verbs(sys.argv[1:]))
    if isinstance(args, int):
        return args
    try:
        where = _place(args)
    except SkinproofError as error:
        return complain(str(error))
    if args.verb.in_workers(args):
        return execute(args, SUBJECTS) if where is None else _execute_in_workers(args, launched(where))
    if where is None:
        return execute(args, SUBJECTS)
    return _execute_with_blender(args) if where == sys.executable else run_in_background(where, args.words)


def _verbs(argv: Sequence[str]) -> tuple[Verb[Any], ...]:
    """The verbs besides the core's, imported only if ``argv`` does not begin with one of the core's."""
    if argv and argv[0] in CORE_VERBS:
        return ()
    from ..export import preflight_verb
    from ..export import verb as verify_export
    from . import picture

    return picture.VERB, preflight_verb.VERB, verify_export.VERB


def _place(args: Arguments) -> str | None:
    """The program that has Blender: this Python, if it has ``bpy``, or a Blender; None: do without.

    Raises ``SkinproofError`` if there is none and one is needed.
    """
    need = args.verb.blender(args)
    if need is Blender.NOT_NEEDED:
        return None
    if args.blender is None and importlib.util.find_spec("bpy") is not None:
        try:
            if not args.verb.in_workers(args):
                with EndedAtOnce():
                    import bpy  # noqa: F401 -- only to learn whether it can be loaded
        except ImportError as error:
            raise SkinproofError(
                f"this Python's bpy cannot be loaded: {error}", fix="install the system library it names"
            ) from error
        return sys.executable
    executable = find_blender(args.blender)
    if executable is None and need is Blender.NEEDED:
        raise SkinproofError(
            "this needs Blender, and this Python has no bpy: install Blender 4.2 or later and name it with --blender "
            "or $BLENDER, or `pip install bpy` into a Python that it supports"
        )
    return executable


def find_blender(named: str | None) -> str | None:
    """The Blender executable by --blender, $BLENDER or PATH, in this order; None if there is none.

    Raises ``SkinproofError`` if a named one is not there.
    """
    import shutil  # it brings compression along, which most verbs do without

    for source, name in (("--blender", named), ("$BLENDER", os.environ.get("BLENDER"))):
        if name:
            executable = shutil.which(name)
            if executable is None:
                raise SkinproofError(f"{source} names {name!r}, which is not a program", fix="give Blender's full path")
            return executable
    return shutil.which("blender")


def run_in_background(executable: str, argv: Sequence[str]) -> int:
    """Run ``skinproof argv`` in a Blender without a window; its output and exit status become ours.

    Its temporary files are in our folder. If this process is interrupted, so is Blender.
    """
    import subprocess
    import tempfile

    try:
        with RaisedAsWell(), tempfile.TemporaryDirectory(prefix="skinproof-", ignore_cleanup_errors=True) as folder:
            env = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)}
            with subprocess.Popen([*launched(executable), *argv], stdout=subprocess.PIPE, env=env) as process:
                assert process.stdout is not None
                try:
                    status = _relay(process.stdout)
                except KeyboardInterrupt:
                    _ended(process)
                    raise
    except KeyboardInterrupt:
        print("\nskinproof: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        return complain(f"{executable} cannot be started: {error.strerror}")
    if status is None:
        return complain(f"{executable} ended with status {process.returncode} and without an answer")
    return status


def _ended(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, and see to it: it first removes what it was writing."""
    process.terminate()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def register() -> None:
    """Make ``blender --command skinproof ...`` known."""
    global _command
    import bpy

    _command = bpy.utils.register_cli_command("skinproof", run)


def unregister() -> None:
    """Undo ``register``."""
    global _command
    import bpy

    if _command is not None:
        bpy.utils.unregister_cli_command(_command)
        _command = None


def _execute_in_workers(args: Arguments, program: Sequence[str]) -> int:
    """Execute without Blender in this process: processes of ``program`` do the work."""
    host = dataclasses.replace(args.host, program=tuple(program))
    return execute(dataclasses.replace(args, host=host), SUBJECTS)


def _execute_with_blender(args: Arguments) -> int:
    """Execute with every engine, then free the shaders: Blender would otherwise crash when it ends."""
    import bpy

    from ..gpu.device import forget_compiled
    from ..subjects.catalogue import every_maker

    involved = (f"Blender {bpy.app.version_string}",)
    host = dataclasses.replace(args.host, involved=involved, open_scene=_open_scene, open_pair=_open_pair)
    try:
        return execute(dataclasses.replace(args, host=host), every_maker())
    finally:
        forget_compiled()


def _open_scene(blend: Path, name: str | None, model: Model, question: Question) -> tuple[Subject, Question]:
    """The opener of scenes, imported when first used."""
    from ..state.properties import make_known
    from ..subjects.open_scene import open_scene

    make_known()
    return open_scene(blend, name, model, question)


def _open_pair(blend: Path, names: Sequence[str], question: Question) -> tuple[Subject, Question]:
    """The opener of two objects, likewise."""
    from ..state.properties import make_known
    from ..subjects.open_scene import open_pair

    make_known()
    return open_pair(blend, names, question)


def _relay(stream: IO[bytes]) -> int | None:
    """Pass on the lines between ``BEGIN`` and ``END``; returns the status after ``END``, None if that never came."""
    speaking, status = False, None
    for line in stream:
        text = line.decode("utf-8", "replace")
        words = text.split()
        if words == [BEGIN]:
            speaking = True
        elif words[:1] == [END]:
            speaking, status = False, int(words[1])
        elif speaking:
            sys.stdout.write(text)
            sys.stdout.flush()
    return status
