"""Space bent behind the skin: every place goes to another one, the same at all times, whatever vertex stands there.

Blender's lattice does so: between two points along each axis, the new place is a polynomial of the old one, of the
first degree in each coordinate if it interpolates linearly, of the third by splines (``BKE_lattice``). So do free-form
deformers of other programs. A finer lattice has many such pieces, whose borders no positions tell.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.polynomial.chebyshev import chebvander3d

from ...compare.causes.engine_state import EngineState
from ...compare.causes.explainer import UNEXPLAINED, Evidence, Explainer, Findings
from ...compare.causes.mistake import Mistake
from ...compare.causes.naming import named_of_shape
from ...compare.causes.sample import Sample
from ...compare.causes.search import rms
from ...compare.measure.tolerance import ORDINARY
from ...model import Float64

#: Degrees in each coordinate.
_DEGREES = (1, 2, 3)

#: Minimum vertices for each coefficient.
_VERTICES = 2

#: A map is first fitted to one vertex in this many, in an eighth of the time. If that leaves too much, none fits all.
_SOME = 8


@dataclass(frozen=True, eq=False)
class BentSpace:
    """A map of space, as a displacement of places in a box, and its meshes."""

    nodes: frozenset[int]
    middle: Float64  # (3,) metres
    reach: Float64  # (3,) metres from there to the box's sides
    degree: int
    factors: Float64  # ((degree + 1)^3, 3) metres, of products of Chebyshev's polynomials

    def moved(self, places: Float64) -> Float64:
        """(..., 3) where places (..., 3) go, metres."""
        return places + _products(places, self.middle, self.reach, self.degree) @ self.factors

    def change(self, state: EngineState) -> EngineState:
        """The state with its positions bent in the end."""
        bent = [part.node in self.nodes for part in state.model.parts]

        def shaped(positions: Sequence[Float64]) -> tuple[Float64, ...]:
            return tuple(self.moved(p) if here else p for p, here in zip(positions, bent, strict=True))

        return replace(state, shaped=shaped)


def _explain(evidence: Evidence) -> Generator[None, None, Findings | None]:
    """The map of space, if the pose alone does not explain everything."""
    if evidence.search.done or evidence.linear:
        return None
    yield
    shape = bent_space(evidence.many, evidence.floor)
    if shape is None:
        return None
    causes = named_of_shape(evidence.posed, evidence.reference, evidence.other, shape, EXPLAINER.unexplained)
    return Findings(causes, (shape,), final=True) if causes else None


def bent_space(sample: Sample, floor: float) -> Mistake | None:
    """The map of space from the specification's places to the other's but for ``floor`` (rms, in sizes)."""
    parts, of_part = sample.state.model.parts, sample.of_part
    ours, theirs = (sample.stacked(each, scaled=False) for each in (sample.ours, sample.wanted))
    nodes = frozenset(parts[k].node for k in np.unique(of_part[sample.error > ORDINARY]).tolist())
    rows = np.isin(of_part, [k for k, part in enumerate(parts) if part.node in nodes])
    if not rows.any():
        return None
    places, change = ours[:, rows], theirs[:, rows] - ours[:, rows]
    low, high = places.min(axis=(0, 1)), places.max(axis=(0, 1))
    middle, reach = 0.5 * (low + high), np.maximum(0.5 * (high - low), 1e-9 * float(sample.scale.max()))
    degrees = [degree for degree in _DEGREES if rows.sum() >= _VERTICES * (degree + 1) ** 3]
    if not degrees:
        return None
    some = slice(None, None, _SOME)
    left = _fitted(_products(places[:, some], middle, reach, degrees[-1]), change[:, some])[1]
    # If all leave the floor at most, these leave at most that times the root of eight. Lower degrees leave more.
    if rms(left) > floor * float(sample.scale.max()) * np.sqrt(_SOME):
        return None
    for degree in degrees:
        factors, left = _fitted(_products(places, middle, reach, degree), change)
        if rms(left / sample.scale[:, None, None]) <= floor:
            return Mistake("space-bent", "shape", BentSpace(nodes, middle, reach, degree, factors).change)
    return None


def _fitted(products: Float64, change: Float64) -> tuple[Float64, Float64]:
    """Factors (K, 3) by which products (T, n, K) come nearest to a change (T, n, 3), and the rest (T, n, 3)."""
    solved = np.linalg.lstsq(products.reshape(-1, products.shape[-1]), change.reshape(-1, 3), rcond=None)[0]
    factors = np.asarray(solved, np.float64)
    return factors, change - products @ factors


def _products(places: Float64, middle: Float64, reach: Float64, degree: int) -> Float64:
    """(..., (degree + 1)^3) products of Chebyshev's polynomials of the coordinates of places (..., 3)."""
    x, y, z = np.moveaxis((places - middle) / reach, -1, 0)
    return np.asarray(chebvander3d(x, y, z, [degree] * 3), np.float64)


EXPLAINER = Explainer("bent space", 20, UNEXPLAINED, _explain)
