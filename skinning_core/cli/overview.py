"""What ``skinproof --help`` prints: the verbs by who needs them, each with a line that works."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..report.version import VERSION

#: By who asks, the lines to type and what they answer; fox.glb stands for any file.
USERS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "Artists: is the character in Blender what its file says?": (
        ("verify fox.glb --against blender,stock --html fox.html", "how far each importer is off, and why, as a page"),
        ("verify fox.glb --scene shot.blend", "the character of a scene, whatever brought it in"),
    ),
    "Pipelines: is every file right, and the same after each step?": (
        ("check fox.glb", "findings about a file, with stable codes"),
        ("verify before.glb --against after.glb", "what an optimiser or an export has changed"),
        ("verify models --jsonl out.jsonl --resume", "a whole folder, and go on where it was stopped"),
        ("summary out.jsonl", "what that came to"),
        ("plan models", "the list of a folder's models, to be shared out among machines"),
        ("reorder fox.glb --out ordered.glb", "parents before children"),
    ),
    "Engine writers: where does every vertex belong?": (
        ("skin fox.glb --clip Walk --times 0,0.5 --out walk.npz", "positions and normals by the specification"),
        ("verify fox.glb --clip Walk --against mine.npz", "your results beside them, with the likely mistake"),
        ("corpus cases", "77 small files, each of one rule, with their numbers"),
        ("grade mine", "which of them your engine gets right, and what each failure looks like"),
        ("engines fox.glb", "which engine is how far off, and why"),
        ("limits fox.glb", "what fewer influences, coarser weights and matrices would cost"),
        ("bench", "speed beside peers, in one run (from the source only)"),
    ),
    "Learners: what happens to a vertex?": (
        ("inspect fox.glb", "what is in a file"),
        ("explain fox.glb --vertex 42 --clip Walk --time 0.5", "one vertex through every stage, in numbers"),
        ("picture fox.glb --clip Walk --time 0.5 --out fox.png", "drawn by the measured shader (with Blender)"),
    ),
}

_MORE = "Also"


def overview(summaries: Mapping[str, str]) -> str:
    """The page; summaries: by the names of the verbs that there are. A verb without a line has its summary."""
    lines = [f"skinproof {VERSION}: skinned characters, checked vertex by vertex. fox.glb stands for your file."]
    groups = {who: [pair for pair in asked if _verb(pair[0]) in summaries] for who, asked in USERS.items()}
    shown = {_verb(line) for asked in groups.values() for line, _ in asked}
    groups[_MORE] = [(name, summary) for name, summary in summaries.items() if name not in shown]
    for who, asked in groups.items():
        if asked:
            lines += ["", who, *_aligned(asked)]
    return "\n".join([*lines, "", "skinproof VERB --help tells all about a verb; skinproof --version the version.", ""])


def _aligned(asked: Collection[tuple[str, str]]) -> list[str]:
    """Each line, and below it what it answers."""
    return [text for line, answer in asked for text in (f"  skinproof {line}", f"      {answer}")]


def _verb(line: str) -> str:
    return line.split(maxsplit=1)[0]
