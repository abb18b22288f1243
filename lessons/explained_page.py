"""One vertex on a page that answers: turn the character, slide the time, click a vertex, read its numbers.

``skinproof explain MODEL --html F`` writes it, with what is printed below the figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ..compare.causes.vertex_stages import Explanation
from ..model import Model
from ..report.moving_figure import MovingFigure, figure_elements, figure_room, figure_script, figure_times, moving_head
from ..report.version import VERSION


def explained_page(
    model: Model, clip: int | None, explanation: Explanation, lines: Sequence[str], links: str | None = None
) -> str:
    """The page of one vertex.

    lines: printed by ``explain``; links: the folder or URL of Skinproof's docs, None: no links.
    """
    e = explanation
    times = figure_times(model, clip, e.time)
    shown = int(np.abs(times - e.time).argmin())
    figure = MovingFigure(model, clip, times, shown, (e.part, e.vertex), links=links)
    title = f"{e.model_name}, {e.part_name}, vertex {e.vertex}"
    marker = "<!-- figure -->"
    page = "\n".join(
        [
            moving_head(title),
            f"<h1>{escape(e.model_name)}</h1>",
            '<p class="soft">Drag to turn, click a vertex, use the wheel or two fingers to go near, the right button '
            "to move. Each coloured ball is where one joint wants the vertex. Their weighted mean is where it is "
            "drawn. Choose a form or a mistake to see how far it moves the skin.</p>",
            marker,
            f"<details><summary>Every number of {escape(title)}, at {e.time:g} s</summary>",
            f"<pre>{escape(chr(10).join(lines))}</pre></details>",
            f'<p class="soft">Skinproof {escape(VERSION)}</p>',
        ]
    )
    room = figure_room(len(page.encode()))
    return f"{page.replace(marker, figure_elements(figure, room))}\n{figure_script()}\n</body></html>\n"
