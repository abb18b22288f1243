"""Lessons in pictures: what the command ``picture`` and the overlays draw to explain skinning.

No room of the job imports one of these; doors do, when a lesson is asked for.

Read in this order: ``stages`` (a mesh at a stage of the pipeline), ``crowd``, ``columns`` (for each word of
``--show``), ``layout`` and ``arrangement`` (columns beside each other, and their drawing), ``offscreen`` and ``gif``
(into a file); ``limb`` (a hand or foot is put on a point).
"""
