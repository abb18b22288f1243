"""What is uploaded and drawn, as data: no Blender, no ``gpu``.

Read in this order: ``limits``, ``transport`` (ways to carry a palette), ``program`` (shaders as data), ``palette``,
``geometry``; then what pictures show: ``stages``, ``bones``, ``tint``, ``crowd``, ``camera``, ``column``.
"""
