"""The limits of engines and exporters, each applied to a model in its poses.

Influences: the strongest n, the first n, or n re-fitted (``refit``), divided by their sum. Weights: steps of 1/255 or
1/65535, divided by their sum. Palettes: half floats. Clips: so many keys per second, straight lines (slerp) between.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...fast.exact_parts import exact_positions
from ...model import Clip, Float64, Influences, Model, Track
from ...pose.track import sample_track
from ...skin.influence import added_up, normalised_weights, with_influences, with_strongest
from ...skin.posed_model import PosedModel, posed_model
from .refit import refitted_models

#: Most influences per vertex to try: two sets of a glTF file, the limit of most engines.
MOST_INFLUENCES = 8

#: Keys per second of resampled clips, as exporters and engines offer them.
RATES = (15, 24, 30, 60)


@dataclass(frozen=True)
class EngineLimit:
    """One limit: a stable code, its kind, and the rest of the kind's sentence."""

    code: str  # "influences-4-strongest"
    kind: str  # "influences, strongest", for a heading and a line of the chart
    value: int  # influences, bits or keys per second
    sentence: str


#: A posed model -> its positions under a limit: per part (T, V, 3), world, metres.
Limited = Callable[[PosedModel], tuple[Float64, ...]]


def engine_limits(posed: Sequence[PosedModel]) -> Iterator[tuple[EngineLimit, Limited]]:
    """Every limit that can move a vertex; posed: the model in all poses that count for the re-fit."""
    model = posed[0].model
    counts = range(1, min(most_influences(model), MOST_INFLUENCES + 1))
    kinds: list[tuple[str, Callable[[int], Model]]] = [
        ("strongest", lambda n: with_strongest(model, n)),
        ("first", lambda n: _with_first(model, n)),
    ]
    if counts:
        refitted = refitted_models(posed, counts)
        kinds.append(("re-fitted", lambda n: refitted[n]))
    for name, change in kinds:
        for n in counts:
            told = f"{n} influences per vertex, {name}" if n > 1 else f"1 influence per vertex, {name}"
            yield EngineLimit(f"influences-{n}-{name}", f"influences, {name}", n, told), _of_model(change(n))
    if any(model.influences(part) is not None for part in model.parts):
        for bits in (8, 16):
            told = f"weights in {bits} bits"
            yield EngineLimit(f"weights-{bits}-bit", "bits of weights", bits, told), _of_model(_rounded(model, bits))
        yield EngineLimit("palette-half", "bits of palettes", 16, "palettes in half floats"), _half_palettes
    if any(at.clip is not None for at in posed):
        for rate in RATES:
            told = f"clips resampled at {rate} Hz"
            yield EngineLimit(f"resampled-{rate}-hz", "keys per second", rate, told), _at_rate(rate)


def most_influences(model: Model) -> int:
    """The most influences with weight of any vertex, a joint counted once."""
    all_stored = (model.influences(part) for part in model.parts)
    counts = (
        (added_up(s.joints, normalised_weights(s.weights)) > 0.0).sum(axis=1) for s in all_stored if s is not None
    )
    return max((int(count.max(initial=0)) for count in counts), default=0)


def resampled(clip: Clip, rate: float) -> Clip:
    """The clip with a key every 1 / ``rate`` seconds from its start, and one at its end; STEP tracks stay."""
    times = np.unique(np.append(np.arange(clip.start, clip.end, 1.0 / rate), clip.end))

    def sampled(track: Track) -> Track:
        if len(track.times) < 2 or track.interpolation == "STEP":
            return track
        return Track(track.node, track.path, "LINEAR", times, sample_track(track, times))

    return dataclasses.replace(clip, tracks=tuple(map(sampled, clip.tracks)))


def _of_model(changed: Model) -> Limited:
    return lambda posed: exact_positions(dataclasses.replace(posed, model=changed))


def _with_first(model: Model, count: int) -> Model:
    return with_influences(model, lambda stored: Influences(stored.joints[:, :count], stored.weights[:, :count]))


def _rounded(model: Model, bits: int) -> Model:
    steps = 2**bits - 1

    def rounded(stored: Influences) -> Influences:
        return Influences(stored.joints, np.round(normalised_weights(stored.weights) * steps) / steps)

    return with_influences(model, rounded)


def _half_palettes(posed: PosedModel) -> tuple[Float64, ...]:
    with np.errstate(over="ignore", invalid="ignore"):  # half floats end at 65504: beyond it the vertex is lost
        halved = tuple(palette.astype(np.float16).astype(np.float64) for palette in posed.skin_palettes)
        return exact_positions(dataclasses.replace(posed, skin_palettes=halved))


def _at_rate(rate: int) -> Limited:
    def positions(posed: PosedModel) -> tuple[Float64, ...]:
        clip = None if posed.clip is None else resampled(posed.clip, rate)
        return exact_positions(posed_model(posed.model, clip, posed.times))

    return positions
