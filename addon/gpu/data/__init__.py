"""What is uploaded and drawn, as data that needs neither Blender nor ``gpu``.

Read in this order: ``limits``, ``transport`` (ways to carry a palette), ``program`` (shaders as data), ``palette``,
``geometry``; then, for what is shown, ``bones``, ``crosses``, ``tint``, ``camera``, ``column``.
"""
