"""Print what the skinning forms make of a model: how far each is from the specification, and what it costs.

Run from the repository's root: ``python -m examples.forms [MODEL] [--clip C] [--samples N]``; the model is by default
the example character. Differences are the largest distance of a vertex from the matrix palette form, over all skinned
parts and samples, as part of the bounding box's diagonal and as decimals that agree; costs are for one pose of all
parts, best of five.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from skinning_core import Model, Skinned, SkinproofError, load_model, skin_model
from skinning_core.compare.measure.weight_effect import weight_effects
from skinning_core.lessons.normal_effect import normal_rule_angles
from skinning_core.model import Float64
from skinning_core.pose.clip import find_clip
from skinning_core.report.readable import Reading
from skinning_core.skin.forms.table import FORMS
from skinning_core.skin.posed_model import posed_skin
from skinning_core.skin.posed_skin import Form, PosedSkin

EXACT = "palette"
EXAMPLE = Path(__file__).with_name("character.glb")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; exit status 0, or 2 where the input is no use."""
    parser = argparse.ArgumentParser(prog="python -m examples.forms", description="Skinning forms side by side.")
    parser.add_argument("model", type=Path, nargs="?", default=EXAMPLE)
    parser.add_argument("--clip", help="name or index; default: the first clip, or the rest pose where there is none")
    parser.add_argument("--samples", type=int, default=9, help="times, spread evenly over the clip")
    options = parser.parse_args(arguments)
    try:
        model = load_model(options.model)
        clip = find_clip(model, options.clip) if options.clip else (0 if model.clips else None)
        print_tables(model, clip, max(options.samples, 1))
    except SkinproofError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def print_tables(model: Model, clip: int | None, samples: int) -> None:
    """The forms, then the two rules for normals, then the weights."""
    played = model.clip(clip)
    times = np.linspace(played.start, played.end, samples) if played else np.zeros(1)
    reference = skin_model(model, clip, times)
    skinned = [k for k, part in enumerate(model.parts) if part.skin >= 0]
    if not skinned:
        raise SkinproofError(f"{model.name} has no skinned part", fix="give a model with a skin")
    vertices = sum(model.primitive(model.parts[k]).vertex_count for k in skinned)
    print(f"{model.name}, {played.name if played else 'rest'}: {vertices} vertices, {len(times)} times\n")
    print(f"{'form':<24}{'of the size':>12}{'digits':>8}{'ms':>9}")
    posed = [[posed_skin(model, k, clip, t) for k in skinned] for t in times]
    exact = [[FORMS[EXACT](one) for one in at_time] for at_time in posed]
    for name, form in FORMS.items():
        reason = refusal(form, posed)
        if reason:
            print(f"{name:<24}{'refused':>12}   {reason}")
            continue
        apart = difference(form, posed, exact, reference.diagonal)
        milliseconds = cost(form, posed[0]) * 1e3
        print(f"{name:<24}{Reading().share(apart):>12}{digits(apart):>8}{milliseconds:>9.2f}")
    print()
    print_normals(model, reference, skinned)
    print_weights(model, reference)


def refusal(form: Form, posed: Sequence[Sequence[PosedSkin]]) -> str:
    """Why a form cannot skin the model; empty where it can."""
    try:
        for at_time in posed:
            for one in at_time:
                form(one)
    except SkinproofError as error:
        return error.what
    return ""


def difference(
    form: Form, posed: Sequence[Sequence[PosedSkin]], exact: Sequence[Sequence[Float64]], diagonal: Float64
) -> float:
    """Largest distance from the exact positions over all times and parts, relative to the diagonal of each time."""
    return max(
        float(np.linalg.norm(form(one) - right, axis=-1).max(initial=0.0) / size)
        for at_time, at_time_exact, size in zip(posed, exact, diagonal, strict=True)
        for one, right in zip(at_time, at_time_exact, strict=True)
    )


def digits(apart: float) -> str:
    """How many decimals of the places, in sizes of the model, are the same."""
    return str(int(-np.log10(apart))) if apart > 0.0 else "all"


def cost(form: Form, posed: Sequence[PosedSkin]) -> float:
    """Seconds for one pose of all parts, best of five."""
    best = np.inf
    for _ in range(5):
        begin = time.perf_counter()
        for one in posed:
            form(one)
        best = min(best, time.perf_counter() - begin)
    return best


def print_normals(model: Model, reference: Skinned, skinned: Sequence[int]) -> None:
    """The largest angle between normals carried as directions and by the inverse transpose."""
    widest = 0.0
    for k in skinned:
        part = model.parts[k]
        normals, influences = model.primitive(part).normals, model.influences(part)
        if normals is not None and influences is not None:
            skin_palette = reference.skin_palettes[part.skin][1][:, :, :3]
            angles = normal_rule_angles(skin_palette, normals[None], influences.joints, influences.weights)
            widest = max(widest, float(np.degrees(angles.max(initial=0.0))))
    print(f"normals: as directions (w = 0) up to {widest:.2f} degrees from the inverse transpose")


def print_weights(model: Model, reference: Skinned) -> None:
    """The range of the sums of weights, and what dividing by them changes."""
    effects = weight_effects(model, reference)
    least, largest = min(e.smallest_sum for e in effects), max(e.largest_sum for e in effects)
    off, zero = sum(len(e.off) for e in effects), sum(len(e.zero) for e in effects)
    farthest = max(float(e.distance.max()) for e in effects)
    print(
        f"weights: sums from {least:.4g} to {largest:.4g}; {off} vertices off one, {zero} of them without any weight;"
    )
    print(f"         dividing by the sums moves a vertex by up to {Reading().share(farthest)} of the size")


if __name__ == "__main__":
    sys.exit(main())
