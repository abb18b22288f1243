"""What is uploaded and drawn, as data that needs neither Blender nor ``gpu``.

Read in this order: ``geometry``, ``palette``, ``transport`` (ways to carry a palette), ``device_limits`` (which of them
a GPU can), ``program`` (shaders as data); then, for pictures, ``bones``, ``tint``, ``column``, ``picture_request``.
"""
