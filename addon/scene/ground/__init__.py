"""What every room of the scene needs of Blender, with no idea of what a character is.

Read in this order: ``stored_names`` (what a saved file holds of ours), ``noted`` (where it stands), ``rollback`` (all
or nothing), ``gc_pause``, ``modes``, ``arrays``, ``modifiers``, ``data_path``, ``curves``, ``series`` (values over
time in the memory of one), ``dependency`` (what Blender evaluated anew), ``stands`` (where everything stands, and what
has moved since), ``group_weights``.
"""
