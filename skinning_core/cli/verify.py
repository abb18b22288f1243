"""``skinproof verify``: judge every subject by the specification, print the answer, write the reports."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..compare.judge.question import Question, When
from ..compare.judge.verdict import worst_status
from ..compare.judge.verification import Verification, verify
from ..compare.measure.times import sample_times
from ..error import SkinproofError, out_of_memory
from ..files.limits import require_within
from ..files.output import write_text
from ..load import load_model, require_parts
from ..model import Model
from ..report.document import verify_document, write_json
from ..report.readable import Reading
from ..report.table import summary_lines, verification_lines
from ..report.text import printable, shown
from ..subject import Maker, Makers
from .options import AnyModelsArguments, ReadArguments, in_blender, limits_of, load_asked, maker_named, outputs
from .progress import progress_on_stderr
from .question import QuestionArguments, SceneArguments, question_of, require_sound_tolerances, screen_of
from .scene import pair_subject, require_scene_for_its_options, scene_subject
from .several import placed
from .verb import BAD, Blender, Verb, add_options, arguments, flag, option

if TYPE_CHECKING:  # what reads other files is imported where one is named
    from ..compare.between.result_file import Stored
    from ..compare.between.result_formats.arrays import ResultFile

#: The subjects compared with the reference where the user names none, as far as they are available.
USUAL = ("fast", "blender")

#: A name after --against that ends in one of these is another file to compare with.
FILES = (".glb", ".gltf", ".md5mesh")


@arguments
class VerifyArguments(SceneArguments, AnyModelsArguments):
    """Arguments of ``verify``."""

    against: str | None = option(
        f"engines to compare with the reference (default: {','.join(USUAL)}); FILE.npz, .json, .csv, or a folder "
        "of .obj or .ply files: what another engine gave for one clip (docs/formats.md); FILE.glb, .gltf: another file "
        "that should be the same character; profile:NAME: what that engine is known to do; engine:NAME: that engine "
        "itself, if it is installed (docs/engines.md)",
        metavar="A,B",
    )
    all: bool = flag("a row and its causes for each clip, not one for all clips in which the same was found")
    exponents: bool = flag("print errors such as 2.3e-07 of the size")
    json: str | None = option("write the numbers for machines", metavar="FILE")
    html: str | None = option("write a report for people: one file, no network", metavar="FILE")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``verify``, in the order in which its help has them."""
    add_options(parser, ReadArguments, AnyModelsArguments, QuestionArguments, VerifyArguments, SceneArguments)


def run(args: VerifyArguments, makers: Makers) -> int:
    """Verify every model, go on past broken ones, and return the worst exit status."""
    stored = named_results(args, makers)
    json_path, html_path = outputs([args.json, args.html], [*args.model, *compared_files(args, stored)], args.anim)
    chosen = others(args, makers, stored)
    reading = Reading(screen=screen_of(args), exponents=args.exponents)
    results: list[tuple[str, Verification]] = []
    errors: dict[str, str] = {}
    models: dict[str, Model] = {}
    for path in args.model or [args.scene or ""]:
        try:
            verification, models[path] = verified(path, args, chosen) if args.model else _pair_verified(args)
        except (SkinproofError, MemoryError) as error:
            if args.debug:
                raise
            reason = error if isinstance(error, SkinproofError) else out_of_memory()
            errors[path] = placed(path, str(reason))
            print("skinproof: " + printable(" ".join(errors[path].split())), file=sys.stderr)
            continue
        results.append((path, verification))
        print("\n".join(verification_lines(verification, reading, every=args.all)), flush=True)
    if len(results) > 1:
        heading = "summary: largest error of any vertex, relative to the size"
        print("\n".join([heading, *summary_lines([found for _, found in results], reading)]))
    if json_path is not None:
        write_json(json_path, verify_document(results, errors))
    _write_page(html_path, results, errors, models, reading, args)
    return BAD if errors else worst_status(found.verdict for _, found in results)


def named_results(args: VerifyArguments, makers: Makers) -> dict[str, ResultFile]:
    """The stored results among what is named after --against, each read once.

    Raises ``SkinproofError`` if options contradict each other.
    """
    require_sound_tolerances(args)
    require_scene_for_its_options(args, args.model, args.against)
    names = [name for name in (args.against or "").split(",") if name and name not in makers]
    if not names:
        return {}
    from ..compare.between.result_file import is_stored, read_results

    return {name: read_results(Path(name)) for name in names if is_stored(name)}


def compared_files(args: VerifyArguments, stored: Mapping[str, ResultFile]) -> list[str]:
    """The files that every model is compared with."""
    compared = [name for name in (args.against or "").split(",") if name.lower().endswith(FILES)]
    return compared + [str(file) for results in stored.values() for file in results.files]


