"""Judging: what is asked, what was measured, and the verdict.

Read in this order: ``question`` (what is asked, as data), ``level`` (how much of an error anybody would see),
``frame_difference`` (one frame, fast), ``verdict`` (decided here and nowhere else), ``coverage`` (how much was judged),
``comparison`` (one clip of one subject), ``explanation`` (why it differs), ``unexplained`` (in which clips a cause is
looked for), ``accumulator`` and ``measurement`` (the driver, which skins with the specification and the subjects piece
by piece), ``verification`` (the whole answer, for every door), ``engine_table`` (many engines on many models).
"""
