"""What is drawn in the 3D view: ``overlay`` and its ``properties``, ``heat_map``, ``legend``, ``views``."""
