"""The tile engine: linear blend skinning at the speed of matrix products, in float32 or in float64.

``linear`` is the form to read, and judges this one: tests compare the two to the last digits. The formulas are the
same, the layout differs. ``exact_engine`` skins in float64 by it, the engine
"fast" in float32. A staircase of nine
steps; going up, each file builds on those before it.

1. ``kernels``: the functions that multiply, and the number of threads.
2. ``tuning``: element type, every size and threshold, in one frozen record that callers may replace.
3. ``joint_sets``: vertices grouped by the joints they share.
4. ``layout``: each group laid out so that one matrix product skins it.
5. ``workspace``: the protocol of everything that skins, and its first implementation, for positions.
6. ``normals``: its second implementation: blended matrices become unit normals within the cache.
7. ``morphs``: its third implementation: vertices that stand elsewhere at each time.
8. ``skinner``: ranges of a mesh, batches of frames, threads.
9. ``joined_parts``: small parts of one skin as one mesh, which both engines skin in their place.

To see just the idea, read 3, 4 and 5. ``docs/performance.md`` explains what each layout is for.
"""
