"""What needs a GPU: ``context``, ``compile``, ``upload``, ``readback`` and the ``engine`` built on them; ``surface``,
``lines`` and ``shapes`` draw.
"""

from __future__ import annotations

import sys


def forget_compiled() -> None:
    """Free what lies on the GPU while Blender is intact: what is left when it ends, or we are disabled, crashes it."""
    read = sys.modules.get(f"{__name__}.readback")
    if read is not None:
        read.forget_vertices()
    compiled = sys.modules.get(f"{__name__}.compile")
    if compiled is not None:  # otherwise nothing was drawn or measured
        compiled.forget_shaders()
