"""``skinproof explain``: one vertex followed through every stage, in numbers."""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping

import numpy as np

from ...check.inspect import node_name
from ...cli.options import (
    LOOP,
    ModelArguments,
    in_blender,
    load_drawn,
    maker_named,
    number_type,
    outputs,
    picture_size,
    unread_clips,
)
from ...cli.verb import SAME, Blender, Verb, arguments, comma_list, flag, option
from ...compare.causes.vertex_stages import Explanation, explain, heaviest_vertex
from ...compare.measure.difference import compare_results
from ...error import SkinproofError
from ...fast.exact_engine import skin_model
from ...files.output import write_text
from ...model import Model
from ...pose.clip import find_clip
from ...pose.playback import playing_times
from ...report.camera import PlaceOnPicture, on_screen, pictured
from ...report.document import write_json
from ...report.explanation import explanation_document, explanation_lines
from ...subject import Makers, Subject

#: Asked by default, if available.
USUAL = ("fast",)


_seconds = number_type(float, math.isfinite, "a number of seconds")


def _part_and_vertex(text: str) -> tuple[int, int]:
    """``N`` or ``K:N`` as part and vertex (an argparse type)."""
    part, vertex = ([*text.split(":"), ""] if ":" in text else ["0", text])[:2]
    if text.count(":") > 1 or not (part.isdecimal() and vertex.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a vertex, such as 42, or 2:42 of part 2")
    return int(part), int(vertex)


@arguments
class ExplainArguments(ModelArguments):
    """Arguments of ``explain``."""

    vertex: tuple[int, int] | None = option(
        "the vertex, counted from 0 within its part; K:N is one of part K (default: 0:0)",
        metavar="N",
        type=_part_and_vertex,
        alternative=True,
    )
    joint: str | None = option("the vertex that follows this joint the most", metavar="NAME", alternative=True)
    worst: str | None = option(
        "the vertex that this engine puts farthest from its place", metavar="ENGINE", alternative=True
    )
    clip: str = option("a clip by name or number (default: rest)", metavar="C", default="rest")
    time: float = option("seconds (default: 0)", metavar="T", type=_seconds, default=0.0)
    loop: bool = flag(LOOP)
    against: str | None = comma_list(
        f"engines to show beside the reference (default: {','.join(USUAL)})", metavar="A,B"
    )
    view: tuple[int, int] | None = option(
        "also follow the vertex to a pixel of a picture of this size, such as 960x720", metavar="WxH", type=picture_size
    )
    json: str | None = option("write the numbers for machines", metavar="FILE")
    html: str | None = option(
        "write an interactive page: turn it, slide the time, click a vertex (no network)", metavar="FILE"
    )
    links: str | None = option("where that page's links lead: a folder or URL with Skinproof's docs", metavar="PLACE")


def run(args: ExplainArguments, makers: Makers) -> int:
    """Print the stages of one vertex."""
    target, page = outputs([args.json, args.html], [args.model], args.anim)
    model = load_drawn(args.model, args)
    clip = find_clip(model, args.clip)
    asked = {name: maker_named(name, makers)(model) for name in _names(args)}
    time = float(playing_times(model.clip(clip), np.array([args.time]), looping=args.loop)[0])
    part, vertex = _vertex(model, clip, time, args, asked)
    explanation = explain(model, part, vertex, clip, time, asked)
    screen = None if args.view is None else _screen(model, clip, explanation, args.view)
    lines = explanation_lines(explanation, screen)
    print("\n".join([*lines, *unread_clips(model)]))
    if target is not None:
        shown = {} if screen is None else {"screen": explanation_document(screen)}
        write_json(target, {**explanation_document(explanation), **shown})
    if page is not None:
        from ..explained_page import explained_page  # three.js, for those who ask for a page

        write_text(page, explained_page(model, clip, explanation, lines, args.links))
    return SAME


def _screen(model: Model, clip: int | None, explanation: Explanation, size: tuple[int, int]) -> PlaceOnPicture:
    """The vertex on a picture that ``skinproof picture`` draws of the posed model alone."""
    points = np.concatenate([p[0] for p in skin_model(model, clip, np.array([explanation.time])).positions])
    return on_screen(pictured(points, size[0] / size[1]), explanation.position, size)


def _names(args: ExplainArguments) -> list[str]:
    named = list(USUAL) if args.against is None else args.against.split(",")
    return list(dict.fromkeys([*named, *([args.worst] if args.worst else [])]))


def _vertex(
    model: Model, clip: int | None, time: float, args: ExplainArguments, asked: Mapping[str, Subject]
) -> tuple[int, int]:
    """Part and vertex of the options; by default the first of the first part."""
    if args.joint is not None:
        return heaviest_vertex(model, _joint(model, args.joint))
    if args.worst is not None:
        return _worst(asked[args.worst], clip, time)
    return args.vertex or (0, 0)


def _joint(model: Model, name: str) -> int:
    nodes = [node for node in range(len(model.nodes)) if node_name(model, node) == name]
    nodes = nodes or [node for node, bone in model.humanoid.items() if bone == name]
    if len(nodes) != 1:
        many = "several joints are" if nodes else "no joint is"
        raise SkinproofError(f"{many} called {name!r}", fix="see `skinproof inspect --tree`")
    return nodes[0]


def _worst(subject: Subject, clip: int | None, time: float) -> tuple[int, int]:
    model, times = subject.model, np.array([time])
    worst = compare_results(skin_model(model, clip, times), subject.at(clip, times), model=model).worst
    if worst is None:
        raise SkinproofError("the engine has lost every vertex, so none is the worst")
    return worst.part_index, worst.vertex


def blender(args: ExplainArguments) -> Blender:
    """Blender is needed if one of its engines is asked."""
    return Blender.NEEDED if in_blender(_names(args)) else Blender.NOT_NEEDED


VERB = Verb("explain", "follow one vertex through every stage, in numbers", ExplainArguments, run, blender)
