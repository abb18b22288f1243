"""What is drawn in the 3D view: ``overlay`` with its ``properties``, the ``joints`` it shows and its
``overlay_renderer``; ``heat_map`` in the colours of ``heat_scale``, with its ``legend``.
"""
