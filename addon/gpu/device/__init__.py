"""What needs a GPU: ``context``, ``compile``, ``upload``, ``readback`` and the ``engine`` that they make; ``surface``,
``lines``, ``offscreen``, ``arrangement`` and ``overlay_renderer`` draw.
"""
