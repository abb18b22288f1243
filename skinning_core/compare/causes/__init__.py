"""Causes: where a difference comes from, at which joint it begins, and which mistakes reproduce it.

Read in this order: ``chain`` and ``attribution`` (the pose's share and the deformation's).

Then mistakes made on purpose: ``catalogue`` (causes in words), ``engine_state`` (an engine's steps), ``mistake_time``,
``mistake_pose``, ``mistake_vertex``, ``mistake_bits`` (rounding), ``mistake_importer``, ``mistake_engine`` (small
engines), ``mistake_listing`` (books), ``mistake_beyond`` (past the last key), ``mistake_frames`` (whole frames),
``mistake_defaults`` (steps done by half), ``mistake_keys`` (lost keys), all in the list of ``mistake``;
``engine_raylib`` and ``engine_panda3d`` (rules of one engine), ``engine_profile`` (what each engine does) and
``guide_page`` (where to read of each).

Then how causes are found: ``palette`` (matrices from positions), ``sample`` (some vertices at some times),
``weight_readings`` (which weights are used), ``affine`` (one map of everything), ``search`` (sets of mistakes),
``bind_order`` and ``invariant`` (read off matrices), ``lost_keys`` (of some tracks), ``mistake_clips`` (read off
clips), ``mistake_morphs`` (and off targets), ``cause``, ``naming`` (measured causes), ``explainer`` (one way to find a
cause) and the explainers ``single_mistakes``, ``smoothing`` and ``mistake_sets``, which ``finder`` asks in order.
``engines/explainers`` has rare ones. ``senseless`` is for positions that are no places, ``recovered_share`` for the
pose's share.

``scene_cause`` lists a scene's causes, ``exporter_faults`` known faults of exporters, ``played_keys`` causes in a
scene's keys; ``node_stages`` and ``vertex_stages`` follow one vertex through every step, in numbers; ``two_motions``
compares bare motions. ``tools/pages/causes.py`` writes docs/causes.md.
"""
