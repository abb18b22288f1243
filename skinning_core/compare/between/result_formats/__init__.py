"""The layouts in which another engine may store what it gave for one clip. ``docs/formats.md`` shows a writer of each.

Read in this order: ``arrays`` (what every layout becomes: arrays by the names of an ``.npz``), ``text_numbers``
(columns of numbers in text), ``json_results`` (``.json``, with its numbers in it or in a ``.bin`` beside it),
``csv_results`` (``.csv``), ``obj_file`` and ``ply_file`` (one frame), ``frame_folder`` (a folder of frames).
"""
