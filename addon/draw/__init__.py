"""What is drawn in the 3D view.

Read in this order: ``properties``, ``overlay_textures``, ``overlay_renderer`` and ``overlay``; ``heat_map``;
``legend``, ``live_map``.
"""
