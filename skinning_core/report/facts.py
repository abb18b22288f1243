"""What ``inspect`` found, as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap
from typing import TYPE_CHECKING

from ..check.inspect import ClipFacts, Facts, PartFacts
from ..text.count import counted
from .text import columns, printable, section, shown

if TYPE_CHECKING:
    from ..check.joints import JointRow, VertexInfluence


def facts_lines(facts: Facts) -> list[str]:
    """Parts, skins, clips and notes of a model, a table for each kind."""
    lines = [f"{heading(facts)}, {counted(len(facts.node_names), 'node')}, {facts.depth} deep"]
    heads = ("part", "mesh", "vertices", "triangles", "targets", "influences", "weights")
    lines += section("parts", heads, map(_part_row, facts.parts), left=(0, 1, 6))
    skins = [
        (shown(s.name) or "-", str(s.joints), str(s.used_joints), "rigid" if s.rigid else "scaled or sheared")
        for s in facts.skins
    ]
    lines += section("skins", ("skin", "joints", "used", "inverse bind"), skins, left=(0, 3))
    heads = ("clip", "seconds", "tracks", "keys", "nodes", "paths", "interpolation")
    lines += section("clips", heads, starmap(_clip_row, enumerate(facts.clips)), left=(0, 5, 6))
    if facts.extensions:
        lines += ["extensions", *columns([(shown(e.name), e.treatment) for e in facts.extensions], left=(0, 1))]
    packings = [
        (shown(p.extension), f"{p.stored:,}", f"{p.plain:,}", f"{p.plain / max(p.stored, 1):.2f}")
        for p in facts.packing
    ]
    lines += section("packing", ("packed by", "bytes", "plain", "ratio"), packings)
    return lines + [f"note: {printable(note)}" for note in told_once(facts.notes)]


def tree_lines(rows: Sequence[JointRow]) -> list[str]:
    """The tree of joints, two spaces per level; nodes that are no joints are in brackets.

    Without any joint it is the tree of nodes that carry something, without brackets.
    """
    if not rows:
        return ["joints", "  none"]
    kind = "joint" if any(row.is_joint for row in rows) else "node"
    names = [shown(row.name) if row.is_joint or kind == "node" else f"[{shown(row.name)}]" for row in rows]
    table = [
        ("  " * row.depth + name, str(row.node), f"{row.length:.4g}", str(row.vertices), str(row.leading))
        for row, name in zip(rows, names, strict=True)
    ]
    return section(f"{kind}s", (kind, "node", "length, m", "vertices", "leading"), table)


def vertex_lines(vertex: int, rows: Sequence[VertexInfluence]) -> list[str]:
    """The influences of one vertex, part by part."""
    if not rows:
        return [f"vertex {vertex}", "  no skinned part has it, or no joint moves it"]
    table = [(shown(row.part), shown(row.joint), str(row.node), f"{row.weight:.6g}") for row in rows]
    return section(f"vertex {vertex}", ("part", "joint", "node", "weight"), table, left=(0, 1))


def _clip_row(number: int, clip: ClipFacts) -> tuple[str, ...]:
    seconds, counts = f"{clip.start:.3f} to {clip.end:.3f}", map(str, (clip.tracks, clip.keys, clip.nodes))
    return (shown(clip.name) or f"clip {number}", seconds, *counts, " ".join(clip.paths), " ".join(clip.interpolations))


def _part_row(part: PartFacts) -> tuple[str, ...]:
    counts = (str(part.vertices), str(part.triangles), str(part.morph_targets))
    if part.weights is None:
        return (shown(part.name), shown(part.mesh), *counts, "-", "moves with its node")
    most = max((i for i, n in enumerate(part.weights.influences) if n), default=0)
    remarks = [
        f"{count} {what}"
        for count, what in (
            (part.weights.zero_sum, "sum to zero"),
            (part.weights.off_sum, "do not sum to one"),
            (part.weights.repeated, "name a joint twice"),
        )
        if count
    ]
    return (shown(part.name), shown(part.mesh), *counts, f"up to {most}", "; ".join(remarks) or "sum to one")


def heading(facts: Facts) -> str:
    """The model in one line."""
    joints = sum(skin.joints for skin in facts.skins)
    clips = len(facts.clips)
    counts = [(facts.vertices, "vertex", "vertices"), (joints, "joint", "joints"), (clips, "clip", "clips")]
    return f"{shown(facts.name)}: " + ", ".join(counted(*each) for each in counts)


def told_once(notes: Sequence[str]) -> list[str]:
    """Notes in their order; of those that differ only in their pointer, the first and a count."""
    places: dict[str, list[str]] = {}
    for note in dict.fromkeys(notes):
        pointer, colon, sentence = note.partition(": ")
        if colon and pointer.startswith("/"):
            places.setdefault(sentence, []).append(pointer)
        else:
            places[note] = []
    told = []
    for sentence, pointers in places.items():
        others = f" (and {len(pointers) - 1} more)" if len(pointers) > 1 else ""
        told.append(f"{pointers[0]}{others}: {sentence}" if pointers else sentence)
    return told
