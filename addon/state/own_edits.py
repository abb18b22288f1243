"""What the add-on itself does to a scene, told from what the user does: it makes no result old (see ``staleness``)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bpy.types import Context

from . import session


@contextmanager
def unnoticed(context: Context) -> Iterator[None]:
    """What the block does to a scene is our own doing, failed or not: it shows, selects or paints, and changes nothing.

    What has happened before is noted first.
    """
    context.view_layer.update()
    session.unnoticed += 1
    try:
        try:
            yield
        finally:
            context.view_layer.update()
    finally:
        session.unnoticed -= 1
