"""Between two models: which vertex, joint and clip of one is which of the other, and what two files differ by.

Read in this order: ``match`` (a folder: each kind of pair by itself), ``correspondence`` (all that it finds),
``added_vertices`` (what only the other file has), ``faces_there`` (which faces it lacks), ``steps`` (what tools
change), ``key_kinds`` (what was done to a clip), ``weight_grid`` and ``evidence`` (what a file shows of how it was
made), ``undone`` (a file with some steps undone), ``joint_axes`` (a file with the first one's axes), ``ladder`` (the
shares of steps), ``split`` (what the loss is made of), ``other_file`` (a file as a subject), ``result_formats`` and
``result_file`` (results that another program has written), ``real_engine`` (another engine, run for the purpose),
``shapes`` (what a program shows at one moment).
"""
