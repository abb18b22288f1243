"""Exercise 13 of the guide: see ``docs/guide``, page 13."""

from __future__ import annotations

from collections.abc import Sequence

from skinning_core.model import Float64


def world_by_row_vectors(local_chain: Sequence[Float64]) -> Float64:
    """(4, 4) world matrix of a joint for people who write points as rows: p' = p M.

    local_chain: the (4, 4) matrices for column vectors from the root to the joint, as glTF has them.
    """
    raise NotImplementedError("yours to write")
