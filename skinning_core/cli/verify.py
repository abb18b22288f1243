"""``skinproof verify``: skin with every engine, compare all with the reference, print the table, write the reports."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..compare.between.other_file import OtherFile
from ..compare.between.result_file import Stored, read_stored
from ..compare.judge.verification import Plan, Verification, verify
from ..compare.measure.screen import Screen
from ..compare.measure.times import SampleTimes
from ..engine import Engine, Engines
from ..error import SkinproofError, out_of_memory
from ..files.output import write_text
from ..load import load_model
from ..model import UNJUDGED, Model
from ..pose.clip import find_clip
from ..report.document import verify_document, write_json
from ..report.readable import Reading
from ..report.table import summary_lines, verification_lines
from ..report.text import printable, shown
from .batch_options import add_batch_arguments, is_batch
from .options import (
    add_loop,
    add_model,
    engine_named,
    frames,
    in_blender,
    limits_of,
    load_asked,
    outputs,
    seconds,
    times_of,
)
from .progress import progress_on_stderr
from .scene import add_scene_arguments, require_scene_for_its_options, scene_character
from .verb import BAD, DIFFERENT, NOT_JUDGED, SAME, Blender, Verb

#: The engines compared with the reference where the user names none, as far as they are available.
USUAL = ("fast", "blender")

#: A name after --against that ends in this is a file with the results of another engine.
STORED = ".npz"

#: A name after --against that ends in one of these is another file to compare with.
FILES = (".glb", ".gltf", ".md5mesh")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``verify``."""
    add_model(parser, several=True)
    parser.add_argument(
        "--clip",
        metavar="C",
        action="append",
        help="a clip by name or number, or rest (may be repeated; default: the rest pose and every clip)",
    )
    when = parser.add_mutually_exclusive_group()
    when.add_argument(
        "--frames",
        metavar="every-key|N",
        type=frames,
        help="every key and a time between every two, or N times evenly spread (default: 200 at most, where it moves); "
        "normals are compared at 16 of them at most, with every-key at all",
    )
    when.add_argument("--times", metavar="T1,T2", type=seconds, help="compare at these seconds")
    add_loop(parser)
    parser.add_argument(
        "--against",
        metavar="A,B",
        help=f"engines to compare with the reference (default: {','.join(USUAL)}); FILE.npz: what another engine gave "
        "for one clip, in the layout of `skin`; FILE.glb, .gltf: another file that should be the same character",
    )
    parser.add_argument(
        "--tolerance", metavar="E", type=float, help="relative to the diagonal (default: 3e-6, or as stated)"
    )
    parser.add_argument(
        "--accept",
        metavar="CODE",
        action="append",
        choices=sorted(UNJUDGED),
        default=[],
        help="judge a file although something in it was not read that could move a vertex (may be repeated): "
        + ", ".join(sorted(UNJUDGED)),
    )
    parser.add_argument(
        "--viewport", metavar="LINES", type=lines, default=1080, help="lines of the screen for pixels (default: 1080)"
    )
    parser.add_argument(
        "--fill", metavar="F", type=filling, default=1.0, help="part of them that the model takes (default: 1)"
    )
    parser.add_argument("--exponents", action="store_true", help="print errors such as 2.3e-07 of the size")
    parser.add_argument("--json", metavar="FILE", help="write the numbers for machines")
    parser.add_argument("--html", metavar="FILE", help="write a report for people: one file, no network")
    add_scene_arguments(parser)
    add_batch_arguments(parser)


def run(args: argparse.Namespace, engines: Engines) -> int:
    """Verify every model, go on past broken ones, and return the worst exit status."""
    if args.tolerance is not None and not args.tolerance >= 0.0:
        raise SkinproofError(f"--tolerance {args.tolerance} is not a number of zero or more")
    stored = [name for name in (args.against or "").split(",") if name.lower().endswith((STORED, *FILES))]
    require_scene_for_its_options(args)
    if is_batch(args):
        from .batch import run_batch

        return run_batch(args, stored)
    json_path, html_path = outputs([args.json, args.html], [*args.model, *stored], args.anim)
    others = _others(args, engines)
    if args.serve:
        from .batch import serve_requests

        return serve_requests(lambda path: _verified(path, args, others))
    reading = _reading(args)
    results: list[tuple[str, Verification]] = []
    errors: dict[str, str] = {}
    for path in args.model:
        try:
            verification = _verified(path, args, others)
        except (SkinproofError, MemoryError) as error:
            if args.debug:
                raise
            reason = error if isinstance(error, SkinproofError) else out_of_memory()
            errors[path] = _placed(path, str(reason))
            print("skinproof: " + printable(" ".join(errors[path].split())), file=sys.stderr)
            continue
        results.append((path, verification))
        print("\n".join(verification_lines(verification, reading)), flush=True)
    if len(results) > 1:
        print(
            "\n".join(
                ["summary: largest error of any vertex, relative to the size", *summary_lines(_of(results), reading)]
            )
        )
    _write(results, errors, json_path, html_path, args)
    return _status(_of(results), errors)


def _reading(args: argparse.Namespace) -> Reading:
    return Reading(screen=Screen(args.viewport, args.fill), exponents=args.exponents)


def lines(text: str) -> int:
    """The lines of a screen (an argparse type)."""
    if not text.isdecimal() or not 0 < int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of lines such as 1080")
    return int(text)


