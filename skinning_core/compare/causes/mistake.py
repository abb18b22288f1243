"""The list of typical mistakes of skinning code, each made on purpose at its step of an ``EngineState``.

``catalogue`` has their words. Some have sizes, such as a shift by one frame at several rates: values for the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...model import Float64
from ...skin.posed_model import PosedModel
from ...text.sentence import sentence
from . import mistake_beyond as beyond
from . import mistake_bits as bits
from . import mistake_defaults as defaults
from . import mistake_engine as engine
from . import mistake_frames as frames
from . import mistake_importer as importer
from . import mistake_keys as keys
from . import mistake_listing as listing
from . import mistake_pose as pose
from . import mistake_time as time
from . import mistake_vertex as vertex
from .catalogue import CATALOGUE
from .engine_state import STAGES, EngineState

#: Common frame rates of players, scenes and converters.
RATES = (15.0, 24.0, 25.0, 30.0, 60.0)

#: Common numbers of matrices in shaders.
ROOMS = (32, 48, 50, 58, 60, 64, 72, 96, 100, 110, 120, 128, 200, 250, 256)

#: (x, y, z) -> (x, -z, y).
Z_UP = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0]])


@dataclass(frozen=True, eq=False)
class Mistake:
    """One hypothesis: a code of the catalogue, its step, and what it makes of a state."""

    code: str
    stage: str  # of ``engine_state.STAGES``
    change: Callable[[EngineState], EngineState | None]  # None: the model cannot show it
    values: Mapping[str, object] = field(default_factory=dict)  # for the places of the sentence
    cost: int = 1  # how many of the list it must match: fitted numbers explain more by chance
    alone: bool = False  # not tried beside others of a pose: it comes near to so many that they would not be tried

    @property
    def sentence(self) -> str:
        """Its sentence, for people."""
        return sentence(CATALOGUE[self.code].sentence, **self.values)

    def positions(self, posed: PosedModel) -> tuple[Float64, ...] | None:
        """Per part (T, V, 3) positions with this mistake alone; None: it cannot be shown."""
        made = self.change(EngineState(posed))
        return None if made is None else made.positions()


def followed(state: EngineState, mistakes: Sequence[Mistake]) -> EngineState | None:
    """The state with several mistakes, in the order of ``STAGES``; None: one cannot be made."""
    made: EngineState | None = state
    for mistake in sorted(mistakes, key=lambda m: STAGES.index(m.stage)):
        made = None if made is None else mistake.change(made)
    return made


def made_of(state: EngineState, mistakes: Sequence[Mistake]) -> EngineState:
    """The same for mistakes that were made before, so the model can show them."""
    made = followed(state, mistakes)
    assert made is not None
    return made


def shift(factor: float, seconds: float, cost: int = 1) -> Mistake:
    """A clock that runs ``factor`` times as fast, ``seconds`` ahead."""
    change = time.timed(time.linear_clock(factor, seconds))
    if factor != 1.0:
        return Mistake("speed", "time", change, {"factor": factor}, cost)
    return Mistake("early" if seconds > 0.0 else "late", "time", change, {"seconds": abs(seconds)}, cost)


def _of_frames() -> list[Mistake]:
    """Clocks and samplings of common frame rates."""
    made = []
    for rate in RATES:
        made.append(Mistake("held", "time", time.timed(time.held_clock(rate)), {"rate": rate}))
        made.append(Mistake("next-frame", "time", time.timed(time.next_frame_clock(rate)), {"rate": rate}))
        made.append(Mistake("resampled", "keys", pose.baked(rate), {"rate": rate}))
        for blend in (frames.by_parts, frames.by_component):
            made.append(Mistake("frames-blended", "hierarchy", frames.frames_blended(rate, blend), {"rate": rate}))
            made.append(Mistake("frame-after-last", "hierarchy", frames.frame_after_last(rate, blend), {"rate": rate}))
        made += [shift(1.0, -1.0 / rate), shift(1.0, 1.0 / rate)]
    pairs = [(a, b) for a in (24.0, 25.0, 30.0, 60.0) for b in (24.0, 25.0, 30.0, 60.0) if a != b]
    return [*made, *(shift(a / b, 0.0) for a, b in pairs)]


def _of_extrapolation() -> list[Mistake]:
    """Tracks that go on beyond their keys; the commonest first."""
    ways = [
        beyond.extrapolated(before=before, straight=straight, last_step=last_step)
        for before in (True, False)
        for straight in (False, True)
        for last_step in (False, True)
    ]
    return [Mistake("extrapolated", "keys", change) for change in ways]


def _of_palettes() -> list[Mistake]:
    """Palettes with room for some joints only."""
    return [
        Mistake("short-palette", "index", change(room), {"room": room})
        for room in ROOMS
        for change in (vertex.nothing_beyond, vertex.last_beyond, vertex.wrapped_beyond)
    ]


def _of_bits() -> list[Mistake]:
    """Weights kept in bytes or shorts, rounded in other ways than in the lessons, or not divided by their sum."""
    made = []
    for width, largest in ((8, 255), (16, 65535)):
        down = bits.DOWN[1:] if width == 8 else bits.DOWN
        back = tuple(map(bits.given_back, (bits.NEAREST[0], bits.DOWN[0]))) if width == 8 else ()
        kinds = (
            ("", vertex.reading, (*bits.NEAREST[1:], *back)),
            ("-down", vertex.reading, down),
            ("-undivided", vertex.undivided, bits.NEAREST),
            ("-cut", vertex.undivided, bits.DOWN),
        )
        for name, reading, roundings in kinds:
            changes = [reading(bits.kept(rounding, largest)) for rounding in roundings]
            made += [Mistake(f"{width}-bit-weights{name}", "precision", change) for change in changes]
    return made


def _of_whole_numbers() -> list[Mistake]:
    """Weights in bytes or shorts, divided by nothing or by the wrong number."""
    made = []
    for largest, others in ((255, (256, 128, 127)), (65535, (65536, 32768, 32767, 256, 255))):
        made.append(Mistake("weights-unscaled", "sum", vertex.scaled(largest), {"largest": largest}))
        for other in others:
            values = {"largest": largest, "other": other}
            made.append(Mistake("weights-misscaled", "sum", vertex.scaled(largest / other), values))
    return made


#: For the lessons, each in one size. Equals are named in this order.
MISTAKES: tuple[Mistake, ...] = (
    Mistake("rest-pose", "keys", pose.clip_ignored),
    Mistake("unnormalised-quaternions", "quaternions", pose.unnormalised),
    Mistake("quaternion-order", "quaternions", pose.quaternion_order),
    Mistake("nlerp", "keys", pose.normalised_lerp),
    Mistake("long-path", "keys", pose.long_path),
    Mistake("step-as-linear", "keys", pose.played_as("LINEAR")),
    Mistake("linear-as-step", "keys", pose.played_as("STEP")),
    Mistake("next-key", "keys", pose.next_key),
    Mistake("tangents-dropped", "keys", pose.tangents_dropped),
    Mistake("tangents-unscaled", "keys", pose.tangents_unscaled),
    Mistake("looped", "time", time.timed(time.looped_clock)),
    Mistake("reversed", "time", time.timed(time.reversed_clock)),
    Mistake("first-key-at-zero", "time", time.timed(time.first_key_clock)),
    Mistake("half-scale", "local", pose.half_scale),
    Mistake("scale-ignored", "local", pose.scale_ignored),
    Mistake("mirror-lost", "local", pose.mirror_lost),
    Mistake("shear-lost", "hierarchy", pose.shear_lost),
    Mistake("scale-not-inherited", "hierarchy", pose.scale_not_inherited),
    Mistake("above-dropped", "hierarchy", pose.above_dropped),
    Mistake("hierarchy-reversed", "hierarchy", pose.hierarchy_reversed),
    Mistake("hierarchy-flat", "hierarchy", pose.hierarchy_flat),
    Mistake("palette-reversed", "bind", vertex.palette(vertex.reversed_product)),
    Mistake("inverse-bind-ignored", "bind", vertex.palette(vertex.without_bind)),
    Mistake("inverse-bind-transposed", "bind", vertex.palette(vertex.transposed_bind)),
    Mistake("bind-not-inverted", "bind", vertex.palette(vertex.twice_inverted)),
    Mistake("rest-for-bind", "bind", vertex.rest_for_bind),
    Mistake("palette-transposed", "bind", vertex.palette(vertex.transposed)),
    Mistake("joints-as-nodes", "bind", vertex.palette(vertex.by_node_number)),
    Mistake("joints-sorted", "bind", vertex.sorted_joints),
    Mistake("joints-walked", "bind", vertex.walked_joints),
    Mistake("joints-by-name", "bind", vertex.joints_by_name),
    Mistake("joint-before", "index", vertex.joint_before),
    Mistake("joint-after", "index", vertex.joint_after),
    Mistake("half-weights", "precision", vertex.reading(vertex.in_half)),
    Mistake("16-bit-weights", "precision", vertex.reading(bits.kept(bits.NEAREST[0], 65535))),
    Mistake("8-bit-weights", "precision", vertex.reading(bits.kept(bits.NEAREST[0], 255))),
    Mistake("8-bit-weights-down", "precision", vertex.reading(bits.kept(bits.DOWN[0], 255))),
    Mistake("raw-weights", "sum", vertex.with_fields(divided=False)),
    Mistake("first-four", "kept", vertex.reading(vertex.first(4))),
    Mistake("strongest-four", "kept", vertex.reading(vertex.strongest_of(4))),
    Mistake("first-eight", "kept", vertex.reading(vertex.first(8))),
    Mistake("strongest-eight", "kept", vertex.reading(vertex.strongest_of(8))),
    Mistake("strongest-one", "kept", vertex.reading(vertex.strongest_of(1))),
    Mistake("repeated-joint", "repeated", vertex.reading(vertex.last_mention)),
    Mistake("unweighted-at-rest", "zero", vertex.with_fields(unweighted="mesh")),
    Mistake("unweighted-at-origin", "zero", vertex.with_fields(unweighted="origin")),
    Mistake("morphs-ignored", "morphs", pose.morphs_ignored),
    Mistake("mesh-node-animated", "mesh node", vertex.mesh_node_animated),
    Mistake("mesh-node-applied", "mesh node", vertex.mesh_node_applied),
    Mistake("mesh-node-divided", "mesh node", vertex.mesh_node_divided),
    Mistake("not-skinned", "bind", vertex.not_skinned),
    Mistake("bind-scale-dropped", "blending", importer.bind_scale_dropped),
    Mistake("dual-quaternions", "blending", vertex.by_form("dual-quaternion")),
    Mistake("preserve-volume", "blending", vertex.by_form("preserve-volume")),
    Mistake("z-up", "world", vertex.placed_by(Z_UP)),
)

#: For the finder besides: common frame rates, tiny effects, and what few files can show.
SIZED: tuple[Mistake, ...] = (
    Mistake("last-step-lost", "keys", beyond.last_step_lost),
    *_of_extrapolation(),
    Mistake("looped", "time", time.timed(time.looped_after_start)),
    Mistake("back-and-forth", "time", time.timed(beyond.back_and_forth)),
    Mistake("back-and-forth", "keys", beyond.tracks_turned),
    *_of_frames(),
    Mistake("morphs-clamped", "morphs", pose.morphs_clamped),
    Mistake("morphs-clamped", "morphs", pose.morphs_clamped_by_sliders, {"widened": True}),
    Mistake("nlerp-near", "keys", pose.lerp_of_near_keys),
    Mistake("tangents-flat", "keys", engine.tangents_flat),
    Mistake("tangents-exchanged", "keys", engine.tangents_exchanged),
    Mistake("tangent-for-value", "keys", engine.tangent_for_value),
    *(Mistake("targets-cut", "morphs", engine.targets_cut(count), {"count": count}) for count in (1, 2, 4, 8)),
    Mistake("node-weights-ignored", "morphs", engine.node_weights_ignored),
    Mistake("inverse-bind-transposed", "bind", vertex.palette(vertex.transposed_bind_whole)),
    Mistake("inverse-bind-transposed", "bind", vertex.palette(defaults.transposed_bind_axes)),
    Mistake("palette-transposed", "bind", vertex.palette(defaults.transposed_axes)),
    Mistake("unnormalised-quaternions", "quaternions", defaults.splines_unnormalised),
    *(
        Mistake(
            "unwritten-dropped",
            "quaternions",
            defaults.unwritten_dropped(*paths, animated=animated),
            {"paths": ", ".join(paths)},
        )
        for paths in (("translation",), ("rotation",), ("translation", "rotation", "scale"))
        for animated in (True, False)
    ),
    Mistake("rotations-reversed", "quaternions", pose.conjugated),
    Mistake("scale-of-x", "local", pose.scale_of_x),
    *(
        Mistake("tracks-dropped", "keys", engine.tracks_dropped(*paths), {"paths": ", ".join(paths)})
        for paths in (("translation",), ("scale",), ("translation", "scale"), ("rotation",), ("weights",))
    ),
    *(Mistake("first-few", "kept", vertex.reading(vertex.first(n)), {"count": n}) for n in (2, 3)),
    *(Mistake("strongest-few", "kept", vertex.reading(vertex.strongest_of(n)), {"count": n}) for n in (2, 3)),
    Mistake("single-keys-dropped", "keys", engine.single_keys_dropped),
    *(
        Mistake("tracks-looped", "keys", engine.tracks_looped(ends=ends, before=before))
        for before in (True, False)
        for ends in (True, False)
    ),
    Mistake("keys-even", "keys", listing.keys_even(ends=False)),
    Mistake("keys-even", "keys", listing.keys_even(ends=True)),
    Mistake("first-after-last", "keys", listing.first_after_last),
    Mistake("table-start", "keys", listing.table_start),
    *(
        Mistake("keys-undivided", "keys", engine.keys_undivided(largest, turned=turned), {"largest": largest})
        for largest in (255, 127, 65535, 32767)
        for turned in (False, True)
    ),
    Mistake("transforms-by-component", "hierarchy", engine.combined_by_component(upward=True)),
    Mistake("transforms-by-component", "hierarchy", engine.combined_by_component(upward=False)),
    Mistake("packed-as-zeros", "morphs", engine.packed_as_zeros),
    *(
        Mistake("bind-apart", "bind", listing.bind_apart(apart, inverted=inverted))
        for apart in (listing.by_columns, listing.by_forward)
        for inverted in (False, True)
    ),
    Mistake("one-bind", "bind", listing.one_bind(later=True)),
    Mistake("one-bind", "bind", listing.one_bind(later=False)),
    Mistake("last-one", "kept", vertex.undivided(listing.last_influence)),
    Mistake("single-precision", "hierarchy", pose.single_precision),
    Mistake("parts-along-bones", "hierarchy", importer.parts_along_bones),
    Mistake("weights-clamped", "precision", vertex.reading(vertex.clamped)),
    *_of_bits(),
    *_of_whole_numbers(),
    *_of_palettes(),
    # After all others, so that what has had a name keeps it.
    Mistake("first-keys-dropped", "keys", keys.some_keys(keys.NO_FIRST), alone=True),
    Mistake("last-keys-dropped", "keys", keys.some_keys(keys.NO_LAST), alone=True),
    *(
        Mistake("half-the-keys", "keys", keys.some_keys(half, last=last), alone=True)
        for half in keys.HALVES
        for last in (False, True)
    ),
)

#: By code; of several the one of the lessons, else the first.
BY_CODE: Mapping[str, Mistake] = {one.code: one for one in (*MISTAKES, *SIZED)[::-1]}
