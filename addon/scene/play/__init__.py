"""Play: what moves a character, and the time at which it is looked at.

Read in this order: ``playback`` (shows a clip or a frame, and restores what was), ``animation_pose``, ``sources``
(which action, strip or pose plays), ``span`` (the frames), ``placement`` (where you have put it).
"""