def filling(text: str) -> float:
    """The part of a screen that a character takes (an argparse type); more than 1 is a close-up."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= 1000.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a part of the screen such as 0.5 (10 is a close-up)")
    return value


def _others(args: argparse.Namespace, engines: Engines) -> dict[str, Engine]:
    """The engines to compare with the reference; the reference itself needs no comparison."""
    if args.scene is not None:
        return {}
    if args.against is None:
        chosen = {name: engines[name] for name in USUAL if name in engines}
        if "blender" not in chosen:
            print("skinproof: Blender is not at hand, so it is not compared (see --against)", file=sys.stderr)
        return chosen
    names = [name for name in dict.fromkeys(args.against.split(",")) if name != "reference"]
    if not names:
        raise SkinproofError("--against names nothing to compare with the reference", fix="such as fast,blender,stock")
    labels = {name: _label(name, names) for name in names}
    return {labels[name]: _other(name, args, engines) for name in names}


def _label(name: str, names: Sequence[str]) -> str:
    """What an engine is called in tables: a file by its name alone where no other file has that name."""
    short = Path(name).name
    return short if [Path(other).name for other in names].count(short) == 1 else name


def _other(name: str, args: argparse.Namespace, engines: Engines) -> Engine:
    """An engine by its name, the stored results of an engine, or another file as an engine."""
    if name.endswith(STORED):
        return read_stored(Path(name))
    if name.lower().endswith(FILES):
        return OtherFile(Path(name), load_model(Path(name), limits=limits_of(args)))
    return engine_named(name, engines)


def _verified(path: str, args: argparse.Namespace, others: dict[str, Engine]) -> Verification:
    model = load_asked(path, args)
    if not model.parts:
        raise SkinproofError("there is no mesh in this file that a node draws", where=path)
    if args.scene is not None:
        return _verified_in_scene(model, args)
    clips = _clips(model, args.clip)
    stored = [engine for engine in others.values() if isinstance(engine, Stored)]
    if stored and len(clips) != 1:
        raise SkinproofError("results in a file are of one clip", fix="name it by --clip, or --clip rest")
    if stored and args.loop:
        raise SkinproofError("--loop is of engines that play a clip", fix="write the file's own times inside the clip")
    if stored and args.times is None and args.frames is None:
        plans = [Plan(clips[0], SampleTimes(stored[0].times))]
    else:
        plans = [Plan(clip, times_of(model, clip, args)) for clip in clips]
    progress = progress_on_stderr(shown(model.name))
    return verify(model, plans, others, **_wishes(args), progress=progress)


def _verified_in_scene(model: Model, args: argparse.Namespace) -> Verification:
    """A character of a scene: the clips that it has, or the pose that its bones have."""
    character = scene_character(args, model)
    engine = character.engine
    if args.pose is not None:
        model, engine = character.in_its_pose()
        plans = [Plan(None, SampleTimes(np.zeros(1)))]
    else:
        clips = [None, *character.clips] if args.clip is None else _clips(model, args.clip)
        plans = [Plan(clip, times_of(model, clip, args)) for clip in clips]
    progress = progress_on_stderr(shown(model.name))
    return verify(model, plans, {"blender": engine}, **_wishes(args), progress=progress)


def _wishes(args: argparse.Namespace) -> dict[str, Any]:
    """What the user wants of every comparison, as ``verify`` takes it."""
    screen = _reading(args).screen
    return {"asked": args.tolerance, "screen": screen, "accept": args.accept, "frames": args.html is not None}


def _clips(model: Model, names: Sequence[str] | None) -> list[int | None]:
    if names is None:
        return [None, *range(len(model.clips))]
    return list(dict.fromkeys(find_clip(model, name) for name in names))


def _placed(path: str, sentence: str) -> str:
    """A sentence that says which model it is about."""
    return sentence if path in sentence else f"{path}: {sentence}"


def _of(results: Sequence[tuple[str, Verification]]) -> list[Verification]:
    return [verification for _, verification in results]


def _write(
    results: Sequence[tuple[str, Verification]],
    errors: dict[str, str],
    json_path: Path | None,
    html_path: Path | None,
    args: argparse.Namespace,
) -> None:
    reading = _reading(args)
    if json_path is not None:
        write_json(json_path, verify_document(results, errors, reading.screen))
    if html_path is not None:
        from ..report.page import verify_page
        from ..report.provenance import made_now  # both only for those who ask for a page

        write_text(html_path, verify_page(results, errors, reading, made_now(args.words, *args.involved)))


def _status(verifications: Sequence[Verification], errors: dict[str, str]) -> int:
    if errors or any(verification.failures for verification in verifications):
        return BAD
    if not all(verification.agrees for verification in verifications):
        return DIFFERENT
    return SAME if all(verification.passed for verification in verifications) else NOT_JUDGED


def blender(args: argparse.Namespace) -> Blender:
    """Blender is needed where one of its engines is named, and welcome where no engine is named."""
    if args.scene is not None:
        return Blender.NEEDED
    if args.against is None:
        return Blender.WELCOME
    return Blender.NEEDED if in_blender(args.against.split(",")) else Blender.NOT_NEEDED


VERB = Verb(
    "verify", "compare every engine, Blender among them, with the reference", add_arguments, run, blender, is_batch
)
