"""What every room of the scene needs of Blender, without knowing characters.

Read in this order: ``stored_names`` (what a saved file holds of ours), ``noted``, ``rollback``, ``gc_pause``,
``modes``, ``scene_rate``, ``arrays``, ``modifiers``, ``data_path``, ``curves``, ``series``, ``dependency`` (what
Blender evaluated anew), ``stands`` (poses put back), ``group_weights``, ``visible``.
"""
