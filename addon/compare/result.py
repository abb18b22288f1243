"""From what was measured to the scene's properties, which the panel draws, and to the core's reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bpy.types import Context, PropertyGroup

from ...skinning_core.check.inspect import inspect, node_name, part_name
from ...skinning_core.compare.comparison import Comparison
from ...skinning_core.compare.difference import Difference
from ...skinning_core.compare.measuring import Measured
from ...skinning_core.compare.verify import Verification
from ...skinning_core.model import Model
from .. import session
from ..listing import character_named
from ..properties import SEEN, SKINPROOF_PG_result
from ..scene.character import Character
from ..scene.vertex_map import part_vertices


@contextmanager
def last_result_kept_on_error(context: Context) -> Iterator[None]:
    """Where the block is left by an exception, the panel shows the result that it showed before."""
    former = _values(context.scene.skinproof.result)
    try:
        yield
    except BaseException:
        _restore(context.scene.skinproof.result, former)
        raise


def _values(group: PropertyGroup) -> dict[str, Any]:
    """The values of a group of properties; for a collection, the values of each item."""
    values: dict[str, Any] = {}
    for prop in group.bl_rna.properties:
        value = getattr(group, prop.identifier)
        if prop.type == "COLLECTION":
            values[prop.identifier] = [_values(item) for item in value]
        elif not prop.is_readonly:
            values[prop.identifier] = tuple(value) if getattr(prop, "is_array", False) else value
    return values


def _restore(group: PropertyGroup, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, list):
            collection = getattr(group, name)
            collection.clear()
            for item in value:
                _restore(collection.add(), item)
        else:
            setattr(group, name, value)


def write_result(context: Context, measured: Measured) -> SKINPROOF_PG_result:
    """Write the numbers into the scene and keep the arrays in the session."""
    settings = context.scene.skinproof
    comparison, model = measured.comparison, measured.model
    result = settings.result
    character = character_named(context.scene, settings.character.name)
    result.key = session.remember(measured)
    result.character = character.collection
    result.path = str(character.path)
    result.clip = comparison.clip_name
    result.clip_index = -1 if comparison.clip is None else comparison.clip
    result.engine = comparison.engine
    result.seen = comparison.engine == "blender" and settings.question == SEEN
    result.count = len(comparison.difference.times)
    result.tolerance = comparison.tolerance.limit
    result.same = comparison.passed and not model.unjudged
    result.lost = comparison.difference.lost
    result.seconds = measured.seconds
    unread = [f"Not judged: {reason.sentence}" for reason in model.unjudged]
    result.notes = "\n".join([*unread, *_notes(comparison)])
    _write_numbers(result, comparison.difference)
    _write_worst(result, comparison.difference, model, character)
    _write_parts(result, comparison.difference, model)
    return result


def verification(measured: Measured) -> Verification:
    """The measured comparison in the form from which the core makes reports."""
    model = measured.model
    return Verification(
        model.name,
        inspect(model),
        measured.comparisons,
        measured.failures,
        measured.weights,
        model.notes,
        model.unjudged,
    )


def _notes(comparison: Comparison) -> list[str]:
    """Sentences for the user: why it differs, why the tolerance is what it is, and the notes of the engine."""
    notes = []
    if comparison.cause is not None:
        notes.append(f"Cause: {comparison.cause.sentence}")
    elif comparison.attribution is not None:
        pose, deformation = comparison.attribution.pose.max_relative, comparison.attribution.deformation.max_relative
        notes.append(f"{pose:.1e} comes from the pose, {deformation:.1e} from the deformation")
    if comparison.tolerance.reason:
        notes.append(f"Tolerance: {comparison.tolerance.reason}")
    return [*notes, *comparison.notes]


def _write_numbers(result: SKINPROOF_PG_result, difference: Difference) -> None:
    result.largest = difference.max_relative
    result.largest_metres = float(difference.maximum.max(initial=0.0))
    result.rms = difference.rms_relative
    result.rms_metres = float((difference.rms**2).mean() ** 0.5)
    result.p99 = difference.percentile_99_relative
    result.p99_metres = float(difference.percentile_99.max(initial=0.0))


def _write_worst(result: SKINPROOF_PG_result, difference: Difference, model: Model, character: Character) -> None:
    worst = difference.worst
    result.worst_part = worst.part_index if worst else -1
    result.worst_vertex = worst.vertex if worst else -1
    result.worst_time = worst.time if worst else 0.0
    result.worst_frame = result.worst_time * character.frame_rate
    worst_part = next((p for p in part_vertices(character) if p.part == result.worst_part), None)
    result.worst_object = worst_part.object.name if worst_part else ""
    result.worst_row = worst_part.row_of(result.worst_vertex) if worst_part else -1
    result.worst_joint = node_name(model, worst.node) if worst and worst.node >= 0 else ""


def _write_parts(result: SKINPROOF_PG_result, difference: Difference, model: Model) -> None:
    result.parts.clear()
    for measured_part in difference.parts:
        item = result.parts.add()
        relative = measured_part.distance.maximum / difference.scale
        worst = int(relative.argmax())
        item.name = part_name(model, measured_part.part)
        item.largest = float(relative[worst])
        item.rms = float(((measured_part.distance.rms / difference.scale) ** 2).mean() ** 0.5)
        item.vertex = int(measured_part.distance.worst_vertex[worst])
