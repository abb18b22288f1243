"""The panel's comparison: the question that its settings ask (``inquiry``), and what is shown of the answer.

Then ``remedy`` (what to do about a cause), ``wanted_place`` (where the worst vertex should be) and ``outcome`` (the
result that the panel draws). ``live_verdict`` asks the same of every frame that Blender evaluates.
"""
