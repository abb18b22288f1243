"""What is drawn in the 3D view.

Read in this order: ``row_in_view``, ``properties``, ``overlay_textures``, ``overlay_renderer`` and ``overlay``;
``heat_map``; ``legend``, ``live_map``.
"""
