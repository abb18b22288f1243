"""Say which exercises of the guide are solved: ``python -m examples.exercises [N...]``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from .checks import EXERCISES


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line per exercise; exit status 0 where all are solved, 1 where not, 2 for bad usage."""
    asked = sys.argv[1:] if arguments is None else list(arguments)
    unknown = [word for word in asked if not word.isdigit() or int(word) not in EXERCISES]
    if unknown:
        print(f"there is no exercise {unknown[0]}: they are numbered from 1 to {len(EXERCISES)}", file=sys.stderr)
        return 2
    verdicts = {number: verdict(number) for number in (map(int, asked) if asked else EXERCISES)}
    for number, sentence in verdicts.items():
        print(f"{number:>2}  {sentence}")
    return 0 if all(sentence == "solved" for sentence in verdicts.values()) else 1


def verdict(number: int) -> str:
    """What is to be said of one exercise: "solved", or what is missing or wrong."""
    file, name, check = EXERCISES[number]
    answer = getattr(import_module(f"{__package__}.{file}"), name)
    try:
        wrong = check(answer)
    except NotImplementedError:
        return f"not solved yet: write {name} in examples/exercises/{file}.py"
    except Exception as error:  # noqa: BLE001 -- whatever the reader's own code raises
        return f"wrong: it raises {type(error).__name__}: {error}"
    return "solved" if wrong is None else f"wrong: {wrong}"


if __name__ == "__main__":
    sys.exit(main())