def others(args: VerifyArguments, makers: Makers, stored: Mapping[str, ResultFile]) -> dict[str, Maker]:
    """What to compare with the reference, by the names in tables; the reference itself needs no comparison."""
    if args.scene is not None:
        return {}
    if args.against is None:
        chosen = {name: makers[name] for name in USUAL if name in makers}
        if "blender" not in chosen:
            print("skinproof: Blender is not at hand, so it is not compared (see --against)", file=sys.stderr)
        return chosen
    names = [name for name in dict.fromkeys(args.against.split(",")) if name != "reference"]
    if not names:
        raise SkinproofError("--against names nothing to compare with the reference", fix="such as fast,blender,stock")
    labels = {name: _label(name, names) for name in names}
    return {
        labels[name]: _Results(stored[name], labels[name])
        if name in stored
        else _other(name, labels[name], args, makers)
        for name in names
    }


def _label(name: str, names: Sequence[str]) -> str:
    """What a subject is called in tables: a file by its name alone where no other file has that name."""
    short = Path(name).name
    return short if [Path(other).name for other in names].count(short) == 1 else name


def _other(name: str, label: str, args: VerifyArguments, makers: Makers) -> Maker:
    """The maker of a subject by its name, or of another file, which is read once."""
    if not name.lower().endswith(FILES):
        return maker_named(name, makers)
    from ..compare.between.other_file import OtherFile

    other = load_model(Path(name), limits=limits_of(args))
    return lambda model: OtherFile(Path(name), model, other, label)


class _Results:
    """The maker of the subject that stored results are."""

    def __init__(self, results: ResultFile, label: str) -> None:
        self._results, self._label = results, label

    def __call__(self, model: Model) -> Stored:
        from ..compare.between.result_file import Stored

        return Stored(model, self._results, self._label)


def verified(path: str, args: VerifyArguments, chosen: Mapping[str, Maker]) -> tuple[Verification, Model]:
    """What is found of a model, and the model itself.

    Raises ``SkinproofError`` if it cannot be read or judged.
    """
    model = load_asked(path, args)
    require_parts(model, path)
    question = question_of(args, model)
    _require_few_times(question, model, args)
    progress = progress_on_stderr(shown(model.name))
    picture = args.html is not None
    if args.scene is not None:
        subject, question = scene_subject(args, model, question)
        found = verify(subject.model, {subject.name: subject}, question, picture=picture, progress=progress)
        return found, subject.model
    if any(isinstance(make, _Results) for make in chosen.values()):
        if len(question.clips or (None, *model.clip_names)) != 1:
            raise SkinproofError("results in a file are of one clip", fix="name it by --clip, or --clip rest")
        if args.loop:
            raise SkinproofError(
                "--loop is of engines that play a clip", fix="write the file's own times inside the clip"
            )
    subjects = {label: make(model) for label, make in chosen.items()}
    return verify(model, subjects, question, picture=picture, progress=progress), model


def _pair_verified(args: VerifyArguments) -> tuple[Verification, Model]:
    """Two objects of a scene, the second compared with the first."""
    subject, question = pair_subject(args, question_of(args, None))
    progress = progress_on_stderr(shown(subject.name))
    picture = args.html is not None
    found = verify(subject.model, {subject.name: subject}, question, picture=picture, progress=progress)
    return found, subject.model


def _require_few_times(question: Question, model: Model, args: VerifyArguments) -> None:
    """Raise ``SkinproofError`` if the question asks for more times of a clip than the limits allow."""
    times, limits = question.times, limits_of(args)
    if times.when is When.COUNT:
        require_within(limits, "times", times.count, where="--times")
    elif times.when is When.EVERY_KEY:
        for clip in model.readable_clips if question.clips is None else question.clips:
            count = len(sample_times(model.clip(clip), most=None).times)
            require_within(limits, "times", count, where="--times every-key")


def _write_page(
    target: Path | None,
    results: Sequence[tuple[str, Verification]],
    errors: Mapping[str, str],
    models: Mapping[str, Model],
    reading: Reading,
    args: VerifyArguments,
) -> None:
    if target is None:
        return
    from ..report.moving_figure import error_figure
    from ..report.page import verify_page
    from ..report.provenance import made_now  # all three only for those who ask for a page

    figures = {path: error_figure(models[path], found) for path, found in results if path in models}
    moving = {path: figure for path, figure in figures.items() if figure is not None}
    write_text(target, verify_page(results, errors, reading, made_now(args.words, *args.host.involved), moving))


def blender(args: VerifyArguments) -> Blender:
    """Blender is needed where one of its engines is named, and welcome where no engine is named."""
    if args.scene is not None:
        return Blender.NEEDED
    if args.against is None:
        return Blender.WELCOME
    return Blender.NEEDED if in_blender(args.against.split(",")) else Blender.NOT_NEEDED


VERB = Verb(
    "verify",
    "compare every engine, Blender among them, with the reference",
    VerifyArguments,
    run,
    blender,
    add_arguments=add_arguments,
)
