"""The panel's comparison: the question that its settings ask (``inquiry``), and what is shown of the answer.

``outcome`` makes the result that the panel draws. ``live_verdict`` asks the same of every frame that Blender evaluates.
"""
