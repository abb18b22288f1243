"""Judging: what is asked, what was measured, and the verdict.

Read in this order: ``question`` (as data), ``level`` (how much of an error anybody sees), ``frame_difference`` (one
frame, fast), ``verdict`` (the only place that decides), ``coverage`` (how much was judged), ``comparison`` (one clip of
one subject), ``explanation`` (why it differs), ``unexplained`` (which clips are searched for causes), ``accumulator``
and ``measurement`` (skinning and comparing, piece by piece), ``verification`` (the whole answer), ``engine_table``
(engines by models).
"""
