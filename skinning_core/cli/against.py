"""What a model is compared with, by names on the command line: engines, other files, stored results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..error import NotAtHand, SkinproofError
from ..load import load_model
from ..model import Model
from ..subject import Absent, Maker, Makers
from ..text.sentence import joined
from .options import ReadArguments, limits_of, maker_named

if TYPE_CHECKING:  # imported when a file is named
    from ..compare.between.result_file import Stored
    from ..compare.between.result_formats.arrays import ResultFile

#: Such a name is another file to compare with.
FILES = (".glb", ".gltf", ".vrm", ".md5mesh")


def stored_among(names: Iterable[str], makers: Makers) -> dict[str, ResultFile]:
    """The stored results among these names, each read once. Raises ``SkinproofError`` if one holds none."""
    others = [name for name in names if name not in makers and not name.lower().endswith(FILES)]
    if not others:
        return {}
    from ..compare.between.result_file import is_stored, read_results

    return {name: read_results(Path(name)) for name in others if is_stored(name)}


def files_among(names: Iterable[str], stored: Mapping[str, ResultFile]) -> list[str]:
    """The files that every model is compared with."""
    return [
        *(name for name in names if name.lower().endswith(FILES)),
        *(str(file) for results in stored.values() for file in results.files),
    ]


def makers_of(
    names: Iterable[str], args: ReadArguments, makers: Makers, stored: Mapping[str, ResultFile]
) -> dict[str, Maker]:
    """What to compare with the reference, by names in tables; the reference needs no comparison.

    Raises ``SkinproofError`` if nothing is left or a name is unknown, ``NotAtHand`` if none is there.
    """
    chosen = [name for name in dict.fromkeys(names) if name != "reference"]
    if not chosen:
        raise SkinproofError("--against names nothing to compare with the reference", fix="such as fast,blender,stock")
    made: dict[str, Maker] = {}
    missing: list[NotAtHand] = []
    for name in chosen:
        label = _label(name, chosen)
        try:
            made[label] = Results(stored[name], label) if name in stored else _maker(name, label, args, makers)
        except NotAtHand as why:
            made[label] = partial(Absent, name=label, why=why)
            missing.append(why)
    if len(missing) == len(chosen):
        raise NotAtHand(joined([why.sentence for why in missing]))
    return made


def _label(name: str, names: Sequence[str]) -> str:
    """A subject's name in tables: a file's own unless another has it."""
    short = Path(name).name
    return short if [Path(other).name for other in names].count(short) == 1 else name


def _maker(name: str, label: str, args: ReadArguments, makers: Makers) -> Maker:
    """The maker of a subject by its name, or of another file, which is read once."""
    if not name.lower().endswith(FILES):
        return maker_named(name, makers)
    from ..compare.between.other_file import OtherFile

    other = load_model(Path(name), limits=limits_of(args))
    return lambda model: OtherFile(Path(name), model, other, label)


class Results:
    """Makes subjects of stored results."""

    def __init__(self, results: ResultFile, label: str) -> None:
        self._results, self._label = results, label

    def __call__(self, model: Model) -> Stored:
        """A model's subject."""
        from ..compare.between.result_file import Stored

        return Stored(model, self._results, self._label)
