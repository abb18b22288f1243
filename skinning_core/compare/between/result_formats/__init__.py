"""Layouts of another engine's results for one clip. ``docs/formats.md`` shows a writer of each.

Read in this order: ``arrays`` (the names of an ``.npz``, which every layout becomes), ``text_numbers`` (columns of
numbers), ``json_results`` (``.json``, with an optional ``.bin``), ``csv_results`` (``.csv``), ``obj_file`` and
``ply_file`` (one frame), ``frame_folder`` (a folder of frames).
"""
