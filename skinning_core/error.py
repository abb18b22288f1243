"""The one exception of Skinproof that a user may see: what is wrong, where, and what to do."""

from __future__ import annotations

from .text.sentence import Sentence, as_sentence, joined, sentence


class SkinproofError(Exception):
    """Bad input or an impossible request. ``str()`` of it is one sentence for a person, without a traceback.

    Parameters
    ----------
    what: what is wrong, in plain words with numbers ("joint index 9 is out of range: the skin has 4 joints"). With
        ``values``, the template of a sentence (see ``text.sentence``).
    where: a JSON pointer into the file ("/skins/0/joints/3"), "file:line", or a path; empty if it has no place.
    fix: what the user can do, an imperative clause; empty if nothing sensible can be said.
    """

    def __init__(self, what: str, /, *, where: str = "", fix: str = "", **values: object) -> None:
        self.what = sentence(what, **values) if values else as_sentence(what)
        super().__init__(self.what)
        self.where = where
        self.fix = as_sentence(fix)
        self.code = "UNREADABLE"  # of `check`, for a file that raises this

    @property
    def sentence(self) -> Sentence:
        """Where, what is wrong, and what to do."""
        text = joined([self.where, self.what] if self.where else [self.what], ": ")
        return sentence("{what} ({fix})", what=text, fix=self.fix) if self.fix else text

    def __str__(self) -> str:
        return str(self.sentence)


def require(holds: object, what: str, where: str = "", *, fix: str = "", **values: object) -> None:
    """Raise a ``SkinproofError`` of these words, unless something holds. The words are made even if it does."""
    if not holds:
        raise SkinproofError(what, where=where, fix=fix, **values)


#: What a fault of the program may raise, for the few places that turn one into a sentence.
FAULTS = (
    ArithmeticError,
    AttributeError,
    ImportError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)


def out_of_memory(where: str = "") -> SkinproofError:
    """Memory has run out; ``where``: the file, if known."""
    fix = "close other programs, or ask for fewer times or smaller parts"
    return SkinproofError("there is not enough memory for this", where=where, fix=fix)


class NothingToJudge(SkinproofError):
    """A sound file that holds clips only: there is no vertex to judge."""


class NotAtHand(SkinproofError):
    """An engine that is known, and not installed here."""


class Unfinished(SkinproofError):
    """Work on many files could not go on: what is done is kept, the rest was not judged."""


class Cancelled(SkinproofError):
    """The user stopped a long job."""

    def __init__(self) -> None:
        super().__init__("cancelled")
