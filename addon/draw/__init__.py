"""What is drawn in the 3D view: ``overlay`` and its ``properties``, with the ``joints`` it shows and the ``overlay_renderer``; ``heat_map`` in the
colours of ``heat_scale``, with its ``legend``; ``views`` calls them.
"""
