"""Names of arrays' types; shapes, spaces and units stand beside each use."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.floating]
Float64 = NDArray[np.float64]
Int = NDArray[np.integer]
Bool = NDArray[np.bool_]
