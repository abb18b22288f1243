"""Lessons in pictures: what the verb `picture` and the overlays draw to explain skinning.

No room of the job imports one of these; doors do, when a lesson is asked for.

Read in this order: ``motif`` (what a picture is of), ``stages`` (a mesh at a stage of the pipeline), ``spaces``,
``results``, ``motion`` (key, track, clip, pose), ``layered`` (two clips at once), ``pipelines`` (to the picture,
without a skin and with one), ``crowd``, and ``columns`` (for each word of ``--show``); ``layout``, ``caption`` (what a
picture says of itself) and ``arrangement`` (columns beside each other, and their drawing), ``gif`` (into a file),
``picture`` (all of it); ``limb`` (a hand or foot is put on a point).
"""
