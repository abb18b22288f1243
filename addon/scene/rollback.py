"""Data-blocks that a piece of work creates: all of them gone again where it fails, or where it was only temporary."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import bpy


def data_blocks() -> dict[int, bpy.types.ID]:
    """Every data-block of the file by its session-wide number; shape keys come and go with their meshes."""
    found = {}
    for prop in bpy.data.bl_rna.properties:
        if prop.type == "COLLECTION" and prop.identifier not in (
            "shape_keys",
            "window_managers",
            "workspaces",
            "screens",
        ):
            for block in getattr(bpy.data, prop.identifier):
                if isinstance(block, bpy.types.ID):
                    found[block.session_uid] = block
    return found


def remove_created_since(before: set[int]) -> None:
    """Remove every data-block whose number is not in ``before``."""
    new = [block for uid, block in data_blocks().items() if uid not in before]
    for block in new:
        # An action that is shown, or a fake user, would otherwise outlive batch_remove's count of users.
        block.use_fake_user = False
    bpy.data.batch_remove(new)


@contextmanager
def removed_on_error() -> Iterator[None]:
    """Whatever leaves the block by an exception leaves no new data-blocks behind."""
    before = set(data_blocks())
    try:
        yield
    except BaseException:  # cancelling and running out of memory must leave no half character either
        remove_created_since(before)
        raise


@contextmanager
def removed_at_end() -> Iterator[None]:
    """No data-block created in the block outlives it."""
    before = set(data_blocks())
    try:
        yield
    finally:
        remove_created_since(before)
