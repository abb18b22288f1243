"""Clips that end before their actions or tracks do, begin after them, or are in pieces, in an exported file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import bpy
import numpy as np

from ....skinning_core.compare.causes.exporter_faults import FPS_BASE
from ....skinning_core.model import Clip, Model
from ....skinning_core.subject import Lack
from ....skinning_core.text.sentence import sentence
from ... import compat
from ..ground.arrays import values_of
from ..ground.scene_rate import frames_per_second, mistaken_rate
from ..identity.character import Character, action_of, owners, stack_of
from ..play.sources import NO_MOTION
from ..play.span import key_step, manual_range, slide_of

#: What brings back the frames that a clip lacks.
_LIMITED = sentence("turn off Limit to Playback Range")
_NEGATIVE = sentence("Negative Frames: Slide, Limit to Playback Range off")
_SAMPLED = sentence("export with Sampling Rate 1")
_STRETCHED = sentence("Time Stretching slows it down: export with Animation Mode Scene")

#: Values of a curve that differ by no more are one.
STILL = 1e-6


def cut_clips(character: Character, model: Model) -> Iterator[Lack]:
    """Clips that end before their actions or begin after them, if something moves there."""
    render = bpy.context.scene.render
    stretch = render.frame_map_new / render.frame_map_old  # what is keyed at frame 10 is seen at 10 times it
    for number in character.imported_clips:
        clip = model.clips[number]
        slide = slide_of(character, model, number)
        first, last = (time * character.frame_rate + slide for time in (clip.start, clip.end))
        yield from _cut_tracks(character, number, clip.name, first, last)
        for owner in owners(character):
            action, slot = action_of(owner, number)
            if action is None or (isinstance(owner, bpy.types.Key) and not _has_targets(model)):
                continue  # shape keys that the file lacks have a ground of their own
            begin, end = manual_range(action)  # what it leaves out is told as not judged
            curves = compat.curves_of_slot(action, slot)
            moving = (frame for curve in curves for frame in _moving_frames(curve, first / stretch, last / stretch))
            left_out = [frame for frame in moving if begin <= frame <= end]
            if not left_out or _is_retimed(clip, action, model):
                continue
            left_out = [frame * stretch for frame in left_out]
            early = min(left_out) < first
            told = "the clip {clip!r} ends at frame {frame:.5g}, its action at {key:.5g}: {fix}"
            frame, key, fix = last, max(left_out), _LIMITED
            if key - last < key_step(clip, character.frame_rate):
                fix = _SAMPLED
            elif stretch > 1.0 and action.frame_range[1] <= last + 1.0:
                fix = _STRETCHED
            if early:
                told = "the clip {clip!r} begins at frame {frame:.5g}, its action at {key:.5g}: {fix}"
                frame, key = first, min(left_out)
                fix = _NEGATIVE if key < 0.0 else fix
            yield Lack("SCENE_CLIP", sentence(told, clip=clip.name, frame=frame, key=key, fix=fix), abs(key - frame))
            break


def clips_in_pieces(character: Character, model: Model) -> Iterator[Lack]:
    """Actions of several slots of which the file has a clip for each, all of one name: a viewer plays one of them."""
    told = "the action {action!r} is {count} clips of one name in the file: export with Animation Mode Actions"
    counts = Counter(model.clip_names)
    for name in sorted(name for name, count in counts.items() if count > 1):
        numbers = [number for number in character.imported_clips if model.clip_names[number] == name]
        moved = [{(track.node, track.path) for track in model.clips[number].tracks} for number in numbers]
        slots = set()
        for owner in owners(character):
            for action, slot in (action_of(owner, number) for number in numbers):
                if action is not None and action.name == name:
                    slots.add(slot)
        if len(slots) > 1 and set().union(*moved) not in moved:
            yield Lack("SCENE_ACTION", sentence(told, action=name, count=len(numbers)), len(numbers) - 1)


def _has_targets(model: Model) -> bool:
    """Whether any mesh of the file has morph targets."""
    return any(len(weights) for weights in model.nodes.morph_weights)


def _cut_tracks(character: Character, number: int, clip: str, first: float, last: float) -> Iterator[Lack]:
    """``cut_clips`` for a clip of NLA tracks."""
    strips = [strip for owner in owners(character) for track in stack_of(owner, number) for strip in track.strips]
    if not strips:
        return
    begin, end = min(strip.frame_start for strip in strips), max(strip.frame_end for strip in strips)
    if begin < first - 1.0:
        told = "the clip {clip!r} begins at frame {frame:.5g}, its track at {key:.5g}: {fix}"
        frame, key, fix = first, begin, _NEGATIVE if begin < 0.0 else _LIMITED
    elif end > last + 1.0:
        told = "the clip {clip!r} ends at frame {frame:.5g}, its track at {key:.5g}: {fix}"
        frame, key, fix = last, end, _LIMITED
    else:
        return
    yield Lack("SCENE_CLIP", sentence(told, clip=clip, frame=frame, key=key, fix=fix), abs(key - frame))


def _is_retimed(clip: Clip, action: bpy.types.Action, model: Model) -> bool:
    """Whether a clip is a whole action at another rate: one by which it was sampled, or the exporter's known fault with
    the frame rate's base."""
    scene, rates = bpy.context.scene, []
    if scene.render.fps_base != 1.0 and model.generator.startswith(FPS_BASE.generator):
        rates.append(mistaken_rate(scene))
    rate = frames_per_second(scene)
    rates += [rate / step] if (step := key_step(clip, rate)) not in (0.0, 1.0) else []
    begin, end = float(action.frame_range[0]), float(action.frame_range[1])
    return any(abs(clip.start * each - begin) <= 1.0 and abs(clip.end * each - end) <= 1.0 for each in rates)


def _moving_frames(curve: bpy.types.FCurve, first: float, last: float) -> list[float]:
    """Keyed frames of a curve more than a frame outside a range, if it has another value there than at its end."""
    if curve.mute or curve.data_path.startswith(NO_MOTION):
        return []
    keys = values_of(curve.keyframe_points, "co", 2)
    away = np.maximum(first - keys[:, 0], keys[:, 0] - last)
    held = np.where(keys[:, 0] < first, curve.evaluate(first), curve.evaluate(last))
    return list(map(float, keys[(away > 1.0) & (np.abs(keys[:, 1] - held) > STILL), 0]))
