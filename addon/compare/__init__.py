"""The panel's comparison: the question of its settings (``inquiry``), and what is shown of the answer.

Then ``remedy`` (what to do about a cause), ``mention`` (what a cause names of the scene), ``wanted_place`` (where the
worst vertex should be) and ``outcome`` (the panel's result). ``live_verdict`` asks the same of every frame that Blender
evaluates.
"""
