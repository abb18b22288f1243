"""Judging: what is asked, what was measured, and the verdict.

Read in this order: ``comparison`` (what is asked and what is answered), ``level`` (whether anybody would see it),
``tally`` and ``measurement`` (the driver, which skins with the reference and the engines piece by piece),
``verification`` (several clips, for the command line; the panel runs ``measurement`` one step at a time).
"""
