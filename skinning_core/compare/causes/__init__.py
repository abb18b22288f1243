"""Causes: where a difference comes from, beginning at which joint, and which mistakes reproduce it.

Read in this order: ``chain`` and ``attribution`` (how much comes from the pose, how much from the deformation).

Then the mistakes that can be made on purpose: ``catalogue`` (every cause in words), ``engine_state`` (an engine's
steps), ``mistake_time``, ``mistake_pose``, ``mistake_vertex``, ``mistake_importer``, ``mistake_engine`` (of small
engines), ``mistake_listing`` (of books) and ``mistake_frames`` (of what poses whole frames), listed by ``mistake``;
``engine_raylib`` and ``engine_panda3d`` (what one engine does) and ``engine_profile`` (which of them engines make);
``guide_page`` (where to read of each).

Then how causes are found: ``palette`` (an engine's matrices from its positions), ``sample`` (some vertices at some
times), ``weight_readings`` (which weights it uses), ``affine`` (one map of everything), ``search`` (sets of mistakes),
``bind_order`` and ``invariant`` (what is read off the matrices), ``cause``, ``naming`` (what is found, measured),
``explainer`` (one way to find a cause: what every one of them is given and answers) and the explainers
``single_mistakes``, ``smoothing`` and ``mistake_sets``; ``finder`` asks them in their order. ``engines/explainers`` has
rare ones. ``senseless`` tells positions that are no places, and ``recovered_share`` how much is the pose's.

``scene_cause`` lists what a scene can hold, ``exporter_faults`` what exporters are known to do wrong, ``played_keys``
finds causes of a scene's keys; ``node_stages`` and ``vertex_stages`` follow one vertex through every step, in numbers;
``two_motions`` compares motions that nothing else is known of. ``tools/pages/causes.py`` writes docs/causes.md.
"""
