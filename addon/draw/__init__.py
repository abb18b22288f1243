"""What is drawn in the 3D view.

Read in this order: ``joints`` (which of them an overlay shows), ``properties``, ``overlay_textures``,
``overlay_renderer`` and ``overlay``;
``heat_scale`` (the colours) and ``heat_map``; ``legend``, ``live_map``.
"""
