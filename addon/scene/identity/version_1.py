"""Characters saved by version 1, which noted on the collection what is now on each object."""

from __future__ import annotations

import json
import uuid

import bpy

from ..ground import stored_names as stored
from ..ground.noted import our
from .record import write_record
from .soundness import is_record


def adopt_older() -> None:
    """Bring version 1's notes up to date, unless they are linked."""
    for collection in bpy.data.collections:
        if collection.library is None and stored.CHARACTER in collection and stored.ID not in our(collection):
            if not is_record(collection[stored.CHARACTER]):
                continue
            objects = [ob for ob in collection.all_objects if ob.library is None]
            our(collection)[stored.ID] = uuid.uuid4().hex
            write_record(objects, json.loads(collection[stored.CHARACTER]))
            for role, ob in enumerate(objects):
                our(ob)[stored.ID], our(ob)[stored.ROLE] = our(collection)[stored.ID], role
