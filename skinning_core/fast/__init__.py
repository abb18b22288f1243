"""The fast engine: the same skinning in float32, at the speed of matrix products. A staircase of fifteen steps.

Going up, each file builds on those before it.

The pose:

1.  ``tuning``: every size and threshold, in one frozen record that callers may replace.
2.  ``clip``: all tracks with the same key times become the columns of one array.
3.  ``hierarchy``: nodes by level, so that world matrices take a few products.
4.  ``pose``: from a packed clip and times to world matrices.
5.  ``prepared_pose``: the pose stage of a model, with what repeated calls may reuse.

The mesh:

6.  ``joint_sets``: vertices grouped by the joints they share.
7.  ``tiles``: each group laid out so that one matrix product skins it.
8.  ``kernels``: the functions that multiply, and the number of threads.
9.  ``workspace``: the protocol of everything that skins, and its first implementation, for positions.
10. ``normals``: its second implementation: blended matrices become unit normals within the cache.
11. ``morphs``: its third implementation: vertices that change with time.
12. ``skinner``: ranges of a mesh, batches of frames, threads.

The model:

13. ``centre``: what keeps float32's digits far from the origin; the shaders use it, too.
14. ``part``: positions and normals of one primitive, exact at any distance from the origin.
15. ``engine``: the entrance, ``skin_model_fast``.

To see just the idea, read 6, 7 and 9. ``docs/performance.md`` explains what each layout is for.
"""
