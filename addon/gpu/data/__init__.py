"""What is uploaded and drawn, as data that needs neither Blender nor ``gpu``.

Read in this order: ``geometry``, ``palette``, ``transport`` (how a palette is carried), ``device_limits``, ``program``
(shaders as data); then, for pictures, ``bones``, ``tint``, ``column``, ``picture_request``.
"""
