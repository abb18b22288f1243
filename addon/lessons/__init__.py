"""Lessons in pictures: what the verb `picture` and the overlays draw to explain skinning.

No room of the job imports one of these; doors do, when a lesson is asked for.

Read in this order: ``motif`` (what a picture is of), ``stages`` (a mesh at a stage of the pipeline), ``spaces``,
``results``, ``motion`` (key, track, clip, pose), ``layered`` (two clips at once), ``pipelines`` (without a skin and
with one), ``crowd``, ``columns`` (for each word of ``--show``); ``layout``, ``caption`` (what a picture says),
``arrangement`` (columns beside each other, drawn), ``gif``, ``picture`` (all of it); ``limb`` (a hand or foot is put on
a point).
"""
