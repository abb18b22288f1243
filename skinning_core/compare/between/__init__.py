"""Between two models: which vertex, joint and clip of one is which of the other, and how two files differ.

Read in this order: ``match`` (a folder: each kind of pair), ``correspondence`` (all pairs), ``added_vertices`` (only in
the other file), ``faces_there`` (which it lacks), ``steps`` (what tools change), ``key_kinds`` (changes of a clip),
``weight_grid`` (rounded weights), ``joint_spaces`` (places in the spaces of joints), ``undone`` (a file with steps
undone), ``evidence`` (how a file was written), ``joint_axes`` (a file with the first one's axes), ``ladder`` (shares of
steps), ``split`` (a difference taken apart), ``shown_moment`` (of a file without a skin), ``other_file`` (a file as a
subject), ``result_formats`` and ``result_file`` (another program's results), ``real_engine`` (an engine run here),
``shapes`` (meshes at one moment).
"""
