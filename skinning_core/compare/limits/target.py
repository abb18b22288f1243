"""Targets: where a file is to be used, what is read there, and what becomes of this file.

A target is a row of ``targets.json``. Engine profiles predict what it does to vertices: *proven* if a test holds them
to the engine itself. Rules without a profile are documented only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ...error import require
from ...fast.exact_engine import skin_model
from ...model import Model
from ...text.sentence import Sentence, sentence
from ..causes.engine_profile import EngineProfile, profile_named, profile_positions
from ..measure.times import sample_times

#: Times of a clip at which a target is predicted: a lost influence shows wherever the clip moves.
_TIMES = 40


@dataclass(frozen=True)
class ExportTarget:
    """What a target reads, and how that is known."""

    name: str  # for --target
    label: str
    profiles: tuple[str, ...]  # of its engines
    codes: tuple[str, ...]  # causes of the catalogue, if it has no profile
    influences: int  # per vertex, at most
    joints: int  # per skin, at most; 0: no known limit
    source: str


@dataclass(frozen=True)
class Prediction:
    """What one engine of a target makes of a file."""

    label: str
    proven: bool  # a test compares the profile with the engine itself
    share: float  # the largest error, relative to the size
    codes: tuple[str, ...]  # of the profile's causes


def _targets() -> Mapping[str, ExportTarget]:
    rows = json.loads(Path(__file__).with_name("targets.json").read_text(encoding="utf-8"))
    for row in rows.values():
        row["profiles"], row["codes"] = tuple(row["profiles"]), tuple(row["codes"])
    return MappingProxyType({name: ExportTarget(name, **row) for name, row in rows.items()})


#: The targets by name, in the order of ``targets.json``.
TARGETS = _targets()


def target_named(name: str) -> ExportTarget:
    """The target of that name. Raises ``SkinproofError`` if there is none."""
    known = sentence("targets: {names}", names=list(TARGETS))
    require(name in TARGETS, sentence("there is no target {name!r}", name=name), fix=known)
    return TARGETS[name]


def predictions(target: ExportTarget, model: Model) -> list[Prediction]:
    """What each engine of a target makes of a model, over all clips and at rest, the worst first."""
    profiles = [profile_named(name) for name in target.profiles]
    if target.codes:
        profiles.append(EngineProfile(target.name, target.label, target.codes, target.source))
    made = [Prediction(each.label, each.proven, _largest(each, model), each.codes) for each in profiles]
    return sorted(made, key=lambda prediction: -prediction.share)


def _largest(profile: EngineProfile, model: Model) -> float:
    """The largest predicted error, relative to the size at its time."""
    largest = 0.0
    for clip in (None, *model.readable_clips):
        times = sample_times(model.clip(clip), most=_TIMES).times
        right = skin_model(model, clip, times, variants=False, normals=False)
        there = profile_positions(profile, model, clip, times)
        for own, predicted in zip(right.positions, there, strict=True):
            off = np.linalg.norm(predicted - own, axis=-1).max(axis=-1, initial=0.0)
            largest = max(largest, float(np.max(off / right.diagonal, initial=0.0)))
    return largest


def limits_exceeded(target: ExportTarget, model: Model) -> Iterator[tuple[str, Sentence]]:
    """Codes and sentences of what a model has more of than a target takes."""
    most = max((len(skin.joints) for skin in model.skins), default=0)
    if target.joints and most > target.joints:
        words = "a skin has {count} joints, and {target} takes {limit}"
        yield "TARGET_JOINTS", sentence(words, count=most, target=target.label, limit=target.joints)
